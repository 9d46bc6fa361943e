// Package refresh decides what to look at again: how often a record changes,
// what another look at it is worth, and which looks show most for a number of
// requests.
//
// It knows checks (when a record was looked at, and whether it had changed),
// rates (changes a day, of a Poisson process) and ways of looking (a page of an
// answer shows many records, a record's own page one). It stores nothing, asks
// nothing and is deterministic. Package harvest carries its decisions out.
//
// A copy is fresh while it says what the site says. For a rate l and visits
// every t days the share of time in which it is fresh is (1 - exp(-l t)) / (l t)
// (Cho and Garcia-Molina, Synchronizing a database to improve freshness, 2000).
package refresh

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Policy says how revisits are shared out among records.
type Policy string

// The policies.
const (
	// Optimum makes the share of fresh copies as large as it can be (Cho and
	// Garcia-Molina 2000): it gives up on what changes faster than it can be visited.
	Optimum Policy = "optimum"
	// Uniform visits everything equally often.
	Uniform Policy = "uniform"
	// Proportional visits what changes twice as often twice as often.
	Proportional Policy = "proportional"
	// Harmonic gives up on nothing: it minimizes the sum of l log(1 + l/f), the
	// harmonic staleness of Kolobov et al. (Staying up to date with online
	// content changes, NeurIPS 2019).
	Harmonic Policy = "harmonic"
)

// Policies returns all policies, the default first.
func Policies() []Policy { return []Policy{Optimum, Uniform, Proportional, Harmonic} }

// ParsePolicy returns the policy of a name; "" is Optimum.
func ParsePolicy(name string) (Policy, error) {
	if name == "" {
		return Optimum, nil
	}
	if !slices.Contains(Policies(), Policy(name)) {
		var names []string
		for _, p := range Policies() {
			names = append(names, string(p))
		}
		return "", fmt.Errorf("there is no policy %q (%s)", name, strings.Join(names, ", "))
	}
	return Policy(name), nil
}

// gain is the g of the optimum's condition g(l/f) = price x l: it grows from 0 to 1.
func gain(x float64) float64 {
	if x < 1e-4 {
		return x * x * (0.5 - x/3)
	}
	return -math.Expm1(-x) - x*math.Exp(-x)
}

// Worth returns what a visit is worth now to a record that changes rate times a
// day and was checked age days ago. Visiting a record whenever its worth reaches
// a price visits it as often as the policy wants for a budget that costs this
// price; so visiting, at any time, what is worth most keeps to the policy
// whatever the budget is (see eval/revisits).
func (p Policy) Worth(rate, age float64) float64 {
	age, rate = max(age, 0), max(rate, 0)
	switch p {
	case Uniform:
		return age
	case Proportional:
		return rate * age
	case Harmonic:
		return rate * age * age / (1 + rate*age)
	}
	if rate == 0 {
		return 0
	}
	return gain(rate*age) / rate
}

// Stale returns what a visit is worth to a record that is known to have changed
// since it was checked, or that is not held at all.
func (p Policy) Stale(rate, age float64) float64 {
	if p == Optimum && rate > 0 {
		return 1 / rate // the limit of Worth: longest fresh where little changes
	}
	return p.Worth(rate, age)
}
