package locate

import (
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// maxTopic is how many words of a topic count.
const maxTopic = 6

// topic is what the user is after, as folded words.
type topic []string

func newTopic(text string) topic {
	var t topic
	for w := range strings.FieldsSeq(lexicon.Fold(text)) {
		if len(w) > 1 && len(t) < maxTopic {
			t = append(t, w)
		}
	}
	return t
}

// terms are what a source is asked about the topic: all words together, then
// each alone.
func (t topic) terms() []string {
	if len(t) < 2 {
		return t
	}
	return append([]string{strings.Join(t, " ")}, t[:min(len(t), 3)]...)
}

// share returns the part of the topic's words that a text has, 0..1. Words
// count as the same where one begins with the other: lighthouse, lighthouses.
func (t topic) share(text string) float64 {
	if len(t) == 0 {
		return 0
	}
	folded := lexicon.Fold(text)
	have := strings.Fields(folded)
	n := 0
	for _, w := range t {
		if contains(have, w) || !plain(w) && strings.Contains(folded, w) {
			n++
		}
	}
	return float64(n) / float64(len(t))
}

func contains(words []string, w string) bool {
	const least = 4 // letters of a stem
	for _, have := range words {
		if have == w || len(w) >= least && strings.HasPrefix(have, w) || len(have) >= least && len(w) <= len(have)+2 && strings.HasPrefix(w, have) {
			return true
		}
	}
	return false
}

// plain reports whether a word is written in ASCII: words of other scripts may
// stand in a text without blanks around them.
func plain(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r >= 0x80 })
}
