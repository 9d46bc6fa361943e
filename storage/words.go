package storage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The full-text index is given words that are cut and folded here, so that the
// words of a record, of a question and of a snippet are the same in any script.
//
// A word is a run of letters, digits and the marks that follow them. Scripts
// that are written without spaces give one word a character: what is asked of
// them becomes a phrase of characters, which finds any part of a text exactly
// and needs no dictionary (a bigram index would be faster for common
// characters, but misses questions of one).

// maxWords bounds what is indexed of one record: the rest of a page-long text
// says little about it.
const maxWords = 20_000

// unspaced are the scripts written without spaces between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// points are marks that people leave out when they ask: combining diacritical
// marks, Hebrew points, Arabic vowel signs. Vowel signs of other scripts are
// letters to their readers.
var points = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0300, Hi: 0x036f, Stride: 1}, {Lo: 0x0591, Hi: 0x05bd, Stride: 1}, {Lo: 0x05bf, Hi: 0x05bf, Stride: 1},
	{Lo: 0x064b, Hi: 0x0652, Stride: 1},
}}

// nextWord returns the bounds of the first word of text at or after from;
// start is len(text) where there is none.
func nextWord(text string, from int) (start, end int) {
	for start = from; start < len(text); {
		r, n := utf8.DecodeRuneInString(text[start:])
		if isLetter(r) {
			end = start + n
			alone := isUnspaced(r)
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsMark(r) && (alone || !isLetter(r) || isUnspaced(r)) {
					break
				}
				end += n
			}
			return start, end
		}
		start += n
	}
	return len(text), len(text)
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

func isUnspaced(r rune) bool { return r >= 0x0e00 && unicode.In(r, unspaced...) }

// fold returns the form of a word under which it is indexed: compatibility
// forms, case and points do not count.
func fold(word string) string {
	plain := true
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return word
	}
	word = norm.NFKD.String(word)
	word = strings.Map(func(r rune) rune {
		if unicode.Is(points, r) {
			return -1
		}
		return r
	}, word)
	return cases.Fold().String(norm.NFC.String(word))
}

// appendWords appends the folded words of text, each with a space after it.
func appendWords(to []byte, text string, limit int) []byte {
	for from := 0; limit > 0; limit-- {
		start, end := nextWord(text, from)
		if start == len(text) {
			break
		}
		to = append(to, fold(text[start:end])...)
		to = append(to, ' ')
		from = end
	}
	return to
}
