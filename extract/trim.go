package extract

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// trim leaves out records that are none: captions, column names and pager
// rows that stand in line with the records but lack what these have in common.
func trim(v *Page, recs []span) []span {
	if len(recs) < 4 {
		return recs
	}
	paths := make([]map[uint64]bool, len(recs))
	support := map[uint64]int{}
	linked := 0
	for i, s := range recs {
		paths[i] = map[uint64]bool{}
		for _, l := range leaves(v, s, sampleLeaves) {
			if !paths[i][l.path] {
				paths[i][l.path] = true
				support[l.path]++
			}
		}
		if hasLink(v, s) {
			linked++
		}
	}
	core := 0
	for _, n := range support {
		if n*10 >= len(recs)*7 {
			core++
		}
	}
	// Without a common core nothing can be missing.
	fits := func(i int) bool {
		if core == 0 {
			return true
		}
		have := 0
		for p := range paths[i] {
			if support[p]*10 >= len(recs)*7 {
				have++
			}
		}
		return have*3 >= core
	}
	needsLink := linked*10 >= len(recs)*8
	ok := func(i int) bool { return fits(i) && (!needsLink || hasLink(v, recs[i])) }
	lo, hi := 0, len(recs)
	for lo < hi && !ok(lo) {
		lo++
	}
	for hi > lo && !ok(hi-1) {
		hi--
	}
	if (hi-lo)*2 < len(recs) {
		return recs
	}
	var keep []span
	for i := lo; i < hi; i++ {
		if fits(i) || !needsLink || hasLink(v, recs[i]) {
			keep = append(keep, recs[i])
		}
	}
	return keep
}

func hasLink(v *Page, s span) bool {
	for i := s.lo; i < s.hi; i++ {
		if _, ok := v.target(v.nodes[i].link); ok {
			return true
		}
	}
	return false
}

// strays finds single results outside the list: a block of best matches, for
// example. They count only where the background tells template from answer:
// links unknown to it, with a query word, of the same kind as the records'.
func strays(v *Page, best region, have []Record) []Record {
	if v.known.Pages == 0 || len(v.query) == 0 || len(have) == 0 {
		return nil
	}
	kinds, keys := map[string]bool{}, map[string]bool{}
	k := newKeys(v)
	for _, r := range have {
		keys[r.Key] = true
		if !r.URL.IsZero() {
			k.see(r.URL)
		}
	}
	k.learn()
	for _, u := range k.urls {
		kinds[linkKind(k.of(u))] = true
	}
	var out []Record
	for i := range v.nodes {
		u, ok := v.target(int32(i))
		if !ok || best.holds(int32(i)) || v.nodes[i].zone&(zoneNav|zonePager|zoneCalendar) != 0 || v.known.Links[u.Canonical().String()] {
			continue
		}
		key := k.of(u)
		label := v.label(int32(i))
		if keys[key] || !kinds[linkKind(key)] || !v.asked(label) || u == v.doc.URL {
			continue
		}
		keys[key] = true
		out = append(out, Record{Key: key, URL: k.withoutQuery(u), Title: label, Text: label, Fields: []Field{{Name: "title", Value: label}}})
	}
	return out
}

// linkKind is what links to records of one kind have in common: host, path
// without its last segment, names of the parameters.
func linkKind(key string) string {
	u, err := page.ParseURL(key)
	if err != nil {
		return key
	}
	path, query, asks := strings.Cut(u.PathQuery(), "?")
	if !asks {
		path = path[:strings.LastIndexByte(path, '/')+1]
		// Directories that spread records ("/l/li/") differ between them.
		return u.Origin() + " " + strings.Split(path, "/")[1]
	}
	var names []string
	for _, p := range strings.Split(query, "&") {
		n, _, _ := strings.Cut(p, "=")
		names = append(names, n)
	}
	slices.Sort(names)
	return u.Origin() + path + "?" + strings.Join(names, "&")
}
