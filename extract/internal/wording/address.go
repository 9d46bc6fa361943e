package wording

import (
	"net/url"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Atoi reads a non-negative number of at most nine ASCII digits.
func Atoi(s string) (int, bool) {
	n := 0
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for _, r := range s {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = n*10 + int(r-'0')
	}
	return n, true
}

// Params returns the query parameters of u, decoded, in order.
func Params(u page.URL) []page.Pair {
	_, q, _ := strings.Cut(u.PathQuery(), "?")
	return Pairs(q)
}

// Pairs returns the parameters of what stands after an address's question mark.
func Pairs(q string) []page.Pair {
	var out []page.Pair
	for _, part := range strings.FieldsFunc(q, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		out = append(out, page.Pair{Name: Unescape(name), Value: Unescape(value)})
	}
	return out
}

// Unescape decodes a part of a query; one that is badly encoded stays as it is.
func Unescape(s string) string {
	if t, err := url.QueryUnescape(s); err == nil {
		return t
	}
	return s
}
