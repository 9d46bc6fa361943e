package extract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/page"
)

// volumes are further made-up books, so that several pages show different ones.
func volumes(from, n int) []book {
	subjects := []string{"Harbours", "Lanterns", "Orchards", "Glaciers", "Windmills", "Archives", "Meadows", "Railways"}
	authors := []string{"Ida Moreau", "Pell Aster", "Rui Tanaka", "Hanne Lund", "Bruno Keller"}
	var out []book
	for i := from; i < from+n; i++ {
		out = append(out, book{1000 + i, fmt.Sprintf("%s of the North, part %d", subjects[i%8], i), authors[i%5],
			fmt.Sprintf("An account of %s in %d chapters, with a map.", strings.ToLower(subjects[(i+3)%8]), 3+i%17), float64(5+i) + .5})
	}
	return out
}

// learned returns the wrapper of three pages of a layout.
func learned(t *testing.T, layout func([]book) string) Wrapper {
	t.Helper()
	var l Learning
	for i := range 3 {
		l = l.See(parse(t, fmt.Sprintf("http://books.example/find?q=word%d", i), wrap(layout(volumes(10*i, 8)))), Options{})
	}
	text, err := json.Marshal(l) // as between two runs
	if err != nil {
		t.Fatal(err)
	}
	var again Learning
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(l, again); d != "" {
		t.Errorf("a learning does not survive JSON:\n%s", d)
	}
	w := again.Wrapper()
	if err := w.Check(); err != nil {
		t.Errorf("what was learned is refused: %v", err)
	}
	return w
}

func bookTitles(recs []Record) (out []string) {
	for _, r := range recs {
		out = append(out, r.Title)
	}
	return out
}

func TestWrappersReadWhatTheyWereLearnedFor(t *testing.T) {
	for name, layout := range layouts {
		t.Run(name, func(t *testing.T) {
			w := learned(t, layout)
			if w.Unplaced() {
				t.Fatal("nothing was learned")
			}
			for _, n := range []int{9, 4, 2, 1} {
				bs := volumes(50, n)
				doc := parse(t, "http://books.example/find?q=north", wrap(layout(bs)))
				res := Read(doc, Options{Wrapper: &w})
				if res.Misfit != "" {
					t.Errorf("of %d: it does not fit: %s\n%+v", n, res.Misfit, w)
				}
				var want []string
				for _, b := range bs {
					want = append(want, b.title)
				}
				if d := cmp.Diff(want, bookTitles(res.Records)); d != "" {
					t.Errorf("of %d, titles (-want +got):\n%s%+v\n%v", n, d, w, res.Reasons)
					continue
				}
				for i, r := range res.Records {
					if key := fmt.Sprintf("http://books.example/book/%d", bs[i].id); r.Key != key {
						t.Errorf("key %q, want %q", r.Key, key)
					}
				}
			}
		})
	}
}

// Names and kinds are the same whatever page a record stands on and whatever
// the records beside it lack.
func TestColumnsAreStable(t *testing.T) {
	layout := func(bs []book) string {
		s := ""
		for _, b := range bs {
			s += fmt.Sprintf("<div class=hit><h3><a href='/book/%d'>%s</a></h3>", b.id, b.title)
			if b.id%3 != 0 {
				s += "<p>Author: " + b.author + "</p>"
			}
			if b.id%4 != 0 {
				s += fmt.Sprintf("<p class=price>€ %.2f</p>", b.price)
			}
			s += "<ul class=subjects>"
			for k := range 1 + b.id%3 {
				s += fmt.Sprintf("<li>subject %d</li>", k)
			}
			s += fmt.Sprintf("</ul><p class=note>%s</p><p class=more>Read on</p></div>", b.review)
		}
		return s
	}
	w := learned(t, layout)
	for i := range 12 {
		bs := volumes(100+i, 1+i%3)
		res := Read(parse(t, "http://books.example/find?q=north", wrap(layout(bs))), Options{Wrapper: &w})
		if len(res.Records) != len(bs) {
			t.Fatalf("%d records of %d: %v", len(res.Records), len(bs), res.Reasons)
		}
		for k, b := range bs {
			want := map[string]Field{"note": {Name: "note", Value: b.review}}
			var subjects []string
			for s := range 1 + b.id%3 {
				subjects = append(subjects, fmt.Sprintf("subject %d", s))
			}
			want["subjects"] = Field{Name: "subjects", Value: strings.Join(subjects, ", "), Kind: "list"}
			if b.id%3 != 0 {
				want["author"] = Field{Name: "author", Value: b.author}
			}
			if b.id%4 != 0 {
				want["price"] = Field{Name: "price", Value: fmt.Sprintf("€ %.2f", b.price), Kind: "money", Number: b.price, Currency: "EUR"}
			}
			got := fieldsOf(res.Records[k])
			delete(got, "more")
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("fields of %d (-want +got):\n%s\n%+v", b.id, d, w.Columns)
			}
		}
	}
}

