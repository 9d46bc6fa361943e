package robots

import "strings"

// normalise brings a path or pattern into the form in which octets are
// compared (RFC 9309, section 2.2.2): octets outside ASCII are percent-encoded,
// percent-encoded unreserved characters are decoded, hexadecimal digits are
// upper case. The characters in literal are percent-encoded too.
func normalise(s, literal string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0:
			if v := byte(unhex(s[i+1])<<4 | unhex(s[i+2])); unreserved(v) {
				b.WriteByte(v)
			} else {
				b.WriteByte('%')
				b.WriteByte(digits[v>>4])
				b.WriteByte(digits[v&15])
			}
			i += 2
		case c >= 0x80 || c <= ' ' || strings.IndexByte(literal, c) >= 0:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// compilePath normalises a path, in which "*" and "$" mean themselves: a rule
// names them percent-encoded (section 2.2.3).
func compilePath(path string) string { return normalise(path, "*$") }

// compilePattern normalises a rule's pattern, in which "*" is any run of
// octets and "$" is special at the end only.
func compilePattern(pattern string) string {
	if body, ok := strings.CutSuffix(pattern, "$"); ok {
		return normalise(body, "$") + "$"
	}
	return normalise(pattern, "$")
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unreserved is RFC 3986, section 2.3.
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// matches reports whether pattern covers the beginning of path, or all of it
// where the pattern ends in "$" (section 2.2.3). Both are normalised. The time
// is bounded by their product: a star is tried only at its next literal.
func matches(pattern, path string) bool {
	anchored := strings.HasSuffix(pattern, "$")
	pattern = strings.TrimSuffix(pattern, "$")
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	path = path[len(parts[0]):]
	if len(parts) == 1 {
		return !anchored || path == ""
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(path, part)
		if i < 0 {
			return false
		}
		path = path[i+len(part):]
	}
	last := parts[len(parts)-1]
	if anchored {
		return strings.HasSuffix(path, last)
	}
	return strings.Contains(path, last)
}
