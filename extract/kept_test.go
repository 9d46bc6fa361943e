package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// volumesShelf is a layout whose records hold more than their pieces tell.
func volumesShelf(bs []book) string {
	s := ""
	for _, b := range bs {
		s += fmt.Sprintf("<div class=hit data-isbn='978-%d'><h3><a href='/book/%d'>%s</a></h3><p class=by>by <b>%s</b> and <i>others</i></p>", b.id, b.id, b.title, b.author)
		if b.id%3 != 0 {
			s += fmt.Sprintf("<p class=price>from $%.2f on</p>", b.price)
		}
		s += fmt.Sprintf("<p class=added>0%d/04/2024</p><ul class=subjects><li>subject %d<li>subject %d</ul><p class=size>%d pages</p><img src=/cover/%d.png class=cover>", 1+b.id%9, b.id, b.id%3, 100+b.id, b.id)
		if b.id%2 == 0 {
			s += "<span class=stock></span>"
		}
		s += "</div>"
	}
	return s
}

// typedFields writes a record's fields of some names, with their types.
func typedFields(r Record, names ...string) (out []string) {
	for _, name := range names {
		text := "-"
		for _, f := range r.Fields {
			if f.Name == name {
				text = strings.TrimSpace(fmt.Sprint(f.Value, "|", f.Kind, " ", f.Number, f.Currency))
			}
		}
		out = append(out, name+": "+text)
	}
	return out
}

// What a person says of a column holds with a wrapper, without one, and where it does not fit.
func TestColumnsThatAPersonWrote(t *testing.T) {
	said := []Column{
		{Name: "isbn", Attribute: "data-isbn", Key: true},
		{Name: "byline", Select: ".by"},
		{Name: "writer", Select: ".by b"},
		{Name: "cost", Select: ".price", Pattern: `from (\S+)`, Kind: "money", Currency: "CAD"},
		{Name: "day", Select: ".added", Kind: "date", Notation: "d/m/yyyy"},
		{Name: "about", Select: ".subjects li", Kind: "list", Pattern: `subject (\d+)`},
		{Name: "length", Select: ".size", Kind: "integer"},
		{Name: "cover", Select: "img.cover", Attribute: "src", Kind: "image"},
		{Name: "here", Select: ".stock", Kind: "boolean"},
		{Name: "none", Select: ".nowhere"},
		{Name: "all", Select: ":scope", Pattern: `by (\S+) (?:.*) pages`},
	}
	want := []string{"isbn: 978-1001|number 978", "byline: by Pell Aster and others| 0", "writer: Pell Aster| 0", "cost: $6.50|money 6.5CAD", "day: 2024-04-03|date 0", "about: 1001, 2|list 0",
		"length: 1101 pages|number 1101", "cover: http://books.example/cover/1001.png|image 0", "here: false|boolean 0", "none: -", "all: Pell| 0", "price: -", "size: -"}
	want[0] = "isbn: 978-1001| 0"
	w := learned(t, volumesShelf)
	for name, w := range map[string]Wrapper{
		"by a wrapper":      {Region: w.Region, Record: w.Record, Columns: append(ofNames(w.Columns, "title", "a", "h3_a", "link"), said...)},
		"read by itself":    {Columns: said},
		"it does not fit":   {Region: "#other", Record: ".none", Columns: said},
		"followed":          w.Following(Wrapper{Columns: said}),
		"learned on, twice": w.Following(Wrapper{Columns: said}).Extend(parse(t, "http://books.example/find?q=more", wrap(volumesShelf(volumes(30, 8)))), Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
			bs := volumes(0, 8)
			res := Read(parse(t, "http://books.example/find?q=north", wrap(volumesShelf(bs))), Options{Wrapper: &w})
			if len(res.Records) != len(bs) {
				t.Fatalf("%d records: %v", len(res.Records), res.Reasons)
			}
			got := res.Records[1]
			if got.Title != bs[1].title || got.Key != "isbn=978 1001" {
				t.Errorf("title %q, key %q", got.Title, got.Key)
			}
			names := []string{"isbn", "byline", "writer", "cost", "day", "about", "length", "cover", "here", "none", "all", "price", "size"}
			want := want
			if strings.HasPrefix(name, "followed") || strings.HasPrefix(name, "learned") { // the columns that were learned stay beside them
				names, want = names[:11], want[:11]
			}
			if d := cmp.Diff(want, typedFields(got, names...)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if here := typedFields(res.Records[0], "here", "cost"); here[0] != "here: true|boolean 0" {
				t.Errorf("%v", here)
			}
		})
	}
}

func ofNames(columns []Column, names ...string) (out []Column) {
	for _, c := range columns {
		for _, n := range names {
			if c.Name == n {
				out = append(out, c)
			}
		}
	}
	return out
}

