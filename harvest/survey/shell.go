package survey

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// Of a page that shows nothing before its scripts have run.
const (
	shellLetters = 400 // at most, outside scripts
	shellLinks   = 6   // at most
)

// ScriptsOnly says why a page as served looks like the shell of one that its
// scripts draw; "" where it does not.
func ScriptsOnly(doc *page.Document) string {
	var letters, links, scripts, mounts int
	var warns string
	shows := func() bool { return letters > shellLetters || links > shellLinks } // enough: the rest does not matter
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && !shows(); c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				letters += countLetters(c.Data, shellLetters+1)
			case c.Type != html.ElementNode:
			case c.Data == "script":
				if isCode(page.Attr(c, "type")) {
					scripts++
				}
			case c.Data == "noscript":
				if text := strings.ToLower(page.Text(c)); strings.Contains(text, "javascript") {
					warns = "; it says that it needs JavaScript"
				}
			case c.Data == "style" || c.Data == "template" || c.Data == "title":
			default:
				if c.Data == "a" && page.HasAttr(c, "href") {
					links++
				}
				if c.FirstChild == nil && (page.HasAttr(c, "id") || strings.Contains(c.Data, "-")) && (c.Data == "div" || c.Data == "main" || c.Data == "section" || strings.Contains(c.Data, "-")) {
					mounts++
				}
				walk(c)
			}
		}
	}
	walk(doc.Root)
	if scripts == 0 || shows() {
		return ""
	}
	if warns == "" && mounts == 0 && letters > shellLetters/4 {
		return ""
	}
	return fmt.Sprintf("as served it has %d letters and %d links beside its scripts%s", letters, links, warns)
}

// countLetters counts the letters and digits of a text, up to most.
func countLetters(text string, most int) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// isCode reports whether a script element of this type runs.
func isCode(kind string) bool {
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "" || kind == "module" || strings.Contains(kind, "javascript") || strings.Contains(kind, "ecmascript")
}

// HasScripts reports whether a page runs anything.
func HasScripts(doc *page.Document) bool {
	return page.Any(doc.Root, func(n *html.Node) bool { return isCode(page.Attr(n, "type")) }, "script")
}
