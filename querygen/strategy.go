package querygen

import (
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/internal/nearest"
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

// strategies are the names that Options.Strategy may have, and what they make. Where a
// form has a query box, words are drawn at random in between, which tell how many records
// there are; not where the user says what to ask, or how little.
var strategies = []struct {
	name  string
	draws bool
	make  func(f *facts, o Options) strategy
}{
	{"adaptive", true, newAdaptive},
	{"auto", true, func(f *facts, o Options) strategy { return newAuto(f, o) }},
	{"correlated", true, newCorrelated},
	{"drilldown", false, func(f *facts, _ Options) strategy { return &auto{f: f, parts: newDrilldown(f)} }},
	{"frequency", true, func(f *facts, o Options) strategy { return newFrequency(f, o) }},
	{glimpseStrategy, false, newGlimpse},
	{"lvs", true, newLVS},
	{probeStrategy, false, func(f *facts, o Options) strategy { return newProber(f, o) }},
	{"random", true, func(f *facts, o Options) strategy { return newRandom(f, o) }},
	{"setcover", true, newSetCover},
	{"templates", false, func(f *facts, _ Options) strategy { return &auto{f: f, parts: newTemplates(f)} }},
	{"terms", false, func(f *facts, o Options) strategy { return newTerms(f, o.Terms) }},
}

// Strategies returns the names that Options.Strategy may have, in alphabetical order.
func Strategies() []string {
	var out []string
	for _, s := range strategies {
		out = append(out, s.name)
	}
	return out
}

// newStrategy returns the strategy that o names, and whether words are drawn beside it.
func newStrategy(f *facts, o Options) (s strategy, draws bool, err error) {
	name := o.Strategy
	if name == "" {
		name = "auto"
	}
	for _, s := range strategies {
		if s.name == name {
			return s.make(f, o), s.draws, nil
		}
	}
	return nil, false, fmt.Errorf("there is no strategy %q%s: want one of %s", name, nearest.Hint(name, Strategies()), strings.Join(Strategies(), ", "))
}
