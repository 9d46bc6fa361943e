package finding

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// maxSeeds bounds the seed words kept in a profile.
const maxSeeds = 400

// commonWords are asked first where the user and the site's own pages give no
// word that it answers to: among the most frequent of large languages. They
// serve until the first records are held.
var commonWords = []string{
	"the", "of", "and", "in", "to", "for", "a", "new", "de", "la", "en", "der", "die", "und", "le", "les", "el", "da", "do", "di", "il", "van", "i", "na",
	"в", "и", "的", "一", "の", "に", "이", "2020", "1",
}

// Common returns the words to end with on pages of a language: where its own are known
// the planner has them.
func Common(language string) []string {
	if len(lexicon.StartWords(language)) > 0 {
		return nil
	}
	return commonWords
}

// collectSeeds adds the words of one of the site's own pages to the profile,
// the most frequent first: the vocabulary around a form is the best guess at
// that of the records behind it.
func (r *Finder) collectSeeds(text string) {
	have := map[string]bool{}
	for _, w := range r.State.Profile.Seeds {
		have[w] = true
	}
	counts := map[string]int{}
	var order []string
	tokens := words.FromString(strings.ToLower(text))
	for tokens.Next() {
		w := tokens.Value()
		if have[w] || !isSeed(w) || lexicon.Search.Matches(lexicon.Fold(w)) {
			continue
		}
		if counts[w] == 0 {
			order = append(order, w)
		}
		counts[w]++
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	seeds := append(slices.Clone(r.State.Profile.Seeds), order...)
	r.State.Profile.Seeds = seeds[:min(len(seeds), maxSeeds)]
}

// exampled finds what stands behind "e.g." in a placeholder or a label.
var exampled = regexp.MustCompile(`(?:^|[^\pL\pM])` + lexicon.Pattern("example") + `[\s:：.“"„«「'(]+(.*)`)

// Examples returns the words that a form gives as examples of what its box takes.
func Examples(f forms.Form) (out []string) {
	box := boxOf(f)
	if box == nil {
		return nil
	}
	for _, text := range []string{box.Placeholder, box.Label, box.Title} {
		m := exampled.FindStringSubmatch(strings.ToLower(text))
		if m == nil || len(text) > longestExample {
			continue
		}
		tokens := words.FromString(m[1])
		for tokens.Next() {
			w := tokens.Value()
			if spelt(w) && (len(w) > 2 || w[0] >= utf8.RuneSelf) && !lexicon.Search.Within(w) && !slices.Contains(out, w) && !slices.Contains(commonWords, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// longestExample is the length of a text that may give one, in bytes.
const longestExample = 200

// isSeed reports whether w is a word long enough to mean something.
func isSeed(w string) bool {
	n := utf8.RuneCountInString(w)
	return spelt(w) && (n >= 4 && n <= 20 || n >= 1 && w[0] >= utf8.RuneSelf && n <= 20)
}

// spelt reports whether w is made of letters alone.
func spelt(w string) bool {
	for _, c := range w {
		if !unicode.IsLetter(c) && !unicode.IsMark(c) { // in Hindi and Thai vowels are marks
			return false
		}
	}
	return w != ""
}
