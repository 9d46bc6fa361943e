package plan

import (
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/baseline"
	"github.com/hadal-crawler/hadal/querygen/internal/divide"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
)

// strategy is what chooses the questions, and what else the planner needs of it.
type strategy struct {
	facts.Strategy
	parts   *divide.Drilldown                // divides the records by menus and bounds; nil for nothing
	letters *keyword.Letters                 // asks for parts of words; nil for nothing
	few     func() (querygen.Estimate, bool) // the number of records by what it asked alone; nil where samples tell it
}

// strategies are the names that Options.Strategy may have, and what they make. Where a
// form has a query box, words are drawn at random in between, which tell how many records
// there are; not where the user says what to ask, or how little.
var strategies = []struct {
	name  string
	draws bool
	make  func(f *facts.Facts, o querygen.Options) strategy
}{
	{"adaptive", true, plain(baseline.NewAdaptive)},
	{"auto", true, newAuto},
	{"correlated", true, plain(divide.NewCorrelated)},
	{"drilldown", false, newDrilldown},
	{"focused", false, plain(func(f *facts.Facts, o querygen.Options) facts.Strategy { return baseline.NewFocused(f, o.Terms) })},
	{"frequency", true, plain(func(f *facts.Facts, o querygen.Options) facts.Strategy { return keyword.NewFrequency(f, o) })},
	{estimate.GlimpseStrategy, false, newGlimpse},
	{facts.ProbeStrategy, false, plain(func(f *facts.Facts, o querygen.Options) facts.Strategy { return newProber(f, o) })},
	{"random", true, plain(func(f *facts.Facts, o querygen.Options) facts.Strategy { return baseline.NewRandom(f, o) })},
	{"setcover", true, plain(baseline.NewSetCover)},
}

// plain makes a strategy that the planner needs nothing else of.
func plain(make func(*facts.Facts, querygen.Options) facts.Strategy) func(*facts.Facts, querygen.Options) strategy {
	return func(f *facts.Facts, o querygen.Options) strategy { return strategy{Strategy: make(f, o)} }
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
func newStrategy(f *facts.Facts, o querygen.Options) (s strategy, draws bool, err error) {
	name := o.Strategy
	if name == "" {
		name = "auto"
	}
	for _, s := range strategies {
		if s.name == name {
			return s.make(f, o), s.draws, nil
		}
	}
	return strategy{}, false, fmt.Errorf("there is no strategy %q%s: want one of %s", name, nearest.Hint(name, Strategies()), strings.Join(Strategies(), ", "))
}
