package extract

import (
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// notRecords are the types of schema.org that describe a page and its frame.
var notRecords = set("breadcrumblist", "website", "webpage", "searchresultspage", "collectionpage", "itemlist", "sitenavigationelement", "wpheader", "wpfooter",
	"wpsidebar", "searchaction", "organization", "localbusiness", "imageobject")

// memberOf are the properties by which a list has its items.
var memberOf = set("itemlistelement", "item", "mainentity", "haspart", "blogpost", "blogposts", "offers", "itemoffered")

// itemType returns what microdata or RDFa call the thing that an element is,
// lower case and without its vocabulary; "" where it is none, a part of
// another, or what frames a page.
func itemType(h *html.Node) string {
	kind, property := attr(h, "itemtype"), attr(h, "itemprop")
	if kind == "" {
		kind, property = attr(h, "typeof"), attr(h, "property")
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
func items(v *Page, add func(string, []span)) {
	index := map[string]int{}
	var groups [][]int32
	var names []string
	for i := range v.nodes {
		n := &v.nodes[i]
		kind := ""
		if n.tag != "#text" {
			kind = itemType(n.h)
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
		if held := groups[g]; len(held) == 0 || v.nodes[held[len(held)-1]].end <= int32(i) {
			groups[g] = append(groups[g], int32(i))
		}
	}
	for g, nodes := range groups {
		if len(nodes) >= 2 {
			add("marked as "+names[g], single(v, nodes))
		}
	}
}

// linkedList returns the list of things that a page describes in JSON-LD
// (schema.org ItemList, SearchResultsPage and kin); none where it has none.
func linkedList(doc *page.Document) []Record {
	var best jsonList
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "script" || !strings.EqualFold(strings.TrimSpace(attr(n, "type")), "application/ld+json") {
			continue
		}
		v, _, ok := embeddedJSON(doc, n)
		if !ok {
			continue
		}
		if l := bestList(v); len(l.items) >= 2 && l.score > best.score {
			best = l
		}
	}
	var out []Record
	for _, o := range best.items {
		if r := objectRecord(o, doc); r.Title != "" {
			out = append(out, r)
		}
	}
	return out
}

// enrich adds to records the fields that data has of the same things: those
// with the same address or name. It returns how many it found, and changes
// nothing where data is about something else.
func enrich(records, data []Record) int {
	byKey, byTitle := map[string]int{}, map[string]int{}
	for i, d := range data {
		if !d.URL.IsZero() {
			byKey[d.URL.Canonical().String()] = i
		}
		byTitle[strings.Join(words(d.Title), " ")] = i
	}
	of := make([]int, len(records))
	found := 0
	for i, r := range records {
		at, ok := byTitle[strings.Join(words(r.Title), " ")]
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

// shows reports whether the page shows what data names.
func shows(v *Page, data []Record) bool {
	text := strings.Join(words(v.textOf(span{0, int32(len(v.nodes))})), " ")
	seen := 0
	for _, d := range data {
		if w := words(d.Title); len(w) > 0 && strings.Contains(text, strings.Join(w, " ")) {
			seen++
		}
	}
	return seen*5 >= len(data)*4
}
