package querygen

import (
	"fmt"
	"slices"
	"strings"
)

// strategy proposes what to ask. It is part of the fold: propose may reorder
// what the strategy remembers, but only as a function of the outcomes so far,
// and the planner calls it exactly once between two outcomes.
type strategy interface {
	// propose returns the best ask: a page of a question that is open, or a
	// new question. It returns false when nothing is left.
	propose() (proposal, bool)
	// observe is told which question an outcome was folded into.
	observe(q *question)
	// why tells why propose has nothing left.
	why() string
}

// proposal is an ask and what it promises.
type proposal struct {
	ask  Ask
	rate float64 // new records expected for its next request; +Inf for what is settled to be done
}

// strategies are the names that Options.Strategy may have, and what they make.
var strategies = []struct {
	name string
	make func(f *facts, o Options) strategy
}{
	{"adaptive", newAdaptive},
	{"auto", func(f *facts, o Options) strategy { return newAuto(f, o) }},
	{"correlated", newCorrelated},
	{"drilldown", func(f *facts, _ Options) strategy { return &auto{f: f, parts: newDrilldown(f)} }},
	{"frequency", func(f *facts, o Options) strategy { return newFrequency(f, o) }},
	{glimpseStrategy, newGlimpse},
	{"lvs", newLVS},
	{probeStrategy, func(f *facts, o Options) strategy { return newProber(f, o) }},
	{"random", func(f *facts, o Options) strategy { return newRandom(f, o) }},
	{"setcover", newSetCover},
	{"templates", func(f *facts, _ Options) strategy { return &auto{f: f, parts: newTemplates(f)} }},
	{"terms", func(f *facts, o Options) strategy { return newTerms(f, o.Terms) }},
}

// Strategies returns the names that Options.Strategy may have, in alphabetical order.
func Strategies() []string {
	var out []string
	for _, s := range strategies {
		out = append(out, s.name)
	}
	return out
}

func newStrategy(f *facts, o Options) (strategy, error) {
	name := o.Strategy
	if name == "" {
		name = "auto"
	}
	for _, s := range strategies {
		if s.name == name {
			return s.make(f, o), nil
		}
	}
	return nil, fmt.Errorf("there is no strategy %q; did you mean %q? (%s)", name, nearest(name, Strategies()), strings.Join(Strategies(), ", "))
}

// nearest returns the name with the smallest edit distance to s.
func nearest(s string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return editDistance(s, a) - editDistance(s, b) })
}

// editDistance is the Levenshtein distance in runes.
func editDistance(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range []rune(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range to {
			change := diagonal
			if x != y {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
