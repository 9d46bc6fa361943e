package querygen

import (
	"math"
	"testing"
)

// What a claim stands for is learned in units of what the site rounds to.
func TestClaimsLearnRounding(t *testing.T) {
	var c claims
	for _, n := range []int{137, 251, 389, 162, 274, 418, 113, 296} {
		claim := n / 100 * 100 // rounded down to one digit
		c.see(claim)
		q := &question{claim: claim, shown: n}
		c.add(q)
	}
	if !c.wrong() {
		t.Error("answers with far more rows than claimed do not show that totals are guesses")
	}
	if n, variance := c.matches(500); math.Abs(n-555) > 10 || math.Sqrt(variance) > 40 {
		t.Errorf("a claim of 500 is taken for %.0f, off by %.0f, want about 555 and less than 40", n, math.Sqrt(variance))
	}
	if n, _ := c.matches(3000); math.Abs(n-3550) > 100 {
		t.Errorf("a claim of 3,000 is taken for %.0f, want about 3,550", n)
	}
	// What is known better than the claim outweighs it.
	if n := c.temper(500, 510, 4); math.Abs(n-510) > 2 {
		t.Errorf("510 matches expected, off by 2, and a claim of 500 make %.0f", n)
	}
}

func TestExactClaimsAreNoGuesses(t *testing.T) {
	var c claims
	for _, n := range []int{37, 151, 389, 1620} {
		c.see(n)
		c.add(&question{claim: n, shown: n})
	}
	if c.wrong() {
		t.Error("totals that were right count as guesses")
	}
}

// Guessed totals guide while most matches are new, and then cost no more than
// if the site showed none.
func TestGuessesAreForgotten(t *testing.T) {
	t.Parallel()
	cost := func(totals string) (requests int, forgot bool) {
		m := zipfModel(t, 2000, ModelOptions{Totals: totals, TopK: 200, RankSeed: 4})
		p, err := New(Options{Form: m.Form(), Seed: 4, Seeds: []string{m.StartWord(4)}})
		if err != nil {
			t.Fatal(err)
		}
		for p.Held() < m.Len()*95/100 {
			a, ok := p.Next()
			if !ok || p.Requests() > 5000 {
				t.Fatalf("totals %s: %d of %d records after %d requests", totals, p.Held(), m.Len(), p.Requests())
			}
			p.Observe(m.Ask(a))
		}
		return p.Requests(), p.facts.claims.forgotten
	}
	if _, forgot := cost("shown"); forgot {
		t.Error("exact totals are forgotten")
	}
	hidden, _ := cost("hidden")
	if guessed, forgot := cost("estimated"); !forgot || guessed > hidden*11/10 {
		t.Errorf("guessed totals: %d requests, none: %d; forgotten: %v", guessed, hidden, forgot)
	}
}
