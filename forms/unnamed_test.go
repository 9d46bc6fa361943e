package forms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A control that has no name is bound, found and filled in as a person does it; no
// request holds it.
func TestUnnamedControlsAreOperated(t *testing.T) {
	for _, c := range []struct {
		name, html string
		only       bool // a script alone sends it
	}{
		{"a box", `<form role="search"><input placeholder="Search the collection"><button>Search</button></form>`, true},
		{"a box beside a named menu", `<form role="search"><input placeholder="Search"><select name="kind"><option value="">Any</option><option>Maps</option><option>Books</option></select><button>Search</button></form>`, true},
		{"a menu beside a named box", `<form role="search"><input name="q" placeholder="Search"><select aria-label="Kind"><option value="">Any</option><option>Maps</option><option>Books</option></select><button>Search</button></form>`, false},
		{"an action that is a script", `<form action=" JavaScript:find()" role="search"><input name="q" placeholder="Search"><button>Search</button></form>`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte("<!DOCTYPE html><html lang=en><body>" + c.html)}
			doc, err := p.Document()
			if err != nil {
				t.Fatal(err)
			}
			f := forms.Parse(doc)[0]
			if only := f.ByScript() != ""; only != c.only || f.Submit == only {
				t.Errorf("by script alone: %q, may be submitted: %v", f.ByScript(), f.Submit)
			}
			if err := f.Askable(); err != nil {
				t.Error(err)
			}
			i := slices.IndexFunc(f.Fields, func(g forms.Field) bool { return g.Role == forms.QueryRole })
			if i < 0 {
				t.Fatal("it has no box")
			}
			req, err := f.Fill(forms.Values{f.Fields[i].Name: {"lamp"}}, forms.Submission{By: forms.ByEnter})
			if err != nil {
				t.Fatal(err)
			}
			if steps, _ := req.Steps(); len(steps) != 2 || steps[0].Text != "lamp" || steps[0].At == "" {
				t.Errorf("steps %+v", steps)
			}
			for _, g := range f.Fields {
				if !g.Unnamed {
					continue
				}
				value := "lamp"
				if len(g.Options) > 0 {
					value = "Maps"
				}
				_, err := f.Fill(forms.Values{g.Name: {value}}, forms.Submission{Named: true})
				_, isValue := errors.AsType[*forms.ValueError](err)
				if _, isGuard := errors.AsType[*forms.GuardError](err); !isValue && !isGuard {
					t.Errorf("%q is sent by a request: %v", g.Name, err)
				}
			}
			if !c.only {
				req, err := f.Fill(forms.Values{"q": {"lamp"}}, forms.Submission{})
				if err != nil || req.URL.String() != "https://a.example/?q=lamp" {
					t.Errorf("%s, %v", req.URL, err)
				}
			}
		})
	}
}

// What the script of an action says is judged as a handler is.
func TestScriptsOfActionsAreJudged(t *testing.T) {
	p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte(`<!DOCTYPE html><form action="javascript:deleteAll()" role="search"><input name="q" placeholder="Search"><button>Search</button></form>`)}
	doc, err := p.Document()
	if err != nil {
		t.Fatal(err)
	}
	if err := forms.Parse(doc)[0].Askable(); err == nil || !strings.Contains(err.Error(), "delete") {
		t.Errorf("it may be sent: %v", err)
	}
	guard := forms.ShownGuard{}
	if why := guard.RefusePress(page.Element{Enter: true, Form: &page.ShownForm{Action: "javascript:deleteAll()", Method: "GET"}}, true); why == "" {
		t.Error("Enter may be pressed in it")
	}
}

// A large page with many controls that have no name is read in the time that reading takes.
func TestManyUnnamedControlsAreReadFast(t *testing.T) {
	body := "<!DOCTYPE html><html lang=en><body><form role=search>" + strings.Repeat(`<div><div><label>Part <input placeholder="Search"></label></div></div>`, 400) + `<button>Search</button></form>` +
		strings.Repeat(`<div title=x><p class=y>some text of the page</p></div>`, 30_000)
	p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte(body)}
	doc, err := p.Document()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	f := forms.Parse(doc)[0]
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if !f.Fields[0].Unnamed || f.Fields[100].Unnamed || f.Fields[100].Name != "" {
		t.Errorf("the first: %+v; one of many: %+v", f.Fields[0], f.Fields[100])
	}
}
