package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// longestWord is the length, in runes, beyond which a word is taken for an
// identifier or a blob that no site indexes.
const longestWord = 40

// Splitter cuts text into the words that a site's search can be asked for:
// runs of two or more letters and numbers by UAX #29, in Unicode's compatible
// composed form (NFKC) and lower case, which keeps ß and the final ς, as sites that
// only lower what they compare need them; Han, Hiragana, Katakana and Hangul as
// overlapping pairs of characters, because such text is written without
// blanks, and as a single character where a run has only one.
type Splitter struct{ lower cases.Caser }

func NewSplitter() Splitter { return Splitter{lower: cases.Lower(language.Und)} }

// Each calls yield for every word of text, in order, repetitions included.
func (s Splitter) Each(text string, yield func(string)) {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		text = strings.ToLower(text) // which is composed as it is
	} else {
		text = norm.NFKC.String(s.lower.String(norm.NFKC.String(text)))
	}
	for len(text) > 0 {
		n, east := scriptRun(text)
		if east {
			pairs(text[:n], yield)
		} else {
			for it := words.FromString(text[:n]); it.Next(); {
				letters(it.Value(), yield)
			}
		}
		text = text[n:]
	}
}

// scriptRun returns the length of the longest prefix of s that is wholly
// East Asian, or wholly not.
func scriptRun(s string) (n int, east bool) {
	first, size := utf8.DecodeRuneInString(s)
	east = IsEast(first)
	for n = size; n < len(s); n += size {
		var r rune
		if r, size = utf8.DecodeRuneInString(s[n:]); IsEast(r) != east {
			break
		}
	}
	return n, east
}

func IsEast(r rune) bool {
	// U+30FC, the long vowel mark, is of no script but only stands in Japanese words.
	return r >= 0x1100 && (r == 0x30FC || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul))
}

func pairs(run string, yield func(string)) {
	_, before := utf8.DecodeRuneInString(run)
	if before == len(run) {
		yield(run)
		return
	}
	for i := 0; i+before < len(run); {
		_, after := utf8.DecodeRuneInString(run[i+before:])
		yield(run[i : i+before+after])
		i, before = i+before, after
	}
}

// letters yields the runs of letters, marks and numbers in a token. Sites
// disagree on what an inner dot or apostrophe does; none does without the parts.
func letters(token string, yield func(string)) {
	start, count := 0, 0
	flush := func(end int) {
		if count >= 2 && count <= longestWord {
			yield(token[start:end])
		}
		count = 0
	}
	for i, r := range token {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) && count > 0 {
			if count == 0 {
				start = i
			}
			count++
			continue
		}
		flush(i)
	}
	flush(len(token))
}

// Tokens returns the words of a text in lower case, each between blanks. A
// hyphen or a sign inside a word is a part of it.
func Tokens(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w = strings.Trim(w, ",;:.()[]\"'|"); w != "" {
			b.WriteString(w)
			b.WriteByte(' ')
		}
	}
	return b.String()
}
