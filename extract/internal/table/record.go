package table

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// column is what stands at one path in the records of a region.
type column struct {
	name    string
	path    uint64
	rows    int             // records that have it
	chars   int             // letters in all of them
	targets map[string]bool // of its links
	texts   map[string]bool
	heading bool // in h1-h6, b, strong, dt, th
	first   int  // its place in the record where it was first seen
	linked  int
	typed   int // that are a date, a time or a sum, and no name
	actions int // that say what one can do or what follows, not what it is
}

// Records turns the runs of nodes of a region into records.
func Records(v *view.Page, r region.Region, how Telling) []record.Record {
	t := Of(v, r.Recs)
	t.claim(how.Said)
	return t.Records(Told(LearnColumns(t.Rows, t.Headers, t.IsTitle), how.Said), "", how)
}

// Table is a region taken apart: a row of cells for each record.
type Table struct {
	v       *view.Page
	Recs    []view.Span
	Rows    [][]Cell
	asShown [][]Fragment // before cells are taken apart
	labels  map[string]bool
	Headers map[int]string
	IsTitle func(*Fragment) bool
	counted map[string]bool // columns whose numbers count the rows
}

// Of takes a region apart by what its records have in common.
func Of(v *view.Page, recs []view.Span) Table {
	t, rows := takeApart(v, recs, nil)
	title := titleColumn(v, rows, t.Headers)
	t.IsTitle = func(f *Fragment) bool { return f.path == title }
	t.labels = RowLabels(rows, t.IsTitle)
	t.fill(rows, findCuts(rows, title))
	return t
}

// takeApart begins the table of a region: with its rows, before they are cells.
func takeApart(v *view.Page, recs []view.Span, labels map[string]bool) (Table, [][]Fragment) {
	rows := make([][]Fragment, len(recs))
	for i, s := range recs {
		rows[i] = Fragments(v, s)
	}
	t := Table{v: v, Recs: recs, Headers: columnNames(v, recs)}
	common, beside := commonTo(rows), newBesides(v, rows, labels)
	for i, row := range rows {
		common(row)
		beside.mark(row, recs[i])
	}
	return t, rows
}

func (t *Table) fill(rows [][]Fragment, c cuts) {
	t.Rows, t.asShown = make([][]Cell, len(rows)), rows
	for i, row := range rows {
		t.Rows[i] = t.cells(c.apply(row), t.labels)
	}
	numbers := map[string][]string{}
	for _, row := range t.Rows {
		for _, c := range row {
			if name := c.calledFor(t.Headers); record.Numbered[name] && c.Text != "" {
				numbers[name] = append(numbers[name], c.Text)
			}
		}
	}
	t.counted = map[string]bool{}
	for name, of := range numbers {
		t.counted[name] = record.CountsRows(of)
	}
}

// Only returns the table of some of the rows.
func (t Table) Only(which []int) Table {
	out := t
	out.Recs, out.Rows, out.asShown = nil, nil, nil
	for _, i := range which {
		out.Recs, out.Rows, out.asShown = append(out.Recs, t.Recs[i]), append(out.Rows, t.Rows[i]), append(out.asShown, t.asShown[i])
	}
	return out
}

// rowKey is that of the i-th record, whatever is made of its cells, with its pieces.
func (t *Table) rowKey(i int, how Telling) (string, []record.Piece) {
	row := slices.Clone(t.asShown[i])
	for k := range row {
		row[k].tells = 0
	}
	without := make(map[string]bool, len(how.Unsteady))
	for _, place := range how.Unsteady {
		without[place] = true
	}
	key, pieces := rowKey(t.cells(row, t.labels), t.Headers, t.counted, without)
	own := t.attributes(i)
	for _, a := range own {
		if a.Place == string(how.By) {
			key = a.Place + "=" + a.Says
		}
	}
	return key, append(pieces, own...)
}

// Of attributes.
const (
	mostAttributes = 12  // of a row
	longAttribute  = 200 // bytes
)

// attributes returns those of the i-th record's elements that may tell it from others: what
// scripts and forms know it by.
func (t *Table) attributes(i int) (out []record.Piece) {
	had := map[string]bool{}
	for at := t.Recs[i].Lo; at < t.Recs[i].Hi; at++ {
		n := &t.v.Nodes[at]
		if n.H.Type != html.ElementNode {
			continue
		}
		for _, a := range n.H.Attr {
			name := ""
			switch {
			case a.Key == "id", strings.HasPrefix(a.Key, "data-"), a.Key == "onclick", a.Key == "href" && strings.HasPrefix(a.Val, "javascript:"):
			case a.Key == "value" && n.Tag == "input" && page.Attr(n.H, "type") != "text":
				name = page.Attr(n.H, "name")
			default:
				continue
			}
			place := record.AttributePlace(n.Tag, a.Key, name)
			if had[place] || a.Val == "" || len(a.Val) > longAttribute || len(out) == mostAttributes {
				continue
			}
			had[place] = true
			out = append(out, record.Piece{Place: place, Says: a.Val})
		}
	}
	return out
}

