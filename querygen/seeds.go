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

// newSeeds returns the user's words, those that the form itself suggests, and
// firstWords in between.
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
	s.list = interleave(s.list, firstWords)
	return s
}

// interleave gives the first words of a, which are the best, and then words of
// a and of b in turn: where the words of a page are its own chrome, b brings the
// first record soon.
func interleave(a, b []string) []string {
	const best = 3
	n := min(best, len(a))
	out := append([]string(nil), a[:n]...)
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
