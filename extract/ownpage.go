package extract

import (
	"slices"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// OwnPage reads a page as that of one record, which the search led to straight: its
// address and its heading are the record's. The key is that of its row in a list,
// as w, by and unsteady make it. A heading that is one of the lines of other pages is the site's.
// The key is "" where what its row says decides, or columns that a person requires, or tells
// records apart by.
func OwnPage(doc *page.Document, w Wrapper, by KeyScheme, unsteady []string, lines []uint64) Record {
	v := view.New(doc, nil, view.Known{})
	k := table.NewKeys(v, w.telling(table.Telling{By: by, Unsteady: unsteady}))
	rec := Record{URL: doc.URL, Title: doc.Title}
	for _, tag := range []string{"h2", "h1"} {
		for i := len(v.Nodes) - 1; i >= 0; i-- {
			if v.Nodes[i].Tag != tag {
				continue
			}
			if heading := wording.Collapse(v.TextOf(v.Subtree(int32(i)))); heading != "" && !slices.Contains(lines, LineHash(heading)) {
				rec.Title = heading
			}
		}
	}
	rec.Text = rec.Title
	rec.Key = k.Of(rec.URL)
	if by == ByTitle {
		rec.Key += "#" + record.TitleKey(rec.Title)
	}
	if kept, _ := table.Keep(w.said(), []Record{rec}); len(kept) == 0 || w.Shared != table.Apart || by == ByRow || by == ByBoth || slices.ContainsFunc(w.Columns, func(c Column) bool { return c.Key }) {
		rec.Key = "" // what decides stands in its row
	}
	return rec
}
