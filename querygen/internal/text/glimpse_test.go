package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The first words are those of the pages' language and of others in turn, each once.
func TestGlimpseWords(t *testing.T) {
	for lang, want := range map[string][]string{
		"":   {"of", "a", "de", "1", "new"},
		"en": {"of", "for", "a", "de", "1", "and"},
		"fr": {"of", "de", "a", "1", "new", "la", "et"},
		"ru": {"of", "и", "a", "de", "1", "в"},
	} {
		got := GlimpseWords(lang)
		if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", lang, diff)
		}
		times := map[string]int{}
		for _, w := range got {
			if times[w]++; times[w] > 1 {
				t.Errorf("%q: %q comes twice", lang, w)
			}
		}
	}
}
