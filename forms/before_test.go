package forms_test

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func parsed(t *testing.T, at, html string) []forms.Form {
	t.Helper()
	doc, err := page.ParseDocument([]byte(html), "text/html; charset=utf-8", page.MustParseURL(at))
	if err != nil {
		t.Fatal(err)
	}
	return forms.Parse(doc)
}

// Nothing of a choice before the search is sent, and only its values are taken; of several
// forms that are alike behind it the one is meant whose address is most like.
func TestAChoiceBeforeTheFormIsNotSent(t *testing.T) {
	const markup = `<form role=search action="/STATE/letters"><input type=hidden name=choice value=7><input type=search name=q><button>Search</button></form>
		<form role=search action="/STATE/people"><input type=search name=q><button>Search</button></form>`
	alder := parsed(t, "http://a.test/alder", markup)[1]
	choice := forms.ChoiceBefore([]forms.Option{{Label: "Alder", Leads: "http://a.test/alder"}, {Label: "birch", Leads: "http://a.test/1"}, {Label: "Birch", Leads: "http://a.test/2"}})
	for i, want := range []string{"Alder", "http://a.test/1", "http://a.test/2"} {
		if got := choice.Options[i].Value; got != want {
			t.Errorf("value %d is %q, want %q", i, got, want)
		}
	}
	first := parsed(t, "http://a.test/alder", markup)[0].Behind(choice, "Alder")
	if first.Before().Name == "choice" {
		t.Error("a hidden control has the name of the choice")
	}
	f := alder.Behind(choice, "Alder")
	req, err := f.Fill(forms.Values{"q": {"lamp"}, "choice": {"http://a.test/2"}}, forms.Submission{})
	if err != nil || req.URL.String() != "http://a.test/STATE/people?q=lamp" {
		t.Errorf("sent %s, %v", req.URL, err)
	}
	if _, err := f.Fill(forms.Values{"choice": {"Cedar"}}, forms.Submission{}); err == nil {
		t.Error("a value that is none of the choice is taken")
	}
	there := parsed(t, "http://a.test/2", `<form role=search action="/birch/letters"><input type=search name=q><button>Search</button></form>
		<form role=search action="/birch/people"><input type=search name=q><button>Search</button></form><form action="/birch/find"><input name=author><button>Search</button></form>`)
	if g := f.Likest(there); g == nil || g.Action.PathQuery() != "/birch/people" {
		t.Errorf("behind another choice it is %+v", g)
	}
	if f.Alike(&there[2]) {
		t.Error("a form with other controls is alike")
	}
	if !f.Sends("STATE") || f.Sends("people") {
		t.Error("the way to what answers is sent along, and its own name is not")
	}
}

// A choice before a form is nothing that a request holds: what else it is asked by has no name.
func TestAChoiceBeforeIsNoNamedControl(t *testing.T) {
	f := parseShown(t, `<form><label>Town <select><option value="">Choose<option>Bath<option>York</select></label><button>Search</button></form>`)[0]
	if f.ByScript() == "" {
		t.Fatal("a request sends it")
	}
	choice := forms.ChoiceBefore([]forms.Option{{Label: "Kent", Leads: "http://a.test/ []"}, {Label: "Devon", Leads: "http://a.test/ []"}})
	if g := f.Behind(choice, "Kent"); g.ByScript() == "" {
		t.Error("a request sends it behind a choice")
	}
}
