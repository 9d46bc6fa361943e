package extract

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/page"
)

// Semicolons set parameters apart as well: where the one is dropped that the result page's
// own address has, the others still tell the records apart.
func TestKeysOfParametersBetweenSemicolons(t *testing.T) {
	var b strings.Builder
	for i, name := range []string{"red cod", "blue eel", "long ling", "old hake"} {
		fmt.Fprintf(&b, "<li><a href='?p=sea.git;a=commit;h=%d81634bb'>%s, a fish</a> of the sea", i, name)
	}
	r := Read(parse(t, "http://git.example/?p=sea.git&a=search&s=fish", wrap("<ul class=commits>"+b.String()+"</ul>")), Options{Query: []string{"fish"}})
	if len(r.Records) != 4 {
		t.Fatalf("%d records: %v", len(r.Records), r.Reasons)
	}
	for i, rec := range r.Records {
		if want := fmt.Sprintf("http://git.example/?a=commit;h=%d81634bb", i); rec.Key != want {
			t.Errorf("key %s, want %s", rec.Key, want)
		}
	}
	for address, want := range map[string]string{"http://a.example/?p=1;a=2&b=3": "http://a.example/?a=2&b=3", "http://a.example/?a=2;p=1": "http://a.example/?a=2",
		"http://a.example/?p=1": "http://a.example/", "http://a.example/?a=2&&b=3": "http://a.example/?a=2&&b=3"} {
		if got := record.Strip(page.MustParseURL(address), map[string]bool{"p": true}); got != want {
			t.Errorf("%s without p: %s, want %s", address, got, want)
		}
	}
}

// A parameter may have the value that is asked for, and be part of the address all the
// same: it had that value when something else was asked.
func TestKeysWhereAParameterHasTheWordAskedFor(t *testing.T) {
	list := func(word string) (*page.Document, Options) {
		var b strings.Builder
		for i, name := range []string{"red cod", "blue eel", "long ling", "old hake"} {
			fmt.Fprintf(&b, "<tr><td><a href='?edit=package&id=%d%s&hl=%s'>%s</a><td>a fish of the %s", i, word[:1], word, name+" "+word, word)
		}
		return parse(t, "http://editor.example/?select=fish&where="+word, wrap("<table>"+b.String()+"</table>")), Options{Query: []string{word}}
	}
	var l Learning
	for _, word := range []string{"tail", "head"} {
		doc, o := list(word)
		l = l.See(doc, o)
	}
	w := l.Wrapper()
	doc, o := list("package")
	o.Wrapper = &w
	r := Read(doc, o)
	if len(r.Records) != 4 || r.Misfit != "" {
		t.Fatalf("%d records, %s", len(r.Records), r.Misfit)
	}
	for i, rec := range r.Records {
		if want := fmt.Sprintf("http://editor.example/?edit=package&id=%dp", i); rec.Key != want {
			t.Errorf("key %s, want %s", rec.Key, want)
		}
	}
}

// A link that leads back to the answer carries its address, in a parameter of any name:
// the record is the same whatever was asked, and whichever page it stands on.
func TestKeysOfLinksThatLeadBack(t *testing.T) {
	read := func(address, back string) []string {
		var b strings.Builder
		for i, name := range []string{"red cod", "blue eel", "long ling", "old hake"} {
			fmt.Fprintf(&b, "<tr><th><a href='/fisch/%d/change/?art=kind%%3Dfish&_zurueck=%s'>%s</a><td>a fish of the sea", i, url.QueryEscape(back), name)
		}
		r := Read(parse(t, "http://admin.example/fisch/?"+address, wrap("<table>"+b.String()+"</table>")), Options{Query: []string{"sea"}})
		var out []string
		for _, rec := range r.Records {
			if rec.URL.String() != rec.Key {
				t.Errorf("asked %s, a record's address is %s, its key %s", address, rec.URL, rec.Key)
			}
			out = append(out, rec.Key)
		}
		return out
	}
	var want []string
	for i := range 4 {
		want = append(want, fmt.Sprintf("http://admin.example/fisch/%d/change/?art=kind%%3Dfish", i))
	}
	for address, back := range map[string]string{"q=": "q=", "q=sea&p=2": "q=sea&p=2", "p=3&q=sea": "q=sea&p=3", "o=1&q=sea": "/fisch/?q=sea", "q=sea": "http://admin.example/fisch/?q=sea"} {
		if got := read(address, back); !slices.Equal(got, want) {
			t.Errorf("asked %s, keys %q, want %q", address, got, want)
		}
	}
	if got := read("q=sea", "q=sea&sort=age"); slices.Equal(got, want) {
		t.Errorf("a parameter that says more than the page's address is left out: %q", got)
	}
}

