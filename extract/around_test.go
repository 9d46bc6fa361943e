package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// What a record tells of itself in terms and values is no list of records, though the page
// has no other record: neither where a page before showed what records look like, nor where
// the page of nothing tells the rest of the page.
func TestTermsOfTheOnlyRecord(t *testing.T) {
	answer := func(from, to int) *page.Document {
		var b strings.Builder
		b.WriteString(`<title>Katalog</title><header><a href="/">Katalog</a></header><main><ul class=hits>`)
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, `<li class=hit><h3><a href="/item/%d">Kiste Nummer %[1]d aus Holz</a></h3><dl><dt>Zustand</dt><dd>gut %[1]d</dd><dt>Preis</dt><dd>%d EUR</dd><dt>Verfasser</dt><dd>Anna Berg %[1]d</dd><dt>Ort</dt><dd>Halle %[1]d</dd></dl></li>`, i, 3*i+7)
		}
		b.WriteString(`</ul></main><footer><p>Marlow &amp; Sons, 1 Harbour Lane</p></footer>`)
		return parse(t, "http://shop.example/find", b.String())
	}
	for name, o := range map[string]Options{
		"after a page of records": {Learning: Learning{}.See(answer(1, 21), Options{})},
		"after a page of nothing": {Background: Background{}.Learn(answer(0, 0), []string{"xyzzy"})},
	} {
		if got := bookTitles(Read(answer(21, 22), o).Records); len(got) != 1 || got[0] != "Kiste Nummer 21 aus Holz" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Answers of one record each teach no wrapper: what repeats is not seen. A list after them
// does, of what was read: not of what is around the records, as a line that offers to create
// what was asked for.
func TestWrapperOfOnlyRecords(t *testing.T) {
	answer := func(q string, numbers ...int) *page.Document {
		var b strings.Builder
		for _, i := range numbers {
			fmt.Fprintf(&b, `<li class=search-result><div class=heading><a href="/page/%d">Owl number %[1]d</a></div><div class=snippet>%d owls were <b>%s</b></div><div class=data>%[2]d bytes</div></li>`, i, 100+i, q)
		}
		found := "<p>There were no results matching the query.</p>"
		more := ""
		if len(numbers) > 0 {
			found, more = "<ul class=search-results>"+b.String()+"</ul>", "See also what the search found."
		}
		return parse(t, "http://wiki.example/search?q="+q, wrap(fmt.Sprintf(`<p>Create the page "<a href="/edit?title=%s">%[1]s</a>" on this wiki! %s</p>%s`, q, more, found)))
	}
	b := Background{}.Learn(answer("xyzzyq"), []string{"xyzzyq"})
	var l Learning
	for i, q := range []string{"counted", "heard", "ringed"} {
		l = l.See(answer(q, i), Options{Query: []string{q}, Background: b})
	}
	if w := l.Wrapper(); !w.Unplaced() {
		t.Errorf("learned from lone records: %q in %q", w.Record, w.Region)
	}
	l = l.See(answer("named", 8, 9, 10), Options{Query: []string{"named"}, Background: b})
	w := l.Wrapper()
	got := bookTitles(Read(answer("seen", 5, 6, 7, 8), Options{Query: []string{"seen"}, Background: b, Wrapper: &w}).Records)
	if w.Unplaced() || len(got) != 4 || got[0] != "Owl number 5" {
		t.Errorf("with the records at %q in %q: %q", w.Record, w.Region, got)
	}
}
