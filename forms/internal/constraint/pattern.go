package constraint

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// compilePattern turns a pattern attribute, a JavaScript regular expression
// with the v flag that must match the whole value, into a Go one. It returns
// nil for what a browser ignores because it does not compile there, and for
// what Go cannot express (look-around, back references, set operations): such
// a pattern is not checked.
func compilePattern(p string) *regexp.Regexp {
	if len(p) > 5000 {
		return nil
	}
	translated, ok := translatePattern(p)
	if !ok {
		return nil
	}
	re, err := regexp.Compile("^(?:" + translated + ")$")
	if err != nil {
		return nil
	}
	return re
}

// translatePattern walks a v-flag pattern. It is strict where the flag is:
// only syntax characters may be escaped for nothing, and in a class
// ( ) [ ] { } / - | and doubled punctuation must be.
func translatePattern(p string) (string, bool) {
	var b strings.Builder
	inClass, start := false, false // start: at a place in the class where a range cannot end
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRuneInString(p[i:])
		switch {
		case r == '\\':
			out, n, ok := translateEscape(p[i:], inClass)
			if !ok {
				return "", false
			}
			b.WriteString(out)
			i += n
			start = false
			continue
		case !inClass && r == '[':
			inClass, start = true, true
			b.WriteByte('[')
			if strings.HasPrefix(p[i+1:], "^") {
				b.WriteByte('^')
				i++
			}
			if strings.HasPrefix(p[i+1:], "]") {
				return "", false // an empty class matches nothing (or, negated, all); Go has neither
			}
		case !inClass && r == ']', !inClass && r == '}' && !quantifierEnds(p[:i]), !inClass && r == '{' && !quantifierStarts(p[i:]):
			return "", false
		case !inClass && strings.HasPrefix(p[i:], "(?") && !strings.HasPrefix(p[i:], "(?:"):
			return "", false
		case inClass && r == ']':
			inClass = false
			b.WriteByte(']')
		case inClass && r == '-':
			if next, _ := utf8.DecodeRuneInString(p[i+1:]); start || next == ']' || next == '-' || i+1 == len(p) {
				return "", false
			}
			b.WriteByte('-')
			i++
			// The end of the range is an ordinary member; a further - after it is not a range.
			if p[i] == '\\' {
				out, n, ok := translateEscape(p[i:], true)
				if !ok {
					return "", false
				}
				b.WriteString(out)
				i += n
			} else {
				_, n := utf8.DecodeRuneInString(p[i:])
				if strings.ContainsRune("()[]{}/|", rune(p[i])) {
					return "", false
				}
				b.WriteString(p[i : i+n])
				i += n
			}
			start = true
			continue
		case inClass && strings.ContainsRune("()[{}/|", r),
			inClass && i+1 < len(p) && rune(p[i+1]) == r && strings.ContainsRune("&!#$%*+,.:;<=>?@^`~", r):
			return "", false
		default:
			b.WriteString(p[i : i+size])
			start = false
		}
		i += size
	}
	return b.String(), !inClass
}

func quantifierStarts(s string) bool { return quantifier.MatchString(s) }

func quantifierEnds(before string) bool {
	i := strings.LastIndexByte(before, '{')
	return i >= 0 && quantifier.MatchString(before[i:]+"}")
}

var quantifier = regexp.MustCompile(`^\{\d+(,\d*)?\}`)

// translateEscape translates the escape at the start of s and returns how
// many bytes it took.
func translateEscape(s string, inClass bool) (out string, n int, ok bool) {
	if len(s) < 2 {
		return "", 0, false
	}
	c, size := utf8.DecodeRuneInString(s[1:])
	switch {
	case strings.ContainsRune(`^$\.*+?()[]{}|/`, c), inClass && strings.ContainsRune("-&!#%,:;<=>@`~", c):
		return regexp.QuoteMeta(string(c)), 1 + size, true
	case strings.ContainsRune("dDwWtnrfv", c), !inClass && strings.ContainsRune("bB", c):
		return s[:2], 2, true
	case c == 's' && inClass:
		return spaces, 2, true
	case c == 's':
		return "[" + spaces + "]", 2, true
	case c == 'S' && !inClass:
		return "[^" + spaces + "]", 2, true
	case c == 'p' || c == 'P':
		if end := strings.IndexByte(s, '}'); end > 3 && s[2] == '{' && !strings.Contains(s[:end], "=") {
			return s[:end+1], end + 1, true
		}
	case c == 'x' && len(s) >= 4 && isHex(s[2:4]):
		return `\x{` + s[2:4] + "}", 4, true
	case c == 'u' && len(s) >= 6 && isHex(s[2:6]):
		return `\x{` + s[2:6] + "}", 6, true
	case c == 'u' && strings.HasPrefix(s, `\u{`):
		if end := strings.IndexByte(s, '}'); end > 3 && end <= 9 && isHex(s[3:end]) {
			return `\x{` + s[3:end] + "}", end + 1, true
		}
	}
	return "", 0, false
}

// spaces is JavaScript's \s inside a class; Go's knows ASCII only.
const spaces = `\t-\r\x{feff}\p{Z}`

func isHex(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.ASCII_Hex_Digit, r) {
			return false
		}
	}
	return s != ""
}
