package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/internal/cputime"
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

func row(b *strings.Builder, i int) {
	fmt.Fprintf(b, `<tr class=%s><td>%d.<td><a href="view.php?id=%d">Smith v. County of Lamps</a><td>%02d/%02d/2019<td>Affirmed in part<td align=right>%d pp.`,
		[]string{"odd", "even"}[i%2], i, 1000+i, 1+i%12, 1+i%28, 3+i)
}

func paragraph(b *strings.Builder, i int) {
	fmt.Fprintf(b, `<p><b>%d.</b> <a href="http://www.host%d.example/lamps/%d.html">Lamps of the %dth century</a><br>A page about lamps, their makers and what they burn ...<br><i>http://www.host%[1]d.example/</i> - %dk - <a href="/similar?id=%[1]d">Similar pages</a>`,
		i, i, i, 1+i%20, i)
}

// tile is a card as frameworks write them today: much markup around little text.
func tile(b *strings.Builder, i int) {
	fmt.Fprintf(b, `<div class="col-12 col-md-4 css-1a%dx"><article class="card h-100 shadow-sm" data-id="%d" data-testid="product-card"><div class="card__media"><a href="/p/lamp-%d" class="card__link" aria-label="Lamp %[2]d">`+
		`<img loading="lazy" class="img-fluid lazyload" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="https://cdn.shop.example/i/%[2]d.jpg" srcset="https://cdn.shop.example/i/%[2]d.jpg 1x, https://cdn.shop.example/i/%[2]d@2x.jpg 2x" alt="Lamp %[2]d"></a>`+
		`<svg class="icon" viewBox="0 0 24 24"><path d="M12 21.35l-1.45-1.32C5.4 15.36 2 12.28 2 8.5 2 5.42 4.42 3 7.5 3c1.74 0 3.41.81 4.5 2.09"></path></svg></div><div class="card__body"><h3 class="card__title"><a href="/p/lamp-%[2]d">Desk lamp no. %[2]d, black</a></h3>`+
		`<span class="rating" title="4.%d of 5"><span class="rating__stars"></span>(%d)</span><div class="price"><span class="price__now">€ %d,99</span> <s class="price__was">€ %d,00</s></div><button type="button" class="btn btn-primary js-add" data-sku="%[2]d">Add to cart</button></div></article></div>`,
		i%7, i, i, i%10, 3+i, 19+i, 29+i)
}

// readAll reads pages, parsing included, and reports them by processor time: other
// work on the machine says nothing about the program.
func readAll(b *testing.B, pages [][]byte) {
	size := 0
	for _, body := range pages {
		size += len(body)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	start, err := cputime.Used()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, body := range pages {
			doc, err := page.ParseDocument(body, "text/html; charset=utf-8", page.MustParseURL("http://shop.example/search?q=lamp"))
			if err != nil {
				b.Fatal(err)
			}
			if r := Read(doc, Options{Query: []string{"lamp"}}); len(r.Records) == 0 {
				b.Fatal("no records")
			}
		}
	}
	end, err := cputime.Used()
	if err != nil {
		b.Fatal(err)
	}
	each := (end - start).Seconds() / float64(b.N*len(pages))
	b.ReportMetric(1/each, "pages/cpu-s")
	b.ReportMetric(1000*each, "cpu-ms/page")
}

// BenchmarkRead reads result pages of the usual kinds and sizes: the tables and
// paragraphs of the past, the lists and cards of today with the scripts around them.
func BenchmarkRead(b *testing.B) {
	var pages [][]byte
	for _, row := range []func(*strings.Builder, int){card, row, paragraph, tile} {
		for _, rows := range []int{10, 25, 50, 100, 200} {
			pages = append(pages, answerPage(rows, row))
		}
	}
	script := "<script>window.state = {" + strings.Repeat(`"key":{"a":1,"b":"<p>text</p>"},`, 800) + "};</script><style>" + strings.Repeat(".card__body > a:hover { color: #123456 }\n", 400) + "</style></head>"
	for _, body := range pages[15:] {
		pages = append(pages, []byte(strings.Replace(string(body), "</head>", script, 1)))
	}
	readAll(b, pages)
}

// BenchmarkReadBySize reads result pages of growing size. The time should grow with
// the size of the page and no faster.
func BenchmarkReadBySize(b *testing.B) {
	for _, shape := range []struct {
		name string
		row  func(*strings.Builder, int)
	}{{"cards", card}, {"links", bareLink}} {
		for _, size := range []int{50 << 10, 500 << 10, 5 << 20} {
			one := len(answerPage(1000, shape.row)) / 1000
			body := answerPage(size/one, shape.row)
			b.Run(fmt.Sprintf("%s/%dKB", shape.name, size>>10), func(b *testing.B) { readAll(b, [][]byte{body}) })
		}
	}
}
