package page

import (
	"net/http"
	"slices"
	"strings"
)

// HeaderLink is one link of a Link header (RFC 8288).
type HeaderLink struct {
	Target   string   // as written: it resolves against the page's own address
	Rel      []string // in lower case
	Anchored bool     // its context is another page
}

// HeaderLinks returns the links of all Link headers, in order; at most 1000.
func HeaderLinks(header http.Header) []HeaderLink {
	const most = 1000
	var out []HeaderLink
	for _, value := range header.Values("Link") {
		for len(out) < most {
			start := strings.IndexByte(value, '<')
			if start < 0 {
				break
			}
			target, rest, ok := strings.Cut(value[start+1:], ">")
			if !ok {
				break
			}
			rel, anchored, after := linkParameters(rest)
			out = append(out, HeaderLink{strings.TrimSpace(target), strings.Fields(strings.ToLower(rel)), anchored})
			value = after
		}
	}
	return out
}

// nextLink returns the target of the Link header with rel=next; "" without one.
// A link whose context is another page (anchor) does not count.
func nextLink(header http.Header) string {
	for _, l := range HeaderLinks(header) {
		if !l.Anchored && slices.Contains(l.Rel, "next") {
			return l.Target
		}
	}
	return ""
}

// linkParameters reads the parameters behind the target of a link, up to the
// comma that ends it: its first rel, and whether it has an anchor.
func linkParameters(s string) (rel string, anchored bool, after string) {
	found := false
	for {
		s = strings.TrimLeft(s, " \t;")
		if s == "" || s[0] == ',' {
			return rel, anchored, strings.TrimPrefix(s, ",")
		}
		end := strings.IndexAny(s, "=;,")
		if end < 0 {
			return rel, anchored, ""
		}
		name, value := strings.TrimSpace(s[:end]), ""
		if s[end] != '=' {
			s = s[end:]
			continue
		}
		s = strings.TrimLeft(s[end+1:], " \t")
		if strings.HasPrefix(s, `"`) {
			closing := strings.IndexByte(s[1:], '"')
			if closing < 0 {
				return rel, anchored, ""
			}
			value, s = s[1:closing+1], s[closing+2:]
		} else {
			end = strings.IndexAny(s, ";,")
			if end < 0 {
				end = len(s)
			}
			value, s = strings.TrimSpace(s[:end]), s[end:]
		}
		switch strings.ToLower(name) {
		case "rel":
			if !found {
				rel, found = value, true
			}
		case "anchor":
			anchored = true
		}
	}
}
