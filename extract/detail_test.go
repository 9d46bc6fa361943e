package extract

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// detailPage is a page of one book, as a made-up shop shows it.
func detailPage(body string) string {
	return `<html><body><header><a href="/">Quay Books</a></header><nav><a href="/a">A</a></nav><main>` + body +
		`</main><aside><dl><dt>Opening hours</dt><dd>9 to 17</dd></dl></aside><footer>Price list: 2020</footer></body></html>`
}

func TestReadDetail(t *testing.T) {
	for name, body := range map[string]string{
		"definitions": `<h1>Slow Clocks</h1><dl><dt>Author</dt><dd>Rui Tanaka</dd><dt>Price:</dt><dd>€ 8.75</dd></dl>`,
		"table":       `<h1>Slow Clocks</h1><table><tr><th>Author</th><td>Rui Tanaka</td></tr><tr><th>Price</th><td>€ 8.75</td></tr></table>`,
		"plain table": `<h1>Slow Clocks</h1><table><tr><td>Author</td><td>Rui Tanaka</td></tr><tr><td>Price</td><td>€ 8.75</td></tr></table>`,
		"lines":       `<h1>Slow Clocks</h1><p>Author: Rui Tanaka<br>Price: € 8.75</p>`,
		"bold lines":  `<h1>Slow Clocks</h1><p><b>Author:</b> Rui Tanaka</p><p><b>Price:</b> € 8.75</p>`,
		"properties":  `<div itemscope><h1 itemprop="name">Slow Clocks</h1><p>by <span itemprop="author">Rui Tanaka</span> for <b itemprop="price">€ 8.75</b></p></div>`,
		"classes":     `<h1>Slow Clocks</h1><p>by <span class="author">Rui Tanaka</span></p><p class="price">€ 8.75</p>`,
		"linked data": `<h1>Slow Clocks</h1><script type="application/ld+json">{"@type":"Book","author":"Rui Tanaka","price":"€ 8.75"}</script>`,
	} {
		t.Run(name, func(t *testing.T) {
			doc := parse(t, "http://books.example/book/1", detailPage(body))
			fields, _ := ReadDetail(doc, Background{}, Details{})
			got := fieldsOf(Record{Fields: fields})
			for _, want := range []Field{{Name: "author", Value: "Rui Tanaka"}, {Name: "price", Value: "€ 8.75", Kind: "money", Number: 8.75, Currency: "EUR"}} {
				if d := cmp.Diff(want, got[want.Name]); d != "" {
					t.Errorf("%s (-want +got):\n%s%+v", want.Name, d, got)
				}
			}
		})
	}
}

func TestDetailsLearnTemplate(t *testing.T) {
	var d Details
	book := func(i int) string {
		return fmt.Sprintf(`<h1>Volume %d</h1><dl><dt>Author</dt><dd>Writer %d</dd><dt>Format</dt><dd>paper</dd></dl>`+
			`<p>%d ships were counted in the harbour on that morning, and nobody could say where they had come from.</p>`+
			`<p>All prices include postage to every country that the post office of the town knows about.</p><p class="promise">Sent within a day</p>`, i, i, i)
	}
	for i := range 7 {
		d = d.Learn(parse(t, "http://books.example/book", detailPage(book(i))), Background{})
	}
	got, _ := ReadDetail(parse(t, "http://books.example/book", detailPage(book(9))), Background{}, d)
	var names []string
	for _, f := range got {
		names = append(names, f.Name+"="+f.Value)
	}
	want := []string{"author=Writer 9", "description=9 ships were counted in the harbour on that morning, and nobody could say where they had come from."}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("fields (-want +got):\n%s\n%+v", diff, d.Columns)
	}
}

// What is left out of the data of a record's page is told.
func TestCutDataOfARecordIsTold(t *testing.T) {
	for n, want := range map[int]bool{5: false, 200_000: true} {
		body := `<html><script type=application/ld+json>{"@type":"Book","name":"one","pages":[` + strings.Repeat("1,", n) + `1],"author":"Ann"}</script><h1>one</h1>`
		p := page.Page{Body: []byte(body), Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Final: page.MustParseURL("https://a.example/one"), Most: int64(len(body))}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		if _, cut := ReadDetail(doc, Background{}, Details{}); cut != want {
			t.Errorf("of %d numbers: cut %t", n, cut)
		}
	}
}
