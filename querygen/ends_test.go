package querygen

import (
	"math"
	"testing"
)

// TestEndsTell harvests a model that shows no totals and cuts nothing: what is taken for
// an answer's number of matches is it, but for what may be off, few pages are spent on
// it, and it pays.
func TestEndsTell(t *testing.T) {
	harvest := func(inOrder bool, seed uint64) (requests int) {
		o := ModelOptions{Totals: "hidden", InOrder: inOrder}
		m := zipfModel(t, 3000, o)
		p, err := New(Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
		if err != nil {
			t.Fatal(err)
		}
		searched, guessed := map[*question]int{}, 0
		words := p.strategy.(*auto).words.weighted
		for p.Held() < m.Len()*98/100 {
			a, ok := p.Next()
			if !ok || p.Requests() > 3000 {
				t.Fatalf("%d of %d records after %d requests: %s", p.Held(), m.Len(), p.Requests(), p.Why())
			}
			if q := words.search.q; q != nil && q.query.Key() == a.Query.Key() {
				searched[q]++
			}
			p.Observe(m.Ask(a))
			q := p.facts.byKey[a.Query.Key()]
			if q.kind != keyword || q.status != Answered {
				continue
			}
			found, _ := m.matches(a.Query)
			all := float64(len(found))
			least, most := p.facts.between(q)
			if q.beyond > 0 && !inOrder && (all < float64(q.top()-1)*10 || all > most) {
				t.Fatalf("%s has %.0f matches, not %.0f to %.0f", q.query.Bind, all, least, most)
			}
			if got, ok := p.facts.roughly(q); ok && p.facts.matches(q) < 0 {
				guessed++
				if unseen := max(got, all) - p.facts.inHand(q); math.Abs(got-all) > 2*endSlack*unseen+1 {
					t.Fatalf("%s has %.0f matches, %.0f of them in hand, not %.0f", q.query.Bind, all, p.facts.inHand(q), got)
				}
			}
		}
		pages := 0
		for q, n := range searched {
			pages += n
			if n >= endReads {
				t.Errorf("%d pages are asked for to find the end of %s", n, q.query.Bind)
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
