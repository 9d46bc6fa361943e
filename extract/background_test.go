package extract_test

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
)

func answer(t *testing.T, body string) *page.Document {
	t.Helper()
	p := &page.Page{Request: page.Get(page.MustParseURL("http://shop.example/find")), Final: page.MustParseURL("http://shop.example/find"), Status: 200, Body: []byte("<html lang=en><title>Shop</title><h1>Shop</h1>" + body)}
	doc, err := p.Document()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// An answer repeats the question by the labels of the form's controls: one that says nothing
// but what the page of an impossible question said, for another control, is empty, too.
// Where that page said nothing beside, the question that it repeats is no denial.
func TestAnEmptyAnswerRepeatsOtherLabels(t *testing.T) {
	for nothing, other := range map[string]string{"<p>Vexil druma Category zzz.": "<p>Vexil druma Author smith.", "<p>Category: zzz; Author: yyy": "<p>Author: smith"} {
		for _, labels := range [][]string{nil, {"Category", "Author"}} {
			doc, asked := answer(t, nothing), []string{"zzz", "yyy"}
			b := extract.Background{Labels: labels}.Learn(doc, asked).Denying(doc, asked, extract.OutlineOf(answer(t, "")).Lines)
			res := extract.Read(answer(t, other), extract.Options{Query: []string{"smith"}, Background: b})
			if got := res.Empty; got != (labels != nil) {
				t.Errorf("%s, labels %q: empty is %t", nothing, labels, got)
			}
		}
	}
}

// Records that a page lists beside saying that nothing was found may be in answers, too.
func TestWhatIsListedBesideNothingIsNoTemplate(t *testing.T) {
	list := "<h2>Popular</h2><ul>"
	for _, name := range []string{"Brass lamp", "Copper kettle", "Oak barrel", "Iron anchor", "Glass bottle", "Wool blanket"} {
		list += "<li><a href='/item/" + name[:3] + "'>" + name + "</a> <span>A thing of the shop that many take home</span> <b>12 EUR</b>"
	}
	doc := answer(t, "<p>No results found.</p>"+list+"</ul>")
	b, whole := extract.Background{}.Beside(doc, []string{"zzz"}), extract.Background{}.Learn(doc, []string{"zzz"})
	link := "http://shop.example/item/Oak"
	if slices.Contains(b.Links, link) || !slices.Contains(whole.Links, link) {
		t.Errorf("links beside: %q, of the whole page: %q", b.Links, whole.Links)
	}
}
