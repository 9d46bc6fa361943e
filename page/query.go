package page

import (
	"net/url"
	"strings"
)

// Params returns the parameters of the query of u, decoded, in order.
func (u URL) Params() []Pair {
	_, q, _ := strings.Cut(u.PathQuery(), "?")
	return Pairs(q)
}

// Pairs returns the parameters of what stands after an address's question mark.
func Pairs(query string) []Pair {
	var out []Pair
	for _, part := range strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		out = append(out, Pair{Name: Unescape(name), Value: Unescape(value)})
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
