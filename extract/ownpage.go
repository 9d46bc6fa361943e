package extract

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// OwnPage reads a page as that of one record, which the search led to straight: its
// address and its heading are the record's. The key is that of its row in a list,
// as w and by make it.
func OwnPage(doc *page.Document, w Wrapper, by KeyScheme) Record {
	v := newView(doc, nil, Background{})
	k := newKeys(v)
	k.add(w.Drop, w.Fixed)
	k.by = by
	rec := Record{URL: doc.URL, Title: doc.Title}
	i := slices.IndexFunc(v.nodes, func(n vnode) bool { return n.tag == "h1" })
	if i < 0 {
		i = slices.IndexFunc(v.nodes, func(n vnode) bool { return n.tag == "h2" })
	}
	if i >= 0 {
		if heading := collapse(v.textOf(v.subtree(int32(i)))); heading != "" {
			rec.Title = heading
		}
	}
	rec.Text = rec.Title
	rec.Key = k.of(rec.URL)
	if by == ByTitle {
		rec.Key += "#" + titleKey(rec.Title)
	}
	return rec
}
