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
