package robots

import "strings"

// pattern is a compiled rule path: literal parts with "*" between them. All
// parts are in canonical form.
type pattern struct {
	parts    []string // at least one; parts[0] must begin the path
	anchored bool     // "$": the last part must end the path
	octets   int      // of the canonical path with its "*" and "$"
}

// compile reads a rule's path. Only the unescaped "*" is a wildcard and only
// the unescaped "$" at the end is an anchor (RFC 9309, section 2.2.3).
func compile(path string) pattern {
	p := pattern{}
	if strings.HasSuffix(path, "$") {
		p.anchored = true
		p.octets++
		path = path[:len(path)-1]
	}
	query := false
	for i, part := range strings.Split(path, "*") {
		if i > 0 {
			p.octets++
		}
		part, query = canonicalPart(part, query)
		p.octets += len(part)
		// "**" means "*", so an empty part between two wildcards adds nothing.
		if n := len(p.parts); part == "" && n > 1 && p.parts[n-1] == "" {
			continue
		}
		p.parts = append(p.parts, part)
	}
	return p
}

// match reports whether the pattern covers the canonical path. Taking the
// leftmost occurrence of each part is enough, as only the last may be bound to
// the end: so no rule, however many wildcards it has, makes matching explode.
func (p pattern) match(path string) bool {
	rest, ok := strings.CutPrefix(path, p.parts[0])
	if !ok {
		return false
	}
	last := len(p.parts) - 1
	if last == 0 {
		return !p.anchored || rest == ""
	}
	for _, part := range p.parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	if p.anchored {
		return strings.HasSuffix(rest, p.parts[last])
	}
	return strings.Contains(rest, p.parts[last])
}

// canonical writes a path with query so that spellings which RFC 9309,
// section 2.2.2, calls equal become the same octets.
func canonical(path string) string {
	s, _ := canonicalPart(path, false)
	return s
}

// canonicalPart is canonical for a piece of a path; query says whether a "?"
// has come before the piece, and the result whether one has come by its end.
//
// Octets that may stand in a URL are written plainly, whether they came plain
// or escaped, all others as %XX. An escaped octet stays escaped where it would
// otherwise become a delimiter: "/" and "?" in the path, "&", "=" and "+"
// everywhere, and "#" and "%". In the query "/" and "?" are data however they
// are written (the RFC's example "?baz=https://foo.bar").
func canonicalPart(s string, query bool) (string, bool) {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c, escaped := s[i], false
		if c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			c, escaped = unhex(s[i+1])<<4|unhex(s[i+2]), true
			i += 2
		}
		plain := c > ' ' && c < 0x7f && strings.IndexByte("\"#%<>\\^`{|}", c) < 0
		if escaped && (strings.IndexByte("&=+", c) >= 0 || !query && (c == '/' || c == '?')) {
			plain = false
		}
		if plain {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
		if c == '?' && !escaped {
			query = true
		}
	}
	return b.String(), query
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}
