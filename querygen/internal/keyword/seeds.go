package keyword

import (
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// weightedName is in the questions of Weighted and of its parts.
const weightedName = "weighted"

// firstWords are asked when nothing else is known: short words that many
// records contain in some language, and numbers.
var firstWords = []string{"the", "a", "1", "of", "in", "de", "la", "new", "2", "e", "der", "le", "の", "的", "и", "2020", "10", "s"}

// Seeds are words that do not come from records.
type Seeds struct {
	Facts *facts.Facts
	List  []string
}

// NewSeeds returns the user's words, those that the form itself suggests, and
// the first words of the pages' language and of others in between.
func NewSeeds(f *facts.Facts, o querygen.Options) Seeds {
	s := Seeds{Facts: f, List: append([]string(nil), o.Seeds...)}
	if f.Space.Box == nil {
		return Seeds{Facts: f}
	}
	for _, opt := range f.Space.Box.Options {
		s.List = append(s.List, opt.Value)
	}
	for _, m := range f.Space.Menus {
		for _, v := range m.Values {
			f.Records.Split.Each(querygen.Spoken(f.Space.Form, m.Field.Name, v), func(w string) { s.List = append(s.List, w) })
		}
	}
	s.List = Interleave(s.List, Interleave(lexicon.StartWords(o.Lang), firstWords))
	return s
}

// Interleave gives the first words of a, which are the best, and then words of
// a and of b in turn: where the words of a page are its own chrome, b brings the
// first record soon.
func Interleave(a, b []string) []string {
	const best = 3
	n := min(best, len(a))
	out := append(make([]string, 0, len(a)+len(b)), a[:n]...)
	for a = a[n:]; len(a) > 0 || len(b) > 0; {
		if len(b) > 0 {
			out, b = append(out, b[0]), b[1:]
		}
		if len(a) > 0 {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return out
}

// Next returns the question for the first seed that was not asked yet.
func (s *Seeds) Next(strategy, why string) (querygen.Query, bool) {
	for len(s.List) > 0 {
		w := strings.TrimSpace(s.List[0])
		q := s.Facts.Space.Word(w, strategy)
		if w != "" && s.Facts.Space.Accepts(w) && s.Facts.ByKey[q.Key()] == nil {
			q.Why = why
			return q, true
		}
		s.List = s.List[1:]
	}
	return querygen.Query{}, false
}