// cells are those of a row, with the headers of those that are all of their table cell.
func (t *Table) cells(row []Fragment, labels map[string]bool) []Cell {
	out := Cells(row, labels, len(t.Headers) > 0, t.IsTitle)
	for i := range out {
		if c := &out[i]; c.Link >= 0 && len(c.Text) <= longestAction {
			if _, ok := t.v.Target(c.Link); ok {
				c.target = t.v.Canonical(c.Link)
			}
		}
	}
	if len(t.Headers) == 0 {
		return out
	}
	held, called := map[int]int{}, map[string]int{}
	for _, c := range out {
		held[c.cell]++
	}
	for _, name := range t.Headers {
		called[name]++
	}
	for i := range out {
		c := &out[i]
		if head := t.Headers[c.cell]; held[c.cell] == 1 && called[head] == 1 && c.Spot.Part == 0 && c.Label == "" && c.Image == "" {
			c.head = head
		}
	}
	return out
}

// Records makes a record of each row by columns. group is the name of the column for
// the heading that it stands under (see Wrapper).
func (t Table) Records(columns []Column, group string, how Telling) []record.Record {
	out, _ := t.keyed(columns, group, how)
	return out
}

// keyed is Records, with what tells them apart.
func (t Table) keyed(columns []Column, group string, how Telling) ([]record.Record, *Keys) {
	read := NewReader(columns)
	keys := NewKeys(t.v, how)
	links, titles := make([]int32, len(t.Recs)), make([]int, len(t.Recs))
	paid := adverts(t.Rows)
	out := make([]record.Record, len(t.Recs))
	for i := range out {
		rec, row := &out[i], t.Rows[i]
		rec.Advert = paid[i]
		rec.Text = t.v.TextOf(t.Recs[i])
		titles[i] = read.Row(t.v, row, t.Recs[i], rec)
		links[i] = titleLink(t.v, row, titles[i])
	}
	other := t.mixed(links)
	for i := range out {
		rec, row, link := &out[i], t.Rows[i], links[i]
		if i < len(other) && other[i] >= 0 && other[i] != link {
			if said := t.v.Label(link); link < 0 || rec.Title == said {
				rec.Title = t.v.Label(other[i])
			}
			link, links[i] = other[i], other[i]
		}
		if u, ok := t.v.Address(link); ok {
			keys.see(u)
			rec.URL = u
		}
		if rec.Title == "" && !rec.URL.IsZero() {
			rec.Title = nameOf(t.v, link, t.Recs[i].Lo)
		}
		if rec.Title == "" {
			rec.Title = firstTitle(row)
		}
	}
	t.nameGroups(out, group, read.Named)
	content := make([]string, len(out))
	for i := range out {
		content[i], out[i].Pieces = t.rowKey(i, how)
	}
	return keys.assign(out, func(i int) string { return content[i] }, func(i int) string { return fragmentOf(t.v, links[i]) }), keys
}

// titleColumn returns the path of the fragments that name the records: there
// in most records, different in each, a link rather than not, set off rather
// than not, early rather than late. Zero where there is none.
func titleColumn(v *view.Page, rows [][]Fragment, names map[int]string) uint64 {
	cols := map[uint64]*column{}
	var order []*column
	for _, row := range rows {
		seen := map[uint64]bool{}
		for x, f := range row {
			if seen[f.path] || f.Image != "" && f.Text == "" {
				continue
			}
			seen[f.path] = true
			c := cols[f.path]
			if c == nil {
				c = &column{path: f.path, name: strings.TrimPrefix(f.Name, "."), first: x, targets: map[string]bool{}, texts: map[string]bool{}}
				if h := names[f.cell]; h != "" {
					c.name = h
				}
				cols[f.path] = c
				order = append(order, c)
			}
			c.rows++
			c.chars += min(wording.Letters(f.Text), 80)
			if strings.HasSuffix(f.Text, ":") {
				c.actions++ // it announces what follows
			} else if len(f.Text) <= longestAction && actions[strings.ToLower(strings.Trim(f.Text, " []()›»>.…"))] {
				c.actions++
			}
			if kind, _ := record.KindOf(f.Text); kind == "date" || kind == "time" || kind == "money" {
				c.typed++
			}
			c.texts[f.Text] = true
			c.heading = c.heading || f.Heading
			if _, ok := v.Target(f.Link); ok {
				c.linked++
				c.targets[v.Canonical(f.Link)] = true
			}
		}
	}
	var best uint64
	top := 0.0
	n := float64(len(rows))
	for _, c := range order {
		mean := float64(c.chars) / float64(c.rows)
		s := float64(c.rows) / n * float64(len(c.texts)) / float64(c.rows) * mean / (mean + 8)
		if c.linked > 0 {
			// One record alone does not show that its link is its own.
			weight := 2.0
			if len(rows) == 1 {
				weight = 0.5
			}
			s *= 1 + weight*float64(len(c.targets))/float64(c.rows)
		}
		if c.heading {
			s *= 1.8
		}
		s *= 1 - 0.9*float64(c.actions)/float64(c.rows)
		s *= 1 - 0.8*float64(c.typed)/float64(c.rows)
		if titleNames[c.name] {
			s *= 3
		}
		s /= 1 + 0.08*float64(c.first)
		if s > top {
			top, best = s, c.path
		}
	}
	return best
}

