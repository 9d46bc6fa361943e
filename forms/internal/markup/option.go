package markup

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// selectOptions reads the options of a select, with the selectedness that a
// browser gives them at load: of a single select the last one that is marked,
// or else the first that is not disabled (unless it is shown as a list box).
func selectOptions(n *html.Node, multiple bool) []control.Option {
	var out []control.Option
	marked := -1
	for c := range page.Below(n, "option") {
		o := readOption(c)
		if g := optgroup(c, n); g != nil {
			o.Group = Attr(g, "label")
			o.Disabled = o.Disabled || page.HasAttr(g, "disabled")
		}
		if o.Selected {
			marked = len(out)
		}
		out = append(out, o)
	}
	if multiple {
		return out
	}
	if size, err := strconv.Atoi(strings.TrimSpace(page.Attr(n, "size"))); marked < 0 && (err != nil || size <= 1) {
		for i, o := range out {
			if !o.Disabled {
				marked = i
				break
			}
		}
	}
	for i := range out {
		out[i].Selected = i == marked
	}
	return out
}

// listOptions reads the suggestions of a datalist.
func listOptions(list *html.Node) []control.Option {
	var out []control.Option
	for c := range page.Below(list, "option") {
		if !page.HasAttr(c, "disabled") {
			if o := readOption(c); o.Value != "" {
				o.Selected = false
				out = append(out, o)
			}
		}
	}
	return out
}

func readOption(n *html.Node) control.Option {
	text := strings.Join(strings.FieldsFunc(optionText(n), isASCIISpace), " ")
	o := control.Option{
		Value:    text,
		Label:    cmp.Or(Attr(n, "label"), text),
		Selected: page.HasAttr(n, "selected"),
		Disabled: page.HasAttr(n, "disabled"),
	}
	if page.HasAttr(n, "value") {
		o.Value = Attr(n, "value")
	}
	return o
}

// optionText is the text of an option without scripts (HTML, "text" IDL
// attribute of option).
func optionText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := range n.ChildNodes() {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.Type == html.ElementNode && c.Data != "script":
				walk(c)
			}
		}
	}
	walk(n)
	return valid(b.String())
}

func optgroup(option, sel *html.Node) *html.Node {
	for p := option.Parent; p != nil && p != sel; p = p.Parent {
		if p.Type == html.ElementNode && p.Data == "optgroup" {
			return p
		}
	}
	return nil
}

func isASCIISpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r'
}
