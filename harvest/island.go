package harvest

import (
	"context"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// The records that are held may be an island: none of their words leads to the others, as
// where a wiki's search finds the words of its start page on that page alone (the data
// islands of Wu et al., ICDE 2006: the graph of values and records is not connected). Then a
// few more pages of the site are read, since they name what it has, and words are asked that
// no page before had, until one brings a record that is new.

// Of islands.
const (
	islandPages = 8 // that are read
	islandWords = 3 // that are asked of each
	islandShare = 4 // answers a record, from which on the records held are taken for one
)

// island is what was done to leave one.
type island struct {
	pages int
	words []string // to ask, of the latest page
}

// leave returns a question that may lead to other records than those around which all
// questions went, where the harvest would else end. It returns false where there is none.
func (r *run) leave(ctx context.Context) (querygen.Ask, bool, *Stop, error) {
	_, answered, _ := r.Planner.Put()
	held := r.Planner.Held()
	auto := slices.Contains([]string{"", "auto", "probe"}, r.Options.Strategy)
	if answered == 0 || held*islandShare > answered || held < r.Planner.Shown() || !auto || len(r.parts) > 1 || r.same() || r.wishes.questions().Asks() || r.State.Profile.Refresh != nil || !takesWords(r.State.Profile.Form) {
		return querygen.Ask{}, false, nil, nil
	}
	if stop, err := r.lookAround(ctx); stop != nil || err != nil {
		return querygen.Ask{}, false, stop, err
	}
	for {
		for len(r.island.words) > 0 {
			word := r.island.words[0]
			r.island.words = r.island.words[1:]
			if ask, ok := r.Planner.Try(word, "a word of another page of the site: those of the few records held lead no further"); ok {
				return ask, true, nil, nil
			}
		}
		u, more := r.Survey.Unread()
		if !more || r.island.pages >= islandPages {
			return querygen.Ask{}, false, nil, nil
		}
		r.island.pages++
		before := r.State.Profile.Seeds
		if stop, err := r.Visit(ctx, u, "for words that lead to other records"); stop != nil || err != nil {
			return querygen.Ask{}, false, stop, err
		}
		fresh := slices.DeleteFunc(slices.Clone(r.State.Profile.Seeds), func(w string) bool { return slices.Contains(before, w) })
		r.island.words = fresh[:min(len(fresh), islandWords)]
	}
}