// A record without what is required is none, and what is dropped is not found again.
func TestRequiredAndDroppedColumns(t *testing.T) {
	w := learned(t, volumesShelf)
	for i := range w.Columns {
		switch c := &w.Columns[i]; {
		case c.Name == "price":
			c.Required = true
		case c.Name == "size" || c.Name == "subjects" || c.Name == "added":
			c.Drop = true
		}
	}
	doc := parse(t, "http://books.example/find?q=north", wrap(volumesShelf(volumes(0, 8))))
	for name, w := range map[string]Wrapper{"by a wrapper": w, "read by itself": {Columns: w.Columns}, "learned on": w.Extend(doc, Options{})} {
		res := Read(doc, Options{Wrapper: &w})
		if len(res.Records) != 6 || !strings.Contains(strings.Join(res.Reasons, "\n"), "2 more are no records: they have no price, which is required") {
			t.Errorf("%s: %d records: %v", name, len(res.Records), res.Reasons)
		}
		for _, r := range res.Records {
			if got := typedFields(r, "size", "subjects", "added"); strings.Join(got, " ") != "size: - subjects: - added: -" {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}

// A key that is the same in records of several addresses is told: they become one.
func TestKeysThatTellNothingApart(t *testing.T) {
	page := wrap(volumesShelf(volumes(0, 8)))
	for kind, want := range map[string]int{"boolean": 7, "text": 0} {
		w := Wrapper{Columns: []Column{{Name: "k", Select: ":scope", Kind: kind, Key: true}}}
		res := Read(parse(t, "http://books.example/find?q=north", page), Options{Wrapper: &w})
		said := strings.Join(res.Reasons, "\n")
		if got := strings.Contains(said, fmt.Sprintf("%d more have another address and the key of one of them", want)); got != (want > 0) {
			t.Errorf("%s: %d records, %s", kind, len(res.Records), said)
		}
	}
}

// Who takes a word on a column back, or gives the column another name, means it.
func TestWhatIsSaidReplacesWhatWasSaid(t *testing.T) {
	w := learned(t, volumesShelf)
	before := w.Following(Wrapper{Columns: []Column{{Name: "cost", Select: ".price", Key: true}, {Name: "price", Required: true, Pattern: "(x)"}, {Name: "size", Drop: true}}})
	after := before.Following(Wrapper{Columns: []Column{{Name: "cost", Select: ".price", Pattern: "(y)"}}})
	for _, c := range after.Columns {
		if c.Key || c.Required || c.Drop || c.Pattern != "" && c.Name != "cost" || strings.HasPrefix(c.Name, "cost_") {
			t.Errorf("%+v is left of what was said", c)
		}
	}
	if n := len(before.Following(Wrapper{Columns: before.Columns}).Columns); n != len(before.Columns) {
		t.Errorf("said once more, %d columns become %d", len(before.Columns), n)
	}
}

// Data that has no elements is told by its names.
func TestColumnsOfDataByName(t *testing.T) {
	w := Wrapper{Columns: []Column{{Name: "price", Pattern: `(\d+)`, Kind: "integer", Required: true}, {Name: "isbn", Key: true}, {Name: "note", Drop: true}}}
	text := `{"results": [`
	for i := range 6 {
		text += fmt.Sprintf(`{"title": "Harbours %d", "url": "/b/%d", "price": "about %d crowns", "isbn": "978-%d", "note": "n%d"},`, i, i, i+10, i, i)
	}
	res := Read(jsonDoc(t, strings.TrimSuffix(text, ",")+`,{"title": "Harbours of no price", "url": "/b/9", "isbn": "1", "note": ""}]}`), Options{Wrapper: &w})
	if len(res.Records) != 6 {
		t.Fatalf("%d records: %v", len(res.Records), res.Reasons)
	}
	if got := strings.Join(typedFields(res.Records[2], "price", "note"), ", "); got != "price: 12|number 12, note: -" || res.Records[2].Key != "isbn=978 2" {
		t.Errorf("%s, key %s", got, res.Records[2].Key)
	}
}

// The pages of single records have columns of a person's, too, and learning leaves them.
func TestColumnsOfDetails(t *testing.T) {
	d := Details{Columns: []Column{{Name: "pages", Select: ".facts li:nth-child(2)", Pattern: `(\d+)`, Kind: "integer"}, {Name: "writer", Select: "p.by"}, {Name: "description", Drop: true}}}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	if got := d.Wanted(); len(got) != 2 || got[0] != "pages" {
		t.Errorf("wanted %v", got)
	}
	text := func(i int) string {
		return fmt.Sprintf("<html><body><h1>Book %d</h1><ul class=facts><li>Paper<li>%d leaves</ul><p>%s</p><p class=by>Author: A. Nobody</p></body></html>", i, 100+i, strings.Repeat("A long text about it. ", 9))
	}
	for i := range 4 {
		doc := parse(t, fmt.Sprintf("http://books.example/book/%d", i), text(i))
		d = d.Learn(doc, Background{})
		fields, _ := ReadDetail(doc, Background{}, d)
		if got := strings.Join(typedFields(Record{Fields: fields}, "pages", "description"), ", "); got != fmt.Sprintf("pages: %d|number %d, description: -", 100+i, 100+i) {
			t.Errorf("after %d pages: %s", d.Pages, got)
		}
		if got := typedFields(Record{Fields: fields}, "writer", "author"); got[0] != "writer: Author: A. Nobody| 0" || got[1] != "author: -" {
			t.Errorf("after %d pages, what a person selects is read twice: %v", d.Pages, got)
		}
	}
}

func TestFilledBy(t *testing.T) {
	got := FilledBy([]Column{{Name: "a"}, {Name: "never"}, {Name: "hidden", Drop: true}}, []Record{
		{Fields: []Field{{Name: "b", Value: "1"}, {Name: "a", Value: "x"}, {Name: "a", Value: "y"}}}, {Fields: []Field{{Name: "a", Value: "x"}, {Name: "b", Value: ""}}}})
	want := []Filled{{"a", 2, 2, []string{"x", "y"}}, {"never", 0, 0, []string{}}, {"b", 1, 1, []string{"1"}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func jsonDoc(t *testing.T, body string) *page.Document {
	t.Helper()
	doc, err := page.ParseDocument([]byte(body), "application/json", page.MustParseURL("http://books.example/api?q=north"))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// A record's own page does not show what its row is told apart by, or must have.
func TestOwnPagesHaveNoKeyOfColumns(t *testing.T) {
	doc := parse(t, "http://books.example/book/7", wrap("<h1>Harbours</h1><p>A book.</p>"))
	for _, c := range []struct {
		column Column
		key    string
	}{{Column{Name: "isbn", Attribute: "data-isbn", Key: true}, ""}, {Column{Name: "isbn", Attribute: "data-isbn", Required: true}, ""}, {Column{Name: "isbn", Attribute: "data-isbn"}, "http://books.example/book/7"}} {
		if got := OwnPage(doc, Wrapper{Columns: []Column{c.column}}, ByAddress, nil, nil); got.Key != c.key {
			t.Errorf("%+v: key %q, want %q", c.column, got.Key, c.key)
		}
	}
}

// A list of very many elements takes time in proportion to the page.
func TestLongListsOfAPersonsColumn(t *testing.T) {
	const n = 30_000
	doc := parse(t, "http://books.example/book/7", wrap("<table>"+strings.Repeat("<tr><td>a<td>b", n)+"</table>"))
	began := time.Now()
	fields, _ := ReadDetail(doc, Background{}, Details{Columns: []Column{{Name: "cells", Select: "td", Kind: "list"}}})
	for _, f := range fields {
		if f.Name == "cells" && strings.Count(f.Value, ", ") > n && time.Since(began) < 5*time.Second {
			return
		}
	}
	t.Errorf("%d fields after %s, %.60s", len(fields), time.Since(began), fields[0].Value)
}

// What a person says of columns by their names or labels holds for data, too; what only an
// element has is not asked of it.
func TestWhatIsSaidOfColumnsHoldsForData(t *testing.T) {
	said := &Wrapper{Region: "ul", Record: "li", Columns: []Column{{Name: "cargo", Label: "load"}, {Name: "built", Pattern: `(\d{4})`}, {Name: "cover", Select: "img", Attribute: "src", Required: true}, {Name: "rank", Drop: true}}}
	doc, err := page.ParseDocument([]byte(`{"ships": [{"title": "Brig Anna", "load": "salt", "built": "in 1790", "rank": 1}, {"title": "Sloop Bella", "load": "oak", "built": "in 1801", "rank": 2}]}`), "application/json", page.MustParseURL("http://ships.example/v1"))
	if err != nil {
		t.Fatal(err)
	}
	res := Read(doc, Options{Objects: &Objects{List: "/ships", Title: "/title"}, Wrapper: said.Named()})
	if len(res.Records) != 2 {
		t.Fatalf("%d records: %v", len(res.Records), res.Reasons)
	}
	got := map[string]string{}
	for _, f := range res.Records[1].Fields {
		got[f.Name] = f.Value
	}
	if got["cargo"] != "oak" || got["built"] != "1801" || got["load"] != "" || got["rank"] != "" {
		t.Errorf("%v", got)
	}
}
