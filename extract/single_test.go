package extract

import (
	"fmt"
	"strings"
	"testing"
)

// One result that the page shows twice, once with the query in its link.
func TestSingleResultInTwoBlocks(t *testing.T) {
	top := "<h1>Search</h1><p>You can find the answers below.</p>"
	b := Background{}.Learn(parse(t, "http://books.example/find?q=qzxwv", wrap(top+"<p>Nothing was found.</p>")), []string{"qzxwv"})
	r := Read(parse(t, "http://books.example/find?q=ledger", wrap(top+
		"<div><h2>Names:</h2><ul><li><a href='/show?id=b:ledger'>ledger</a></li></ul></div>"+
		"<div><h2>Texts:</h2><dl><dt><a href='/show?id=b:ledger&amp;s[]=ledger'>ledger</a> <a href='/find?q=ledger+owl'>owl</a><dd>8 Hits<dd>Twenty years of counting birds, and a <b>ledger</b> for each.</dl></div>")),
		Options{Query: []string{"ledger"}, Background: b})
	if len(r.Records) != 1 || r.Records[0].Key != "http://books.example/show?id=b:ledger" || r.Records[0].Title != "ledger" || r.Total != -1 {
		t.Errorf("%+v, total %d, %v", r.Records, r.Total, r.Reasons)
	}
}

// definitionPage is an answer of an old full-text engine: dt and dd in one
// list, labels in the record, the address once more at its end.
func definitionPage(query string, bs []book) string {
	s := fmt.Sprintf("<p>This index holds 4,000 books.</p><h2>Results:</h2><p>Words: [ %s: %d ]</p>", query, len(bs))
	if len(bs) == 0 {
		return wrap(s + "<p>No book matching your query.</p><h2>Tips</h2><ul><li>Check the spelling<br>Wrong words find nothing.</li><li>Add words with <code>or</code></li></ul>")
	}
	s += fmt.Sprintf("<p><strong> Total %d documents matching your query.</strong></p><dl>", len(bs))
	for i, b := range bs {
		at := fmt.Sprintf("http://books.example/c/%d.html", b.id)
		s += fmt.Sprintf("<dt>%d. <strong><a href='%s'>%s</a></strong> (score: %d)</dt><dd><strong>Author</strong>: <em>%s</em></dd><dd><strong>Date</strong>: <em>Sat, 21 Apr 2012</em></dd><dd>%s</dd><dd><a href='%s'>%s</a> (%d bytes)<br><br></dd>",
			i+1, at, b.title, 20-i, b.author, b.review, at, at, 500+b.id)
	}
	return wrap(s + fmt.Sprintf("</dl><p>Current list: 1 - %d</p>", len(bs)))
}

// A single result is one record, with the key that it has in a list.
func TestSingleResultHasTheKeyOfTheList(t *testing.T) {
	for name, show := range map[string]func(query string, bs []book) string{
		"definitions": definitionPage,
		"table with the count in front": func(query string, bs []book) string {
			if len(bs) == 0 {
				return wrap("<p>There are no matches for " + query + ".</p>")
			}
			s := fmt.Sprintf("<p>1-%d of exactly %d matches</p><table>", len(bs), len(bs))
			for _, b := range bs {
				s += fmt.Sprintf("<tr><td><div><small>Modified: <b>2024-05-06</b></small></div><div>Size: <b>742 bytes</b></div></td><td><b><a href='/pkg/%d.html'>%s</a></b><br><small>%s</small><br><b><a href='/pkg/%d.html'>http://books.example/pkg/%d.html</a></b></td></tr>", b.id, b.title, b.review, b.id, b.id)
			}
			return wrap(s + "</table>")
		},
		"articles": func(query string, bs []book) string {
			if len(bs) == 0 {
				return wrap("<h1>Search: " + query + "</h1><p>We could not find any results. You can try it again.</p>")
			}
			s := fmt.Sprintf("<h1>Search: %s</h1><p>We found %d result for your search.</p>", query, len(bs))
			for _, b := range bs {
				s += fmt.Sprintf("<article><header><h2><a href='/?p=%d'>%s</a></h2></header><div><p>%s</p></div></article><hr>", b.id, b.title, b.review)
			}
			return wrap(s)
		},
		"wiki with highlighting": func(query string, bs []book) string {
			s := "<h1>Search</h1><p>You can find the results of your search below.</p>"
			if len(bs) == 0 {
				return wrap(s + "<p>Nothing was found.</p>")
			}
			s += "<div><h2>Fulltext results:</h2><dl>"
			for _, b := range bs {
				s += fmt.Sprintf("<dt><a href='/wiki?id=b:%d&amp;s[]=%s'>%s</a> <a href='/find?q=%s+shelf'>@shelf</a><dd>8 Hits, <span>Last modified: <time datetime='2026-05-01'>70 minutes ago</time></span><dd>%s <b>%s</b>", b.id, query, b.title, query, b.review, query)
			}
			return wrap(s + "</dl></div>")
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b Background
			answer := func(query string, bs []book) Result {
				doc := parse(t, "http://books.example/find?q="+query, show(query, bs))
				if len(bs) == 0 {
					b = b.Learn(doc, []string{query})
				}
				return Read(doc, Options{Query: []string{query}, Background: b})
			}
			for _, q := range []string{"qzxvkw", "wkjjqx"} {
				if r := answer(q, nil); !r.Empty {
					t.Errorf("nonsense: %v", r.Reasons)
				}
			}
			keys := map[string]string{}
			for _, r := range answer("the", shelf).Records {
				keys[r.Title] = r.Key
				if strings.Contains(r.URL.String(), "s[]") {
					t.Errorf("URL %s", r.URL)
				}
			}
			for _, k := range shelf[:3] {
				r := answer("word", []book{k})
				if len(r.Records) != 1 || r.Records[0].Title != k.title || r.Records[0].Key != keys[k.title] || r.Records[0].URL.IsZero() || r.Total > 1 {
					t.Errorf("%s: want key %q, got %+v, total %d, %v", k.title, keys[k.title], r.Records, r.Total, r.Reasons)
				}
			}
		})
	}
}

