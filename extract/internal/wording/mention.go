package wording

import (
	"unicode"
	"unicode/utf8"
)

// What follows tells most of a page's many lines of dates and prices in one look
// that no pattern for counts can match; see pattern for the rest.

// Stems are the first letters of the ASCII words that patterns are made of.
type Stems map[[3]byte]bool

// StemsOf collects the stems of the words in the sources of patterns. Parts of
// words that a pattern breaks up are among them: they do no harm.
func StemsOf(patterns ...string) Stems {
	s := Stems{}
	for _, text := range patterns {
		for i := 0; i+3 <= len(text); i++ {
			if i == 0 || !isASCIILetter(text[i-1]) {
				if stem, ok := stemAt(text, i); ok {
					s[stem] = true
				}
			}
		}
	}
	return s
}

// BehindNumber reports whether a lower-case text may hold one of the words
// right behind a number.
func (s Stems) BehindNumber(text string) bool {
	in := false
	for i, r := range text {
		switch {
		case IsDigit(r):
			in = true
		case !in || r == '+' || unicode.IsSpace(r):
		default:
			if s.at(text[i:]) {
				return true
			}
			in = false
		}
	}
	return false
}

// at reports whether text may start with one of the words: it has one of the
// stems, or a letter beyond ASCII among its first three.
func (s Stems) at(text string) bool {
	n := 0
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) {
			return true
		}
		if n++; n == 3 || r >= utf8.RuneSelf || !isASCIILetter(byte(r)) {
			break
		}
	}
	stem, ok := stemAt(text, 0)
	return ok && s[stem]
}

func stemAt(text string, i int) (stem [3]byte, ok bool) {
	if i+3 > len(text) || !isASCIILetter(text[i]) || !isASCIILetter(text[i+1]) || !isASCIILetter(text[i+2]) {
		return stem, false
	}
	return [3]byte{text[i], text[i+1], text[i+2]}, true
}

func isASCIILetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// NumbersIn counts the runs of digits in text, up to limit.
func NumbersIn(text string, limit int) int {
	n, in := 0, false
	for _, r := range text {
		digit := IsDigit(r)
		if digit && !in {
			if n++; n == limit {
				break
			}
		}
		in = digit
	}
	return n
}
