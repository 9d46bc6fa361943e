package endpoint

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

// A place is where a value stands in a request, written so that a person can
// read and change it: "query q" (a parameter of the address; "query q#2" is the
// second of that name), "path 3" (a segment of the address, counted from 1),
// "form q" (form data in the body), "json /variables/q" (JSON in the body, by
// RFC 6901) or "header X-Token". A value that is JSON or form data itself is
// entered by a further step: "query variables > json /q"; one that is base64 of
// them by two: "query r > base64 > json /q".

// leaf is a value of a request at its place.
type leaf struct {
	at   string
	text string
	bare bool // a number, true, false or null of JSON
}

// maxNestedValue bounds the values that are looked into, in bytes.
const maxNestedValue = 1 << 20

// leaves takes a request apart.
func leaves(r page.Request) []leaf {
	var out []leaf
	path, query, _ := strings.Cut(r.URL.PathQuery(), "?")
	for i, segment := range strings.Split(path, "/") {
		if i > 0 {
			out = append(out, leaf{at: "path " + strconv.Itoa(i), text: unescapePath(segment)})
		}
	}
	out = append(out, pairLeaves("query", query)...)
	for line := range strings.Lines(r.Header) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out = append(out, leaf{at: "header " + name, text: value})
	}
	switch bodyOf(r) {
	case "json":
		out = append(out, jsonLeaves(r.Body, "json")...)
	case "form":
		out = append(out, pairLeaves("form", r.Body)...)
	}
	return out
}

// bodyOf says how a body is read: "json", "form" or "" (not at all).
func bodyOf(r page.Request) string {
	kind, _, _ := strings.Cut(strings.ToLower(r.ContentType), ";")
	body := strings.TrimSpace(r.Body)
	switch {
	case body == "" || len(body) > maxNestedValue:
		return ""
	case body[0] == '{' || body[0] == '[':
		return "json"
	case strings.TrimSpace(kind) == "application/x-www-form-urlencoded":
		return "form"
	}
	return ""
}

func pairLeaves(step, encoded string) []leaf {
	var out []leaf
	seen := map[string]int{}
	for _, p := range splitPairs(encoded) {
		name, value := page.Unescape(p.name), page.Unescape(p.value)
		seen[name]++
		at := step + " " + nth(name, seen[name])
		out = append(out, leaf{at: at, text: value})
		out = append(out, nested(at, value)...)
	}
	return out
}

func jsonLeaves(text, step string) []leaf {
	var out []leaf
	spans, _ := jsonSpans(text)
	for _, s := range spans {
		at := step + " " + s.pointer
		switch s.kind {
		case 's':
			out = append(out, leaf{at: at, text: s.text})
			out = append(out, nested(at, s.text)...)
		case 'n', 'b', '0':
			out = append(out, leaf{at: at, text: s.text, bare: true})
		}
	}
	return out
}

// alphabets are the ways to write base64.
var alphabets = []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding}

// coded returns what a value is base64 of, where that is JSON, and how it is written.
func coded(value string) (text string, by *base64.Encoding) {
	if len(value) < 8 || value[0] != 'e' && value[0] != 'W' && value[0] != 'I' { // no other letter begins with a bracket or a blank
		return "", nil
	}
	for _, by := range alphabets {
		if text, err := by.DecodeString(value); err == nil && utf8.Valid(text) {
			if s := strings.TrimSpace(string(text)); s != "" && (s[0] == '{' || s[0] == '[') {
				return string(text), by
			}
		}
	}
	return "", nil
}

// nested takes a value apart that is JSON or form data itself.
func nested(at, value string) []leaf {
	v := strings.TrimSpace(value)
	if len(v) < 2 || len(v) > maxNestedValue || strings.Count(at, " > ") >= 3 {
		return nil
	}
	if v[0] == '{' || v[0] == '[' {
		return jsonLeaves(v, at+" > json")
	}
	if text, by := coded(v); by != nil {
		return jsonLeaves(text, at+" > base64 > json")
	}
	if strings.Contains(v, "=") && strings.Contains(v, "&") && !strings.ContainsAny(v, " \n<>{}?") {
		return pairLeaves(at+" > form", v)
	}
	return nil
}

// nth names the n-th of several of the same name; a name of its own that
// would be misread is escaped.
func nth(name string, n int) string {
	name = strings.NewReplacer("%", "%25", "#", "%23", ">", "%3E").Replace(name)
	if n > 1 {
		name += "#" + strconv.Itoa(n)
	}
	return name
}

type rawPair struct{ name, value string } // as written

