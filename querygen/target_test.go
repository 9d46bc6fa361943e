package querygen

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
)

// stoppedAt harvests a made-up site for a target coverage as package harvest does, and
// returns the coverage at which it ends; ok tells whether it ended for the target.
func stoppedAt(t *testing.T, m *Model, target float64, seed uint64) (coverage float64, ok bool) {
	t.Helper()
	p := mustPlan(t, Options{Form: m.Form(), Seed: seed, Seeds: []string{m.StartWord(seed)}})
	for range 12 * m.Floor() {
		e := p.Estimate()
		if e.Covers(target) {
			return float64(p.Held()) / float64(m.Len()), true
		}
		ask, found := Ask{}, false
		if p.Answers()%3 == 0 && !e.Exact && !e.Narrow(target) && p.Held() >= 50 {
			ask, found = p.Sample()
		}
		if !found {
			if ask, found = p.Next(); !found {
				break
			}
		}
		p.Observe(m.Ask(ask))
	}
	return float64(p.Held()) / float64(m.Len()), false
}

// A target coverage ends a harvest near it, on sites that tell their total and on those
// that do not. TARGET_RUNS=N asks for more of each kind.
func TestTargetCoverageIsMet(t *testing.T) {
	t.Parallel()
	runs, n, targets := 1, 1200, []float64{0.5, 0.9}
	if asked, err := strconv.Atoi(os.Getenv("TARGET_RUNS")); err == nil {
		runs, n, targets = asked, 1500, []float64{0.5, 0.8, 0.9, 0.95}
	}
	off, all := 0.0, 0.0
	for _, k := range []statusKind{
		{name: "listing with a total", o: ModelOptions{Box: true, Lists: true}, text: true},
		{name: "box", o: ModelOptions{Box: true, TopK: 100}, text: true},
		{name: "box, no totals", o: ModelOptions{Box: true, Totals: "hidden", TopK: 100}, text: true},
		{name: "menus and bounds, totals", o: ModelOptions{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true}},
		{name: "menus and bounds, no totals", o: ModelOptions{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true, Totals: "hidden"}},
	} {
		for _, target := range targets {
			sum, sumOff := 0.0, 0.0
			for seed := range uint64(runs) {
				records := wares(n, seed)
				if k.text {
					records = zipfRecords(n, seed+1)
				}
				k.o.RankSeed = seed
				m, err := NewModel(records, k.o)
				if err != nil {
					t.Fatal(err)
				}
				got, _ := stoppedAt(t, m, target, seed)
				sum, sumOff = sum+got, sumOff+math.Abs(got-target)
				if k.o.Totals == "" && k.o.Lists && math.Abs(got-target) > 0.03 {
					t.Errorf("%s: a total is shown, and a target of %.2f ends at %.3f", k.name, target, got)
				}
			}
			t.Logf("%-30s target %.2f: ended at %.3f, off by %.3f", k.name, target, sum/float64(runs), sumOff/float64(runs))
			off, all = off+sumOff, all+float64(runs)
		}
	}
	if off/all > 0.09 {
		t.Errorf("targets are missed by %s on average", fmt.Sprintf("%.3f", off/all))
	}
}
