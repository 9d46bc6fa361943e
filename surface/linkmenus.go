package surface

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
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
	for _, b := range buttons {
		if saysDeed(b) {
			return
		}
	}
	action := page.Attr(form, "action")
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

func saysDeed(b *html.Node) bool {
	words := lexicon.Fold(buttonText(b))
	return lexicon.Deeds.Find(words) != "" || lexicon.LinkDeeds.Find(words) != ""
}
