package surface

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// BenchmarkLinks takes the links of a page of 200 records, most of which have titles.
func BenchmarkLinks(b *testing.B) {
	var s strings.Builder
	s.WriteString("<html><body><nav class=menu>")
	for i := range 40 {
		fmt.Fprintf(&s, `<a class="nav-link item" href="/section/%d">Section %d</a> `, i, i)
	}
	s.WriteString("</nav><div>")
	for i := range 200 {
		fmt.Fprintf(&s, `<div class=row><h3><a href="/book/%d" class="title" title="A book about things %d">A book about things %d</a></h3><p>Some words about it, and then more words that say little.</p><a href="/author/%d"><img class="pic" src=/i/%d.png alt="Portrait of %d"></a></div>`, i, i, i, i%50, i, i)
	}
	doc, err := page.ParseDocument([]byte(s.String()+"</div></body></html>"), "text/html; charset=utf-8", page.MustParseURL("http://a.example/"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Links(doc)
	}
}
