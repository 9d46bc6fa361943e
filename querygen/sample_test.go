package querygen

import (
	"math"
	"strings"
	"testing"
)

// The samples' interval must hold the truth and be useful, where Chao1 is fed by
// questions that are chosen to bring what is new.
func TestSamplesTellHowMuchIsLeft(t *testing.T) {
	const n = 3000
	inside := 0
	for seed := range uint64(5) {
		m := (&model{docs: zipfDocuments(n, seed+1), form: boxForm(), pageSize: 10, totals: true}).ready(seed)
		p := mustPlan(t, Options{Form: m.form, Seed: seed, Seeds: []string{"w1", "w2", "w3"}})
		for float64(p.Held()) < 0.9*n {
			a, ok := p.Next()
			if !ok {
				t.Fatalf("seed %d: nothing to ask at %d records: %s", seed, p.Held(), p.Why())
			}
			p.Observe(m.answer(a))
		}
		e := p.Estimate()
		if !strings.Contains(e.Method, "random rare words") {
			t.Errorf("seed %d: the estimate is by %s", seed, e.Method)
		}
		if e.Low <= n && n <= e.High {
			inside++
		}
		if math.Abs(e.Size/n-1) > 0.3 || e.High > 2*n {
			t.Errorf("seed %d: %.0f (%.0f-%.0f) of %d", seed, e.Size, e.Low, e.High, n)
		}
	}
	if inside < 4 {
		t.Errorf("%d of 5 intervals hold the truth", inside)
	}
}
