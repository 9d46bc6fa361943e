package region

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"golang.org/x/net/html"
)

// notRecords are the types of schema.org that describe a page and its frame.
var notRecords = wording.Set("breadcrumblist", "website", "webpage", "searchresultspage", "collectionpage", "itemlist", "sitenavigationelement", "wpheader", "wpfooter",
	"wpsidebar", "searchaction", "organization", "localbusiness", "imageobject")

// memberOf are the properties by which a list has its items.
var memberOf = wording.Set("itemlistelement", "item", "mainentity", "haspart", "blogpost", "blogposts", "offers", "itemoffered")

// itemType returns what microdata or RDFa call the thing that an element is,
// lower case and without its vocabulary; "" where it is none, a part of
// another, or what frames a page.
func itemType(h *html.Node) string {
	kind, property := view.Attr(h, "itemtype"), view.Attr(h, "itemprop")
	if kind == "" {
		kind, property = view.Attr(h, "typeof"), view.Attr(h, "property")
	}
	if kind == "" || property != "" && !memberOf[strings.ToLower(property[strings.LastIndexAny(property, ":/")+1:])] {
		return ""
	}
	kind, _, _ = strings.Cut(strings.TrimSpace(kind), " ")
	kind = strings.ToLower(kind[strings.LastIndexAny(kind, ":/#")+1:])
	if notRecords[kind] {
		return ""
	}
	return kind
}

// items proposes the things of one type that the page marks as such.
func items(v *view.Page, add func(string, []view.Span)) {
	index := map[string]int{}
	var groups [][]int32
	var names []string
	for i := range v.Nodes {
		n := &v.Nodes[i]
		kind := ""
		if n.Tag != "#text" {
			kind = itemType(n.H)
		}
		if kind == "" {
			continue
		}
		g, ok := index[kind]
		if !ok {
			g = len(groups)
			index[kind] = g
			groups, names = append(groups, nil), append(names, kind)
		}
		if held := groups[g]; len(held) == 0 || v.Nodes[held[len(held)-1]].End <= int32(i) {
			groups[g] = append(groups[g], int32(i))
		}
	}
	for g, nodes := range groups {
		if len(nodes) >= 2 {
			add("marked as "+names[g], Single(v, nodes))
		}
	}
}

// Enrich adds to records the fields that data has of the same things: those
// with the same address or name. It returns how many it found, and changes
// nothing where data is about something else.
func Enrich(records, data []record.Record) int {
	byKey, byTitle := map[string]int{}, map[string]int{}
	for i, d := range data {
		if !d.URL.IsZero() {
			byKey[d.URL.Canonical().String()] = i
		}
		byTitle[strings.Join(wording.Words(d.Title), " ")] = i
	}
	of := make([]int, len(records))
	found := 0
	for i, r := range records {
		at, ok := byTitle[strings.Join(wording.Words(r.Title), " ")]
		if !r.URL.IsZero() {
			if k, same := byKey[r.URL.Canonical().String()]; same {
				at, ok = k, true
			}
		}
		if of[i] = -1; ok {
			of[i] = at
			found++
		}
	}
	if found < 2 || found*2 < min(len(records), len(data)) {
		return 0
	}
	for i := range records {
		if of[i] < 0 {
			continue
		}
		r := &records[i]
		have := map[string]bool{"position": true, "name": true, "url": true, "id": true}
		for _, f := range r.Fields {
			have[f.Name] = true
		}
		for _, f := range data[of[i]].Fields {
			if !have[f.Name] {
				r.Fields = append(r.Fields, f)
			}
		}
	}
	return found
}

// Shows reports whether the page shows what data names.
func Shows(v *view.Page, data []record.Record) bool {
	text := strings.Join(wording.Words(v.TextOf(view.Span{Lo: 0, Hi: int32(len(v.Nodes))})), " ")
	seen := 0
	for _, d := range data {
		if w := wording.Words(d.Title); len(w) > 0 && strings.Contains(text, strings.Join(w, " ")) {
			seen++
		}
	}
	return seen*5 >= len(data)*4
}
