package table

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// Strays finds single results outside the list: a block of best matches, for
// example. They count only where the background tells template from answer:
// links unknown to it, with a query word, of the same kind as the records'.
func Strays(v *view.Page, best region.Region, have []record.Record) []record.Record {
	if v.Known.Pages == 0 || len(v.Query) == 0 || len(have) == 0 {
		return nil
	}
	kinds, keys := map[string]bool{}, map[string]bool{}
	k := NewKeys(v)
	for _, r := range have {
		keys[r.Key] = true
		if !r.URL.IsZero() {
			k.see(r.URL)
		}
	}
	k.learn()
	for _, u := range k.urls {
		kinds[linkKind(k.Of(u))] = true
	}
	var out []record.Record
	for i := range v.Nodes {
		u, ok := v.Target(int32(i))
		if !ok || best.Holds(int32(i)) || v.Nodes[i].Zone&(view.ZoneNav|view.ZonePager|view.ZoneCalendar) != 0 || v.Known.Links[u.Canonical().String()] {
			continue
		}
		key := k.Of(u)
		label := v.Label(int32(i))
		if keys[key] || !kinds[linkKind(key)] || !v.Asked(label) || u == v.Doc.URL {
			continue
		}
		keys[key] = true
		out = append(out, record.Record{Key: key, URL: k.withoutQuery(u), Title: label, Text: label, Fields: []record.Field{{Name: "title", Value: label}}})
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
