package page

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// made matches ids and names that a script makes up anew at each load.
var made = regexp.MustCompile(`:|[0-9]{3,}|(?i:^(?:mui|radix|headlessui|react-select|downshift|ember|ext|gen|uid|vs|el)[-_]?[a-z-]*[0-9])|[0-9a-f]{8,}`)

// MadeUp reports whether an id or name looks like one that is not the same when
// the page is loaded again.
func MadeUp(id string) bool { return id == "" || len(id) > 60 || made.MatchString(id) }

// steady are attributes that tell elements apart and that people chose, the
// steadiest first.
var steady = []string{"name", "data-testid", "data-test", "data-qa", "placeholder", "aria-label", "title", "data-name", "rel", "role", "type"}

// Selector returns a CSS selector by which a browser finds the element n of d
// again after the page was loaded anew, and that a person can read: of its id
// or an attribute that nothing else of its kind has, else by its place below an
// element that has one.
func (d *Document) Selector(n *html.Node) string {
	path := ""
	for cur := n; cur != nil && cur.Type == html.ElementNode && cur.Data != "html"; cur = cur.Parent {
		if s := d.ownSelector(cur); s != "" {
			return s + path
		}
		if cur.Data == "body" {
			return "body" + path
		}
		path = fmt.Sprintf(" > %s:nth-of-type(%d)%s", cur.Data, nthOfType(cur), path)
	}
	return strings.TrimPrefix(path, " > ")
}

// ownSelector names an element by itself, "" where it shares all its names.
func (d *Document) ownSelector(n *html.Node) string {
	if id := Attr(n, "id"); !MadeUp(id) && d.only(n, "", "id", id) {
		return SelectID(id)
	}
	for _, name := range steady {
		if v := Attr(n, name); v != "" && len(v) < 80 && !made.MatchString(v) && !strings.ContainsAny(v, "\r\n") && d.only(n, n.Data, name, v) {
			return fmt.Sprintf("%s[%s=%s]", n.Data, name, QuoteCSS(v))
		}
	}
	return ""
}

// only reports whether no other element (of a kind) has the attribute's value.
func (d *Document) only(n *html.Node, tag, name, value string) bool {
	return !Any(d.Root, func(o *html.Node) bool { return o != n && (tag == "" || o.Data == tag) && Attr(o, name) == value })
}

func nthOfType(n *html.Node) int {
	nth := 1
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type == html.ElementNode && s.Data == n.Data {
			nth++
		}
	}
	return nth
}

var plainIdent = regexp.MustCompile(`^-?[A-Za-z_][A-Za-z0-9_-]*$`)

// SelectID returns the CSS selector of an id.
func SelectID(id string) string {
	if plainIdent.MatchString(id) {
		return "#" + id
	}
	return "[id=" + QuoteCSS(id) + "]"
}

// QuoteCSS writes s as a string of CSS (CSS Syntax, section 4.3.5).
func QuoteCSS(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, "\\%x ", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
