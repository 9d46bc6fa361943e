package facts

import "testing"

func TestExactClaimsAreNoGuesses(t *testing.T) {
	var c claims
	for _, n := range []int{37, 151, 389, 1620} {
		c.add(&Question{Claim: n, Shown: n})
	}
	if c.wrong() {
		t.Error("totals that were right count as guesses")
	}
}
