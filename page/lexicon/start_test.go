package lexicon

import (
	"slices"
	"strings"
	"testing"
)

// A start has little words, words of titles and a little word of English, each once, and
// words of no other language.
func TestStartWords(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "of history life house for new school and",
		"de": "und geschichte of leben haus der neue",
		"nb": "og historie of liv hus i nye",
		"xx": "", "": "",
	} {
		got := StartWords(lang)
		if first := strings.Join(got[:min(len(got), len(strings.Fields(want)))], " "); first != want {
			t.Errorf("%q: %q, want %q", lang, first, want)
		}
		seen := map[string]bool{}
		for _, w := range got {
			if seen[w] {
				t.Errorf("%q: %q comes twice", lang, w)
			}
			seen[w] = true
		}
	}
	if slices.Contains(StartWords("de"), "the") {
		t.Error("a word of another language")
	}
}