// A list that is the same on all pages is template, however much it looks like
// results.
// Paragraphs between rules: those before the first record are the form and the count, which in
// a short answer are as many as the records.
func TestWhatStandsBeforeTheFirstTitleIsNoRecord(t *testing.T) {
	layout := func(bs []book) string {
		var s strings.Builder
		fmt.Fprintf(&s, "<form method=post action=''><input type=hidden name=t value=x%d><p>Words: <input name=co> <input type=submit value=Search></form><p>Books found: %[1]d</p><hr>", len(bs))
		for _, b := range bs {
			fmt.Fprintf(&s, "<p><b><a href='/book-%d.html'>%s</a></b><br>%s</p><hr>", b.id, b.title, b.review)
		}
		return "<!doctype html><html lang=en><title>Books</title><body>" + s.String()
	}
	var l Learning
	for i := range 4 {
		l = l.See(parse(t, fmt.Sprintf("http://books.example/find?q=word%d", i), layout(volumes(25*i, 25))), Options{})
	}
	w := l.Wrapper()
	for n := 1; n < 4; n++ {
		bs := volumes(180, n)
		got := Read(parse(t, "http://books.example/find?q=word9", layout(bs)), Options{Wrapper: &w}).Records
		var want []string
		for _, b := range bs {
			want = append(want, b.title)
		}
		if diff := cmp.Diff(want, bookTitles(got)); diff != "" {
			t.Errorf("%d records:\n%s", n, diff)
		}
	}
}

func TestTemplateIsNoResult(t *testing.T) {
	page := func(i, n int) *page.Document {
		return parse(t, fmt.Sprintf("http://books.example/find?q=w%d", i), "<html><body>"+chrome+
			"<div class=picks><h2>Our picks</h2>"+layouts["headings and paragraphs"](shelf)+"</div><div class=found>"+
			layouts["alternating classes"](volumes(7*i, n))+"</div>"+foot+"</body></html>")
	}
	var l Learning
	for i := range 3 {
		l = l.See(page(i, 3), Options{})
	}
	w := l.Wrapper()
	res := Read(page(9, 2), Options{Wrapper: &w})
	if got := bookTitles(res.Records); len(got) != 2 || !strings.HasSuffix(got[0], "part 63") {
		t.Errorf("read %q by %+v", got, w)
	}
}

func TestWrapperThatNoLongerFits(t *testing.T) {
	w := learned(t, layouts["table"])
	bs := volumes(60, 6)
	res := Read(parse(t, "http://books.example/find?q=x", wrap(layouts["headings and paragraphs"](bs))), Options{Wrapper: &w})
	if res.Misfit == "" {
		t.Error("nothing tells that the pages have changed")
	}
	if len(res.Records) != len(bs) {
		t.Errorf("%d records of %d", len(res.Records), len(bs))
	}
	empty := Read(parse(t, "http://books.example/find?q=x", wrap("<p>No results were found.</p>")), Options{Wrapper: &w})
	if empty.Misfit != "" || !empty.Empty {
		t.Errorf("an empty page: empty %v, misfit %q", empty.Empty, empty.Misfit)
	}
}

