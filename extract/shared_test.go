package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// loan is a row of a made-up ledger of a lending desk, whose only address of its own is a
// place in the day book.
type loan struct {
	id          int
	day         string
	what, shelf string
}

func loans() (out []loan) {
	for i := range 40 {
		out = append(out, loan{7000 + 37*i*i%991, fmt.Sprintf("2019-%02d-%02d", 1+i%12, 1+i*7%28),
			fmt.Sprintf("%s %d", []string{"Sextant", "Barometer", "Field compass", "Tide table", "Lantern"}[i%5], i), []string{"attic", "cellar", "hall"}[i%3]})
	}
	return out
}

// desk is the page that answers a question: each row links to the day book and to the shelf,
// both of which take the question along, and tells how many are out by then.
func desk(q string, rows []loan) string {
	s := "<form action=/desk><input type=search name=find value='" + q + "'><button>Search</button></form>" +
		"<table><tr><th>Day<th>Shelf<th>Thing<th>Out by then</tr>"
	for i, l := range rows {
		s += fmt.Sprintf("<tr><td><a href='/book?q=%s#loan-%d'>%s</a><td><a href='/desk?find=%s'>%s</a><td>%s<td>%d</tr>",
			q, l.id, l.day, "shelf:"+l.shelf+"+"+q, l.shelf, l.what, len(rows)-i)
	}
	return wrap(s + "</table>")
}

// The rows of one thing have one key whatever was asked, and how many others an answer has:
// what leads to another list is no address of a row, and one that all share tells them apart
// by the place that it leads to.
func TestKeysOfSharedAddresses(t *testing.T) {
	all := loans()
	asked := []struct {
		q    string
		want func(loan) bool
	}{
		{"", func(loan) bool { return true }},
		{"sextant", func(l loan) bool { return strings.HasPrefix(l.what, "Sextant") }},
		{"cellar", func(l loan) bool { return l.shelf == "cellar" }},
		{"lantern", func(l loan) bool { return strings.HasPrefix(l.what, "Lantern") }},
		{"4", func(l loan) bool { return strings.HasSuffix(l.what, " 4") }},
		{"39", func(l loan) bool { return strings.HasSuffix(l.what, " 39") }},
	}
	var learning Learning
	var w *Wrapper
	keys, held := map[string]string{}, map[string]bool{}
	for _, a := range asked {
		rows := slices.DeleteFunc(slices.Clone(all), func(l loan) bool { return !a.want(l) })
		doc := parse(t, "http://lending.example/desk?find="+a.q, desk(a.q, rows))
		o := Options{Query: strings.Fields(a.q), Wrapper: w, Learning: learning}
		res := Read(doc, o)
		if len(res.Records) != len(rows) {
			t.Errorf("%q: %d records, want %d", a.q, len(res.Records), len(rows))
		}
		for i, r := range res.Records {
			if strings.Contains(r.URL.String(), "/desk") || strings.Contains(r.Key, a.q) && a.q == "lantern" {
				t.Errorf("%q: the address of %s is another list, or its key has the question: %s %s", a.q, r.Title, r.URL, r.Key)
			}
			if old, ok := keys[rows[i].what]; ok && old != r.Key {
				t.Errorf("%q: %s has key %s, and before %s", a.q, rows[i].what, r.Key, old)
			}
			keys[rows[i].what], held[r.Key] = r.Key, true
		}
		if learning = learning.See(doc, o); learning.Pages >= 3 {
			learned := learning.Wrapper()
			w = &learned
		}
	}
	if len(held) != len(all) {
		t.Errorf("%d keys for %d rows", len(held), len(all))
	}
	if w == nil || w.Shared != "fragment" {
		t.Errorf("the wrapper tells records apart by %+v", w)
	}
}

// Rows that share what they link to, and lead nowhere within it, have the keys of their
// content, on a page that has one of a group as well.
func TestKeysOfSharedAddressesByContent(t *testing.T) {
	page := func(rows []loan) string {
		s := "<table><tr><th>Thing<th>Day<th>Shelf</tr>"
		for _, l := range rows {
			s += fmt.Sprintf("<tr><td>%s<td>%s<td><a href='/shelves/%s'>%s</a></tr>", l.what, l.day, l.shelf, l.shelf)
		}
		return wrap(s + "</table>")
	}
	all := loans()
	for i := range all[:30] {
		all[i].shelf = "hall"
	}
	all[30].shelf = "garden"
	keys := map[string]string{}
	var learning Learning
	for n, rows := range [][]loan{all, all[20:], all[25:31]} {
		doc := parse(t, fmt.Sprintf("http://desk.example/things?p=%d", n), page(rows))
		for i, r := range Read(doc, Options{Learning: learning}).Records {
			if old, ok := keys[rows[i].what]; ok && old != r.Key {
				t.Errorf("%s has key %s, and before %s", rows[i].what, r.Key, old)
			}
			keys[rows[i].what] = r.Key
		}
		learning = learning.See(doc, Options{})
	}
	w := learning.Wrapper()
	if w.Shared != "content" {
		t.Errorf("the wrapper tells records apart by %q, want content", w.Shared)
	}
	for _, l := range all[30:32] {
		if got := Read(parse(t, "http://desk.example/things?p=9", page([]loan{l})), Options{Wrapper: &w}).Records; len(got) != 1 || got[0].Key != keys[l.what] {
			t.Errorf("%s alone is %+v, want key %s", l.what, got, keys[l.what])
		}
	}
}

// A link that narrows the question down on another page has the question in it, before or
// after what it adds. The keys of the rows have not.
func TestKeysOfLinksThatNarrowTheQuestion(t *testing.T) {
	for _, first := range []bool{false, true} {
		keys := map[string]string{}
		for _, q := range []string{"sextant", "4", "tide+table", "*", "%20"} {
			s := "<form action=/desk><input type=search name=find><button>Search</button></form><table><tr><th>Day<th>Shelf<th>Thing</tr>"
			for _, l := range loans() {
				asks := "shelf:" + l.shelf + "+" + q
				if first {
					asks = q + "%20shelf:" + l.shelf
				}
				s += fmt.Sprintf("<tr><td>%s<td><a href='/book?find=%s#loan-%d'>%s</a><td>%s</tr>", l.day, asks, l.id, l.shelf, l.what)
			}
			doc := parse(t, "http://lending.example/desk?find="+q, wrap(s+"</table>"))
			res := Read(doc, Options{Query: strings.Split(q, "+")})
			if len(res.Records) != len(loans()) {
				t.Fatalf("%q: %d records, want %d", q, len(res.Records), len(loans()))
			}
			for _, r := range res.Records {
				if old, ok := keys[r.Title]; ok && old != r.Key {
					t.Errorf("%q: %s has key %s, and before %s", q, r.Title, r.Key, old)
				}
				keys[r.Title] = r.Key
			}
		}
		if len(keys) != len(loans()) {
			t.Errorf("%d titles, want %d", len(keys), len(loans()))
		}
	}
}
