package endpoint

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// Found is where a value was found that a request carries, so that the next
// one can be taken from there.
type Found struct {
	On page.Request `json:"on,omitzero"` // the page or endpoint whose answer has it; zero: the answer before
	// In is the place in the answer: "json /data/cursor", "meta csrf-token",
	// "input _token" (a hidden field), "cookie XSRF-TOKEN", "header X-Token",
	// or "text token=\"", the text right before the value.
	In string `json:"in"`
}

// Read takes the value from an answer; not ok where it has none.
func (f *Found) Read(body []byte, header http.Header) (string, bool) {
	if f == nil {
		return "", false
	}
	kind, name, _ := strings.Cut(f.In, " ")
	switch kind {
	case "header":
		value := header.Get(name)
		return value, value != ""
	case "cookie":
		for _, c := range cookiesOf(header) {
			if c.Name == name && c.Value != "" {
				return unescapePath(c.Value), true
			}
		}
		return "", false
	}
	return f.in(string(body), name)
}

// in is Read for what stands in the body; name is the place without its kind,
// or "" for that of f.
func (f *Found) in(body, name string) (string, bool) {
	if f == nil {
		return "", false
	}
	kind, rest, _ := strings.Cut(f.In, " ")
	if name == "" {
		name = rest
	}
	switch kind {
	case "json":
		s, ok := jsonAt(page.BareJSON(body), name)
		return s.text, ok && (s.kind == 's' || s.kind == 'n') && s.text != ""
	case "meta", "input":
		for _, n := range namedValues(body) {
			if n.tag == kind && n.name == name && n.value != "" {
				return n.value, true
			}
		}
	case "text":
		if _, after, ok := strings.Cut(body, name); ok {
			value := after[:ending(after)]
			return html.UnescapeString(value), value != ""
		}
	}
	return "", false
}

// ending returns where a value ends that stands in markup or a script.
func ending(s string) int {
	if i := strings.IndexAny(s, "\"'`<>&\\ \t\r\n,;)"); i >= 0 {
		return i
	}
	return len(s)
}

func cookiesOf(header http.Header) []*http.Cookie {
	return (&http.Response{Header: header}).Cookies()
}

// namedValue is the content of a meta element or the value of an input.
type namedValue struct{ tag, name, value string }

// namedValues lists them as they stand in a page.
func namedValues(body string) []namedValue {
	var out []namedValue
	for z := html.NewTokenizer(strings.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if t.Data != "meta" && t.Data != "input" {
				continue
			}
			n := namedValue{tag: t.Data}
			for _, a := range t.Attr {
				switch a.Key {
				case "name":
					n.name = a.Val
				case "content", "value":
					n.value = a.Val
				}
			}
			out = append(out, n)
		}
	}
}

// contextLength is how much text before a value tells where it stands.
const contextLength = 24

// source finds where a value stands in an answer; "" where nowhere.
func source(value string, body []byte, header http.Header, isHTML bool) string {
	for _, c := range cookiesOf(header) {
		if unescapePath(c.Value) == value {
			return "cookie " + c.Name
		}
	}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if header.Get(name) == value && name != "Set-Cookie" {
			return "header " + name
		}
	}
	text := string(body)
	if !isHTML {
		spans, ok := jsonSpans(page.BareJSON(text))
		best := ""
		for _, s := range spans {
			if s.text == value && (s.kind == 's' || s.kind == 'n') && (best == "" || withinArray(best) && !withinArray(s.pointer)) {
				best = s.pointer // what stands beside a list tells of it, not of one of its items
			}
		}
		if best != "" {
			return "json " + best
		}
		if ok {
			return ""
		}
	}
	for _, n := range namedValues(text) {
		if n.value == value && n.name != "" {
			return n.tag + " " + n.name
		}
	}
	for _, written := range []string{value, html.EscapeString(value), url.QueryEscape(value)} {
		i := strings.Index(text, written)
		if i < 0 || i+ending(text[i:]) != i+len(written) {
			continue
		}
		before := text[max(0, i-contextLength):i]
		if j := strings.LastIndexAny(before, "\n\r"); j >= 0 {
			before = before[j+1:]
		}
		if before != "" && strings.Index(text, before) == i-len(before) {
			return "text " + before
		}
	}
	return ""
}
