package forms_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A calendar that opens in a form brings buttons of its own, before the one that sends it.
func TestAButtonOfACalendarIsNotPressed(t *testing.T) {
	f := parse(t, `<form role=search><label>From <input name=since placeholder=yyyy-mm-dd></label><button>Search</button></form>`)[0]
	r, err := f.Fill(forms.Values{"since": {"1990-12-24"}}, forms.Submission{By: forms.ByButton})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := r.Steps()
	if err != nil {
		t.Fatal(err)
	}
	press := strings.TrimSuffix(strings.TrimPrefix(steps[len(steps)-1].At, "form :is("), ")")
	opened, err := page.ParseDocument([]byte(`<form role=search><label>From <input name=since></label><div><button type=button>Next month</button><button type=reset>Clear</button></div><button>Search</button></form>`), "text/html", page.MustParseURL("http://site.example/"))
	if err != nil {
		t.Fatal(err)
	}
	if found := opened.Find(press).Nodes; len(found) != 1 || found[0].FirstChild.Data != "Search" {
		t.Errorf("%s is %d buttons", press, len(found))
	}
}
