package surface

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// maxOptions bounds the pages taken of one menu.
const maxOptions = 100

// menu takes a form that only leads elsewhere: sent by GET, with buttons, fixed
// values and at most one list to choose from, and nothing to fill in. What its
// buttons say must not be a deed.
func (c *collector) menu(form *html.Node) {
	if m := page.Attr(form, "method"); m != "" && !strings.EqualFold(m, "get") {
		return
	}
	var fixed url.Values = url.Values{}
	var list *html.Node
	var buttons []*html.Node
	for _, n := range c.doc.Controls(form) {
		switch kind := strings.ToLower(page.Attr(n, "type")); {
		case n.DataAtom == atom.Fieldset || n.DataAtom == atom.Output || page.HasAttr(n, "disabled"):
		case n.DataAtom == atom.Button && (kind == "" || kind == "submit"), n.DataAtom == atom.Input && (kind == "submit" || kind == "image"):
			buttons = append(buttons, n)
		case n.DataAtom == atom.Button, n.DataAtom == atom.Input && (kind == "button" || kind == "reset"):
		case n.DataAtom == atom.Input && kind == "hidden":
			if name := page.Attr(n, "name"); name != "" {
				fixed.Add(name, page.Attr(n, "value"))
			}
		case n.DataAtom == atom.Select && list == nil && !page.HasAttr(n, "multiple"):
			list = n
		default:
			return // it wants something of its user
		}
	}
	action := page.Attr(form, "action")
	if c.acts(form, action, fixed, list, buttons) {
		return
	}
	switch {
	case list != nil && page.Attr(list, "name") != "":
		for o := range options(list) {
			values := url.Values{page.Attr(list, "name"): {optionValue(o)}}
			for name, v := range fixed {
				values[name] = v
			}
			c.say(c.sent(action, values), page.Text(o), c.here())
		}
	case list != nil:
	case len(buttons) > 0:
		for _, b := range buttons {
			to := action
			if page.HasAttr(b, "formaction") {
				to = page.Attr(b, "formaction")
			}
			if m := page.Attr(b, "formmethod"); m != "" && !strings.EqualFold(m, "get") {
				continue
			}
			values := url.Values{}
			for name, v := range fixed {
				values[name] = v
			}
			if name := page.Attr(b, "name"); name != "" {
				values.Add(name, page.Attr(b, "value"))
			}
			c.say(c.sent(to, values), buttonText(b), c.here())
		}
	}
}

// sent enters the address that a form sends its values to, by GET.
func (c *collector) sent(action string, values url.Values) int {
	u, err := c.doc.Resolve(action)
	if err != nil {
		return -1
	}
	if len(values) > 0 {
		address, _, _ := strings.Cut(u.String(), "?")
		if u, err = page.ParseURL(address + "?" + values.Encode()); err != nil {
			return -1
		}
	}
	return c.addURL(u, "form")
}

// jumps takes a list outside any form, or in whatever form, that leads to its
// option when one is chosen: <select onchange="location=this.value">.
func (c *collector) jumps(list *html.Node) {
	if handler := page.Attr(list, "onchange"); !strings.Contains(handler, "location") && !strings.Contains(handler, "open(") {
		return
	}
	for o := range options(list) {
		if v := optionValue(o); looksLikeAddress(v) {
			c.say(c.add(v, "form"), page.Text(o), c.here())
		}
	}
}

// options yields the options of a list that say something, at most maxOptions.
func options(list *html.Node) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		left := maxOptions
		for n := range list.Descendants() {
			if n.DataAtom != atom.Option || page.HasAttr(n, "disabled") || optionValue(n) == "" {
				continue
			}
			if left--; left < 0 || !yield(n) {
				return
			}
		}
	}
}

func optionValue(o *html.Node) string {
	if page.HasAttr(o, "value") {
		return page.Attr(o, "value")
	}
	return page.Text(o)
}

func buttonText(b *html.Node) string {
	if b.DataAtom == atom.Button {
		return page.Text(b)
	}
	return page.Attr(b, "value") + page.Attr(b, "alt")
}

// acts reports whether a menu does more than to lead elsewhere: by what stands
// over it, by what is chosen of its list as it is served, or by any of its buttons.
func (c *collector) acts(form *html.Node, action string, fixed url.Values, list *html.Node, buttons []*html.Node) bool {
	u, err := c.doc.Resolve(action)
	if err != nil {
		return true
	}
	a := deeds.Act{By: deeds.Send, URL: u, Around: []string{page.Heading(form), page.Attr(form, "title"), page.Attr(form, "aria-label"), page.Attr(form, "id") + " " + page.Attr(form, "class")}}
	for name, values := range fixed {
		for _, v := range values {
			a.Fields = append(a.Fields, deeds.Field{Kind: "hidden", Name: name, Value: v})
		}
	}
	if list != nil {
		f := deeds.Field{Kind: "select", Name: page.Attr(list, "name"), ID: page.Attr(list, "id")}
		for o := range options(list) {
			f.Options = append(f.Options, deeds.Option{Value: optionValue(o), Label: page.Text(o), Selected: page.HasAttr(o, "selected")})
		}
		a.Fields = append(a.Fields, f)
	}
	if len(buttons) == 0 {
		return !c.deeds.Judge(a).OK()
	}
	for _, b := range buttons {
		a.Submitter = &deeds.Button{Name: page.Attr(b, "name"), Value: page.Attr(b, "value"), Label: buttonText(b), ID: page.Attr(b, "id"), Method: page.Attr(b, "formmethod")}
		if to := page.Attr(b, "formaction"); to != "" {
			a.Submitter.URL, _ = c.doc.Resolve(to)
		}
		if !c.deeds.Judge(a).OK() {
			return true
		}
	}
	return false
}
