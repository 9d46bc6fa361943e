package region

import (
	"slices"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// recordNames are what pages call one record in class names, listNames what
// they call the part of the page around records.
var (
	recordNames = wording.Set("result", "hit", "match", "record", "item", "entry", "listing", "product", "article", "post", "story", "document", "book", "job", "offer", "card", "teaser", "tile", "case")
	listNames   = wording.Set("result", "results", "hits", "matches", "records", "items", "entries", "listing", "listings", "products", "articles", "posts", "stories", "documents", "books",
		"jobs", "offers", "cards", "list", "grid", "feed", "catalog", "catalogue", "search", "cases")
)

// ByTemplate finds the single record of a page that repeats nothing of its
// kind: the only row under a row of column names, or the only block that is
// called a record in a part that is called a list of them. Where the likeliest
// list is more than the two or three parts that any page consists of, or the
// page claims more than one record, there is none.
func ByTemplate(v *view.Page, best Region, c tally.Claim) Region {
	if best.Score >= StrongScore/2 || len(best.Recs) > 3 || c.Rows > 1 || c.Total > 1 {
		return Region{}
	}
	if rows := onlyRows(v); len(rows) == 1 {
		return Region{Recs: rows, How: "the only row under column names", Score: DoubtfulScore}
	}
	if blocks := onlyBlocks(v); len(blocks) == 1 {
		return Region{Recs: blocks, How: "the only block called a record", Score: DoubtfulScore}
	}
	return Region{}
}

// onlyRows returns the data rows of the tables that have but one, under a row
// of column names.
func onlyRows(v *view.Page) []view.Span {
	var out []view.Span
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Tag != "table" || n.Zone&view.ZoneAside != 0 {
			continue
		}
		if row := onlyRow(v, int32(i)); row >= 0 {
			out = append(out, v.Subtree(row))
		}
	}
	return out
}

// onlyRow returns the data row of a table without tables in it: the only row
// with text behind the one that names its columns, with a link in it. Captions
// may stand in front. -1 where there is none.
func onlyRow(v *view.Page, table int32) int32 {
	row, columns := int32(-1), 0
	for i := table + 1; i < v.Nodes[table].End; i++ {
		if v.Nodes[i].Tag == "table" {
			return -1
		}
		if s := v.Subtree(i); v.Nodes[i].Tag != "tr" || v.Sum(s).Chars == 0 {
			continue
		}
		cells, names := cellsOf(v, i)
		switch {
		case columns == 0 && names >= 2 && names == cells:
			columns = cells
		case columns == 0 && cells == 1:
		case columns > 0 && row < 0 && cells == columns && names < cells:
			row = i
		default:
			return -1
		}
	}
	if row < 0 || !hasLink(v, v.Subtree(row)) || v.Sum(v.Subtree(row)).Controls > 0 {
		return -1
	}
	return row
}

// cellsOf counts the cells of a row, and those that name a column: headings,
// by their tag or in bold letters, without a link.
func cellsOf(v *view.Page, row int32) (cells, names int) {
	for k := v.Nodes[row].First; k >= 0; k = v.Nodes[k].Next {
		if n := &v.Nodes[k]; n.Tag != "td" && n.Tag != "th" {
			continue
		}
		cells++
		if t := v.Sum(v.Subtree(k)); t.Links == 0 && t.Chars < tally.MaxLine/2 && (v.Nodes[k].Tag == "th" || t.Chars > 0 && bold(v, k)) {
			names++
		}
	}
	return cells, names
}

// bold reports whether all text of an element is in bold letters.
func bold(v *view.Page, at int32) bool {
	for i := at + 1; i < v.Nodes[at].End; i++ {
		switch n := &v.Nodes[i]; n.Tag {
		case "#text":
			return false
		case "b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6":
			i = n.End - 1
		}
	}
	return true
}

// onlyBlocks returns the outermost blocks that are called a record inside a
// part that is called a list of records, that lead somewhere and hold two
// pieces of text or more.
func onlyBlocks(v *view.Page) []view.Span {
	var out []view.Span
	inList := make([]bool, len(v.Nodes))
	for i := 0; i < len(v.Nodes); i++ {
		n := &v.Nodes[i]
		if n.Tag == "#text" {
			continue
		}
		names := view.NameWords(page.Attr(n.H, "class") + " " + page.Attr(n.H, "id"))
		called := func(by map[string]bool) bool {
			return slices.ContainsFunc(names, func(w string) bool { return by[w] })
		}
		within := n.Parent >= 0 && inList[n.Parent]
		if s := v.Subtree(int32(i)); within && n.Is&view.IsInline == 0 && called(recordNames) && n.Zone&(view.ZoneAside|view.ZoneForm) == 0 && hasLink(v, s) && v.Sum(s).Leaves >= 2 {
			out = append(out, s)
			i = int(n.End) - 1
			continue
		}
		inList[i] = within || called(listNames)
	}
	return out
}
