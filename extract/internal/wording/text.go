package wording

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Collapse replaces each run of white space by one space.
func Collapse(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c > ' ' && c < utf8.RuneSelf || c == ' ' && (i == 0 || s[i-1] != ' ')
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space, from := false, 0 // s[from:i] is to be written
	for i, r := range s {
		if r > ' ' && r < utf8.RuneSelf && !space {
			continue // the usual case
		}
		switch {
		case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
			if !space {
				b.WriteString(s[from:i])
				space = true
			}
		case space:
			b.WriteByte(' ')
			space, from = false, i
		}
	}
	if space {
		b.WriteByte(' ')
	} else {
		b.WriteString(s[from:])
	}
	return b.String()
}

// Letters counts letters and digits.
func Letters(s string) int {
	n := 0
	for _, r := range s {
		if r < utf8.RuneSelf {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				n++
			}
		} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
			if unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || unicode.Is(unicode.Hangul, r) {
				n++ // a CJK character carries about two letters' worth
			}
		}
	}
	return n
}

// Words splits s into lower-case words of letters and digits.
func Words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !IsWordRune(r) })
}

// wordsIn is words one by one: all those of a long text take many times its room.
func wordsIn(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !IsWordRune(r) })
}

// IsWordRune reports whether words consist of r.
func IsWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// Blank reports whether s has nothing but white space.
func Blank(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return strings.TrimSpace(Collapse(s[i:])) == ""
		case c > ' ' || c < '\t' || c > '\r' && c < ' ':
			return false
		}
	}
	return true
}

// Digest returns the hash (FNV-1a) of a text and the number of its ASCII digits.
func Digest(text string) (hash uint64, digits int32) {
	hash = FnvStart
	for i := range len(text) {
		c := text[i]
		hash = (hash ^ uint64(c)) * FnvPrime
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	return hash, digits
}

// Snake makes a lower_snake_case name out of any text; "" where nothing remains.
func Snake(s string) string {
	var b strings.Builder
	prevLower := false
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if unicode.IsUpper(r) && prevLower {
				b.WriteByte('_')
			}
			prevLower = unicode.IsLower(r)
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsMark(r):
			b.WriteRune(r)
		default:
			prevLower = false
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
		}
	}
	return strings.Trim(b.String(), "_")
}

// IsRank reports whether text is a number as lists have it in front: "3.", "[3]", "3)".
func IsRank(text string) bool {
	t := strings.Trim(text, ".)#:([] ")
	_, ok := Atoi(t)
	return ok && len(t) < len(text)
}

// Set makes a set of words.
func Set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Useful reports whether text has a letter in it.
func Useful(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }
