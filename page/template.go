package page

import (
	"net/url"
	"strings"
)

// Expand fills in a template of an address, "https://host/item/{id}": each name
// in braces is replaced by its value, written as scripts write it that join
// texts; {id:escaped} as encodeURIComponent writes it. It is not ok where a
// value is empty.
func Expand(template string, value func(name string) string) (string, bool) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(template, "{")
		b.WriteString(before)
		if !ok {
			return b.String(), true
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			b.WriteString("{" + rest)
			return b.String(), true
		}
		name, escaped := strings.CutSuffix(name, ":escaped")
		v := value(name)
		switch {
		case v == "":
			return "", false
		case escaped:
			v = strings.ReplaceAll(url.QueryEscape(v), "+", "%20")
		case before != "" || b.Len() > 0: // the whole address may have all of these
			path, place := v, ""
			if i := strings.IndexByte(v, '#'); i > 0 && after == "" && (v[i-1] == '/' || strings.HasSuffix(v[:i], ".html")) {
				path, place = v[:i], v[i:] // a place of a page, not a sign in a name
			}
			v = strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(path) + place
		}
		b.WriteString(v)
		template = after
	}
}
