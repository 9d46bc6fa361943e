package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Where all answers have one order, the first pages of frequent words show what
// is in hand; their further pages are worth reading nevertheless.
func TestCutAnswersOfFrequentWordsAreReadOn(t *testing.T) {
	const runs, least = 4, 0.735
	records, sum := frequentAndRare(), 0.0
	for seed := range uint64(runs) {
		m, err := model.New(records, model.Options{Box: true, TopK: 450, RankSeed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(seed)}, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for p.Requests() < 3*m.Floor()/2 {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		sum += float64(p.Held()) / float64(m.Len())
	}
	if mean := sum / runs; mean < least {
		t.Errorf("%.3f of the records after 1.5 times the floor, want %v", mean, least)
	}
}

// frequentAndRare returns records as a dictionary has them: each with some of a few
// words that very many have, and with words that next to no other has.
func frequentAndRare() []model.Record {
	random := rand.New(rand.NewPCG(7, 7))
	out := make([]model.Record, 3000)
	for i := range out {
		text := ""
		for w := range 12 {
			if random.Float64() < 1/float64(w+2) {
				text += fmt.Sprintf("kind%c ", 'a'+w)
			}
		}
		for range 4 {
			text += fmt.Sprintf("rare%d ", random.IntN(4000))
		}
		out[i] = model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}}
	}
	return out
}
