package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// A part of an address is named as it is written: a parameter of the query by its name, one
// of the path as ";name", and the n-th of m segments of the path as "/n/m". See also spelling.

// spelling is the part of an address that other ways to write it differ in: its host, small
// and capital letters, a slash at its end, the order of its parameters.
const spelling = "/spelling"

// anySpelling returns what all ways to write an address have in common.
func anySpelling(s string) string {
	if _, rest, ok := strings.Cut(s, "://"); ok {
		_, s, _ = strings.Cut(rest, "/")
	}
	path, query, _ := strings.Cut(strings.ToLower(s), "?")
	pairs := strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' })
	slices.Sort(pairs)
	return strings.TrimSuffix(path, "/") + "?" + strings.Join(pairs, "&")
}

// Strip returns u's text without the parts named.
func Strip(u page.URL, drop map[string]bool) string {
	s := withoutParts(u, drop)
	if drop[spelling] {
		s = anySpelling(s)
	}
	return s
}

func withoutParts(u page.URL, drop map[string]bool) string {
	s := u.String()
	if len(drop) == 0 {
		return s
	}
	bare := u.WithoutRoute()
	var out strings.Builder
	out.WriteString(strings.TrimSuffix(bare.String(), bare.PathQuery()))
	segment, asks := false, false // the latest one is kept, and some parameter of the query is
	for _, p := range inOrder(bare) {
		if p.sep == "/" {
			segment = !drop[p.name]
		}
		if drop[p.name] || !p.query && !segment {
			continue
		}
		if p.query && !asks {
			p.sep, asks = "?", true
		}
		out.WriteString(p.sep + p.text)
	}
	return out.String() + s[len(bare.String()):]
}

// part is a part of an address.
type part struct {
	name      string
	sep, text string // as written, behind what sets it apart
	says      string
	query     bool // it is of the query
}

// inOrder returns the parts of u as they follow each other.
func inOrder(u page.URL) (out []part) {
	path, query, asks := strings.Cut(u.PathQuery(), "?")
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, segment := range segments {
		pieces := strings.Split(segment, ";")
		out = append(out, part{fmt.Sprintf("/%d/%d", i, len(segments)), "/", pieces[0], pieces[0], false})
		for _, piece := range pieces[1:] {
			name, value, _ := strings.Cut(piece, "=")
			out = append(out, part{";" + page.Unescape(name), ";", piece, value + "\n", false})
		}
	}
	for sep := "?"; asks; {
		text, next := query, ""
		if at := strings.IndexAny(query, "&;"); at >= 0 {
			text, next, query = query[:at], query[at:at+1], query[at+1:]
		}
		name, value, _ := strings.Cut(text, "=")
		out = append(out, part{page.Unescape(name), sep, text, page.Unescape(value) + "\n", true})
		sep, asks = next, next != ""
	}
	return out
}

// partsOf returns the parts of u and what each says.
func partsOf(u page.URL) map[string]string {
	out := map[string]string{}
	for _, p := range inOrder(u) {
		if !p.query || p.text != "" {
			out[p.name] += p.says
		}
	}
	return out
}

// DistinctWithout reports whether addresses from which some parts are left out are told apart
// as well without further ones.
func DistinctWithout(urls []page.URL, dropped map[string]bool, parts ...string) bool {
	more := maps.Clone(dropped)
	if more == nil {
		more = map[string]bool{}
	}
	for _, part := range parts {
		more[part] = true
	}
	with, without := map[string]bool{}, map[string]bool{}
	for _, u := range urls {
		with[Strip(u, dropped)] = true
		without[Strip(u, more)] = true
	}
	return len(with) == len(without)
}

// Strayed returns the parts, but for those dropped, that differ between the addresses of
// records that say the same: all of them, or else those that differ in most pairs, where all
// others are told apart as well without them. Two records may say the same, too.
func Strayed(pairs [][2]page.URL, others []page.URL, dropped []string) []string {
	drop := map[string]bool{}
	for _, part := range dropped {
		drop[part] = true
	}
	found, all := map[string]int{}, map[string]bool{}
	for _, pair := range pairs {
		var parts []string
		if a, b := pair[0], pair[1]; anySpelling(withoutParts(a, drop)) == anySpelling(withoutParts(b, drop)) {
			parts = []string{spelling}
		} else if a.Origin() == b.Origin() {
			parts = slices.DeleteFunc(differing(partsOf(a), partsOf(b)), func(part string) bool { return drop[part] })
		}
		if len(parts) > 0 {
			found[strings.Join(parts, "\n")]++
			for _, part := range parts {
				all[part] = true
			}
		}
	}
	candidates := [][]string{slices.Sorted(maps.Keys(all))}
	for parts, n := range found {
		if n*2 > len(pairs) {
			candidates = append(candidates, strings.Split(parts, "\n"))
		}
	}
	for _, parts := range candidates {
		if len(parts) > 0 && DistinctWithout(others, drop, parts...) {
			return parts
		}
	}
	return nil
}

// differing returns the parts that both have and that say something else, sorted; nil where
// one has others than the other.
func differing(then, now map[string]string) (parts []string) {
	if len(then) != len(now) {
		return nil
	}
	for part, value := range now {
		if other, has := then[part]; !has {
			return nil
		} else if other != value {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return parts
}
