package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// leastInline is the least length of a script of a page that may be what it searches in.
const leastInline = 1000

// InlineData returns the data, as JSON, that scripts of a page hold that are little else,
// in their order; "" of each of the other scripts.
func InlineData(d *Document) []string {
	var out []string
	for n := range Below(d.Root) {
		if n.DataAtom != atom.Script {
			continue
		}
		text := ""
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			text += c.Data
		}
		if len(text) < leastInline || !BringsData([]byte(text)) {
			text = ""
		}
		out = append(out, strings.TrimSpace(BareJSON(text)))
	}
	return out
}
