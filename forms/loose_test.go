package forms

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

// TestLooseForms: what is taken for a search interface where no form element
// says so, and the steps that ask it.
func TestLooseForms(t *testing.T) {
	for _, c := range []struct {
		name, body string
		values     Values
		by         Way
		want       []page.Step // nil: there is no interface
	}{
		{"box", `<p>Birds</p><div><input id=b placeholder="Search birds"></div>`, Values{"b": {"heron"}}, ByEnter,
			[]page.Step{{Do: page.TypeText, At: "#b", Text: "heron"}, {Do: page.Press, At: "#b", Text: "Enter"}}},
		{"filter", `<div><input id=b placeholder="Filter..."></div><ul><li>a<li>b</ul>`, Values{"b": {"heron"}}, ByTyping,
			[]page.Step{{Do: page.TypeText, At: "#b", Text: "heron"}}},
		{"search-type", `<div><input id=b type=search></div>`, Values{"b": {"heron"}}, ByTyping, []page.Step{{Do: page.TypeText, At: "#b", Text: "heron"}}},
		{"button", `<div role=search><input id=b><button id=go>Search</button></div>`, Values{"b": {"heron"}}, ByButton,
			[]page.Step{{Do: page.TypeText, At: "#b", Text: "heron"}, {Do: page.Click, At: "#go"}}},
		{"menu", `<div><label>Kind <select id=k><option value="">Any<option value=h>Heron<option value=g>Goose</select></label><button id=go>Show birds</button></div>`, Values{"k": {"h"}}, ByButton,
			[]page.Step{{Do: page.Choose, At: "#k", Text: "h"}, {Do: page.Click, At: "#go"}}},
		{"wish", `<div><input id=b placeholder="What are you looking for?"></div>`, Values{"b": {"heron"}}, ByEnter,
			[]page.Step{{Do: page.TypeText, At: "#b", Text: "heron"}, {Do: page.Press, At: "#b", Text: "Enter"}}},
		{"mail", `<div><input id=b placeholder="Your e-mail"><button>Subscribe</button></div>`, nil, ByTyping, nil},
		{"name", `<div><input id=b placeholder="Your name"></div>`, nil, ByTyping, nil},
		{"disabled", `<div><input id=b type=search disabled></div>`, nil, ByTyping, nil},
	} {
		doc, err := (&page.Page{Final: page.MustParseURL("http://a.test/"), Body: []byte("<!doctype html><body>" + c.body)}).Document()
		if err != nil {
			t.Fatal(err)
		}
		var found []Form
		for _, f := range Parse(doc) {
			if f.Purpose == purpose.Search && f.Askable() == nil {
				found = append(found, f)
			}
		}
		if c.want == nil {
			if len(found) > 0 {
				t.Errorf("%s: taken for a search: %q", c.name, found[0].Reasons)
			}
			continue
		}
		if len(found) != 1 || found[0].Index != -1 {
			t.Errorf("%s: %d interfaces", c.name, len(found))
			continue
		}
		names := Values{}
		for i := range found[0].Fields { // values are given by id here
			if f := &found[0].Fields[i]; c.values[f.ID] != nil {
				names[f.Name] = c.values[f.ID]
			}
		}
		r, err := found[0].Fill(names, Submission{By: c.by})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := r.Steps()
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil || !r.Render {
			t.Errorf("%s: %v %s", c.name, err, diff)
		}
	}
}