func TestLinksWithinThePageAreNoURLs(t *testing.T) {
	s := "<ol>"
	for i, b := range shelf {
		s += fmt.Sprintf("<li><a href='#r%d'>%s</a><p>%s</p> <a href='/book/%d'>Details</a></li>", i, b.title, b.review, b.id)
	}
	r := Read(parse(t, "http://books.example/find?q=x", wrap(s+"</ol>")), Options{})
	if len(r.Records) != len(shelf) {
		t.Fatalf("%d records", len(r.Records))
	}
	for i, x := range r.Records {
		if want := fmt.Sprintf("http://books.example/book/%d", shelf[i].id); x.URL.String() != want || x.Title != shelf[i].title {
			t.Errorf("%q at %s, want %s", x.Title, x.URL, want)
		}
	}
}

// A page that says that it shows one record has one, without any background.
func TestOneRecordByItsOwnWords(t *testing.T) {
	b := shelf[2]
	for _, html := range []string{
		fmt.Sprintf("<h1>31 books</h1><p>Books 31 to 31 of 31</p><div class=card><div class=t><a href='/book/%d'>%s</a></div><dl><dt>Author</dt><dd>%s</dd><dt>Price</dt><dd>€ %.2f</dd></dl></div><ul class=pages><li><a href='/find?p=2'>back</a></li></ul>", b.id, b.title, b.author, b.price),
		fmt.Sprintf("<p>1 result found</p><hr><p><a href='/book/%d'><b>%s</b></a><br>Author: %s<br>Price: %.2f<hr>", b.id, b.title, b.author, b.price),
	} {
		r := Read(parse(t, "http://books.example/find?p=3", wrap(html)), Options{})
		if len(r.Records) != 1 || r.Records[0].Title != b.title || r.Records[0].Key != "http://books.example/book/103" || !strings.Contains(r.Records[0].Text, b.author) {
			t.Errorf("%s: %+v %v", html, r.Records, r.Reasons)
		}
	}
}

// An answer without results that repeats the question, in a template that has words of
// it, shows no record.
func TestEchoIsNoResult(t *testing.T) {
	page := func(query string) string {
		return wrap(`<div class=searchresults><p>There were no results matching the words.</p><p>Create the page "<a href="/index.php?title=` +
			strings.ReplaceAll(query, " ", "_") + `&amp;action=edit">` + query + `</a>" on the wiki!</p></div>`)
	}
	b := Background{}.Learn(parse(t, "http://books.example/find?q=boredenovq", page("boredenovq")), []string{"boredenovq"})
	for _, query := range []string{"the NOT as", "words that page", "marginalia"} {
		r := Read(parse(t, "http://books.example/find?q=x", page(query)), Options{Query: []string{query}, Background: b})
		if len(r.Records) > 0 || !r.Empty {
			t.Errorf("%s: %+v, empty %v, %v", query, r.Records, r.Empty, r.Reasons)
		}
	}
}