func TestWrapperWrittenByHand(t *testing.T) {
	w := Wrapper{Region: "#main", Record: ".odd, .even", Next: "#top a:last-child", Columns: []Column{
		{Name: "headword", Title: true, Select: "h3"},
		{Name: "writer", Select: ".author"},
		{Name: "gist", Select: "p"},
	}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	res := Read(parse(t, "http://books.example/find?q=x", wrap(layouts["alternating classes"](shelf))), Options{Wrapper: &w})
	if len(res.Records) != len(shelf) || res.Next.URL.String() != "http://books.example/basket" {
		t.Fatalf("%d records, next %s; %v", len(res.Records), res.Next.URL, res.Reasons)
	}
	want := map[string]Field{"headword": {Name: "headword", Value: shelf[1].title}, "writer": {Name: "writer", Value: shelf[1].author}, "gist": {Name: "gist", Value: shelf[1].review}}
	if d := cmp.Diff(want, fieldsOf(res.Records[1])); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if r := res.Records[1]; r.Title != shelf[1].title || r.Key != "http://books.example/book/102" {
		t.Errorf("%q with key %q", r.Title, r.Key)
	}
}

func TestWrapperCheck(t *testing.T) {
	for want, w := range map[string]Wrapper{
		"region: ":           {Record: "li"},
		"record: a wrapper":  {Region: "ul"},
		"region: \"..\"":     {Region: "..", Record: "li"},
		"record: \"li[\"":    {Region: "ul", Record: "li["},
		"next: ":             {Region: "ul", Record: "li", Next: ">"},
		"between: ":          {Region: "ul", Between: "p"},
		"siblings: ":         {Region: "ul", Record: "li", Siblings: -1},
		"columns[0]: has no": {Region: "ul", Record: "li", Columns: []Column{{}}},
		"columns[1]: the":    {Region: "ul", Record: "li", Columns: []Column{{Name: "a"}, {Name: "a"}}},
		"columns[0]: kind":   {Region: "ul", Record: "li", Columns: []Column{{Name: "a", Kind: "x"}}},
		"columns[0]: select": {Region: "ul", Record: "li", Columns: []Column{{Name: "a", Select: "a["}}},
	} {
		if err := w.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", w, err, want)
		}
	}
	if err := (Wrapper{}).Check(); err != nil {
		t.Errorf("the zero wrapper: %v", err)
	}
}

// Records without an address keep their key whatever page they stand on, read
// by itself or by a wrapper.
func TestContentKeysAreStable(t *testing.T) {
	layout := func(bs []book) string {
		s := "<table><tr><th>No<th>Title<th>Author<th>Price</tr>"
		for i, b := range bs {
			s += fmt.Sprintf("<tr><td>%d.<td>%s<td>%s<td>€ %.2f</tr>", i+1, b.title, b.author, b.price)
		}
		return s + "</table>"
	}
	w := learned(t, layout)
	keys := map[string]string{}
	for i := range 6 {
		bs := slices.Concat(volumes(40+i, 5), volumes(10, 3))
		doc := parse(t, "http://books.example/find?q=x", wrap(layout(bs)))
		for _, o := range []Options{{}, {Wrapper: &w}} {
			for k, r := range Read(doc, o).Records {
				if old, ok := keys[bs[k].title]; ok && old != r.Key {
					t.Errorf("%s has key %s, and before %s", bs[k].title, r.Key, old)
				}
				keys[bs[k].title] = r.Key
			}
		}
	}
	if len(keys) != 13 {
		t.Errorf("%d records were read, want 13", len(keys))
	}
}

func TestKeysByTitle(t *testing.T) {
	body := wrap("<ul><li><a href='/vol?id=7'>Harbours, first part</a> <p>A map of it.</p><li><a href='/vol?id=8'>Harbours, second part</a> <p>A plan of it.</p><li><a href='/vol?id=9'>Lanterns</a> <p>A list.</p></ul>")
	doc := parse(t, "http://books.example/find?q=x", body)
	for _, r := range Read(doc, Options{Keys: ByTitle}).Records {
		if want := r.URL.String() + "#" + record.TitleKey(r.Title); r.Key != want {
			t.Errorf("key %q, want %q", r.Key, want)
		}
	}
}

func FuzzWrapper(f *testing.F) {
	f.Add([]byte(`{"region":"#main","record":"li","columns":[{"name":"a","select":"a","title":true}]}`), "list")
	f.Add([]byte(`{"region":"body","record":"tr, hr","siblings":3,"columns":[{"name":"a","label":"Author:"},{"name":"b","nth":2}],"next":"a"}`), "table")
	f.Add([]byte(`{"region":"*","between":"hr"}`), "between rules")
	f.Add([]byte(`{"region":"html","record":"*:not(:has(*))","siblings":1}`), "grid")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		var w Wrapper
		if json.Unmarshal(data, &w) != nil || w.Check() != nil {
			return
		}
		layout := layouts[name]
		if layout == nil {
			layout = layouts["groups"]
		}
		doc := parse(t, "http://books.example/find?q=salt", wrap(layout(shelf)))
		o := Options{Query: []string{"salt"}, Wrapper: &w}
		check(t, Read(doc, o))
		extended := w.Extend(doc, o)
		check(t, Read(doc, Options{Wrapper: &extended}))
	})
}
