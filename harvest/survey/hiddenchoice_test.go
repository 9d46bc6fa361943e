package survey

import (
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Of a choice that scripts lead on from, one value is followed; the others are the options of
// the choice before the form that it led to, those of a step before that, too.
func TestAHiddenChoice(t *testing.T) {
	u := page.MustParseURL("http://a.test/")
	step := func(before []page.Step, of string, values ...string) (out []page.Lead) {
		for _, v := range values {
			out = append(out, page.Lead{Text: strings.ToUpper(v), Of: of, Steps: slices.Concat(before, []page.Step{{Do: page.Choose, At: "#" + of, Text: v, Opens: true}, {Do: page.Click, At: "#next"}})})
		}
		return out
	}
	s := New(u, 1, func() bool { return true }, func(page.URL) bool { return true })
	see := func(at Place, leads []page.Lead, found ...forms.Form) {
		for i := range found {
			found[i].Page, found[i].Opened = at.URL, at.Steps
		}
		s.Observe(surface.Visit{URL: at.URL, Steps: at.Steps, Status: 200, Explored: true, Leads: leads}, found)
	}
	first := step(nil, "land", "x", "y", "z")
	see(Place{URL: u}, first)
	at, _ := s.Unexplored()
	if at.Says != "X" {
		t.Fatalf("first %+v", at)
	}
	second := step(at.Steps, "kind", "p", "q")
	see(at, second)
	at, _ = s.Unexplored()
	if at.Says != "P" {
		t.Fatalf("then %+v", at)
	}
	see(at, nil, forms.Form{ID: "f"})
	best := s.all[0]
	options, asks, sure := s.Choices(&best)
	var got []string
	for _, o := range options {
		got = append(got, o.Label+"="+strings.Join(o.Of, ","))
	}
	if want := []string{"X / P=x,p", "X / Q=x,q", "Y=y", "Z=z"}; !slices.Equal(got, want) || !sure || strings.Join(asks, " ") != "land kind" {
		t.Errorf("%q of %q, sure %t", got, asks, sure)
	}
	if g, seen := s.At(forms.Leads(options[0]), &best); g == nil || !seen {
		t.Error("the form is not where its choice leads")
	}
	if _, seen := s.At(forms.Leads(options[1]), &best); seen {
		t.Error("another choice was not looked at")
	}
	if next, ok := s.Unexplored(); ok && len(next.Steps) > 0 {
		t.Errorf("another value is followed: %+v", next)
	}
	see(Place{URL: u, Steps: first[1].Steps}, step(first[1].Steps, "kind", "r"))
	if more := s.Expand(options[2], options[0]); len(more) != 1 || more[0].Label != "Y / R" || strings.Join(more[0].Of, ",") != "y,r" {
		t.Errorf("beyond: %+v", more)
	}
}
