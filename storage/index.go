package storage

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/hadal-crawler/hadal/extract"
)

const indexRecord = `INSERT OR REPLACE INTO search (rowid, title, body) VALUES (?, ?, ?)`

// index puts what a record says into the full-text index, in place of what it
// said before.
func index(w *writeTx, record int64, title, text string, fields []extract.Field) {
	titleWords, bodyWords := searchable(title, text, fields)
	w.exec(indexRecord, record, titleWords, bodyWords)
}

// searchable returns what is indexed of a record: the words of its title, and
// those of its text with the values of fields that do not stand in it, as those
// read from attributes or from a page of its own.
func searchable(title, text string, fields []extract.Field) (titleWords, bodyWords []byte) {
	titleWords = appendWords(nil, title)
	bodyWords = appendWords(make([]byte, 0, len(text)+len(text)/8), text)
	for _, f := range fields {
		if f.Kind == "url" || f.Kind == "image" {
			continue
		}
		words := appendWords(nil, f.Value)
		if len(words) > 0 && !containsWords(bodyWords, words) {
			bodyWords = append(bodyWords, words...)
		}
	}
	return titleWords, bodyWords
}

// containsWords reports whether words stand in a row within text; both as
// appendWords gives them.
func containsWords(text, words []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], words)
		if i < 0 {
			return false
		}
		if at := from + i; at == 0 || text[at-1] == ' ' {
			return true
		}
		from += i + 1
	}
}

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
	if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return strings.ToLower(word)
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
func appendWords(to []byte, text string) []byte {
	for from, n := 0, 0; n < maxWords; n++ {
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
