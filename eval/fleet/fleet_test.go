package main

import (
	"math"
	"testing"
	"time"
)

// What is simulated is what the model says, where either bound holds, and nothing is lost.
func TestTheModelHolds(t *testing.T) {
	base := fleet{sites: 2000, workers: 10, slots: 20, coordinators: 1, requests: 80, spread: 0, delay: time.Second, answer: 200 * time.Millisecond, commit: time.Millisecond, lease: 30 * time.Second, seed: 1}
	slow, two := base, base
	slow.commit = 20 * time.Millisecond
	two.commit, two.coordinators = 20*time.Millisecond, 2
	for name, f := range map[string]fleet{"polite": base, "commits": slow, "two coordinators": two} {
		c := f.run()
		rate, bound := f.pace()
		if got := float64(c.requests) / c.took.Seconds(); math.Abs(got/rate-1) > 0.05 || c.requests != 2000*80 {
			t.Errorf("%s: %.1f requests/s, the model says %.1f by %s; %d requests", name, got, rate, bound, c.requests)
		}
	}
	mortal := base
	mortal.life = 5 * time.Minute
	c := mortal.run()
	if c.deaths == 0 || c.wasted == 0 || c.wasted > c.deaths*mortal.slots || c.requests < 2000*80 || c.requests > 2000*80+c.wasted {
		t.Errorf("%d deaths wasted %d of %d requests", c.deaths, c.wasted, c.requests)
	}
}
