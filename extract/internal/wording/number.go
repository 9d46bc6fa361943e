package wording

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsDigit reports a decimal digit of any script.
func IsDigit(r rune) bool { return r >= '0' && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r) }

// ParseNumber reads a number as people write it: with the digits of any
// script, thousands parted by comma, point, space or apostrophe, and a
// decimal comma or point. "1,234" and "1.234" are taken as thousands, as
// counts and prices on result pages are; "1,23" and "1.5" as decimals.
func ParseNumber(s string) (float64, bool) {
	var b strings.Builder
	var seps []rune
	var group []int // digits behind each separator
	for _, r := range strings.TrimSpace(s) {
		switch {
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(byte('0' + Digit(r)))
			if len(group) > 0 {
				group[len(group)-1]++
			}
		case r == '-' || r == '−':
			b.WriteByte('-')
		case r == '+':
		case r == '.' || r == ',' || r == '\u066b' || r == '\u066c' || r == '\'' || r == '’' || unicode.IsSpace(r):
			seps = append(seps, r)
			group = append(group, 0)
			b.WriteByte('|')
		default:
			return 0, false
		}
	}
	text := b.String()
	for strings.HasSuffix(text, "|") {
		text, seps, group = text[:len(text)-1], seps[:len(seps)-1], group[:len(group)-1]
	}
	decimal := -1
	if n := len(seps); n > 0 {
		last := seps[n-1]
		switch {
		case last == '\u066b':
			decimal = n - 1
		case last != '.' && last != ',':
		case n > 1 && seps[n-2] != last:
			decimal = n - 1 // 1.234,5
		case n == 1 && group[0] != 3:
			decimal = 0
		case n == 1 && strings.HasPrefix(strings.TrimPrefix(text, "-"), "0|"):
			decimal = 0 // 0.125
		}
		groups := group
		if decimal >= 0 {
			groups = group[:decimal]
		}
		for i, g := range groups {
			if g != 3 && !(g == 2 && i < len(groups)-1) { // 12,34,567 of India
				return 0, false
			}
		}
	}
	var out strings.Builder
	at := 0
	for _, r := range text {
		if r == '|' {
			if at == decimal {
				out.WriteByte('.')
			}
			at++
			continue
		}
		out.WriteRune(r)
	}
	n, err := strconv.ParseFloat(out.String(), 64)
	return n, err == nil
}

// Digit returns the value of a decimal digit of any script: the Nd runs of
// Unicode are all contiguous and start at zero.
func Digit(r rune) int {
	n := 0
	for n < 9 && unicode.Is(unicode.Nd, r-rune(n)-1) && !zeroDigit(r-rune(n)) {
		n++
	}
	return n
}

// zeroDigit reports whether r is a zero; needed where two runs of digits touch.
func zeroDigit(r rune) bool {
	return r == '0' || r >= 0x1D7CE && r <= 0x1D7FF && (r-0x1D7CE)%10 == 0 || r == 0x1A90
}

// AtoiAny is atoi for the digits of any script.
func AtoiAny(s string) (int, bool) {
	n, ok := ParseNumber(s)
	if !ok || n < 0 || n > 1e6 || n != float64(int(n)) || strings.ContainsAny(s, ".,") && n < 1000 {
		return 0, false
	}
	return int(n), true
}

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
