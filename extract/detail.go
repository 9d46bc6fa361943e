package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
)

// Details is what the pages of single records of a site have in common, as far
// as they were read: the columns that they show, and what is the same on all of
// them, which is template. The zero Details knows nothing.
type Details struct {
	Columns []Column `json:"columns,omitempty"` // a person may take some away or rename them
	Common  []string `json:"common,omitempty"`  // hashes of the paragraphs that all pages had
	Pages   int      `json:"pages,omitempty"`
}

// Pages that must agree before what they say counts as template.
const (
	templatePages        = 3
	labelledTemplatePage = 6 // a label says that it is data
)

// Bounds of what is read from one detail page.
const (
	maxDetailParts = 1500
	maxDetailText  = 4000 // letters of the main text
	leastParagraph = 60   // letters of a part that is running text
)

// ReadDetail reads the page of one record: its pairs of labels and values
// ("Author: Jane", definition lists, tables of two columns), what properties
// and classes name, the data that it carries for search engines, and its main
// text as the field description. What b or d know as template is left out.
func ReadDetail(doc *page.Document, b Background, d Details) []Field {
	v, row := detailRow(doc, b)
	read := newReader(d.Columns)
	var rec Record
	var keep []cell
	for _, c := range row {
		x, ok := read.index[c.place(read.lists)]
		if ok && isTemplate(read.columns[x], c.typed.Value) || !ok && d.Pages >= templatePages && c.label == "" {
			continue
		}
		keep = append(keep, c)
	}
	clear(read.template)
	read.row(v, keep, v.subtree(0), &rec)
	fields := rec.Fields
	for _, f := range linkedData(doc) {
		if !slices.ContainsFunc(fields, func(g Field) bool { return g.Name == f.Name }) {
			fields = append(fields, f)
		}
	}
	if text := mainText(v, row, d); text != "" && !slices.ContainsFunc(fields, func(g Field) bool { return g.Name == "description" }) {
		fields = append(fields, Field{Name: "description", Value: text})
	}
	return fields
}

// Learn returns d extended by a page of a record.
func (d Details) Learn(doc *page.Document, b Background) Details {
	v, row := detailRow(doc, b)
	cols := learnColumns([][]cell{row}, nil, func(*fragment) bool { return false })
	lists := listPlaces([][]cell{row})
	only := map[place]string{}
	for _, c := range row {
		if _, ok := only[c.place(lists)]; !ok {
			only[c.place(lists)] = c.typed.Value
		}
	}
	for i := range cols {
		cols[i].Only, cols[i].Rows = only[cols[i].place()], 1
	}
	out := Details{Pages: d.Pages + 1, Columns: mergeColumns(d.Columns, cols)}
	if d.Pages == 0 {
		out.Columns = cols
	}
	for _, text := range paragraphs(v, row) {
		if h := hashOf(text); (d.Pages == 0 || slices.Contains(d.Common, h)) && !slices.Contains(out.Common, h) {
			out.Common = append(out.Common, h)
		}
	}
	out.Columns = out.Columns[:min(len(out.Columns), maxFragments)]
	return out
}

// isTemplate reports whether a value is what this column has on all pages.
func isTemplate(c Column, value string) bool {
	least := templatePages
	if c.Label != "" {
		least = labelledTemplatePage
	}
	return c.Only != "" && c.Only == value && c.Rows >= least
}

// detailRow returns the cells of a detail page that may be values: those with
// a label, a property or a class that names them, outside menus and forms.
func detailRow(doc *page.Document, b Background) (*Page, []cell) {
	v := newView(doc, nil, b.known())
	if len(v.nodes) == 0 {
		return v, nil
	}
	known := func(text string) bool { h := lineHash(text, nil); return h != 0 && v.known.Lines[h] }
	parts := fragmentsUpTo(v, v.subtree(0), maxDetailParts)
	labelCells(v, parts)
	row := slices.DeleteFunc(parts, func(f fragment) bool {
		return v.nodes[f.at].zone&(zoneNav|zonePager|zoneCalendar|zoneForm) != 0
	})
	none := func(*fragment) bool { return false }
	labels := rowLabels([][]fragment{row}, none)
	var out []cell
	for _, c := range cells(row, labels, false, none) {
		if c.label == "" && (!strings.HasPrefix(c.name, ".") || c.heading && !strings.HasPrefix(c.spot.css, "[") || known(c.text) || letters(c.text) > 200 || c.image != "") {
			continue
		}
		if c.label != "" && known(c.value) && known(c.shown) || c.value == "" {
			continue
		}
		c.spot.part = 0
		out = append(out, c)
	}
	return v, out
}

