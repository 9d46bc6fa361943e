package querygen

import "strings"

// firstWords are asked when nothing else is known: short words that many
// records contain in some language, and numbers.
var firstWords = []string{"the", "a", "1", "of", "in", "de", "la", "new", "2", "e", "der", "le", "の", "的", "и", "2020", "10", "s"}

// seeds are words that do not come from records.
type seeds struct {
	f    *facts
	list []string
}

// newSeeds returns the user's words, then those that the form itself suggests,
// then firstWords.
func newSeeds(f *facts, o Options) seeds {
	s := seeds{f: f, list: append([]string(nil), o.Seeds...)}
	if f.si.box == nil {
		return seeds{f: f}
	}
	for _, opt := range f.si.box.Options {
		s.list = append(s.list, opt.Value)
	}
	for _, m := range f.si.menus {
		for _, v := range m.values {
			f.records.split.each(spoken(f.si.form, m.field.Name, v), func(w string) { s.list = append(s.list, w) })
		}
	}
	s.list = append(s.list, firstWords...)
	return s
}

// next returns the question for the first seed that was not asked yet.
func (s *seeds) next(strategy, why string) (Query, bool) {
	for len(s.list) > 0 {
		w := strings.TrimSpace(s.list[0])
		q := s.f.si.word(w, strategy)
		if w != "" && s.f.si.accepts(w) && s.f.byKey[q.Key()] == nil {
			q.Why = why
			return q, true
		}
		s.list = s.list[1:]
	}
	return Query{}, false
}
