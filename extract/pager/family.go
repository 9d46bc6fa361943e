package pager

import (
	pathpkg "path"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// A link of a record is no pager, whatever it says, nor is one that leads where the links
// of records lead; and a link to another page of the answer is no record, wherever it
// stands. What tells them apart is where they lead: records share a shape of addresses
// that the page's own has not, and pages of an answer differ from it in little.

// family is where the records of a list lead.
type family struct {
	v     *view.Page
	shape string // that the addresses of most records share; "": they share none, or that of the page
	of    region.Region
	own   []bool         // by record: whether it has such a link
	count map[string]int // records that have links of a shape
}

// leastFamily is the number of records from which on they have a shape.
const leastFamily = 3

// familyOf returns that of a list.
func familyOf(v *view.Page, best region.Region) family {
	f := family{v: v, of: best, count: map[string]int{}}
	if best.Score < region.DoubtfulScore || len(best.Recs) < leastFamily {
		return f
	}
	shapes := make([][]string, len(best.Recs))
	for i, s := range best.Recs {
		for n := s.Lo; n < s.Hi; n++ {
			if u, ok := v.Target(n); ok && v.Nodes[n].Link == n && !samePages(v, u) {
				if shape := linkShape(u); !slices.Contains(shapes[i], shape) {
					shapes[i] = append(shapes[i], shape)
					f.count[shape]++
				}
			}
		}
	}
	most := max(leastFamily, (len(best.Recs)+1)/2) - 1
	for i := range shapes { // the first of those that are shared as much: titles come first
		for _, shape := range shapes[i] {
			if f.count[shape] > most {
				f.shape, most = shape, f.count[shape]
			}
		}
	}
	for i := range shapes {
		f.own = append(f.own, f.shape != "" && slices.Contains(shapes[i], f.shape))
	}
	return f
}

// has reports whether a link is one of a record, or like those of records. What stands
// once, in the first or the last of them, may be the pager that was taken into it.
func (f family) has(c cand) bool {
	if f.shape == "" || c.script != "" || samePages(f.v, c.url) {
		return false
	}
	if linkShape(c.url) == f.shape {
		return true
	}
	i := slices.IndexFunc(f.of.Recs, func(s view.Span) bool { return s.Lo <= c.node && c.node < s.Hi })
	return i >= 0 && f.own[i] && (0 < i && i < len(f.own)-1 || f.count[linkShape(c.url)] > 1)
}

// samePages reports whether an address differs from that of the page as those of the
// pages of one answer do: in the query, or in numbers ("/list", "/list-2").
func samePages(v *view.Page, u page.URL) bool {
	letters := func(u page.URL) string {
		path, _, _ := strings.Cut(u.PathQuery(), "?")
		path = strings.TrimSuffix(path, pathpkg.Ext(path))
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, path)
	}
	return letters(u) == letters(v.Doc.URL) || direction(v, u) != 0
}

// linkShape is what the addresses of links of one kind share: all but numbers, the last
// part of the path and the values of parameters.
func linkShape(u page.URL) string {
	address, query, _ := strings.Cut(u.String(), "?")
	at := strings.LastIndexByte(address, '/') + 1
	last := template(address[at:])
	if strings.Trim(last, "#.-_") != "" && !strings.HasPrefix(last, "#.") {
		last = "*"
	}
	var names []string
	for _, p := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(p, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return template(address[:at]) + last + "?" + strings.Join(names, "&")
}

// BareTarget returns an address without what the page's own has, too: that is left out of
// the addresses of records. "" for none.
func BareTarget(v *view.Page, u page.URL) string {
	if u.IsZero() {
		return ""
	}
	at, _, _ := strings.Cut(u.String(), "?")
	mine := v.Doc.URL.Params()
	for _, p := range u.Params() {
		if !slices.Contains(mine, p) {
			at += "&" + p.Name + "=" + p.Value
		}
	}
	return at
}
