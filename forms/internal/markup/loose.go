package markup

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Bounds of the neighbourhood that is taken for one search interface.
const (
	looseLevels   = 7   // elements up from the box
	looseControls = 14  // in it
	loosePhrases  = 400 // bytes of text beside the controls: more is a page, not a form
)

// DeclaredSearch reports whether a text box or a form is there to search by ARIA or by
// the search element.
func DeclaredSearch(n *html.Node) bool {
	if strings.EqualFold(page.Attr(n, "role"), "searchbox") {
		return true
	}
	for p := n; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && (p.Data == "search" || strings.EqualFold(page.Attr(p, "role"), "search")) {
			return true
		}
	}
	return false
}

// Neighbourhood returns the largest element around n that holds controls but
// not much else, and the controls outside any form in it, in document order.
func (in *Inventory) Neighbourhood(n *html.Node, taken map[*html.Node]bool) (*html.Node, []*html.Node) {
	best, controls := n, []*html.Node{n}
	var more *html.Node // what holds more than a form
	for p, level := n.Parent, 0; p != nil && p.Type == html.ElementNode && p.Data != "body" && level < looseLevels; p, level = p.Parent, level+1 {
		var here []*html.Node
		foreign := false
		for c := range page.Below(p) {
			if hiddenHere(c, p) {
				continue
			}
			switch {
			case c.Data == "form":
				foreign = true
			case in.inRow(c):
			case KindOf(c) != "", in.Menu(c), CustomButton(c):
				if taken[c] || in.Doc.Owner(c) != nil || formAround(c) != nil {
					foreign = true
				} else if c.Data != "button" && !pushes(c) && !CustomButton(c) || len(here) > 0 || c == n {
					here = append(here, c)
				}
			}
		}
		if foreign || len(here) > looseControls || len(labelText(p)) > loosePhrases {
			more = p
			break
		}
		best, controls = p, here
	}
	if !slices.Contains(controls, n) {
		controls = append(controls, n)
	}
	if more != nil && !KindOf(n).IsText() { // the menus side by side with it, then
		if beside := in.beside(more, taken); len(beside) <= looseControls {
			for _, c := range beside {
				if !slices.Contains(controls, c) {
					controls = append(controls, c)
				}
			}
		}
	}
	if best == n { // what is around holds more than a form: the button right after it, then
		if b := nextElement(n); b != nil && !in.inRow(b) && (b.Data == "button" || pushes(b) || CustomButton(b)) && !taken[b] && in.Doc.Owner(b) == nil {
			controls = append(controls, b)
		}
	}
	return best, controls
}

