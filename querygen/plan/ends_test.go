package plan

import (
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// TestEndsTell harvests a model that shows no totals and cuts nothing: what is taken for
// an answer's number of matches is it, but for what may be off, few pages are spent on
// it, and it pays.
func TestEndsTell(t *testing.T) {
	harvest := func(inOrder bool, seed uint64) (requests int) {
		o := model.Options{Totals: "hidden", InOrder: inOrder}
		m := zipfModel(t, 3000, o)
		p, err := New(querygen.Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		searched, guessed := map[*facts.Question]int{}, 0
		words := p.strategy.Strategy.(*auto).words.weighted
		for p.Held() < m.Len()*98/100 {
			a, ok := p.Next()
			if !ok || p.Requests() > 3000 {
				t.Fatalf("%d of %d records after %d requests: %s", p.Held(), m.Len(), p.Requests(), p.Why())
			}
			if q := words.Search.Question; q != nil && q.Query.Key() == a.Query.Key() {
				searched[q]++
			}
			p.Observe(m.Ask(a))
			q := p.facts.ByKey[a.Query.Key()]
			if q.Kind != facts.Keyword || q.Status != querygen.Answered {
				continue
			}
			found, _ := m.Matches(a.Query)
			all := float64(len(found))
			least, most := p.facts.Between(q)
			if q.Beyond > 0 && !inOrder && (all < float64(q.Top()-1)*10 || all > most) {
				t.Fatalf("%s has %.0f matches, not %.0f to %.0f", q.Query.Bind, all, least, most)
			}
			if got, ok := p.facts.Roughly(q); ok && p.facts.Matches(q) < 0 {
				guessed++
				if unseen := max(got, all) - p.facts.InHand(q); math.Abs(got-all) > 2*facts.EndSlack*unseen+1 {
					t.Fatalf("%s has %.0f matches, %.0f of them in hand, not %.0f", q.Query.Bind, all, p.facts.InHand(q), got)
				}
			}
		}
		pages := 0
		for q, n := range searched {
			pages += n
			if n >= facts.EndReads {
				t.Errorf("%d pages are asked for to find the end of %s", n, q.Query.Bind)
			}
		}
		t.Logf("in order %v: %d requests, ends of %d words searched with %d pages, %d guesses", inOrder, p.Requests(), len(searched), pages, guessed)
		if (pages == 0 || guessed == 0) != inOrder {
			t.Errorf("in order %v: ends of %d words are searched, %d guesses", inOrder, len(searched), guessed)
		}
		return p.Requests()
	}
	numbered, ordered := 0, 0
	for seed := range uint64(3) {
		numbered += harvest(false, seed+1)
		ordered += harvest(true, seed+1)
	}
	if float64(numbered) > 0.95*float64(ordered) {
		t.Errorf("%d requests, %d where pages come in order only", numbered, ordered)
	}
}
