package duplicates

import (
	"slices"
	"strings"
)

// address is a path with its query, in parts.
type address struct {
	segments []string // of the path, the first after the leading slash
	params   []param
	query    bool
}

type param struct {
	name, value string
	bare        bool // without =
}

func parseAddress(pathQuery string) address {
	path, query, has := strings.Cut(pathQuery, "?")
	a := address{segments: strings.Split(strings.TrimPrefix(path, "/"), "/"), query: has}
	if query == "" {
		return a
	}
	for p := range strings.SplitSeq(query, "&") {
		name, value, ok := strings.Cut(p, "=")
		a.params = append(a.params, param{name, value, !ok})
	}
	return a
}

// value returns that of a parameter, "" where it is not there.
func (a address) value(name string) string {
	for _, p := range a.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

func (a address) path() string { return "/" + strings.Join(a.segments, "/") }

func (a address) String() string {
	if !a.query || len(a.params) == 0 {
		return a.path()
	}
	var b strings.Builder
	b.WriteString(a.path())
	for i, p := range a.params {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(p.name)
		if !p.bare {
			b.WriteByte('=')
			b.WriteString(p.value)
		}
	}
	return b.String()
}

func (a address) has(name string) bool {
	return slices.ContainsFunc(a.params, func(p param) bool { return p.name == name })
}

func (a address) without(name string) address {
	a.params = slices.DeleteFunc(slices.Clone(a.params), func(p param) bool { return p.name == name })
	return a
}

// shape is the path with what counts blanked: segments with digits.
func (a address) shape() string {
	var b strings.Builder
	for _, s := range a.segments {
		b.WriteByte('/')
		if strings.ContainsAny(s, "0123456789") {
			b.WriteByte('*')
		} else {
			b.WriteString(s)
		}
	}
	return b.String()
}

// marks part the tokens of an address.
const marks = "/?&=._-;,:+~"

// tokens splits an address where its marks are; marks are tokens.
func tokens(s string) (out []string) {
	from := 0
	for i := range len(s) {
		if strings.IndexByte(marks, s[i]) >= 0 {
			if from < i {
				out = append(out, s[from:i])
			}
			out = append(out, s[i:i+1])
			from = i + 1
		}
	}
	if from < len(s) {
		out = append(out, s[from:])
	}
	return out
}
