package extract

import "slices"

// recordNames are what pages call one record in class names, listNames what
// they call the part of the page around records.
var (
	recordNames = set("result", "hit", "match", "record", "item", "entry", "listing", "product", "article", "post", "story", "document", "book", "job", "offer", "card", "teaser", "tile", "case")
	listNames   = set("result", "results", "hits", "matches", "records", "items", "entries", "listing", "listings", "products", "articles", "posts", "stories", "documents", "books",
		"jobs", "offers", "cards", "list", "grid", "feed", "catalog", "catalogue", "search", "cases")
)

// byTemplate finds the single record of a page that repeats nothing of its
// kind: the only row under a row of column names, or the only block that is
// called a record in a part that is called a list of them. Where the likeliest
// list is more than the two or three parts that any page consists of, or the
// page claims more than one record, there is none.
func byTemplate(v *Page, best region, c claim) region {
	if best.score >= strongScore/2 || len(best.recs) > 3 || c.rows > 1 || c.total > 1 {
		return region{}
	}
	if rows := onlyRows(v); len(rows) == 1 {
		return region{recs: rows, how: "the only row under column names", score: doubtfulScore}
	}
	if blocks := onlyBlocks(v); len(blocks) == 1 {
		return region{recs: blocks, how: "the only block called a record", score: doubtfulScore}
	}
	return region{}
}

// onlyRows returns the data rows of the tables that have but one, under a row
// of column names.
func onlyRows(v *Page) []span {
	var out []span
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.tag != "table" || n.zone&(zoneNav|zonePager|zoneCalendar) != 0 {
			continue
		}
		if row := onlyRow(v, int32(i)); row >= 0 {
			out = append(out, v.subtree(row))
		}
	}
	return out
}

// onlyRow returns the data row of a table without tables in it: the only row
// with text behind the one that names its columns, with a link in it. Captions
// may stand in front. -1 where there is none.
func onlyRow(v *Page, table int32) int32 {
	row, columns := int32(-1), 0
	for i := table + 1; i < v.nodes[table].end; i++ {
		if v.nodes[i].tag == "table" {
			return -1
		}
		if s := v.subtree(i); v.nodes[i].tag != "tr" || v.sum(s).chars == 0 {
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
	if row < 0 || !hasLink(v, v.subtree(row)) || v.sum(v.subtree(row)).controls > 0 {
		return -1
	}
	return row
}

// cellsOf counts the cells of a row, and those that name a column: headings,
// by their tag or in bold letters, without a link.
func cellsOf(v *Page, row int32) (cells, names int) {
	for k := v.nodes[row].first; k >= 0; k = v.nodes[k].next {
		if n := &v.nodes[k]; n.tag != "td" && n.tag != "th" {
			continue
		}
		cells++
		if t := v.sum(v.subtree(k)); t.links == 0 && t.chars < maxLine/2 && (v.nodes[k].tag == "th" || t.chars > 0 && bold(v, k)) {
			names++
		}
	}
	return cells, names
}

// bold reports whether all text of an element is in bold letters.
func bold(v *Page, at int32) bool {
	for i := at + 1; i < v.nodes[at].end; i++ {
		switch n := &v.nodes[i]; n.tag {
		case "#text":
			return false
		case "b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6":
			i = n.end - 1
		}
	}
	return true
}

// onlyBlocks returns the outermost blocks that are called a record inside a
// part that is called a list of records, that lead somewhere and hold two
// pieces of text or more.
func onlyBlocks(v *Page) []span {
	var out []span
	inList := make([]bool, len(v.nodes))
	for i := 0; i < len(v.nodes); i++ {
		n := &v.nodes[i]
		if n.tag == "#text" {
			continue
		}
		names := nameWords(attr(n.h, "class") + " " + attr(n.h, "id"))
		called := func(by map[string]bool) bool {
			return slices.ContainsFunc(names, func(w string) bool { return by[w] })
		}
		within := n.parent >= 0 && inList[n.parent]
		if s := v.subtree(int32(i)); within && n.is&isInline == 0 && called(recordNames) && n.zone&(zoneNav|zonePager|zoneCalendar|zoneForm) == 0 && hasLink(v, s) && v.sum(s).leaves >= 2 {
			out = append(out, s)
			i = int(n.end) - 1
			continue
		}
		inList[i] = within || called(listNames)
	}
	return out
}