// labelCells marks the first cells of tables of two columns as labels, where
// all rows have a short text of their own there.
func labelCells(v *Page, parts []fragment) {
	at := map[int32][]int{} // by td: its fragments
	for i := range parts {
		for p := v.nodes[parts[i].at].parent; p >= 0; p = v.nodes[p].parent {
			if v.nodes[p].tag == "td" {
				at[p] = append(at[p], i)
				break
			}
			if v.nodes[p].tag == "table" {
				break
			}
		}
	}
	for i := range v.nodes {
		if v.nodes[i].tag != "tbody" {
			continue
		}
		var labels []int
		texts := map[string]bool{}
		for _, row := range kids(v, int32(i)) {
			cells := slices.DeleteFunc(kids(v, row), func(k int32) bool { return v.nodes[k].tag != "td" })
			if v.nodes[row].tag != "tr" || len(cells) != 2 || len(at[cells[0]]) != 1 {
				labels = nil
				break
			}
			f := &parts[at[cells[0]][0]]
			if l := letters(f.text); l == 0 || l > 40 || texts[f.text] || f.link >= 0 {
				labels = nil
				break
			}
			texts[f.text] = true
			labels = append(labels, at[cells[0]][0])
		}
		if len(labels) >= 2 {
			for _, x := range labels {
				parts[x].labels = true
			}
		}
	}
}

// mainText returns the running text of a detail page.
func mainText(v *Page, row []cell, d Details) string {
	var out []string
	size := 0
	for _, text := range paragraphs(v, row) {
		if size += letters(text); size > maxDetailText {
			break
		}
		if d.Pages < templatePages || !slices.Contains(d.Common, hashOf(text)) {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// paragraphs returns the parts of a detail page that are running text and no
// values of row.
func paragraphs(v *Page, row []cell) []string {
	if len(v.nodes) == 0 {
		return nil
	}
	values := map[int32]bool{}
	for _, c := range row {
		values[c.at] = true
	}
	var out []string
	for _, f := range fragmentsUpTo(v, v.subtree(0), maxDetailParts) {
		if letters(f.text) >= leastParagraph && !values[f.at] && !f.heading && !v.known.Lines[lineHash(f.text, nil)] &&
			v.nodes[f.at].zone&(zoneNav|zonePager|zoneCalendar|zoneForm) == 0 {
			out = append(out, f.text)
		}
	}
	return out
}

func hashOf(text string) string { return fmt.Sprintf("%016x", hashStep(1, text, "")) }

// dullTypes are what schema.org calls the things around a record.
var dullTypes = map[string]bool{"WebSite": true, "WebPage": true, "Organization": true, "BreadcrumbList": true, "SearchAction": true, "ImageObject": true,
	"Person": true, "ItemPage": true, "SiteNavigationElement": true, "WPHeader": true, "WPFooter": true, "CollectionPage": true}

// linkedData returns the members of the JSON-LD object that the page is about.
func linkedData(doc *page.Document) []Field {
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "script" || !strings.EqualFold(attr(n, "type"), "application/ld+json") {
			continue
		}
		v, _, ok := embeddedJSON(doc, n)
		if !ok {
			continue
		}
		for _, o := range things(v) {
			if kind, ok := o.get("@type").(string); ok && kind != "" && !dullTypes[kind] {
				return objectRecord(o, doc).Fields
			}
		}
	}
	return nil
}

// things returns the top-level objects of JSON-LD.
func things(v any) []*object {
	switch v := v.(type) {
	case *object:
		if graph, ok := v.get("@graph").([]any); ok {
			return things(graph)
		}
		return []*object{v}
	case []any:
		var out []*object
		for _, e := range v {
			if o, ok := e.(*object); ok {
				out = append(out, o)
			}
		}
		return out
	}
	return nil
}
