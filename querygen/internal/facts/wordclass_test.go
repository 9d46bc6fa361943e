package facts

import "testing"

// TestSnippets: a word that the snippets hide must not seem to have its matches unseen.
func TestSnippets(t *testing.T) {
	v := Visibility{}
	q := &Question{Kind: Keyword}
	for i := range 100 {
		v.add(q, i%4 == 0, true, false)
	}
	if got := v.Of(q); got < 0.22 || got > 0.32 {
		t.Errorf("a quarter shows the word, estimated %.2f", got)
	}
	if got := v.Share(); got < 0.22 || got > 0.32 {
		t.Errorf("a quarter shows its words, estimated %.2f", got)
	}
}
