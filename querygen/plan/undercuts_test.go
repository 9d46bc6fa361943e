package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// titles are short and unlike: of a word that few have, and one or two that many have.
func titles(n, rare, frequent int, seed uint64) []model.Record {
	r := rand.New(rand.NewPCG(seed, 9))
	of := func(what string, words int) func() string {
		z := rand.NewZipf(r, 1.25, 3, uint64(words-1))
		return func() string { return fmt.Sprint(what, z.Uint64(), "x") }
	}
	head, tail := of("head", rare), of("tail", frequent)
	out := make([]model.Record, n)
	for i := range out {
		text := head()
		for range 1 + r.IntN(2) {
			text += " " + tail()
		}
		out[i] = model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", text)}}
	}
	return out
}

// Where each answer is cut, a record whose rare word nobody brought and whose frequent ones are
// above it is in no answer. Once words are used up, how many these are is told by how many of the
// others the tops show: the interval holds the truth, and is of use.
func TestWhatTopsAloneTellOf(t *testing.T) {
	t.Parallel()
	for _, o := range []model.Options{
		{TopK: 20, PageSize: 20, Totals: "hidden"}, // the limit shows by what the longest answers lack
		{TopK: 20, Totals: "hidden"}, {TopK: 20}, {TopK: 100, Totals: "hidden"}, {TopK: 100},
	} {
		for seed := range uint64(2) {
			const n = 900
			o.Box, o.RankSeed = true, seed
			m, err := model.New(titles(n, 200, 30, seed), o)
			if err != nil {
				t.Fatal(err)
			}
			p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
			for {
				a, ok := p.NextFor(0)
				if !ok {
					break
				}
				p.Observe(m.Ask(a))
			}
			if e := p.Estimate(); e.Low > n || e.High < n || e.High > 1.5*n || e.Size < 0.85*n || e.Size > 1.15*n {
				t.Errorf("%d reachable, totals %s, seed %d: %d of %d held, %.0f (%.0f-%.0f) told: %s", o.TopK, o.Totals, seed, p.Held(), n, e.Size, e.Low, e.High, e.Method)
			}
		}
	}
}
