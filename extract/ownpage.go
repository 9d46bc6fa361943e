package extract

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// OwnPage reads a page as that of one record, which the search led to straight: its
// address and its heading are the record's. The key is that of its row in a list,
// as w and by make it. A heading that is one of the lines of other pages is the site's.
func OwnPage(doc *page.Document, w Wrapper, by KeyScheme, lines []uint64) Record {
	v := newView(doc, nil, Known{})
	k := newKeys(v)
	k.add(w.Drop, w.Fixed)
	k.by = by
	rec := Record{URL: doc.URL, Title: doc.Title}
	for _, tag := range []string{"h2", "h1"} {
		for i := len(v.nodes) - 1; i >= 0; i-- {
			if v.nodes[i].tag != tag {
				continue
			}
			if heading := collapse(v.textOf(v.subtree(int32(i)))); heading != "" && !slices.Contains(lines, LineHash(heading)) {
				rec.Title = heading
			}
		}
	}
	rec.Text = rec.Title
	rec.Key = k.of(rec.URL)
	if by == ByTitle {
		rec.Key += "#" + titleKey(rec.Title)
	}
	return rec
}