func splitPairs(encoded string) []rawPair {
	var out []rawPair
	for p := range strings.SplitSeq(encoded, "&") {
		if p != "" {
			name, value, _ := strings.Cut(p, "=")
			out = append(out, rawPair{name, value})
		}
	}
	return out
}

func joinPairs(pairs []rawPair) string {
	var parts []string
	for _, p := range pairs {
		parts = append(parts, p.name+"="+p.value)
	}
	return strings.Join(parts, "&")
}

// put returns r with the value at a place replaced, or taken out where value is
// nil. A parameter, header or member that is not there is added. It is not ok
// for a place that r cannot have.
func put(r page.Request, at string, value *string, bare bool) (page.Request, bool) {
	step, rest, _ := strings.Cut(at, " > ")
	kind, name, _ := strings.Cut(step, " ")
	path, query, hasQuery := strings.Cut(r.URL.PathQuery(), "?")
	ok := true
	switch kind {
	case "path":
		segments := strings.Split(path, "/")
		i, err := strconv.Atoi(name)
		if err != nil || i < 1 || i >= len(segments) || value == nil || rest != "" {
			return r, false
		}
		segments[i] = strings.ReplaceAll(url.QueryEscape(*value), "+", "%20")
		path = strings.Join(segments, "/")
	case "query":
		if query, ok = putPair(query, name, rest, value, bare, "%20"); !ok {
			return r, false
		}
	case "form":
		r.Body, ok = putPair(r.Body, name, rest, value, bare, "+")
		return r, ok
	case "json":
		r.Body, ok = putJSON(r.Body, name, rest, value, bare)
		return r, ok
	case "header":
		r.Header = putHeader(r.Header, name, value)
		return r, rest == ""
	default:
		return r, false
	}
	if hasQuery || query != "" {
		path += "?" + query
	}
	u, err := r.URL.Resolve(r.URL.Origin() + path)
	if err != nil {
		return r, false
	}
	r.URL = u
	return r, true
}

// putWithin applies the further steps of a place to a value.
func putWithin(text, rest string, value *string, bare bool) (string, bool) {
	step, rest, _ := strings.Cut(rest, " > ")
	switch kind, name, _ := strings.Cut(step, " "); kind {
	case "json":
		return putJSON(text, name, rest, value, bare)
	case "form":
		return putPair(text, name, rest, value, bare, "%20")
	case "base64":
		in, by := coded(strings.TrimSpace(text))
		if by == nil || rest == "" {
			return text, false
		}
		in, ok := putWithin(in, rest, value, bare)
		return by.EncodeToString([]byte(in)), ok
	}
	return text, false
}

func putJSON(text, pointer, rest string, value *string, bare bool) (string, bool) {
	if rest != "" {
		s, ok := jsonAt(text, pointer)
		if !ok || s.kind != 's' {
			return text, false
		}
		in, ok := putWithin(s.text, rest, value, bare)
		if !ok {
			return text, false
		}
		return setJSON(text, pointer, in, false)
	}
	if value == nil {
		return cutJSON(text, pointer), true
	}
	return setJSON(text, pointer, *value, bare)
}

func putPair(encoded, name, rest string, value *string, bare bool, space string) (string, bool) {
	name, number, _ := strings.Cut(name, "#")
	left, err := strconv.Atoi(number)
	if err != nil {
		left = 1
	}
	if name, err = url.PathUnescape(name); err != nil {
		return encoded, false
	}
	pairs := splitPairs(encoded)
	escaped := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", space) }
	for i, p := range pairs {
		if page.Unescape(p.name) != name {
			continue
		}
		if left--; left > 0 {
			continue
		}
		switch {
		case rest != "":
			in, ok := putWithin(page.Unescape(p.value), rest, value, bare)
			if !ok {
				return encoded, false
			}
			pairs[i].value = escaped(in)
		case value == nil:
			pairs = append(pairs[:i], pairs[i+1:]...)
		default:
			pairs[i].value = escaped(*value)
		}
		return joinPairs(pairs), true
	}
	if rest != "" || value == nil {
		return encoded, value == nil
	}
	return joinPairs(append(pairs, rawPair{escaped(name), escaped(*value)})), true
}

// putHeader changes one of the lines of page.Request.Header.
func putHeader(header, name string, value *string) string {
	var lines []string
	for line := range strings.Lines(header) {
		if n, _, _ := strings.Cut(line, ":"); !strings.EqualFold(n, name) {
			lines = append(lines, line)
		}
	}
	if value != nil {
		lines = append(lines, name+": "+strings.NewReplacer("\r", "", "\n", "").Replace(*value)+"\n")
	}
	return sortedLines(lines)
}

func unescapePath(s string) string {
	if t, err := url.PathUnescape(s); err == nil {
		return t
	}
	return s
}
