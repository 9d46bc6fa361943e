package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// SearchedFields learn which fields of its records a site searches: a box for names
// finds no word of the place beside them. The zero value knows nothing.
type SearchedFields struct {
	of    map[string][]string    // by word: the names of the fields it was seen in
	tried map[string]*text.Tries // by field; "" is what stands in none
	done  map[string]int         // by field: how many of its values were read
}

// Read takes in the values that columns got since.
func (s *SearchedFields) Read(split *text.Splitter, all []*column) {
	if s.of == nil {
		s.of, s.tried, s.done = map[string][]string{}, map[string]*text.Tries{}, map[string]int{}
	}
	for _, c := range all {
		for _, v := range c.Values[s.done[c.Name]:] {
			split.Each(v, func(w string) {
				if !slices.Contains(s.of[w], c.Name) {
					s.of[w] = append(s.of[w], c.Name)
				}
			})
		}
		s.done[c.Name] = len(c.Values)
	}
}

// Add takes note of a question for a word that records in hand hold.
func (s *SearchedFields) Add(word string, found bool) {
	for _, name := range s.names(word) {
		t := s.tried[name]
		if t == nil {
			t = &text.Tries{}
			s.tried[name] = t
		}
		if t.Asked++; found {
			t.Found++
		}
	}
}

// Found returns the chance that the site searches a field that the word stands in: of
// the best of them, by Laplace's rule with one success beforehand.
func (s *SearchedFields) Found(word string) float64 {
	best := 0.0
	for _, name := range s.names(word) {
		if t := s.tried[name]; t == nil {
			return 1
		} else {
			best = max(best, float64(t.Found+1)/float64(t.Asked+1))
		}
	}
	return best
}

func (s *SearchedFields) names(word string) []string {
	if names := s.of[word]; len(names) > 0 {
		return names
	}
	return []string{""}
}