// titleLink returns the link of the record: the title's own, else the first
// that leads over http and says something, and does not ask the search something
// else (as all of an author do). -1 where there is none.
func titleLink(v *view.Page, row []Cell, title int) int32 {
	first := int32(-1)
	for i, c := range row {
		if u, ok := v.Address(c.Link); !ok || u == v.Doc.URL {
			continue // a link within the page tells no record apart
		}
		if i == title {
			return c.Link
		}
		if asksAnother(v, c.Link) {
			continue
		}
		if first < 0 || !wording.Useful(v.Label(first)) && wording.Useful(c.Text) {
			first = c.Link
		}
	}
	return first
}

// mixed returns the link of each record where rows have two links or more in no fixed order,
// so that the first ones lead to things of two kinds: of the kind that nearly all rows have,
// those that tell most records apart, and of several such, those that say most. It is nil
// where all first ones are of one kind.
func (t Table) mixed(links []int32) []int32 {
	kinds := map[string]int{}
	for _, link := range links {
		if u, ok := t.v.Address(link); ok {
			kinds[kindOf(u)]++
		}
	}
	if len(kinds) < 2 {
		return nil
	}
	type candidate struct {
		links   []int32
		targets map[string]bool
		rows    int
		says    int
	}
	of := map[string]*candidate{}
	for kind := range kinds {
		of[kind] = &candidate{links: slices.Repeat([]int32{-1}, len(links)), targets: map[string]bool{}}
	}
	for i, row := range t.Rows {
		for _, c := range row {
			u, ok := t.v.Address(c.Link)
			if !ok || u == t.v.Doc.URL || asksAnother(t.v, c.Link) {
				continue
			}
			if x := of[kindOf(u)]; x != nil && x.links[i] < 0 {
				x.links[i] = c.Link
				x.rows++
				x.says += len(t.v.Label(c.Link))
				x.targets[u.Canonical().String()] = true
			}
		}
	}
	var best *candidate
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		x := of[kind]
		if float64(x.rows) < mixedRows*float64(len(links)) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(len(x.targets), len(best.targets)), cmp.Compare(x.says, best.says)) > 0 {
			best = x
		}
	}
	if best == nil {
		return nil
	}
	return best.links
}

const mixedRows = 0.9 // of the rows that must have a link of a kind

// kindOf returns what an address has in common with those of other things of its kind: all
// but the last part of its path, and the names of its parameters.
func kindOf(u page.URL) string {
	at, _, _ := strings.Cut(u.WithoutRoute().String(), "?")
	at = strings.TrimRight(at, "/")
	at = at[:strings.LastIndexByte(at, '/')+1]
	for _, p := range u.Params() {
		at += "&" + p.Name
	}
	return at
}

// boxes are the text boxes of a page's own searches by the addresses that they lead to,
// without their questions.
type boxes map[string]map[string]bool

// asksAnother reports whether a link fills in a box of the page's own search otherwise than
// the page's question did: it leads to another list, not to a record.
func asksAnother(v *view.Page, link int32) bool {
	u, ok := v.Address(link)
	if !ok {
		return false
	}
	known := view.Kept[boxes](v)
	if *known == nil {
		*known = boxesOf(v.Doc)
	}
	asks := (*known)[bare(u)]
	for _, p := range u.Params() {
		if asks[p.Name] && p.Value != "" && !slices.Equal(wording.Words(p.Value), v.Query) && !slices.Contains(v.Doc.URL.Params(), p) {
			return true
		}
	}
	return false
}

