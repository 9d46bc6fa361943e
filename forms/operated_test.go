package forms_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func parseShown(t *testing.T, markup string) []forms.Form {
	t.Helper()
	p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte("<!DOCTYPE html><html lang=en><body>" + markup)}
	doc, err := p.Document()
	if err != nil {
		t.Fatal(err)
	}
	return forms.Parse(doc)
}

// What a person operates outside any form is a search, whatever it is made of; what
// takes another look to be one, or sets text in bold, is none.
func TestWhatIsOperatedOutsideForms(t *testing.T) {
	letters := func(of string) string {
		var b strings.Builder
		for _, l := range of {
			b.WriteString("<button type=button>" + string(l) + "</button>")
		}
		return b.String()
	}
	for _, c := range []struct {
		name, html string
		want       string // controls of the form, "" for no form
	}{
		{"a button that is a span", `<div><input placeholder="Search"><span role=button tabindex=0>Search</span></div>`, "text button"},
		{"letters", `<p>Browse</p><div>` + letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + `</div>`, "select"},
		{"letters in a list", `<ul><li>` + strings.ReplaceAll(letters("АБВГДЕЖЗИК"), "<button", "<li><button") + `</ul>`, "select"},
		{"a bar to set text", `<div>` + letters("BIUS") + `</div>`, ""},
		{"letters that are links", `<div><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a><a href="/d">D</a><a href="/e">E</a><a href="/f">F</a><a href="/g">G</a><a href="/h">H</a><a href="/i">I</a><a href="/j">J</a></div>`, ""},
		{"a calendar without a box", `<div><span>Sold</span> <button type=button aria-haspopup=dialog>Choose dates</button> <button type=button>Search</button></div>`, "date date button"},
		{"a dialog of another kind", `<div><span>Sold</span> <button type=button aria-haspopup=dialog>Choose filters</button> <button type=button>Search</button></div>`, ""},
		{"chips of anything", `<div><b role=button aria-pressed=false>Bath</b><b role=button aria-pressed=false>Bristol</b><b role=button aria-pressed=false>Derby</b><b role=button aria-pressed=false>Leeds</b><b role=button aria-pressed=false>York</b></div>`, ""},
		{"chips", `<h3>Town</h3><div><b role=button aria-pressed=false>Bath</b><b role=button aria-pressed=false>Bristol</b><b role=button aria-pressed=false>Derby</b><b role=button aria-pressed=false>Leeds</b><b role=button aria-pressed=false>York</b></div>`, "select"},
		{"buttons of a view", `<div><button aria-pressed=false>List</button><button aria-pressed=false>Tiles</button><button aria-pressed=false>Map</button></div>`, ""},
		{"a box beside a button that searches", `<div><label>Town</label><div><input></div><button type=button>Search</button></div>`, "text button"},
		{"a box beside another button", `<div><label>Town</label><div><input></div><button type=button>Save</button></div>`, ""},
		{"a slider with two ends", `<div><fieldset><legend>Year</legend><input type=range min=1700 max=1990 aria-label="Year from"><input type=range min=1700 max=1990 aria-label="Year to"></fieldset><button type=button>Show</button></div>`, "range range button"},
		{"a slider that a mouse drags", `<div>Year <div><span data-dragged=min aria-valuemin=1700 aria-valuemax=1990 aria-valuenow=1800></span><span data-dragged=max aria-valuemin=1700 aria-valuemax=1990 aria-valuenow=1810></span></div><button type=button>Show</button></div>`, "range range button"},
		{"a slider that is no input", `<div><div role=slider aria-label="Year from" aria-valuemin=1700 aria-valuemax=1990 aria-valuenow=1800></div><div role=slider aria-label="Year to" aria-valuemin=1700 aria-valuemax=1990 aria-valuenow=1810></div><button type=button>Show</button></div>`, "range range button"},
		{"a line that can be edited", `<div><div contenteditable role=textbox aria-label="Search the collection"></div><button type=button>Search</button></div>`, "text button"},
		{"a text that can be edited", `<div><div contenteditable role=textbox aria-multiline=true aria-label="Search the collection"></div><button type=button>Search</button></div>`, ""},
		{"dates without anything that sends them", `<div><label>Departure <input type=date></label></div>`, ""},
		{"a box that cannot be seen", `<div hidden><input type=search placeholder="Search"><button type=button>Search</button></div>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			for _, f := range parseShown(t, c.html) {
				if f.Askable() != nil || f.Purpose != forms.Search {
					continue
				}
				for _, g := range f.Fields {
					got = strings.TrimSpace(got + " " + string(g.Control))
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A box for dates that takes no typing is filled in by a calendar; any other that takes
// none stays as it is.
func TestCalendarsFillInReadOnlyBoxes(t *testing.T) {
	f := parseShown(t, `<form action="/find"><h2>Search</h2><label>From <input name=from readonly placeholder="YYYY-MM-DD"></label><label>Branch <input name=branch readonly value=Main></label><button>Search</button></form>`)[0]
	if r, err := f.Fill(forms.Values{"from": {"2020-01-02"}}, forms.Submission{Named: true}); err != nil || r.URL.String() != "https://a.example/find?from=2020-01-02&branch=Main" {
		t.Errorf("%s, %v", r.URL, err)
	}
	if _, err := f.Fill(forms.Values{"branch": {"East"}}, forms.Submission{Named: true}); err == nil {
		t.Error("what takes no typing is filled in")
	}
	if got := parseShown(t, `<div><label>Sold from <input readonly placeholder="DD.MM.YYYY"></label><label>to <input readonly placeholder="DD.MM.YYYY"></label><button type=button>Show</button></div>`); len(got) != 1 || got[0].Askable() != nil {
		t.Errorf("no form of boxes with calendars: %v", got)
	}
}

// A box whose suggestions are known is asked by picking one, as the page calls it.
func TestSuggestionsArePicked(t *testing.T) {
	const markup = `<div><label>Town <input role=combobox aria-autocomplete=list aria-controls=l></label><ul id=l role=listbox hidden></ul><button type=button>Search</button></div>`
	all := parseShown(t, markup)
	if len(all) != 1 || !all[0].Fields[0].Suggests || all[0].Askable() != nil {
		t.Fatalf("forms %+v", all)
	}
	f := all[0]
	name := f.Fields[0].Name
	for _, c := range []struct {
		options []forms.Option
		do      string
		text    string
	}{
		{nil, page.TypeText, "t101"},
		{[]forms.Option{{Value: "t101", Label: "Ardove"}, {Value: "t108", Label: "Corneas"}}, page.Choose, "Ardove"},
	} {
		f.Fields[0].Options = c.options
		r, err := f.Fill(forms.Values{name: {"t101"}}, forms.Submission{By: forms.ByButton})
		if err != nil {
			t.Fatal(err)
		}
		if steps, _ := r.Steps(); len(steps) != 2 || steps[0].Do != c.do || steps[0].Text != c.text || steps[1].Do != page.Click {
			t.Errorf("steps %+v", steps)
		}
	}
	if g := parseShown(t, `<div><label>Town <input></label><button type=button>Save</button></div>`); len(g) > 0 {
		t.Errorf("a box that says nothing is a search: %+v", g)
	}
}

// A form none of whose controls can be seen waits until it is opened.
func TestUnseenFormsAreNotOperated(t *testing.T) {
	const form = `<form role=search><input placeholder="Search"><button>Search</button></form>`
	if f := parseShown(t, `<div hidden>`+form+`</div>`)[0]; f.Askable() == nil || !f.Unseen {
		t.Errorf("it is asked: unseen %v", f.Unseen)
	}
	if f := parseShown(t, form)[0]; f.Askable() != nil || f.Unseen {
		t.Errorf("it is not asked: %v", f.Askable())
	}
	if shut, open := parseShown(t, `<div hidden>`+form+`</div>`)[0], parseShown(t, form)[0]; shut.ID != open.ID {
		t.Error("opened it is another form")
	}
}

// A button that is shut as served opens once the form is filled in: it is pressed then.
func TestAShutButtonIsPressed(t *testing.T) {
	for name, html := range map[string]string{
		"in a form":     `<form><input placeholder="Search"><button id=go disabled>Search</button></form>`,
		"menus":         `<form><label>County <select><option value="">Choose<option value=a>A<option value=b>B</select></label><button id=go disabled>Search</button></form>`,
		"in no form":    `<div><input placeholder="Search"><button id=go type=button disabled>Search</button></div>`,
		"by its script": `<div><input placeholder="Search"><span id=go role=button aria-disabled=true>Search</span></div>`,
	} {
		fs := parseShown(t, html)
		if len(fs) != 1 {
			t.Errorf("%s: %d forms", name, len(fs))
			continue
		}
		req, err := fs[0].Fill(forms.Values{}, forms.Submission{By: forms.ByButton})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		steps, err := req.Steps()
		if err != nil || len(steps) == 0 || steps[len(steps)-1].Do != page.Click {
			t.Errorf("%s: %v %v", name, steps, err)
		}
	}
}

// Handles that say how far the other one lets them go are the two ends of one slider, and go
// as far as both do, whatever they are called.
func TestHandlesOfOneSliderGoAsFarAsBothDo(t *testing.T) {
	f := parseShown(t, `<div>Price <div><b><i role=slider aria-valuemin=500 aria-valuemax=4750 aria-valuenow=1200></i></b><b><i role=slider aria-valuemin=1200 aria-valuemax=9000 aria-valuenow=4750></i></b></div><button type=button>Show</button></div>`)[0]
	for i, role := range []forms.Role{forms.RangeMin, forms.RangeMax} {
		if c := f.Fields[i]; c.Min != "500" || c.Max != "9000" || c.Role != role {
			t.Errorf("%s to %s, a %s, want 500 to 9000, a %s", c.Min, c.Max, c.Role, role)
		}
	}
}
