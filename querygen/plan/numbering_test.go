package plan

import (
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// TestNumberedPages harvests models whose pages can be asked for by their numbers:
// no page is asked for twice, and all that can be had comes for fewer requests than
// where a page can be had only from the one before it.
func TestNumberedPages(t *testing.T) {
	for _, o := range []model.Options{
		{Totals: "hidden", TopK: 200},
		{TopK: 200},
	} {
		harvest := func(o model.Options) (requests, apart int) {
			m := zipfModel(t, 2000, o)
			p, err := New(querygen.Options{Form: m.Form(), Seed: 1, Seeds: []string{m.StartWord(1)}})
			if err != nil {
				t.Fatal(err)
			}
			asked := map[string][]int{}
			for p.Held() < m.Len()*9/10 {
				a, ok := p.Next()
				if !ok || p.Requests() > 3000 {
					t.Fatalf("%+v: %d of %d records after %d requests: %s", o, p.Held(), m.Len(), p.Requests(), p.Why())
				}
				key := a.Query.Key()
				if slices.Contains(asked[key], a.Page) {
					t.Fatalf("%+v: page %d of %s is asked for twice", o, a.Page, key)
				}
				if a.Page > 1 && !slices.Contains(asked[key], a.Page-1) {
					apart++
				}
				asked[key] = append(asked[key], a.Page)
				p.Observe(m.Ask(a))
			}
			return p.Requests(), apart
		}
		numbered, apart := harvest(o)
		o.InOrder = true
		ordered, wrong := harvest(o)
		t.Logf("%+v: %d requests, %d for pages by their numbers; %d in order", o, numbered, apart, ordered)
		if wrong > 0 {
			t.Errorf("%+v: %d pages are asked for that cannot be had", o, wrong)
		}
		if apart == 0 || numbered >= ordered {
			t.Errorf("%+v: %d requests, %d for pages by their numbers; %d in order", o, numbered, apart, ordered)
		}
	}
}

// TestNumberThatFails asks a model in order after a page could not be had by its number.
func TestNumberThatFails(t *testing.T) {
	m := zipfModel(t, 2000, model.Options{Totals: "hidden", TopK: 200})
	p, err := New(querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}})
	if err != nil {
		t.Fatal(err)
	}
	asked, failures := map[string]int{}, 0
	for p.Held() < m.Len()/2 {
		a, ok := p.Next()
		if !ok || p.Requests() > 2000 {
			t.Fatalf("%d of %d records after %d requests: %s", p.Held(), m.Len(), p.Requests(), p.Why())
		}
		key := a.Query.Key()
		if a.Page > asked[key]+1 {
			if failures++; failures > 1 {
				t.Fatalf("page %d of %s is asked for, after such a page could not be had", a.Page, key)
			}
			p.Observe(querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1})
			continue
		}
		asked[key] = a.Page
		o := m.Ask(a)
		o.Numbered = o.Numbered && failures == 0
		p.Observe(o)
	}
	if failures == 0 {
		t.Error("no page was asked for by its number")
	}
}
