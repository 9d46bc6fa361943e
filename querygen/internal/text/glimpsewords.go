package text

import (
	"slices"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// anyWords stand in records of many languages: words that several share, a letter that
// is a word, an initial or a mark, and numbers. English comes first: there are records
// in English on sites of all languages.
var anyWords = []string{"of", "a", "de", "1", "new", "10", "in", "the", "2", "la", "und", "e", "и", "の"}

// GlimpseWords returns the first words to ask of a source of which nothing is known but
// the language of its pages, "" where that is not known. Those that follow each other
// have little in common: a site that pays no heed to one pays none to its like.
func GlimpseWords(lang string) []string {
	own, others := lexicon.LittleWords(lang), anyWords
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
