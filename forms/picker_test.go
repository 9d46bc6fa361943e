package forms_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Menus, stars and swatches that a script draws around a hidden input are choices: they have a label
// and options, are sent as the hidden input, and are picked by a browser where they stand.
func TestPickers(t *testing.T) {
	for name, c := range map[string]struct {
		body    string
		says    string // label: labels of the options, * behind the one that stands, - behind the one that binds nothing
		value   string
		request string
		step    page.Step
	}{
		"menu": {`<label>Colour</label><div id=m class="ui selection dropdown"><input type=hidden name=c><i></i><div class=menu><div class=item data-value=r>Red</div><div class=item data-value=g>Green</div></div></div>`,
			"Colour: *-, Red, Green", "g", "/find?q=&c=g", page.Step{Do: page.Choose, At: "#m", Text: "g"}},
		"stars": {`<div id=m><label>Rating</label><span class=stars><button type=button data-value=1 aria-label="1 star"></button><button type=button data-value=2 aria-label="2 stars"></button></span><input type=hidden name=c value=0></div>`,
			"Rating: *-, 1 star, 2 stars", "2", "/find?q=&c=2", page.Step{Do: page.Choose, At: "#m", Text: "2"}},
		"swatches": {`<div id=m role=radiogroup aria-label=Size><p><input type=hidden name=c value=a></p><i role=radio data-value=a title="Any size"></i><i role=radio data-value=s title=Small></i><i role=radio data-value=l title=Large aria-disabled=true></i></div>`,
			"Size: Any size*-, Small, Large", "s", "/find?q=&c=s", page.Step{Do: page.Choose, At: "#m", Text: "s"}},
		"values of another input": {`<div><input type=hidden name=c value=1><b data-value=r>Red</b><b data-value=g>Green</b><input name=d></div>`, "", "", "", page.Step{}},
		"token":                   {`<div><input type=hidden name=csrf_token value=1f2e3d4c5b6a><b data-value=r>Red</b><b data-value=g>Green</b></div>`, "", "", "", page.Step{}},
		"one":                     {`<div><input type=hidden name=c value=1><b data-value=r>Red</b></div>`, "", "", "", page.Step{}},
		"of the whole form":       {`<input type=hidden name=c value=1><b data-value=r>Red</b><b data-value=g>Green</b>`, "", "", "", page.Step{}},
	} {
		f := parse(t, `<form role=search action=/find><input type=search name=q id=q>`+c.body+`<button id=go>Search</button></form>`)[0]
		says := ""
		for _, field := range f.Fields {
			if field.Control == "picker" {
				var options []string
				for _, o := range field.Options {
					options = append(options, o.Label+strings.Repeat("*", bit(o.Selected))+strings.Repeat("-", bit(o.Any)))
				}
				says = field.Label + ": " + strings.Join(options, ", ")
			}
		}
		if says != c.says {
			t.Errorf("%s: %q, want %q", name, says, c.says)
		}
		if c.says == "" {
			continue
		}
		r, err := f.Fill(forms.Values{"c": {c.value}}, forms.Submission{})
		if err != nil || r.URL.PathQuery() != c.request {
			t.Errorf("%s: asks %s, %v", name, r.URL.PathQuery(), err)
		}
		if _, err := f.Fill(forms.Values{"c": {"other"}}, forms.Submission{}); err == nil {
			t.Errorf("%s: takes a value that it does not offer", name)
		}
		r, err = f.Fill(forms.Values{"c": {c.value}}, forms.Submission{By: forms.ByButton})
		want := page.Get(f.Page).Rendered(c.step, page.Step{Do: page.Click, At: "#go"})
		if diff := cmp.Diff(want.Script, r.Script); err != nil || diff != "" {
			t.Errorf("%s: steps %s, %v", name, diff, err)
		}
	}
	f := parse(t, `<form role=search action=/find><input name=q><p><input type=hidden name=c><b data-value=r>Red</b><b data-value=g>Green</b></p></form>`)[0]
	if r, err := f.Fill(forms.Values{"q": {"heron"}}, forms.Submission{}); err != nil || r.URL.PathQuery() != "/find?q=heron&c=" {
		t.Errorf("nothing picked: asks %s, %v", r.URL.PathQuery(), err)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
