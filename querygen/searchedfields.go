package querygen

import "slices"

// searchedFields learn which fields of its records a site searches: a box for names
// finds no word of the place beside them. The zero value knows nothing.
type searchedFields struct {
	of    map[string][]string // by word: the names of the fields it was seen in
	tried map[string]*tries   // by field; "" is what stands in none
	done  map[string]int      // by field: how many of its values were read
}

// read takes in the values that columns got since.
func (s *searchedFields) read(split *splitter, all []*column) {
	if s.of == nil {
		s.of, s.tried, s.done = map[string][]string{}, map[string]*tries{}, map[string]int{}
	}
	for _, c := range all {
		for _, v := range c.values[s.done[c.name]:] {
			split.each(v, func(w string) {
				if !slices.Contains(s.of[w], c.name) {
					s.of[w] = append(s.of[w], c.name)
				}
			})
		}
		s.done[c.name] = len(c.values)
	}
}

// add takes note of a question for a word that records in hand hold.
func (s *searchedFields) add(word string, found bool) {
	for _, name := range s.names(word) {
		t := s.tried[name]
		if t == nil {
			t = &tries{}
			s.tried[name] = t
		}
		if t.asked++; found {
			t.found++
		}
	}
}

// found returns the chance that the site searches a field that the word stands in: of
// the best of them, by Laplace's rule with one success beforehand.
func (s *searchedFields) found(word string) float64 {
	best := 0.0
	for _, name := range s.names(word) {
		if t := s.tried[name]; t == nil {
			return 1
		} else {
			best = max(best, float64(t.found+1)/float64(t.asked+1))
		}
	}
	return best
}

func (s *searchedFields) names(word string) []string {
	if names := s.of[word]; len(names) > 0 {
		return names
	}
	return []string{""}
}
