package deeds

import (
	"regexp"
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// A verb of one language is an everyday noun of another: "wissen" wipes in Dutch, and is
// knowledge in German. On a page that says its language such words are read as nouns.

// word finds words in texts.
var word = regexp.MustCompile(`[\p{L}\p{M}]+`)

// Nouns reports whether a text has such a word of a language, in which case an Act is to say
// the language.
func Nouns(language, text string) bool { return meant(language, text) != text }

// meant is a text of a page in a language without these words.
func meant(language, text string) string {
	base, _, _ := strings.Cut(language, "-")
	nouns := known.nouns[base]
	if nouns == nil || text == "" {
		return text
	}
	folded, has := lexicon.Fold(text), false
	for w := range strings.FieldsSeq(folded) {
		has = has || nouns[w]
	}
	if !has {
		return text
	}
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if nouns[lexicon.Fold(w)] {
			return ""
		}
		return w
	})
}

// meant is a with what its texts mean in the language of its page.
func (a Act) meant() Act {
	if known.nouns[strings.SplitN(a.Lang, "-", 2)[0]] == nil {
		return a
	}
	texts := func(in []string) []string {
		out := make([]string, len(in))
		for i, s := range in {
			out[i] = meant(a.Lang, s)
		}
		return out
	}
	button := func(b Button) Button {
		b.Label, b.Title = meant(a.Lang, b.Label), meant(a.Lang, b.Title)
		return b
	}
	a.Text, a.Around, a.Headings, a.Calls, a.Over = meant(a.Lang, a.Text), texts(a.Around), texts(a.Headings), texts(a.Calls), meant(a.Lang, a.Over)
	if a.Submitter != nil {
		b := button(*a.Submitter)
		a.Submitter = &b
	}
	siblings := a.Siblings
	a.Siblings = nil
	for _, b := range siblings {
		a.Siblings = append(a.Siblings, button(b))
	}
	fields := a.Fields
	a.Fields = nil
	for _, f := range fields {
		f.Label, f.Placeholder = meant(a.Lang, f.Label), meant(a.Lang, f.Placeholder)
		options := f.Options
		f.Options = nil
		for _, o := range options {
			o.Label = meant(a.Lang, o.Label)
			f.Options = append(f.Options, o)
		}
		a.Fields = append(a.Fields, f)
	}
	return a
}
