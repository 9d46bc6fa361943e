package text

import "slices"

// languageWords are short words that hold sentences together, by language: they
// stand in many records wherever they are searched for, the likeliest in titles first.
var languageWords = map[string][]string{
	"en": {"of", "for", "and", "the", "in"}, "de": {"und", "der", "in", "die"}, "fr": {"de", "la", "et", "le"}, "es": {"de", "la", "en", "el"},
	"pt": {"de", "e", "da", "do"}, "ca": {"de", "la", "i"}, "it": {"di", "la", "e"}, "ro": {"de", "si", "la"}, "nl": {"van", "de", "en"},
	"sv": {"och", "i", "av"}, "da": {"og", "i", "af"}, "no": {"og", "i", "av"}, "nb": {"og", "i", "av"}, "fi": {"ja", "on"}, "hu": {"a", "az"},
	"pl": {"i", "w", "na"}, "cs": {"a", "v", "na"}, "sk": {"a", "v", "na"}, "sl": {"in", "v", "na"}, "hr": {"i", "u", "na"}, "tr": {"ve", "bir"},
	"ru": {"и", "в", "на"}, "uk": {"і", "в", "на"}, "bg": {"и", "на", "за"}, "sr": {"и", "у", "i"}, "el": {"και", "του"}, "he": {"של", "על"},
	"ar": {"في", "من"}, "fa": {"و", "در"}, "hi": {"के", "में"}, "id": {"dan", "di"}, "vi": {"và", "của"}, "th": {"การ"},
	"ja": {"の", "に"}, "zh": {"的", "中"}, "ko": {"의", "이"},
}

// anyWords stand in records of many languages: words that several share, a letter that
// is a word, an initial or a mark, and numbers. English comes first: there are records
// in English on sites of all languages.
var anyWords = []string{"of", "a", "de", "1", "new", "10", "in", "the", "2", "la", "und", "e", "и", "の"}

// GlimpseWords returns the first words to ask of a source of which nothing is known but
// the language of its pages, "" where that is not known. Those that follow each other
// have little in common: a site that pays no heed to one pays none to its like.
func GlimpseWords(lang string) []string {
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
