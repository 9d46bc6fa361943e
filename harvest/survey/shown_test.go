package survey

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Of several forms of a page that are sent to the same address, a form is the one that has its
// ID, or else the one in which people see the same.
func TestAFormAmongOthersThatAreSentSo(t *testing.T) {
	read := func(html string) []forms.Form {
		t.Helper()
		doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL("http://lamps.example/find"))
		if err != nil {
			t.Fatal(err)
		}
		return forms.Parse(doc)
	}
	const buttons = `<title>Lamps</title><form action=/find><button>GET</button></form>`
	search := func(more string) string {
		return `<form action=/find role=search><label>Search <input type=search name=q></label>` + more + `<button>Search</button></form>`
	}
	known := read(buttons + search(""))[1]
	for name, html := range map[string]string{"as it was": buttons + search(""), "with what nobody sees": buttons + search("<input type=hidden name=from value=top>")} {
		s := Survey{}
		s.Show(read(html))
		if g := s.Shown(known); g == nil || len(g.Fields) < 2 {
			t.Errorf("%s: it is taken for %+v", name, g)
		}
	}
}
