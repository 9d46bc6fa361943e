package lexicon

import "slices"

// littleWords are short words that hold sentences together, by language: they
// stand in many records wherever they are searched for, the likeliest in titles first.
var littleWords = map[string][]string{
	"en": {"of", "for", "and", "the", "in"}, "de": {"und", "der", "in", "die"}, "fr": {"de", "la", "et", "le"}, "es": {"de", "la", "en", "el"},
	"pt": {"de", "e", "da", "do"}, "ca": {"de", "la", "i"}, "it": {"di", "la", "e"}, "ro": {"de", "si", "la"}, "nl": {"van", "de", "en"},
	"sv": {"och", "i", "av"}, "da": {"og", "i", "af"}, "no": {"og", "i", "av"}, "nb": {"og", "i", "av"}, "fi": {"ja", "on"}, "hu": {"a", "az"},
	"pl": {"i", "w", "na"}, "cs": {"a", "v", "na"}, "sk": {"a", "v", "na"}, "sl": {"in", "v", "na"}, "hr": {"i", "u", "na"}, "tr": {"ve", "bir"},
	"ru": {"и", "в", "на"}, "uk": {"і", "в", "на"}, "bg": {"и", "на", "за"}, "sr": {"и", "у", "i"}, "el": {"και", "του"}, "he": {"של", "על"},
	"ar": {"في", "من"}, "fa": {"و", "در"}, "hi": {"के", "में"}, "id": {"dan", "di"}, "vi": {"và", "của"}, "th": {"การ"},
	"ja": {"の", "に"}, "zh": {"的", "中"}, "ko": {"의", "이"},
}

// LittleWords returns the words that hold sentences of a language together.
func LittleWords(language string) []string { return slices.Clone(littleWords[language]) }

// StartWords returns the words to ask first of a site that says nothing but the language
// of its pages: a little word, which many records have, then words of titles, since some
// sites find no little ones, and a little one of English, since there are records in
// English on sites of all languages. There are none of a language that is not known.
func StartWords(language string) []string {
	little, titles := LittleWords(language), byLanguage[language]["title-words"]
	if language == "nb" || language == "nn" {
		titles = byLanguage["no"]["title-words"]
	}
	if len(little) == 0 {
		return nil
	}
	out := []string{little[0]}
	add := func(from *[]string, n int) {
		for ; n > 0 && len(*from) > 0; *from = (*from)[1:] {
			if w := (*from)[0]; !slices.Contains(out, w) {
				out = append(out, w)
				n--
			}
		}
	}
	english := littleWords["en"][:1]
	add(&titles, 1)
	add(&english, 1)
	for len(titles) > 0 {
		add(&titles, 2)
		add(&little, 1)
	}
	return out
}
