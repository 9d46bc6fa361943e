package surface

import (
	"maps"
	"net/url"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxOptions bounds the pages taken of one menu: one of all countries has fewer.
const maxOptions = 300

// menu takes a form that only leads elsewhere: sent by GET, with buttons, fixed
// values and at most one list or one group of radio buttons to choose from, and nothing to
// fill in. What its buttons say must not be a deed.
func (c *collector) menu(form *html.Node) {
	if m := page.Attr(form, "method"); m != "" && !strings.EqualFold(m, "get") {
		return
	}
	fixed := url.Values{}
	var list *html.Node
	var buttons, radios []*html.Node
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
		case n.DataAtom == atom.Input && kind == "radio" && (len(radios) == 0 || page.Attr(radios[0], "name") == page.Attr(n, "name")):
			radios = append(radios, n)
		default:
			return // it wants something of its user
		}
	}
	var choice *deeds.Field
	called := ""
	switch {
	case list != nil && len(radios) > 0:
		return
	case list != nil:
		called = c.labelOf(form, list)
		choice = &deeds.Field{Kind: "select", Name: page.Attr(list, "name"), ID: page.Attr(list, "id"), Label: called}
		for n := range page.Below(list, "option") { // what stands there before one is chosen
			choice.Placeholder = page.Text(n)
			break
		}
		for o := range options(list) {
			choice.Options = append(choice.Options, deeds.Option{Value: optionValue(o), Label: page.Text(o), Selected: page.HasAttr(o, "selected")})
		}
	case len(radios) > 0:
		called = legendOf(form, radios[0])
		choice = &deeds.Field{Kind: "radio", Name: page.Attr(radios[0], "name"), Label: called}
		for _, n := range radios[:min(len(radios), maxOptions)] {
			choice.Options = append(choice.Options, deeds.Option{Value: optionValue(n), Label: c.beside(form, n), Selected: page.HasAttr(n, "checked")})
		}
	}
	action := page.Attr(form, "action")
	if c.acts(form, action, fixed, choice, buttons) {
		return
	}
	switch {
	case choice != nil && choice.Name != "":
		for _, o := range choice.Options {
			values := maps.Clone(fixed)
			if !fixed.Has(choice.Name) {
				values.Set(choice.Name, o.Value)
			}
			i := c.sent(action, values)
			c.say(i, o.Label, c.here())
			if i >= 0 {
				c.links[i].Menu = clip(called, maxAnchor)
			}
		}
	case choice != nil:
	case len(buttons) > 0:
		for _, b := range buttons {
			to := action
			if page.HasAttr(b, "formaction") {
				to = page.Attr(b, "formaction")
			}
			if m := page.Attr(b, "formmethod"); m != "" && !strings.EqualFold(m, "get") {
				continue
			}
			values := maps.Clone(fixed)
			if name := page.Attr(b, "name"); name != "" {
				values.Add(name, page.Attr(b, "value"))
			}
			c.say(c.sent(to, values), buttonText(b), c.here())
		}
	}
}

// spaced returns the words of a name in the code.
func spaced(name string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(name) }

// maxProse is from where on the text of a form is more than what it is called.
const maxProse = 200

// prose returns the text of a form without that of its options and buttons.
func prose(form *html.Node) string {
	var b strings.Builder
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.DataAtom == atom.Select || n.DataAtom == atom.Button || n.DataAtom == atom.Script || n.DataAtom == atom.Style:
			return
		}
		b.WriteByte(' ')
		for c := n.FirstChild; c != nil && b.Len() < 2*maxProse; c = c.NextSibling {
			visit(c)
		}
	}
	visit(form)
	return strings.Join(strings.Fields(b.String()), " ")
}

// labelOf returns what a page calls a list: its label, without the options.
func (c *collector) labelOf(form, list *html.Node) string {
	label := labelFor(form, list)
	if label == nil {
		return page.Attr(list, "aria-label")
	}
	said := strings.Replace(page.Text(label), page.Text(list), "", 1)
	return strings.Trim(strings.Join(strings.Fields(said), " "), " :*")
}

