package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// moving returns n records of many words, in answers whose rows change places.
func moving(t *testing.T, n, limit int) *model.Model {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var records []model.Record
	for i := range n {
		text := "word"
		for range 5 {
			text += fmt.Sprintf(" w%d", int(40*r.ExpFloat64()))
		}
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", text)}})
	}
	m, err := model.New(records, model.Options{Box: true, Unstable: true, TopK: limit})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMovingRowsAreReadWithoutRepeats(t *testing.T) {
	m := moving(t, 1500, 0)
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"word"}})
	curve, _ := m.Run(p, 80, func() bool { return false })
	if held := curve.Held(80); held < 600 { // one page after the other brings 550
		t.Errorf("%d records are held after 80 requests", held)
	}
	if !p.facts.Regime().Moves {
		t.Error("it is not noticed that rows move")
	}
}

func TestLimitIsNoticedAtOnceWhereRowsMove(t *testing.T) {
	m := moving(t, 1500, 100)
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"word"}})
	m.Run(p, 40, func() bool { return false })
	if k := p.facts.Regime().Limit; k != 100 {
		t.Errorf("the limit is taken for %d after 40 requests, want 100", k)
	}
}

// TestNothingExcludedWhereRowsMove: what a cell's answer misses, since rows changed
// places between its pages, no other answer would show where its words are excluded.
func TestNothingExcludedWhereRowsMove(t *testing.T) {
	t.Parallel()
	const n, most = 2000, 900
	m := zipfModel(t, n, model.Options{Unstable: true, Operators: "not"})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{m.StartWord(1)}, Seed: 1})
	for p.Requests() < most && p.Held() < n*95/100 {
		a, ok := p.Next()
		if !ok {
			t.Fatal(p.Why())
		}
		p.Observe(m.Ask(a))
	}
	if p.Held() < n*95/100 {
		t.Errorf("%d of %d records after %d requests", p.Held(), n, p.Requests())
	}
}
