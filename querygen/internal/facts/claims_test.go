package facts

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
		q := &Question{Claim: claim, Shown: n}
		c.add(q)
	}
	if !c.wrong() {
		t.Error("answers with far more rows than claimed do not show that totals are guesses")
	}
	if n, variance := c.Matches(500); math.Abs(n-555) > 10 || math.Sqrt(variance) > 40 {
		t.Errorf("a claim of 500 is taken for %.0f, off by %.0f, want about 555 and less than 40", n, math.Sqrt(variance))
	}
	if n, _ := c.Matches(3000); math.Abs(n-3550) > 100 {
		t.Errorf("a claim of 3,000 is taken for %.0f, want about 3,550", n)
	}
	// What is known better than the claim outweighs it.
	if n := c.Temper(500, 510, 4); math.Abs(n-510) > 2 {
		t.Errorf("510 matches expected, off by 2, and a claim of 500 make %.0f", n)
	}
}

func TestExactClaimsAreNoGuesses(t *testing.T) {
	var c claims
	for _, n := range []int{37, 151, 389, 1620} {
		c.see(n)
		c.add(&Question{Claim: n, Shown: n})
	}
	if c.wrong() {
		t.Error("totals that were right count as guesses")
	}
}
