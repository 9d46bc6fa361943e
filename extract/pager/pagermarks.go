package pager

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// mark is the direction that a name gives to a link.
type mark uint8

const (
	markedOn   mark = 1 << iota // "next"
	markedBack                  // "prev"
)

var markWords = map[string]mark{"next": markedOn, "forward": markedOn, "nextpage": markedOn, "nextlink": markedOn, "suivant": markedOn,
	"siguiente": markedOn, "weiter": markedOn, "nxt": markedOn,
	"prev": markedBack, "previous": markedBack, "prevpage": markedBack, "back": markedBack, "precedent": markedBack, "anterior": markedBack}

// marks are those of the names of a page, as far as they were asked for.
type marks map[string]mark

// markOf reads the directions out of the words of a name.
func markOf(v *view.Page, name string) mark {
	if name == "" || len(name) >= 300 {
		return 0
	}
	return view.Remember[marks](v, name, func() (m mark) {
		for _, w := range view.NameWords(name) {
			m |= markWords[w]
		}
		return m
	})
}

// markedAs reports whether a class, id or name of the link, of its parent, or
// the file name of its image says this direction and no other.
func markedAs(v *view.Page, i int32, way mark) bool {
	check := func(k int32) bool {
		for _, a := range v.Nodes[k].H.Attr {
			switch a.Key {
			case "class", "id", "name", "data-testid", "data-test":
				if markOf(v, a.Val) == way {
					return true
				}
			}
		}
		return false
	}
	if check(i) {
		return true
	}
	if f := v.Nodes[i].First; f >= 0 && v.Nodes[f].Tag == "img" && v.TextOf(v.Subtree(i)) == "" {
		src := page.Attr(v.Nodes[f].H, "src")
		if markOf(v, src[strings.LastIndexByte(src, '/')+1:]) == way {
			return true
		}
	}
	p := v.Nodes[i].Parent
	return p >= 0 && v.Nodes[p].First == i && v.Nodes[i].Next < 0 && check(p)
}

func markedNext(v *view.Page, i int32) bool { return markedAs(v, i, markedOn) }

func markedPrev(v *view.Page, i int32) bool { return markedAs(v, i, markedBack) }

// direction tells from the addresses alone whether u is a page after the
// page's own (1), before it (-1), or neither (0): they differ in one number,
// or in one parameter that only one of them has and that is a number.
func direction(v *view.Page, u page.URL) int {
	if u.IsZero() {
		return 0
	}
	own, other := v.Doc.URL.String(), u.String()
	a, _, _ := strings.Cut(own, "?")
	b, _, _ := strings.Cut(other, "?")
	if a != b {
		if template(own) == template(other) {
			return compareNumbers(own, other)
		}
		if rest, ok := strings.CutPrefix(other, strings.TrimRight(own, "/")); ok && pageSuffix.MatchString(rest) {
			return 1
		}
		if rest, ok := strings.CutPrefix(own, strings.TrimRight(other, "/")); ok && pageSuffix.MatchString(rest) {
			return -1
		}
		return 0
	}
	var here, there []page.Pair // what only one of them has
	mine, theirs := v.Doc.URL.Params(), u.Params()
	if len(mine)+len(theirs) > 200 {
		return 0
	}
	for _, p := range mine {
		if !slices.Contains(theirs, p) {
			here = append(here, p)
		}
	}
	for _, p := range theirs {
		if !slices.Contains(mine, p) {
			there = append(there, p)
		}
	}
	switch {
	case len(here) == 1 && len(there) == 1 && here[0].Name == there[0].Name:
		x, ok1 := wording.Atoi(here[0].Value)
		y, ok2 := wording.Atoi(there[0].Value)
		if ok1 && ok2 {
			return cmp.Compare(y, x)
		}
	case len(here) == 0 && len(there) == 1:
		if n, ok := wording.Atoi(there[0].Value); ok && n > 0 && !sizeNames[strings.ToLower(there[0].Name)] {
			return 1
		}
	case len(here) == 1 && len(there) == 0:
		if n, ok := wording.Atoi(here[0].Value); ok && n > 0 && !sizeNames[strings.ToLower(here[0].Name)] {
			return -1
		}
	}
	return 0
}

// pageSuffix is what the address of a later page has after that of the first,
// as in "/books" and "/books/page/2".
var pageSuffix = regexp.MustCompile(`^/?(?:\p{L}{1,10}[/_=-]?)?\d{1,6}(?:/|\.\w{1,5})?$`)

// compareNumbers returns how the only run of digits in which two addresses of
// one template differ compares; 0 where they differ in several.
func compareNumbers(a, b string) int {
	x, y := digitRuns(a), digitRuns(b)
	if len(x) != len(y) {
		return 0
	}
	out, found := 0, false
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		m, ok1 := wording.Atoi(x[i])
		n, ok2 := wording.Atoi(y[i])
		if found || !ok1 || !ok2 {
			return 0
		}
		found, out = true, cmp.Compare(n, m)
	}
	return out
}

func digitRuns(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
