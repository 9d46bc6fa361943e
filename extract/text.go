package extract

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textOf returns the visible text of a span, white space collapsed.
func (v *Page) textOf(s span) string {
	var b strings.Builder
	for i := s.lo; i < s.hi; i++ {
		n := &v.nodes[i]
		if n.tag != "#text" {
			continue
		}
		if n.brk && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(n.text())
	}
	return strings.TrimSpace(collapse(b.String()))
}

// label returns what a link or button says: its text, else the alternative
// text of its image, its aria-label or its title.
func (v *Page) label(i int32) string {
	if t := v.textOf(v.subtree(i)); t != "" {
		return t
	}
	for k := i; k < v.nodes[i].end; k++ {
		for _, a := range []string{"alt", "aria-label", "title"} {
			if t := strings.TrimSpace(collapse(attr(v.nodes[k].h, a))); t != "" {
				return t
			}
		}
	}
	return ""
}

// collapse replaces each run of white space by one space.
func collapse(s string) string {
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

// letters counts letters and digits.
func letters(s string) int {
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

// words splits s into lower-case words of letters and digits.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isWordRune(r) })
}

// wordsIn is words one by one: all those of a long text take many times its room.
func wordsIn(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !isWordRune(r) })
}

// isWordRune reports whether words consist of r.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// blank reports whether s has nothing but white space.
func blank(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf:
			return strings.TrimSpace(collapse(s[i:])) == ""
		case c > ' ' || c < '\t' || c > '\r' && c < ' ':
			return false
		}
	}
	return true
}

// digest returns the hash (FNV-1a) of a text and the number of its ASCII digits.
func digest(text string) (hash uint64, digits int32) {
	hash = fnvStart
	for i := range len(text) {
		c := text[i]
		hash = (hash ^ uint64(c)) * fnvPrime
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	return hash, digits
}
