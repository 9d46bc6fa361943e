package forms

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// made matches ids and names that a script makes up anew at each load.
var made = regexp.MustCompile(`:|[0-9]{3,}|(?i:^(?:mui|radix|headlessui|react-select|downshift|ember|ext|gen|uid|vs|el)[-_]?[a-z-]*[0-9])|[0-9a-f]{8,}`)

// telling attributes of a control, the steadiest first.
var steady = []string{"name", "data-testid", "data-test", "data-qa", "placeholder", "aria-label", "title", "data-name", "role", "type"}

// selector returns the CSS selector by which a browser finds a control again
// after the page was loaded anew: of its id or an attribute that people chose,
// else by its place below an element that has one.
func (in *inventory) selector(n *html.Node) string {
	if s := in.ownSelector(n); s != "" {
		return s
	}
	path := ""
	for cur := n; cur != nil && cur.Type == html.ElementNode && cur.Data != "html"; cur = cur.Parent {
		if s := in.ownSelector(cur); s != "" && cur != n {
			return s + path
		}
		if cur.Data == "body" {
			return "body" + path
		}
		path = fmt.Sprintf(" > %s:nth-of-type(%d)%s", cur.Data, nthOfType(cur), path)
	}
	return strings.TrimPrefix(path, " > ")
}

// ownSelector names an element by itself, if no other has that name.
func (in *inventory) ownSelector(n *html.Node) string {
	if id := attr(n, "id"); id != "" && len(id) < 60 && !made.MatchString(id) && in.byID[id] == n {
		return cssID(id)
	}
	for _, name := range steady {
		if v := attr(n, name); v != "" && len(v) < 80 && !made.MatchString(v) && !strings.ContainsAny(v, "\r\n") {
			if in.only(n, name, v) {
				return fmt.Sprintf("%s[%s=%s]", n.Data, name, cssString(v))
			}
		}
	}
	return ""
}

// only reports whether no other element of n's kind has the attribute's value.
func (in *inventory) only(n *html.Node, name, value string) bool {
	for o := range in.doc.Root.Descendants() {
		if o != n && o.Type == html.ElementNode && o.Data == n.Data && page.Attr(o, name) == value {
			return false
		}
	}
	return true
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

func cssID(id string) string {
	if plainIdent.MatchString(id) {
		return "#" + id
	}
	return "[id=" + cssString(id) + "]"
}

// cssString quotes a string for CSS (CSS Syntax, section 4.3.5).
func cssString(s string) string {
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

// at returns the selector of a control of f: the one that was read from the
// page, else one of its id or name.
func (f *Form) at(c *Field) string {
	switch {
	case c.At != "":
		return c.At
	case c.ID != "" && !made.MatchString(c.ID):
		return cssID(c.ID)
	case c.Name != "":
		return fmt.Sprintf("form %s[name=%s]", kindOf(c.Control), cssString(c.Name))
	}
	return fmt.Sprintf("form %s", kindOf(c.Control))
}

// kindOf is the part of a selector that says what kind of control is meant.
func kindOf(control string) string {
	switch control {
	case "select", "textarea":
		return control
	case "button", "submit":
		return ":is(button,input)"
	case "text":
		return "input"
	}
	return "input[type=" + control + "]"
}