func boxesOf(doc *page.Document) boxes {
	out := boxes{}
	for _, form := range doc.Forms() {
		to, err := doc.Resolve(page.Attr(form, "action"))
		if page.Attr(form, "action") == "" {
			to, err = doc.URL, nil
		}
		if err != nil || strings.EqualFold(page.Attr(form, "method"), "post") {
			continue
		}
		for _, c := range doc.Controls(form) {
			kind := strings.ToLower(page.Attr(c, "type"))
			if name := page.Attr(c, "name"); c.Data == "input" && name != "" && (kind == "" || kind == "text" || kind == "search") {
				at := bare(to)
				if out[at] == nil {
					out[at] = map[string]bool{}
				}
				out[at][name] = true
			}
		}
	}
	return out
}

// bare returns an address without what is asked there.
func bare(u page.URL) string {
	at, _, _ := strings.Cut(u.WithoutRoute().String(), "?")
	return at
}

// fragmentOf returns the place within its page that a link leads to; "" where it names none,
// or a route, which is part of its address.
func fragmentOf(v *view.Page, link int32) string {
	u, ok := v.Address(link)
	if !ok || u.WithoutRoute() != u {
		return ""
	}
	_, within, _ := strings.Cut(page.Attr(v.Nodes[link].H, "href"), "#")
	return within
}

// firstTitle returns the first text of a record that is more than a number.
func firstTitle(row []Cell) string {
	for _, f := range row {
		if wording.Useful(f.Text) {
			return f.Text
		}
	}
	if len(row) > 0 {
		return row[0].Text
	}
	return ""
}

// actions are what links to a record say instead of its name.
var actions = map[string]bool{"edit": true, "view": true, "details": true, "detail": true, "more": true, "more info": true, "read more": true, "show": true, "open": true,
	"select": true, "download": true, "delete": true, "add": true, "buy": true, "pdf": true, "html": true, "full text": true, "abstract": true, "preview": true, "cached": true,
	"ansehen": true, "anzeigen": true, "mehr": true, "bearbeiten": true, "voir": true, "détails": true, "lire la suite": true, "ver": true, "ver más": true, "detalles": true,
	"detalhes": true, "dettagli": true, "подробнее": true, "詳細": true, "查看": true, "details »": true, "click here": true, "similar": true, "learn more": true, "view details": true}

// titleNames are what columns and classes call the name of a record.
var titleNames = map[string]bool{"title": true, "name": true, "subject": true, "heading": true, "headline": true, "titel": true, "titre": true, "nom": true,
	"título": true, "titulo": true, "nombre": true, "nome": true, "titolo": true, "naam": true, "название": true, "наименование": true, "caption": true,
	"entry_title": true, "product_name": true, "item_title": true, "result_title": true, "bezeichnung": true, "case_name": true, "題名": true, "タイトル": true, "标题": true, "제목": true,
	"namn": true, "navn": true, "nimi": true, "nafn": true, "název": true, "názov": true, "jméno": true, "meno": true, "nazwa": true, "tytuł": true, "naziv": true, "ime": true, "име": true,
	"név": true, "nume": true, "titlu": true, "имя": true, "фио": true, "заголовок": true, "назва": true, "όνομα": true, "τίτλος": true,
	"nama": true, "judul": true, "tên": true, "ชื่อ": true, "नाम": true, "शीर्षक": true, "الاسم": true, "שם": true, "名称": true, "名前": true, "氏名": true, "姓名": true, "名稱": true, "이름": true, "성명": true, "명칭": true,
	"begriff": true, "hasło": true, "термин": true, "用語": true, "용어": true}

// longestAction is the length of the longest text that is looked up among actions.
const longestAction = 40

// By takes a region apart by known columns.
func By(v *view.Page, recs []view.Span, columns []Column) Table {
	t, rows := takeApart(v, recs, labelsOf(columns))
	titles := map[view.Spot]bool{}
	for _, c := range columns {
		if c.Title {
			p := c.Place()
			titles[view.Spot{Part: p.part, CSS: p.css, Nth: p.nth}] = true
		}
	}
	t.IsTitle = func(f *Fragment) bool { return titles[view.Spot{Part: f.Spot.Part, CSS: f.Spot.CSS, Nth: f.Spot.Nth}] }
	t.labels = labelsOf(columns)
	for l := range RowLabels(rows, t.IsTitle) {
		t.labels[l] = true
	}
	t.fill(rows, cutsOf(columns))
	t.claim(columns)
	return t
}
