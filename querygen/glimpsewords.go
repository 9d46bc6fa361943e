package querygen

import "slices"

// languageWords are short words that hold sentences together, by language: they
// stand in many records wherever they are searched for, the likeliest in titles first.
var languageWords = map[string][]string{
	"en": {"of", "for", "and", "the", "in"}, "de": {"und", "der", "in", "die"}, "fr": {"de", "la", "et", "le"}, "es": {"de", "la", "en", "el"},
	"pt": {"de", "e", "da", "do"}, "ca": {"de", "la", "i"}, "it": {"di", "la", "e"}, "ro": {"de", "si", "la"}, "nl": {"van", "de", "en"},
	"sv": {"och", "i", "av"}, "da": {"og", "i", "af"}, "no": {"og", "i", "av"}, "nb": {"og", "i", "av"}, "fi": {"ja", "on"}, "hu": {"a", "az"},
	"pl": {"i", "w", "na"}, "cs": {"a", "v", "na"}, "sk": {"a", "v", "na"}, "sl": {"in", "v", "na"}, "hr": {"i", "u", "na"}, "tr": {"ve", "bir"},
	"ru": {"и", "в", "на"}, "uk": {"і", "в", "на"}, "bg": {"и", "на", "за"}, "sr": {"и", "у", "i"}, "el": {"και", "του"}, "he": {"של", "על"},
	"ar": {"في", "من"}, "fa": {"و", "در"}, "hi": {"के", "में"}, "id": {"dan", "di"}, "vi": {"va", "cua"}, "th": {"การ"},
	"ja": {"の", "に"}, "zh": {"的", "中"}, "ko": {"의", "이"},
}

// anyWords stand in records of many languages: words that several share, a letter that
// is a word, an initial or a mark, and numbers. English comes first: there are records
// in English on sites of all languages.
var anyWords = []string{"of", "a", "de", "1", "new", "10", "in", "the", "2", "la", "und", "e", "и", "の"}

// glimpseWords returns the first words to ask of a source of which nothing is known but
// the language of its pages, "" where that is not known. Those that follow each other
// have little in common: a site that pays no heed to one pays none to its like.
func glimpseWords(lang string) []string {
	own, others := languageWords[lang], anyWords
	var out []string
	take := func(from *[]string, n int) {
		for ; n > 0 && len(*from) > 0; *from = (*from)[1:] {
			if w := (*from)[0]; !slices.Contains(out, w) {
				out = append(out, w)
				n--
			}
		}
	}
	take(&others, 1)
	take(&own, 1)
	take(&others, 3)
	take(&own, len(own))
	take(&others, len(others))
	return out
}

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
