package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hadal-crawler/hadal/page"
)

func parse(t testing.TB, u, body string) *page.Document {
	t.Helper()
	d, err := page.ParseDocument([]byte(body), "text/html; charset=utf-8", page.MustParseURL(u))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// book is made-up catalogue data for the pages of these tests.
type book struct {
	id                    int
	title, author, review string
	price                 float64
}

var shelf = []book{
	{101, "Tides of the Lower Basin", "Ida Moreau", "How brackish water shapes a town and those who live by it.", 12.5},
	{102, "A Grammar of Knots", "Pell Aster", "Sailors, surgeons and climbers tie the same few shapes.", 30},
	{103, "Slow Clocks", "Rui Tanaka", "On pendulums, patience and the measuring of deep time.", 8.75},
	{104, "The Salt Road West", "Hanne Lund", "Caravans, tolls and the price of a pinch of salt.", 19.9},
	{105, "Mosses for the Impatient", "Bruno Keller", "A field guide that fits into the pocket of a coat.", 22},
	{106, "Lamps Under Snow", "Ada Quist", "Winter light in eleven northern harbours.", 15.25},
	{107, "Bridges Without Plans", "Tomas Reyes", "What builders knew before they could calculate.", 41},
	{108, "The Owl Ledger", "Nia Brandt", "Twenty years of counting birds in one valley.", 17.4},
}

const chrome = `<div id="top"><a href="/">Home</a> <a href="/about">About us</a> <a href="/help">Help</a> <a href="/contact">Contact</a> <a href="/basket">Basket</a></div>
<ul class="menu"><li><a href="/c/1">History</a></li><li><a href="/c/2">Nature</a></li><li><a href="/c/3">Travel</a></li><li><a href="/c/4">Science</a></li></ul>
<form action="/find"><input name="q"><input type=submit value="Search"></form>`

const foot = `<div class="footer"><p>Open daily from nine to five.</p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div>`

func wrap(inner string) string {
	return "<html><head><title>Find</title></head><body>" + chrome + "<div id=main>" + inner + "</div>" + foot + "</body></html>"
}

// layouts are ways in which pages show the same books.
var layouts = map[string]func([]book) string{
	"table": func(bs []book) string {
		s := "<table><tr><th>Title<th>Author<th>Price</tr>"
		for _, b := range bs {
			s += fmt.Sprintf("<tr><td><a href='/book/%d'>%s</a><td>%s<td>€ %.2f</tr>", b.id, b.title, b.author, b.price)
		}
		return s + "</table>"
	},
	"list": func(bs []book) string {
		s := "<ol>"
		for _, b := range bs {
			s += fmt.Sprintf("<li><a href='/book/%d'>%s</a><br>Author: %s<p>%s</p></li>", b.id, b.title, b.author, b.review)
		}
		return s + "</ol>"
	},
	"alternating classes": func(bs []book) string {
		s := ""
		for i, b := range bs {
			s += fmt.Sprintf("<div class='%s'><h3><a href='/book/%d'>%s</a></h3><span class=author>%s</span><p>%s</p></div>", []string{"odd", "even"}[i%2], b.id, b.title, b.author, b.review)
		}
		return s
	},
	"definitions": func(bs []book) string {
		s := "<dl>"
		for i, b := range bs {
			s += fmt.Sprintf("<dt>%d. <a href='/book/%d'>%s</a> (score: %d)<dd>Author: %s<dd>%s", i+1, b.id, b.title, 90-i, b.author, b.review)
		}
		return s + "</dl>"
	},
	"rows that belong together": func(bs []book) string {
		s := "<table>"
		for _, b := range bs {
			s += fmt.Sprintf("<tr><td><b><a href='/book/%d'>%s</a></b></tr><tr><td>%s</tr><tr><td><i>%s</i></tr>", b.id, b.title, b.review, b.author)
		}
		return s + "</table>"
	},
	"headings and paragraphs": func(bs []book) string {
		s := ""
		for _, b := range bs {
			s += fmt.Sprintf("<h4><a href='/book/%d'>%s</a></h4><p>%s</p><p>by %s</p>", b.id, b.title, b.review, b.author)
		}
		return s
	},
	"lines with breaks": func(bs []book) string {
		s := "<p>"
		for _, b := range bs {
			s += fmt.Sprintf("<a href='/book/%d'>%s</a> by %s<br>", b.id, b.title, b.author)
		}
		return s
	},
	"between rules": func(bs []book) string {
		s := ""
		for _, b := range bs {
			s += fmt.Sprintf("<hr><b><a href='/book/%d'>%s</a></b><br>%s<br>%s\n", b.id, b.title, b.author, b.review)
		}
		return s + "<hr>"
	},
	"grid": func(bs []book) string {
		s := "<table>"
		for i, b := range bs {
			if i%2 == 0 {
				s += "<tr>"
			}
			s += fmt.Sprintf("<td><img src='/cover/%d.png'><br><a href='/book/%d'>%s</a><br>%s<br>€ %.2f</td>", b.id, b.id, b.title, b.author, b.price)
		}
		return s + "</table>"
	},
	"groups": func(bs []book) string {
		s := ""
		for i, b := range bs {
			if i%3 == 0 {
				s += fmt.Sprintf("<h2>Shelf %d</h2><ul>", i/3)
			}
			s += fmt.Sprintf("<li><a href='/book/%d'>%s</a> <span>%s</span> <p>%s</p></li>", b.id, b.title, b.author, b.review)
			if i%3 == 2 || i == len(bs)-1 {
				s += "</ul>"
			}
		}
		return s
	},
}

func TestReadLayouts(t *testing.T) {
	for name, layout := range layouts {
		t.Run(name, func(t *testing.T) {
			r := Read(parse(t, "http://books.example/find?q=x", wrap(layout(shelf))), Options{})
			var got, want []string
			for _, x := range r.Records {
				got = append(got, x.Title+" "+x.URL.String())
				if x.Key != x.URL.String() {
					t.Errorf("key %q of %s", x.Key, x.URL)
				}
			}
			for _, b := range shelf {
				want = append(want, fmt.Sprintf("%s http://books.example/book/%d", b.title, b.id))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("records (-want +got):\n%s\n%v", d, r.Reasons)
			}
			for i, x := range r.Records {
				if i < len(shelf) && !strings.Contains(x.Text, shelf[i].author) {
					t.Errorf("record %d lacks its author: %q", i, x.Text)
				}
			}
			if r.Empty || r.Blocked != "" || !r.Next.IsZero() || r.Total != -1 {
				t.Errorf("empty %v, blocked %q, next %v, total %d", r.Empty, r.Blocked, r.Next, r.Total)
			}
		})
	}
}

func fieldsOf(r Record) map[string]Field {
	m := map[string]Field{}
	for _, f := range r.Fields {
		m[f.Name] = f
	}
	return m
}

func TestFields(t *testing.T) {
	for layout, want := range map[string][]Field{
		"table":               {{Name: "author", Value: "Rui Tanaka"}, {Name: "price", Value: "€ 8.75", Kind: "money", Number: 8.75, Currency: "EUR"}},
		"list":                {{Name: "author", Value: "Rui Tanaka"}, {Name: "description", Value: shelf[2].review}},
		"definitions":         {{Name: "author", Value: "Rui Tanaka"}, {Name: "score", Value: "88", Kind: "number", Number: 88}},
		"alternating classes": {{Name: "author", Value: "Rui Tanaka"}},
		"grid":                {{Name: "image", Value: "http://books.example/cover/103.png", Kind: "image"}},
	} {
		r := Read(parse(t, "http://books.example/find?q=x", wrap(layouts[layout](shelf))), Options{})
		if len(r.Records) != len(shelf) {
			t.Fatalf("%s: %d records", layout, len(r.Records))
		}
		got := fieldsOf(r.Records[2])
		for name, f := range got {
			if f.Value == r.Records[2].Title {
				t.Errorf("%s: %s is a second column for the title", layout, name)
			}
		}
		for _, w := range want {
			if d := cmp.Diff(w, got[w.Name]); d != "" {
				t.Errorf("%s, field %s (-want +got):\n%s%+v", layout, w.Name, d, r.Records[2].Fields)
			}
		}
	}
}

// A record must have the same key wherever it is read: here as the first on
// page 1 of one query and among others on page 3 of another, in links that
// carry the query, the position and a marker of the way here.
func TestKeysAreStableOverQueries(t *testing.T) {
	link := func(b book, query string, pos int) string {
		return fmt.Sprintf("/show?id=%d&amp;highlight=%s&amp;pos=%d&amp;from=results&amp;utm_source=list", b.id, query, pos)
	}
	answer := func(query string, start int, bs []book) Result {
		s := "<ol>"
		for i, b := range bs {
			title := strings.ReplaceAll(b.title, "Salt", "<em>Salt</em>")
			s += fmt.Sprintf("<li>%d. <a href='%s'>%s</a> <b>%d%%</b><p>%s</p></li>", start+i, link(b, query, start+i), title, 99-i, b.review)
		}
		u := "http://books.example/find?from=results&q=" + query
		return Read(parse(t, u, wrap(s+"</ol>")), Options{Query: []string{query}})
	}
	keys := func(r Result) map[string]string {
		m := map[string]string{}
		for _, x := range r.Records {
			m[x.Title] = x.Key
		}
		return m
	}
	a := keys(answer("salt", 1, shelf[3:]))
	b := keys(answer("winter", 21, shelf[:6]))
	for _, k := range shelf[3:6] {
		if a[k.title] == "" || a[k.title] != b[k.title] {
			t.Errorf("%s: keys %q and %q", k.title, a[k.title], b[k.title])
		}
	}
	seen := map[string]bool{}
	for _, k := range a {
		if seen[k] {
			t.Errorf("key %q for two records", k)
		}
		seen[k] = true
	}
}

func TestKeysWithoutLinks(t *testing.T) {
	answer := func(start int, bs []book) Result {
		s := "<table><tr><th>#<th>Title<th>Author<th>Score</tr>"
		for i, b := range bs {
			s += fmt.Sprintf("<tr><td>%d.<td>%s<td>%s<td>%d%%</tr>", start+i, b.title, b.author, 90-start-i)
		}
		return Read(parse(t, "http://books.example/find", wrap(s+"</table>")), Options{})
	}
	a, b := answer(1, shelf), answer(31, shelf[2:])
	if len(a.Records) != 8 || len(b.Records) != 6 {
		t.Fatalf("%d and %d records", len(a.Records), len(b.Records))
	}
	for i, r := range b.Records {
		if r.Key != a.Records[i+2].Key || r.Key == "" {
			t.Errorf("%s: keys %q and %q", r.Title, a.Records[i+2].Key, r.Key)
		}
	}
}

func TestParametersThatIdentifyStay(t *testing.T) {
	s := "<ol>"
	for _, b := range shelf {
		s += fmt.Sprintf("<li><a href='/show?lang=en&amp;title=%s'>%s</a><p>%s</p></li>", strings.ReplaceAll(b.title, " ", "+"), b.title, b.review)
	}
	r := Read(parse(t, "http://books.example/find?q=clocks", wrap(s+"</ol>")), Options{Query: []string{"clocks"}})
	seen := map[string]bool{}
	for _, x := range r.Records {
		seen[x.Key] = true
		if !strings.Contains(x.Key, "title=") {
			t.Errorf("key %q", x.Key)
		}
	}
	if len(seen) != len(shelf) {
		t.Errorf("%d keys for %d records", len(seen), len(shelf))
	}
}

func TestBackground(t *testing.T) {
	popular := "<h3>Popular items</h3><ul>"
	for _, b := range shelf[:4] {
		popular += fmt.Sprintf("<li><a href='/book/%d'>%s</a><p>%s</p></li>", b.id, b.title, b.review)
	}
	popular += "</ul>"
	doc := parse(t, "http://books.example/find?q=qzxwv", wrap("<p>Your search for qzxwv: 0 of 1200 books</p>"+popular))
	b := Background{}.Learn(doc, []string{"qzxwv"})
	b = b.Learn(parse(t, "http://books.example/find?q=wkkjq", wrap("<p>Your search for wkkjq: 0 of 1200 books</p>"+popular)), []string{"wkkjq"})
	if b.Pages != 2 || len(b.Lines) == 0 || len(b.Links) == 0 {
		t.Fatalf("%+v", b)
	}
	stored, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var back Background
	if err := json.Unmarshal(stored, &back); err != nil || !cmp.Equal(b, back) {
		t.Errorf("background does not survive JSON: %v", err)
	}
	again := Read(parse(t, "http://books.example/find?q=hjkkq", wrap("<p>Your search for hjkkq: 0 of 1200 books</p>"+popular)), Options{Query: []string{"hjkkq"}, Background: b})
	if !again.Empty || len(again.Records) != 0 {
		t.Errorf("nonsense page: empty %v, %d records, %v", again.Empty, len(again.Records), again.Reasons)
	}
	hit := Read(parse(t, "http://books.example/find?q=valley", wrap("<p>Your search for valley: 2 of 1200 books</p><ul><li><a href='/book/108'>The Owl Ledger</a><p>Twenty years of counting birds in one valley.</p></li><li><a href='/book/107'>Bridges Without Plans</a><p>What builders knew in the valley before they could calculate.</p></li></ul>"+popular)), Options{Query: []string{"valley"}, Background: b})
	var titles []string
	for _, r := range hit.Records {
		titles = append(titles, r.Title)
	}
	if d := cmp.Diff([]string{"The Owl Ledger", "Bridges Without Plans"}, titles); d != "" || hit.Empty {
		t.Errorf("(-want +got):\n%s%v", d, hit.Reasons)
	}
	one := Read(parse(t, "http://books.example/find?q=valley", wrap("<p>Your search for valley: 1 of 1200 books</p><ul><li><a href='/book/108'>The Owl Ledger</a><p>Twenty years of counting birds in one valley.</p></li></ul>"+popular)), Options{Query: []string{"valley"}, Background: b})
	if len(one.Records) != 1 || one.Records[0].Title != "The Owl Ledger" || one.Records[0].Key != "http://books.example/book/108" || one.Empty {
		t.Errorf("single result: %+v, %v", one.Records, one.Reasons)
	}
}

func TestBackgroundIsBounded(t *testing.T) {
	var b Background
	for i := range 3 {
		var s strings.Builder
		for k := range 3000 {
			fmt.Fprintf(&s, "<p><a href='/%d/%d'>%s</a></p>", i, k, strings.Repeat(string(rune('a'+k%26)), 1+k/26)+string(rune('a'+i)))
		}
		b = b.Learn(parse(t, "http://x.example/", s.String()), nil)
	}
	if len(b.Links) > maxBackgroundLinks || len(b.Lines) > maxBackgroundLines || b.Pages != 3 {
		t.Errorf("%d links, %d lines, %d pages", len(b.Links), len(b.Lines), b.Pages)
	}
}
