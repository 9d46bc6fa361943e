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

// strategies are the names that Options.Strategy may have, and what they make. Where a
// form has a query box, words are drawn at random in between, which tell how many records
// there are; not where the user says what to ask, or how little.
var strategies = []struct {
	name  string
	draws bool
	make  func(f *facts.Facts, o querygen.Options) facts.Strategy
}{
	{"adaptive", true, baseline.NewAdaptive},
	{"auto", true, func(f *facts.Facts, o querygen.Options) facts.Strategy { return newAuto(f, o) }},
	{"correlated", true, divide.NewCorrelated},
	{"drilldown", false, func(f *facts.Facts, _ querygen.Options) facts.Strategy {
		return &auto{f: f, parts: divide.NewDrilldown(f)}
	}},
	{"focused", false, func(f *facts.Facts, o querygen.Options) facts.Strategy { return baseline.NewFocused(f, o.Terms) }},
	{"frequency", true, func(f *facts.Facts, o querygen.Options) facts.Strategy { return keyword.NewFrequency(f, o) }},
	{estimate.GlimpseStrategy, false, newGlimpse},
	{"lvs", true, divide.NewLVS},
	{facts.ProbeStrategy, false, func(f *facts.Facts, o querygen.Options) facts.Strategy { return newProber(f, o) }},
	{"random", true, func(f *facts.Facts, o querygen.Options) facts.Strategy { return baseline.NewRandom(f, o) }},
	{"setcover", true, baseline.NewSetCover},
	{"templates", false, func(f *facts.Facts, _ querygen.Options) facts.Strategy {
		return &auto{f: f, parts: divide.NewTemplates(f)}
	}},
	{"terms", false, func(f *facts.Facts, o querygen.Options) facts.Strategy { return baseline.NewTerms(f, o.Terms) }},
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
func newStrategy(f *facts.Facts, o querygen.Options) (s facts.Strategy, draws bool, err error) {
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
