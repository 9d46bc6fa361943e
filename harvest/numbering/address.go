package numbering

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// Address is an address in parts.
type Address struct {
	of    page.URL // whose origin, user name and password it has
	path  []string // segments as written; the first is empty
	query []param
	semis bool // the parameters are set apart by semicolons, as HTML 4 recommends
}

// apart matches parameters that semicolons set apart.
var apart = regexp.MustCompile(`^[^=;]+=[^=;]*(;[^=;]+=[^=;]*)+$`)

// param is one parameter of an address.
type param struct {
	written     string // name=value, encoded
	name, value string // decoded
}

// AddressOf takes an address apart.
func AddressOf(u page.URL) Address {
	path, query, _ := strings.Cut(u.PathQuery(), "?")
	a := Address{of: u, path: strings.Split(path, "/")}
	separator := "&"
	if a.semis = !strings.Contains(query, "&") && apart.MatchString(query); a.semis {
		separator = ";"
	}
	for part := range strings.SplitSeq(query, separator) {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			a.query = append(a.query, param{part, page.Unescape(name), page.Unescape(value)})
		}
	}
	return a
}

func (a Address) url() (page.URL, error) {
	ref, separator := strings.Join(a.path, "/"), "?"
	for _, p := range a.query {
		ref += separator + p.written
		if separator = "&"; a.semis {
			separator = ";"
		}
	}
	u, err := a.of.Resolve(ref)
	if err == nil && u.Origin() != a.of.Origin() {
		return page.URL{}, fmt.Errorf("%s leads to another host than %s", ref, a.of) // a path that begins with two slashes
	}
	return u, err
}

// Values returns the values of a parameter.
func (a Address) Values(name string) (out []string) {
	for _, p := range a.query {
		if p.name == name {
			out = append(out, p.value)
		}
	}
	return out
}

// Segments returns the segments of the path, the first of which is empty.
func (a Address) Segments() []string { return slices.Clone(a.path) }

// Names returns the names of the parameters.
func (a Address) Names() (out []string) {
	for _, p := range a.query {
		out = append(out, p.name)
	}
	return out
}

// said counts the parameters of an address that say something.
func (a Address) said() map[page.Pair]int {
	out := map[page.Pair]int{}
	for _, p := range a.query {
		if p.value != "" {
			out[page.Pair{Name: p.name, Value: p.value}]++
		}
	}
	return out
}

// with returns the parameter with another value.
func (p param) with(value string) param {
	name, _, _ := strings.Cut(p.written, "=")
	return param{name + "=" + url.QueryEscape(value), p.name, value}
}

// SamePlace reports whether two addresses ask for the same: whatever the order
// of their parameters, and without those that say nothing.
func SamePlace(a, b page.URL) bool {
	x, y := AddressOf(a.Canonical()), AddressOf(b.Canonical())
	return x.of.Origin() == y.of.Origin() && slices.EqualFunc(x.path, y.path, func(s, t string) bool { return s == t || unescaped(s) == unescaped(t) }) &&
		maps.Equal(x.said(), y.said())
}

func unescaped(segment string) string {
	if s, err := url.PathUnescape(segment); err == nil {
		return s
	}
	return segment
}

// number splits a value that has one number, without leading zeros, in it.
func number(s string) (before string, n int, after string, ok bool) {
	from := strings.IndexAny(s, digits)
	if from < 0 {
		return "", 0, "", false
	}
	to := from + len(s[from:]) - len(strings.TrimLeft(s[from:], digits))
	n, err := strconv.Atoi(s[from:to])
	ok = err == nil && n <= maxNumber && strconv.Itoa(n) == s[from:to] && !strings.ContainsAny(s[to:], digits)
	return s[:from], n, s[to:], ok
}

const digits = "0123456789"

// maxNumber is the largest number of a page or row.
const maxNumber = 1 << 30
