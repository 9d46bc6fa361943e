package harvest

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

// address is an address in parts.
type address struct {
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

func addressOf(u page.URL) address {
	path, query, _ := strings.Cut(u.PathQuery(), "?")
	a := address{of: u, path: strings.Split(path, "/")}
	separator := "&"
	if a.semis = !strings.Contains(query, "&") && apart.MatchString(query); a.semis {
		separator = ";"
	}
	for part := range strings.SplitSeq(query, separator) {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			a.query = append(a.query, param{part, decoded(name), decoded(value)})
		}
	}
	return a
}

// decoded returns a name or value of a query as the bytes that it stands for;
// as it is where it stands for none.
func decoded(s string) string {
	if d, err := url.QueryUnescape(s); err == nil {
		return d
	}
	return s
}

func (a address) url() (page.URL, error) {
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

// values returns the values of a parameter.
func (a address) values(name string) (out []string) {
	for _, p := range a.query {
		if p.name == name {
			out = append(out, p.value)
		}
	}
	return out
}

// said counts the parameters of an address that say something.
func (a address) said() map[page.Pair]int {
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

// samePlace reports whether two addresses ask for the same: whatever the order
// of their parameters, and without those that say nothing.
func samePlace(a, b page.URL) bool {
	x, y := addressOf(a.Canonical()), addressOf(b.Canonical())
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
