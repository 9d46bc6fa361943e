package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

func TestTops(t *testing.T) {
	var fresh tops
	if got := fresh.between(0, 1); got != 1 {
		t.Errorf("nothing read: %v, want 1", got)
	}
	var known tops
	for range 50 {
		known.add(0.01, 0, 10)  // first pages bring nothing
		known.add(0.3, 8, 10)   // pages further down
		known.add(0.9, 10, 9.9) // and last ones
	}
	first, middle, last := known.between(0, 1./64), known.between(1./4, 1./2), known.between(3./4, 1)
	if first > 0.1 || middle < 0.7 || middle > 0.9 || last < 0.9 {
		t.Errorf("first pages %.2f, middle ones %.2f, last ones %.2f", first, middle, last)
	}
	whole, parts := known.between(0, 1./2)/2, first/64+known.between(1./64, 1./2)*31/64
	if math.Abs(whole-parts) > 1e-9 {
		t.Errorf("the half brings %v, its parts %v", whole, parts)
	}
	var shallow tops
	for range 50 {
		shallow.add(0.01, 0, 10)
	}
	if first, below := shallow.between(0, 1./64), shallow.between(1./64, 1./32); below < 0.4 || below < 4*first {
		t.Errorf("below first pages that bring %.2f, %.2f: never read on", first, below)
	}
}

// Where all answers have one order, the first pages of frequent words show what
// is in hand; their further pages are worth reading nevertheless.
func TestCutAnswersOfFrequentWordsAreReadOn(t *testing.T) {
	const runs, least = 4, 0.735
	records, sum := frequentAndRare(), 0.0
	for seed := range uint64(runs) {
		m, err := NewModel(records, ModelOptions{Box: true, TopK: 450, RankSeed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(Options{Form: m.Form(), Seeds: []string{m.StartWord(seed)}, Seed: seed})
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
func frequentAndRare() []ModelRecord {
	random := rand.New(rand.NewPCG(7, 7))
	out := make([]ModelRecord, 3000)
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
		out[i] = ModelRecord{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}}
	}
	return out
}
