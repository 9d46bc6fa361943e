package plan

import (
	"slices"

	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/estimate"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

func newGlimpse(f *facts.Facts, o querygen.Options) strategy {
	s := &estimate.Glimpse{Facts: f, Seeds: keyword.NewSeeds(f, o)}
	if f.Space.Box == nil {
		s.Parts = newDrilldown(f, o)
		return strategy{Strategy: s, few: s.Estimate}
	}
	s.Terms = keyword.Seeds{Facts: f, List: append([]string(nil), o.Terms...)}
	s.Seeds.List = keyword.Interleave(text.GlimpseWords(o.Lang), slices.DeleteFunc(s.Seeds.List, func(w string) bool { return lexicon.Search.Matches(lexicon.Fold(w)) }))
	s.Starts = map[string]bool{}
	for _, w := range s.Seeds.List {
		s.Starts[w] = true
	}
	f.Columns.Wanted = true
	return strategy{Strategy: s, few: s.Estimate}
}