// What scripts draw by the fragment of an address is a page of its own.
func TestKeysOfRoutes(t *testing.T) {
	var body strings.Builder
	body.WriteString(`<body><input type="search"><div class="results">`)
	for _, name := range []string{"central office", "cycle of reincarnation", "flame off", "number of bits", "point of sale"} {
		slug := strings.ReplaceAll(name, " ", "-")
		fmt.Fprintf(&body, `<div class="hit"><a href="#/entry/%s?id=%[1]s"><h2>%s</h2><p>... what is told of a %[2]s in so many words that they are more than its name ...</p></a></div>`, slug, name)
	}
	body.WriteString(`</div></body>`)
	res := Read(parse(t, "http://words.example/", body.String()), Options{})
	if len(res.Records) != 5 {
		t.Fatalf("%d records", len(res.Records))
	}
	for _, r := range res.Records {
		want := "http://words.example/#/entry/" + strings.ReplaceAll(r.Title, " ", "-") + "?id=" + strings.ReplaceAll(r.Title, " ", "-")
		if r.Key != want || r.URL.String() != want {
			t.Errorf("%q has the key %s and the address %s, want %s", r.Title, r.Key, r.URL, want)
		}
	}
}

// What sets off the words asked for in a row is no piece of it: the row has the same key, and
// the same title, whatever was asked.
func TestKeysOfMarkedMatches(t *testing.T) {
	read := func(word string) []Record {
		var b strings.Builder
		for i, name := range []string{"red cod", "blue eel", "long ling", "old hake"} {
			fmt.Fprintf(&b, "<div class=card><h4>%s of the sea</h4><p>Author %c</p><p>%d</p></div>", strings.ReplaceAll(name, word, "<span class='search-hit'>"+word+"</span>"), 'A'+i, 1990+i)
		}
		return Read(parse(t, "http://fish.example/?q="+word, wrap("<div>"+b.String()+"</div>")), Options{Query: []string{word}}).Records
	}
	plain := read("sky")
	for _, word := range []string{"red", "cod", "long"} {
		for i, rec := range read(word) {
			if i >= len(plain) || rec.Key != plain[i].Key || rec.Title != plain[i].Title {
				t.Errorf("%s: %q with key %s, want %+v", word, rec.Title, rec.Key, plain)
				break
			}
		}
	}
}

// Under "Nr." stands a row's place in the answer, which is no part of its key, or the record's
// own number, which is.
func TestKeysOfNumberedRows(t *testing.T) {
	read := func(number, note func(place, id int) string, ids ...int) map[int]string {
		var b strings.Builder
		for place, id := range ids {
			fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td><td>Wiese</td><td>%s</td></tr>", number(place, id), []string{"Huber", "Maier"}[id/3%2], note(place, id))
		}
		r := Read(parse(t, "http://land.example/?q=wiese", wrap("<table><tr><th>Nr.</th><th>Name</th><th>Art</th><th>Lage</th></tr>"+b.String()+"</table>")), Options{Query: []string{"wiese"}})
		if len(r.Records) != len(ids) {
			t.Fatalf("%d of %d records", len(r.Records), len(ids))
		}
		keys := map[int]string{}
		for i, id := range ids {
			keys[id] = r.Records[i].Key
		}
		return keys
	}
	first, again := []int{103, 106, 109, 112, 115, 118, 121}, []int{106, 112, 121, 124}
	same := func(_, _ int) string { return "im Moos" }
	for name, c := range map[string]struct{ number, note func(place, id int) string }{
		"its place":          {func(place, _ int) string { return fmt.Sprint(place + 1) }, func(_, id int) string { return fmt.Sprintf("am Bach %d", id) }},
		"its place, of more": {func(place, _ int) string { return fmt.Sprint(place + 26) }, func(_, id int) string { return fmt.Sprintf("am Bach %d", id) }},
		"its number":         {func(_, id int) string { return fmt.Sprint(id) }, same},
		"its sign":           {func(_, id int) string { return fmt.Sprintf("EZ %d", id) }, same},
	} {
		keys, had := read(c.number, c.note, first...), map[string]bool{}
		for _, key := range keys {
			had[key] = true
		}
		if len(had) != len(first) {
			t.Errorf("%s: %d keys of %d records", name, len(had), len(first))
		}
		for id, key := range read(c.number, c.note, again...) {
			if before, ok := keys[id]; ok && key != before {
				t.Errorf("%s: key %s of %d, which was %s", name, key, id, before)
			}
		}
	}
}
