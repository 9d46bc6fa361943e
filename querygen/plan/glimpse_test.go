package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// A handful of questions tells, within a factor of two for most sources, how
// many records there are, where answers show their totals; a word is asked for
// once, and of no answer more than a page is read.
func TestGlimpseTellsTheSize(t *testing.T) {
	t.Parallel()
	const runs = 10
	for _, size := range []int{60, 400, 2000} {
		good := 0
		for seed := range uint64(runs) {
			m := site(t, zipfDocuments(size, seed), model.Options{PageSize: 10, RankSeed: seed})
			p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "glimpse", Terms: []string{"w3"}, Seeds: []string{"w1"}, Seed: seed})
			asked := map[string]bool{}
			for _, a := range drain(t, m, p, 16) {
				if a.Page > 1 {
					t.Errorf("size %d: page %d of %q was asked for", size, a.Page, bound(a))
				}
				if asked[bound(a)] {
					t.Errorf("size %d: %q was asked twice", size, bound(a))
				}
				asked[bound(a)] = true
			}
			if !asked["w3"] {
				t.Errorf("size %d: the term given was not asked", size)
			}
			e := p.Estimate()
			if e.Size > float64(size)/2 && e.Size < 2*float64(size) {
				good++
			}
			if e.Size < float64(e.Held) || e.Low > e.Size || e.High < e.Size {
				t.Errorf("size %d: estimate %+v", size, e)
			}
		}
		if 10*good < 9*runs {
			t.Errorf("of %d records: %d of %d estimates are within a factor of two", size, good, runs)
		}
	}
}

// A glimpse is a fold like any other: replayed, it asks the same.
func TestGlimpseReplays(t *testing.T) {
	m := site(t, zipfDocuments(300, 2), model.Options{PageSize: 10, RankSeed: 1})
	o := querygen.Options{Form: m.Form(), Strategy: "glimpse", Seeds: []string{"w1"}, Seed: 3}
	p := mustPlan(t, o)
	var ledger []querygen.Outcome
	for range 12 {
		a, ok := p.Next()
		if !ok {
			break
		}
		again := mustPlan(t, o)
		for _, past := range ledger {
			again.Observe(past)
		}
		if b, ok := again.Next(); !ok || bound(b) != bound(a) || b.Page != a.Page || again.Estimate() != p.Estimate() {
			t.Fatalf("after %d outcomes %q, page %d is asked, replayed %q, page %d", len(ledger), bound(a), a.Page, bound(b), b.Page)
		}
		ledger = append(ledger, m.Ask(a))
		p.Observe(ledger[len(ledger)-1])
	}
	if len(ledger) < 10 {
		t.Errorf("only %d questions were asked", len(ledger))
	}
}

// A word that all records have tells their number, whatever the terms brought before.
func TestGlimpseLooksBesideTheTopic(t *testing.T) {
	var texts []document
	for i := range 300 {
		text := fmt.Sprintf("list of own%d red%d blue%d", i, i%40, i%60)
		if i%4 == 0 {
			text += " harbour"
		}
		texts = append(texts, document{text: text})
	}
	m := site(t, texts, model.Options{PageSize: 10, RankSeed: 1})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: "glimpse", Terms: []string{"harbour"}, Lang: "en"})
	drain(t, m, p, 12)
	if e := p.Estimate(); e.Size < 270 || e.Size > 330 || e.Low > 300 || e.High < 300 {
		t.Errorf("of 300 records: estimate %+v", e)
	}
}