// beside returns what the label of a radio button says, or the text that follows it.
func (c *collector) beside(form, radio *html.Node) string {
	if label := labelFor(form, radio); label != nil {
		return page.Text(label)
	}
	if n := radio.NextSibling; n != nil && n.Type == html.TextNode {
		return strings.TrimSpace(n.Data)
	}
	return ""
}

// labelFor returns the label around a control of a form, or else the one that names it.
func labelFor(form, control *html.Node) *html.Node {
	for n := control.Parent; n != nil && n != form; n = n.Parent {
		if n.DataAtom == atom.Label {
			return n
		}
	}
	if id := page.Attr(control, "id"); id != "" {
		for n := range page.Below(form, "label") {
			if page.Attr(n, "for") == id {
				return n
			}
		}
	}
	return nil
}

// legendOf returns what a page calls a group of radio buttons.
func legendOf(form, radio *html.Node) string {
	for n := radio.Parent; n != nil && n != form.Parent; n = n.Parent {
		for m := n.FirstChild; m != nil; m = m.NextSibling {
			if m.DataAtom == atom.Legend {
				return strings.Trim(page.Text(m), " :*")
			}
		}
	}
	return ""
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
		for n := range page.Below(list, "option") {
			if page.HasAttr(n, "disabled") || optionValue(n) == "" {
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
func (c *collector) acts(form *html.Node, action string, fixed url.Values, choice *deeds.Field, buttons []*html.Node) bool {
	u, err := c.doc.Resolve(action)
	if err != nil {
		return true
	}
	a := deeds.Act{By: deeds.Send, Leads: true, URL: u, Around: []string{page.Heading(form), page.Attr(form, "title"), page.Attr(form, "aria-label"), spaced(page.Attr(form, "id")), spaced(page.Attr(form, "class"))}}
	if says := prose(form); len(says) < maxProse {
		a.Around = append(a.Around, says)
	}
	if choice != nil {
		a.Around = append(a.Around, choice.Label, choice.Placeholder)
		beside, over := page.Before(form)
		a.Calls, a.Over = append(calls(form, choice), beside), over
		a.Leading, a.Linked = c.offers(choice)
	}
	a.Headings = a.Around // nothing else says what it is for
	for name, values := range fixed {
		for _, v := range values {
			a.Fields = append(a.Fields, deeds.Field{Kind: "hidden", Name: name, Value: v})
		}
	}
	if choice != nil {
		a.Fields = append(a.Fields, *choice)
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

// calls returns what a menu is called, as far as that is not what it offers.
func calls(form *html.Node, choice *deeds.Field) []string {
	says := prose(form)
	if choice.Kind == "radio" {
		for _, o := range choice.Options {
			says = strings.Replace(says, o.Label, "", 1)
		}
	}
	out := []string{page.Attr(form, "title"), page.Attr(form, "aria-label"), says}
	if len(choice.Options) == 0 || choice.Options[0].Label != choice.Placeholder { // it binds nothing
		out = append(out, choice.Placeholder)
	}
	return out
}

// offers reports whether most of what a menu offers are addresses, and whether the page has
// links called so.
func (c *collector) offers(choice *deeds.Field) (addresses, linked bool) {
	if c.names == nil {
		c.names = map[string]bool{}
		for n := range page.Below(c.doc.Root, "a") {
			if page.HasAttr(n, "href") {
				c.names[strings.TrimSpace(page.Text(n))] = true
			}
		}
	}
	offered, leads, named := 0, 0, 0
	for _, o := range choice.Options {
		if o.Value == "" {
			continue
		}
		offered++
		if looksLikeAddress(o.Value) {
			leads++
		}
		if c.names[strings.TrimSpace(o.Label)] {
			named++
		}
	}
	return 2*leads > offered, named > 1 && 2*named > offered
}
