package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Details is what the pages of single records of a site have in common, as far
// as they were read: the columns that they show, and what is the same on all of
// them, which is template. The zero Details knows nothing.
type Details struct {
	Columns []Column `json:"columns,omitempty"` // a person may take some away or rename them
	Common  []string `json:"common,omitempty"`  // hashes of the paragraphs that all pages had
	Pages   int      `json:"pages,omitempty"`
}

// Check reports what is wrong with what a person wrote of the pages of single records.
func (d Details) Check() error {
	for i, c := range d.Columns {
		switch {
		case c.Required:
			return fmt.Errorf("columns[%d]: required: a record is kept before its own page is read: only columns of the wrapper can be required", i)
		case c.Page:
			return fmt.Errorf("columns[%d]: page: it stands on the record's own page: only a column of the wrapper leads there", i)
		case c.Key:
			return fmt.Errorf("columns[%d]: key: a record is known before its own page is read: only columns of the wrapper can be its key", i)
		}
	}
	return checkColumns(d.Columns, "")
}

// Wanted are the columns that a person wrote: for these, the pages of records are read.
func (d Details) Wanted() (names []string) {
	for _, c := range d.Columns {
		if c.Rows == 0 && !c.Drop {
			names = append(names, c.Name)
		}
	}
	return names
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
// text as the field description. What b or d know as template is left out. cut tells
// that the end of that data is left out: it would take too much memory.
func ReadDetail(doc *page.Document, b Background, d Details) (fields []Field, cut bool) {
	v, row := detailRow(doc, b)
	read := table.NewReader(d.Columns)
	var rec Record
	read.Claim(v, v.Subtree(0), row, func(*table.Fragment) bool { return false })
	var keep []table.Cell
	for _, c := range row {
		x, ok := read.Index[c.Place(read.Lists)]
		if ok && isTemplate(read.Columns[x], c.Typed.Value) || !ok && d.Pages >= templatePages && c.Label == "" {
			continue
		}
		keep = append(keep, c)
	}
	clear(read.Template)
	read.Row(v, keep, v.Subtree(0), &rec)
	fields = rec.Fields
	data, cut := linkedData(doc)
	for _, f := range data {
		if !slices.ContainsFunc(fields, func(g Field) bool { return g.Name == f.Name }) {
			fields = append(fields, f)
		}
	}
	if text := mainText(v, row, d); text != "" && !slices.ContainsFunc(fields, func(g Field) bool { return g.Name == "description" }) {
		fields = append(fields, Field{Name: "description", Value: text})
	}
	rec.Fields = fields
	if kept, _ := table.Keep(d.Columns, []Record{rec}); len(kept) > 0 {
		fields = kept[0].Fields
	}
	return fields, cut
}

// Learn returns d extended by a page of a record.
func (d Details) Learn(doc *page.Document, b Background) Details {
	v, row := detailRow(doc, b)
	never := func(*table.Fragment) bool { return false }
	table.NewReader(d.Columns).Claim(v, v.Subtree(0), row, never)
	cols := table.LearnColumns([][]table.Cell{row}, nil, never)
	lists := table.ListPlaces([][]table.Cell{row}, never)
	only := map[table.Place]string{}
	for _, c := range row {
		if _, ok := only[c.Place(lists)]; !ok {
			only[c.Place(lists)] = c.Typed.Value
		}
	}
	for i := range cols {
		cols[i].Only, cols[i].Rows = only[cols[i].Place()], 1
	}
	out := Details{Pages: d.Pages + 1, Columns: table.MergeColumns(d.Columns, cols)}
	for _, text := range paragraphs(v, row) {
		if h := hashOf(text); (d.Pages == 0 || slices.Contains(d.Common, h)) && !slices.Contains(out.Common, h) {
			out.Common = append(out.Common, h)
		}
	}
	out.Columns = out.Columns[:min(len(out.Columns), table.MaxFragments)]
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
func detailRow(doc *page.Document, b Background) (*view.Page, []table.Cell) {
	v := view.New(doc, nil, b.known())
	if len(v.Nodes) == 0 {
		return v, nil
	}
	known := func(text string) bool { h := wording.LineHash(text, nil); return h != 0 && v.Known.Lines[h] }
	parts := table.FragmentsUpTo(v, v.Subtree(0), maxDetailParts)
	labelCells(v, parts)
	row := slices.DeleteFunc(parts, func(f table.Fragment) bool {
		return v.Nodes[f.At].Zone&(view.ZoneAside|view.ZoneForm) != 0
	})
	none := func(*table.Fragment) bool { return false }
	labels := table.RowLabels([][]table.Fragment{row}, none)
	var out []table.Cell
	for _, c := range table.Cells(row, labels, false, none) {
		if c.Label == "" && (!strings.HasPrefix(c.Name, ".") || c.Heading && !strings.HasPrefix(c.Spot.CSS, "[") || known(c.Text) || wording.Letters(c.Text) > 200 || c.Image != "") {
			continue
		}
		if c.Label != "" && known(c.Value) && known(c.Shown) || c.Value == "" {
			continue
		}
		c.Spot.Part = 0
		out = append(out, c)
	}
	return v, out
}

// labelCells marks the first cells of tables of two columns as labels, where
// all rows have a short text of their own there.
func labelCells(v *view.Page, parts []table.Fragment) {
	at := map[int32][]int{} // by td: its fragments
	for i := range parts {
		for p := v.Nodes[parts[i].At].Parent; p >= 0; p = v.Nodes[p].Parent {
			if v.Nodes[p].Tag == "td" {
				at[p] = append(at[p], i)
				break
			}
			if v.Nodes[p].Tag == "table" {
				break
			}
		}
	}
	for i := range v.Nodes {
		if v.Nodes[i].Tag != "tbody" {
			continue
		}
		var labels []int
		texts := map[string]bool{}
		for _, row := range kids(v, int32(i)) {
			cells := slices.DeleteFunc(kids(v, row), func(k int32) bool { return v.Nodes[k].Tag != "td" })
			if v.Nodes[row].Tag != "tr" || len(cells) != 2 || len(at[cells[0]]) != 1 {
				labels = nil
				break
			}
			f := &parts[at[cells[0]][0]]
			if l := wording.Letters(f.Text); l == 0 || l > 40 || texts[f.Text] || f.Link >= 0 {
				labels = nil
				break
			}
			texts[f.Text] = true
			labels = append(labels, at[cells[0]][0])
		}
		if len(labels) >= 2 {
			for _, x := range labels {
				parts[x].Labels = true
			}
		}
	}
}

// mainText returns the running text of a detail page.
func mainText(v *view.Page, row []table.Cell, d Details) string {
	var out []string
	size := 0
	for _, text := range paragraphs(v, row) {
		if size += wording.Letters(text); size > maxDetailText {
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
func paragraphs(v *view.Page, row []table.Cell) []string {
	if len(v.Nodes) == 0 {
		return nil
	}
	values := map[int32]bool{}
	for _, c := range row {
		values[c.At] = true
	}
	var out []string
	for _, f := range table.FragmentsUpTo(v, v.Subtree(0), maxDetailParts) {
		if wording.Letters(f.Text) >= leastParagraph && !values[f.At] && !f.Heading && !v.Known.Lines[wording.LineHash(f.Text, nil)] &&
			v.Nodes[f.At].Zone&(view.ZoneAside|view.ZoneForm) == 0 {
			out = append(out, f.Text)
		}
	}
	return out
}

func hashOf(text string) string { return fmt.Sprintf("%016x", wording.HashStep(1, text, "")) }

// dullTypes are what schema.org calls the things around a record.
var dullTypes = map[string]bool{"WebSite": true, "WebPage": true, "Organization": true, "BreadcrumbList": true, "SearchAction": true, "ImageObject": true,
	"Person": true, "ItemPage": true, "SiteNavigationElement": true, "WPHeader": true, "WPFooter": true, "CollectionPage": true}

// linkedData returns the members of the JSON-LD object that the page is about, and whether
// the end of its data is left out.
func linkedData(doc *page.Document) (fields []Field, cut bool) {
	for v, short := range embeddedJSON(doc, linkedType) {
		for _, o := range things(v) {
			if kind, ok := o.Get("@type").(string); ok && kind != "" && !dullTypes[kind] {
				return objectRecord(o, doc).Fields, short
			}
		}
		cut = cut || short // what was left out may be what the page is about
	}
	return nil, cut
}

// things returns the top-level objects of JSON-LD.
func things(v any) []*object {
	switch v := v.(type) {
	case *object:
		if graph, ok := v.Get("@graph").([]any); ok {
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
