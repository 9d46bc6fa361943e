package page

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// HeaderLink is one link of a Link header (RFC 8288).
type HeaderLink struct {
	Target   string   // as written: it resolves against the page's own address
	Rel      []string // in lower case
	Anchored bool     // its context is another page
}

// A link with its parameters, and one of these.
var (
	headerLink    = regexp.MustCompile(`<([^>]*)>((?:[^,"]|"[^"]*")*)`)
	linkParameter = regexp.MustCompile(`;\s*([^\s=;,"]+)\s*=\s*(?:"([^"]*)"|([^;,]*))`)
)

// HeaderLinks returns the links of all Link headers, in order; at most 1000. Of several rels of
// one link the first counts.
func HeaderLinks(header http.Header) (out []HeaderLink) {
	const most = 1000
	for _, value := range header.Values("Link") {
		for _, m := range headerLink.FindAllStringSubmatch(value, most-len(out)) {
			l := HeaderLink{Target: strings.TrimSpace(m[1])}
			for _, p := range linkParameter.FindAllStringSubmatch(m[2], -1) {
				switch strings.ToLower(p[1]) {
				case "rel":
					if l.Rel == nil {
						l.Rel = strings.Fields(strings.ToLower(p[2] + p[3]))
					}
				case "anchor":
					l.Anchored = true
				}
			}
			out = append(out, l)
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
