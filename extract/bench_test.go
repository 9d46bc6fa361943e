package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// answerPage writes a result page with a form, a menu and a pager around rows,
// each of which row writes.
func answerPage(rows int, row func(*strings.Builder, int)) []byte {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang=en><head><title>Search results</title></head><body><nav class=menu><ul>`)
	for i := range 30 {
		fmt.Fprintf(&b, `<li><a href="/topics/%d">Topic %d</a></li>`, i, i)
	}
	b.WriteString(`</ul></nav><form action=/search><input name=q value=lamp><select name=sort><option>Date<option>Title</select><input type=submit></form>`)
	fmt.Fprintf(&b, `<p>Results 1 to %d of %d</p><div id=results>`, rows, rows*40)
	for i := range rows {
		row(&b, i)
	}
	b.WriteString(`</div><p class=pager>1 `)
	for i := 2; i <= 10; i++ {
		fmt.Fprintf(&b, `<a href="/search?q=lamp&amp;page=%d">%d</a> `, i, i)
	}
	b.WriteString(`<a href="/search?q=lamp&amp;page=2">Next</a></p></body></html>`)
	return []byte(b.String())
}

func card(b *strings.Builder, i int) {
	fmt.Fprintf(b, `<div class="result item-%d"><h3><a href="/lamps/%d-brass-lamp?ref=search">Brass lamp no. %d</a></h3><img src="/img/%d.jpg" alt="Lamp %d">`+
		`<p class=description>A lamp of brass and glass, %d cm high, made in %d by hand and sold with its shade.</p>`+
		`<dl><dt>Price</dt><dd class=price>$%d.50</dd><dt>Maker</dt><dd>Works %d</dd><dt>Added</dt><dd>%d March 2021</dd></dl></div>`,
		i, i, i, i, i, 20+i%50, 1850+i%150, 10+i%90, i%17, 1+i%28)
}

func bareLink(b *strings.Builder, i int) {
	fmt.Fprintf(b, `<a href="/entry/%d">Entry number %d</a> `, i, i)
}

// BenchmarkReadBySize reads result pages, parsing included. The time should grow with
// the size of the page and no faster.
func BenchmarkReadBySize(b *testing.B) {
	for _, shape := range []struct {
		name string
		row  func(*strings.Builder, int)
	}{{"cards", card}, {"links", bareLink}} {
		for _, size := range []int{50 << 10, 500 << 10, 5 << 20} {
			one := len(answerPage(1000, shape.row)) / 1000
			body := answerPage(size/one, shape.row)
			b.Run(fmt.Sprintf("%s/%dKB", shape.name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(body)))
				b.ReportAllocs()
				for b.Loop() {
					doc, err := page.ParseDocument(body, "text/html; charset=utf-8", page.MustParseURL("http://shop.example/search?q=lamp"))
					if err != nil {
						b.Fatal(err)
					}
					if r := Read(doc, Options{Query: []string{"lamp"}}); len(r.Records) == 0 {
						b.Fatal("no records")
					}
				}
			})
		}
	}
}
