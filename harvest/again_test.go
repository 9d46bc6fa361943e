package harvest_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// metals is a site of forty things of each of some metals, whose network may do otherwise.
type metals struct {
	stub
	asked []string
	first func(word string) (*page.Page, error) // the first answer to a word, where it is no own
}

func newMetals() *metals {
	m := &metals{}
	m.stub = func(u *url.URL) (int, string) {
		if u.Path != "/find" {
			return 200, stubForm + "<p>Things of brass, copper, iron and silver."
		}
		var names []string
		for i := range 160 {
			if name := fmt.Sprintf("%s lot%03d", []string{"brass", "copper", "iron", "silver"}[i%4], i); strings.Contains(name, u.Query().Get("q")) && u.Query().Get("q") != "" {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			return 200, stubForm + "<p>No results found.</p>"
		}
		return 200, found(names, len(names), len(names))
	}
	return m
}

func (m *metals) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	u, err := url.Parse(r.URL.String())
	if err != nil {
		return nil, err
	}
	word := u.Query().Get("q")
	m.asked = append(m.asked, word)
	if m.first != nil && u.Path == "/find" {
		if p, err := m.first(word); p != nil || err != nil {
			return p, err
		}
	}
	return m.stub.Fetch(ctx, r)
}

// The first question is led off to another site, once: that is no search of another site,
// and the others are asked.
func TestTheFirstQuestionIsLedToAnotherSite(t *testing.T) {
	m, led := newMetals(), false
	m.first = func(string) (*page.Page, error) {
		if led {
			return nil, nil
		}
		led = true
		return nil, &fetch.RefusedError{URL: page.MustParseURL("http://elsewhere.example/"), Guard: "scope", Rule: "http://elsewhere.example is another site", Led: true}
	}
	sum := run(t, harvest.Options{SeedWords: []string{"brass", "copper"}}, m, newMemory())
	if sum.Records < 80 || sum.Stop.Kind == harvest.NoForm {
		t.Errorf("%d records, %s: %s", sum.Records, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// An answer that has less than it claims is asked for again at once: that hardly comes twice.
func TestAnAnswerThatBreaksOffIsAskedAgainAtOnce(t *testing.T) {
	m, broken := newMetals(), 0
	m.first = func(word string) (*page.Page, error) {
		if word != "copper" || broken > 0 {
			return nil, nil
		}
		broken = len(m.asked)
		var names []string
		for i := range 40 {
			names = append(names, fmt.Sprintf("copper lot%03d", 4*i+1))
		}
		return stub(func(*url.URL) (int, string) { return 200, found(names, 20, 40) }).Fetch(t.Context(), page.Get(page.MustParseURL("http://shop.example/find?q=copper")))
	}
	run(t, harvest.Options{SeedWords: []string{"brass", "copper"}}, m, newMemory())
	if broken == 0 || broken >= len(m.asked) || m.asked[broken] != "copper" {
		t.Errorf("the broken answer was request %d of %q", broken, m.asked)
	}
}
