package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// entries shows books as elements, from the first hidden one on without a display.
func entries(bs []book, hiddenFrom int, format string) string {
	var s strings.Builder
	for i, b := range bs {
		style := ""
		if i >= hiddenFrom {
			style = "style='display: none'"
		}
		fmt.Fprintf(&s, format, style, b.id, b.title, b.review)
	}
	return s.String()
}

// What a script shows on request, behind what is shown, is read with it. What else
// is hidden is not.
func TestHeldBack(t *testing.T) {
	const item = "<div class=hit %s><a href='/book/%d'>%s</a><p>%s</p></div>"
	const row = "<tr %s><td><a href='/book/%d'>%s</a><td>%s</tr>"
	const bare = "<div %s><a href='/book/%d'>%s</a><p>%s</p></div>"
	template := "<div class=hit style='display:none'><a href='/book/0'>Title of the book</a><p>What it is about, in a line or two.</p></div>"
	var unfold strings.Builder
	for _, b := range shelf {
		unfold.WriteString(entries([]book{b}, 1, row) + "<tr style='display:none'><td>Ask at the desk.<td>The desk is open daily.</tr>")
	}
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"show more":           {"<div class=hits>" + entries(shelf, 4, item) + "</div><button>Show more</button>", shelfTitles()},
		"a further body":      {"<table><tbody>" + entries(shelf[:4], 4, row) + "</tbody><tbody hidden>" + entries(shelf[4:], 4, row) + "</tbody></table>", shelfTitles()},
		"of another list":     {"<div class=hits>" + entries(shelf[:4], 4, item) + "</div><div hidden>" + entries(shelf[4:], 4, item) + "</div>", shelfTitles()[:4]},
		"a template in front": {"<div class=hits>" + template + entries(shelf, 8, item) + "</div>", shelfTitles()},
		"nothing names them":  {"<div class=hits>" + entries(shelf, 4, bare) + "</div>", shelfTitles()[:4]},
		"rows that unfold":    {"<table><tbody>" + unfold.String() + "</tbody></table>", shelfTitles()},
		"one is no list":      {"<h2>Found</h2>" + strings.Repeat("<p>Books are lent to all.</p>", 3) + "<div class=hits>" + entries(shelf, 1, item) + "</div>", nil},
	} {
		got := titles(t, wrap(c.body))
		if c.want == nil {
			if len(got) == len(shelf) {
				t.Errorf("%s: all %d were read", name, len(got))
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// Panels of tabs are read whichever is in front, and are no menu.
func TestPanelsOfTabs(t *testing.T) {
	const item = "<div class=hit %s><a href='/book/%d'>%s</a><p>%s</p></div>"
	body := "<div class=tabs><ul role=tablist><li role=tab>Old<li role=tab>New</ul><div role=tabpanel>" + entries(shelf[:4], 4, item) +
		"</div><div role=tabpanel style='display:none'>" + entries(shelf[4:], 4, item) + "</div></div>" + strings.Repeat("<p>The house lends books to everybody in the valley.</p>", 20)
	if diff := cmp.Diff(shelfTitles(), titles(t, wrap(body))); diff != "" {
		t.Error(diff)
	}
}