// beside returns the menus and sliders in those parts of an element that hold little else.
func (in *Inventory) beside(p *html.Node, taken map[*html.Node]bool) (out []*html.Node) {
	for part := range p.ChildNodes() {
		if part.Type != html.ElementNode || len(labelText(part)) > loosePhrases || hiddenHere(part, p) {
			continue
		}
		for _, c := range append([]*html.Node{part}, slices.Collect(page.Below(part))...) {
			if kind := KindOf(c); (in.Menu(c) || kind == "select" || kind == "range") && !taken[c] && !in.inRow(c) && formAround(c) == nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// nextElement returns the element that follows n among its siblings, nil where
// there is none.
func nextElement(n *html.Node) *html.Node {
	for s := n.NextSibling; s != nil; s = s.NextSibling {
		if s.Type == html.ElementNode {
			return s
		}
	}
	return nil
}

// hiddenHere reports whether n is hidden by something below root.
func hiddenHere(n, root *html.Node) bool {
	for ; n != nil && n != root; n = n.Parent {
		if page.HasAttr(n, "hidden") || strings.EqualFold(page.Attr(n, "aria-hidden"), "true") && n.Data != "input" {
			return true
		}
	}
	return false
}

// CustomButton reports whether an element is a button that a script makes of it.
func CustomButton(n *html.Node) bool {
	return strings.EqualFold(page.Attr(n, "role"), "button") && n.Data != "button" && n.Data != "input" && !CustomMenu(n)
}

// ButtonField reads a button that a script makes of an element.
func (in *Inventory) ButtonField(n *html.Node, pos int) control.Field {
	return control.Field{ID: Attr(n, "id"), Control: "button", Pos: pos, At: in.Doc.Selector(n),
		Label: cmp.Or(in.ariaLabel(n), shortText(page.Text(n)), shortText(Attr(n, "title"))), Disabled: strings.EqualFold(page.Attr(n, "aria-disabled"), "true")}
}

// Unseen reports whether an element cannot be seen: it is hidden, or is in what is.
func Unseen(n *html.Node) bool { return hiddenHere(n, nil) }

func pushes(n *html.Node) bool { return n.Data == "input" && KindOf(n).IsButton() }

// CustomMenu reports whether an element is a menu that a script draws: an ARIA
// combobox without typing, a listbox, or a button that opens one.
func CustomMenu(n *html.Node) bool {
	switch n.Data {
	case "input", "select", "textarea", "option", "form", "body":
		return false
	}
	switch strings.ToLower(page.Attr(n, "role")) {
	case "combobox":
		return !holdsAny(n, "input")
	case "listbox":
		return !ownedList(n)
	}
	return strings.EqualFold(page.Attr(n, "aria-haspopup"), "listbox")
}

// holdsAny reports whether an element of one of some tags is below n.
func holdsAny(n *html.Node, tags ...string) bool {
	for range page.Below(n, tags...) {
		return true
	}
	return false
}

// ownedList reports whether a listbox belongs to a combobox: those are opened,
// and filled, by it.
func ownedList(n *html.Node) bool {
	id := page.Attr(n, "id")
	for p := n; p != nil; p = p.Parent {
		for c := range p.ChildNodes() {
			if c.Type == html.ElementNode && c != n && (strings.EqualFold(page.Attr(c, "role"), "combobox") || page.HasAttr(c, "aria-haspopup")) {
				return true
			}
		}
		if p.Parent == nil && id != "" {
			return page.Any(p, func(c *html.Node) bool { return page.Attr(c, "aria-controls") == id || page.Attr(c, "aria-owns") == id })
		}
	}
	return false
}

// CustomField reads a menu that a script draws. It has no options where the
// script makes them only when it is opened.
func (in *Inventory) CustomField(n *html.Node, pos int) control.Field {
	if row := in.row(n); row != nil {
		f := in.RowField(n, row)
		f.Name, f.Pos = Attr(n, "data-name"), pos
		return f
	}
	f := control.Field{Name: Attr(n, "data-name"), ID: Attr(n, "id"), Control: "select", Pos: pos, At: in.Doc.Selector(n)}
	f.Label = cmp.Or(in.ariaLabel(n), in.ownLabel(n), textBefore(n), shortText(page.Text(n)))
	lists := []*html.Node{n}
	for id := range strings.FieldsSeq(Attr(n, "aria-controls") + " " + Attr(n, "aria-owns")) {
		if list := in.byID[id]; list != nil {
			lists = append(lists, list)
		}
	}
	if next := n.NextSibling; len(lists) == 1 && n.Parent != nil {
		for ; next != nil; next = next.NextSibling {
			if next.Type == html.ElementNode && strings.EqualFold(page.Attr(next, "role"), "listbox") {
				lists = append(lists, next)
			}
		}
	}
	for _, list := range lists {
		for o := range page.Below(list) {
			if !strings.EqualFold(page.Attr(o, "role"), "option") {
				continue
			}
			label := shortText(page.Text(o))
			value := cmp.Or(Attr(o, "data-value"), Attr(o, "value"), label)
			if !slices.ContainsFunc(f.Options, func(have control.Option) bool { return have.Value == value }) {
				f.Options = append(f.Options, control.Option{Value: value, Label: label, Selected: strings.EqualFold(Attr(o, "aria-selected"), "true"), Disabled: strings.EqualFold(Attr(o, "aria-disabled"), "true")})
			}
		}
	}
	for i := range f.Options {
		f.Options[i].Any = roles.BindsNothing(&f, i)
	}
	return f
}

// Narrowing returns what outside of any form takes no words and yet says what is
// wanted: native and custom menus, radio buttons, boxes that suggest, boxes for dates and numbers and
// sliders, that are not part of the page's frame.
func (in *Inventory) Narrowing() []*html.Node {
	var out []*html.Node
	for n := range page.Below(in.Doc.Root) {
		if inside(n, "nav") || inside(n, "footer") || Disabled(n) || Unseen(n) {
			continue
		}
		switch kind := KindOf(n); {
		case in.row(n) != nil && in.toggles < fewChips, in.inRow(n):
		case in.Menu(n), in.OpensCalendar(n):
			out = append(out, n)
		case in.Doc.Owner(n) != nil:
		case kind == "select", kind == "radio", kind.IsMoment(), kind == "range", kind == "number", Suggests(n), in.wantsDate(n, kind):
			out = append(out, n)
		}
	}
	return out
}

// fewListed is the least number of things alike that a list has.
const fewListed = 5

// Lists reports whether a page lists things beside its controls: several elements of a kind in
// one place, each with text and without a control, that are no part of the page's frame.
func (in *Inventory) Lists() bool {
	for p := range page.Below(in.Doc.Root) {
		n := 0
		first := ""
		for c := range p.ChildNodes() {
			if c.Type != html.ElementNode || c.Data == "option" || in.rowed[c] {
				continue
			}
			if kind := c.Data + "." + page.Attr(c, "class"); first == "" || kind != first {
				first, n = kind, 0
			}
			if len(shortText(page.Text(c))) > 3 && !holdsAny(c, "input", "select") && (!holdsAny(c, "button") || c.Data == "a" || holdsAny(c, "a")) {
				n++
			}
			if n == fewListed && !inside(c, "nav") && !inside(c, "header") && !inside(c, "footer") && !Unseen(c) {
				return true
			}
		}
	}
	return false
}

// Choices returns the menus and radio buttons outside of any form.
func (in *Inventory) Choices() (out []*html.Node) {
	for n := range page.Below(in.Doc.Root) {
		if (in.Menu(n) || KindOf(n) == "select" || KindOf(n) == "radio") && in.Doc.Owner(n) == nil && !Unseen(n) {
			out = append(out, n)
		}
	}
	return out
}

// Suggests reports whether a text box says that a list opens as one types into it.
func Suggests(n *html.Node) bool {
	if kind := KindOf(n); n.Data != "input" || kind != "text" && kind != "search" {
		return false
	}
	complete := strings.ToLower(page.Attr(n, "aria-autocomplete"))
	return strings.EqualFold(page.Attr(n, "role"), "combobox") || complete == "list" || complete == "both" || strings.EqualFold(page.Attr(n, "aria-haspopup"), "listbox")
}

// OpensCalendar reports whether a button opens something to choose dates in.
func (in *Inventory) OpensCalendar(n *html.Node) bool {
	switch strings.ToLower(page.Attr(n, "aria-haspopup")) {
	case "dialog", "grid":
	default:
		return false
	}
	return (n.Data == "button" || CustomButton(n)) && in.Doc.Owner(n) == nil && dateWords.Within(lexicon.Fold(in.buttonLabel(n)+" "+in.labelBefore(n)))
}

var dateWords = lexicon.Section("date")

func (in *Inventory) labelBefore(n *html.Node) string { return cmp.Or(in.ownLabel(n), textBefore(n)) }

// CalendarFields reads such a button as the two ends that it asks for.
func (in *Inventory) CalendarFields(n *html.Node, pos int) []control.Field {
	label := cmp.Or(in.labelBefore(n), in.buttonLabel(n))
	end := func(says string) control.Field {
		return control.Field{Name: strings.ReplaceAll(lexicon.Fold(label), " ", "-") + "-" + says, Control: "date", Pos: pos, At: in.Doc.Selector(n), Label: label + " " + says}
	}
	return []control.Field{end("from"), end("to")}
}

// wantsDate reports whether a text box says how to write a date.
func (in *Inventory) wantsDate(n *html.Node, kind control.Kind) bool {
	f := control.Field{ID: Attr(n, "id"), Control: kind}
	if kind != "text" {
		return false
	}
	in.ReadControl(&f, n)
	return f.Format != ""
}
