package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func split(text string) []string {
	var out []string
	NewSplitter().Each(text, func(w string) { out = append(out, w) })
	return out
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"The quick-brown FOX, 2nd ed.", []string{"the", "quick", "brown", "fox", "2nd", "ed"}},
		{"a I 7 42", []string{"42"}},
		{"can't O'Brien node.js x_y foo_bar", []string{"can", "brien", "node", "js", "foo", "bar"}},
		{"Straße ΣΊΣΥΦΟΣ", []string{"straße", "σίσυφος"}},
		{"ﬁne ２０２４", []string{"fine", "2024"}},
		{"cafe\u0301", []string{"café"}},
		{"नमस्ते", []string{"नमस्ते"}},
		{"東京都", []string{"東京", "京都"}},
		{"犬 cat猫", []string{"犬", "cat", "猫"}},
		{"サーバー", []string{"サー", "ーバ", "バー"}},
		{"한국어", []string{"한국", "국어"}},
		{strings.Repeat("x", longestWord+1), nil},
		{"", nil},
		{"\xff\xfe ok", []string{"ok"}},
	} {
		if diff := cmp.Diff(tt.want, split(tt.text)); diff != "" {
			t.Errorf("%q: %s", tt.text, diff)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"The fox", "東京都のtokyo", "a\u0301\u0302 ー ーー", "\xff한\xfe국", "ﷺ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range split(text) {
			if w == "" || utf8.RuneCountInString(w) > longestWord || strings.ContainsAny(w, " \t\n.,;'\"") {
				t.Errorf("%q has the word %q", text, w)
			}
			same := func(v string) bool { return strings.EqualFold(v, w) } // Cherokee folds to and fro
			if again := split(w); utf8.ValidString(w) && !slices.ContainsFunc(again, same) {
				t.Errorf("%q is a word of %q but not of itself: %q", w, text, again)
			}
		}
	})
}
