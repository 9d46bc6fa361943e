package markup

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// fewLetters is the least number of letters in a row of buttons for it to be one to
// browse by: a bar that sets text in bold and italics has fewer.
const fewLetters = 10

// Toggles are few on a page where they set a view, and long where they are texts, in letters.
const fewChips, longChip = 5, 60

// Letters returns the element that holds a row of buttons that say one letter each, and them;
// nil where there is none. The row is a menu.
func (in *Inventory) Letters() (root *html.Node, buttons []*html.Node) {
	for n := range page.Below(in.Doc.Root) {
		if !(n.Data == "button" || CustomButton(n) || n.Data == "a" && leadsNowhere(page.Attr(n, "href"))) || in.Doc.Owner(n) != nil || Disabled(n) || Unseen(n) {
			continue
		}
		if text := []rune(strings.TrimSpace(page.Text(n))); len(text) == 1 && unicode.IsLetter(text[0]) {
			buttons = append(buttons, n)
		}
	}
	if len(buttons) < fewLetters {
		return nil, nil
	}
	for root = buttons[0].Parent; root != nil; root = root.Parent {
		if !slices.ContainsFunc(buttons, func(b *html.Node) bool { return !Holds(root, b) }) {
			return root, buttons
		}
	}
	return nil, nil
}

// leadsNowhere reports whether a link's address is none: a script answers its press.
func leadsNowhere(href string) bool {
	return href == "" || strings.HasPrefix(href, "#") || Script(href) != ""
}

// Menu reports whether an element outside of any form is a menu: one that a script draws, or a
// row of what is on or off each, tabs excepted.
func (in *Inventory) Menu(n *html.Node) bool {
	row := in.row(n)
	return CustomMenu(n) || row != nil && !isTab(row[0])
}

func isTab(n *html.Node) bool { return strings.EqualFold(page.Attr(n, "role"), "tab") }

// Tabs returns the rows of tabs that a page has, and of the few chips that are no search by
// themselves, and whether it shows a text box in the panel of a tab.
func (in *Inventory) Tabs() (out []*html.Node, box bool) {
	in.findRows()
	panels := map[string]bool{}
	for root, row := range in.rows {
		if (isTab(row[0]) || in.toggles < fewChips) && !inside(root, "nav") {
			out = append(out, root)
		}
		if isTab(row[0]) {
			for _, tab := range row {
				panels[page.Attr(tab, "aria-controls")] = true
			}
		}
	}
	if len(out) == 0 {
		return nil, false
	}
	for n := range page.Below(in.Doc.Root) {
		if !KindOf(n).IsText() || Unseen(n) {
			continue
		}
		for p := n.Parent; p != nil; p = p.Parent {
			if id := page.Attr(p, "id"); strings.EqualFold(page.Attr(p, "role"), "tabpanel") || id != "" && panels[id] {
				return out, true
			}
		}
	}
	return out, false
}

// IsTabs reports whether a row is one of tabs.
func (in *Inventory) IsTabs(root *html.Node) bool { return isTab(in.row(root)[0]) }

// TabsField reads a row of tabs as the choice that it is.
func (in *Inventory) TabsField(root *html.Node) control.Field { return in.RowField(root, in.row(root)) }

// row returns what is on or off in a row; nil for any other element.
func (in *Inventory) row(n *html.Node) []*html.Node {
	in.findRows()
	return in.rows[n]
}

// inRow reports whether an element is a part of such a row.
func (in *Inventory) inRow(n *html.Node) bool {
	in.findRows()
	return in.rowed[n]
}

// findRows finds those rows, once: what stands in one element that says it groups something, or
// else side by side, each perhaps in an element of its own.
func (in *Inventory) findRows() {
	if in.rows != nil {
		return
	}
	in.rows, in.rowed = map[*html.Node][]*html.Node{}, map[*html.Node]bool{}
	beside := map[*html.Node]int{}
	var all []*html.Node
	for n := range page.Below(in.Doc.Root) {
		if in.toggle(n) {
			all = append(all, n)
			beside[n.Parent]++
		}
	}
	for _, n := range all {
		root := n.Parent
		if beside[root] == 1 && root.Parent != nil {
			root = root.Parent
		}
		for p, up := n.Parent, 0; p != nil && up < 4; p, up = p.Parent, up+1 {
			if groups[strings.ToLower(page.Attr(p, "role"))] {
				root = p
				break
			}
		}
		in.rows[root] = append(in.rows[root], n)
	}
	for root, row := range in.rows {
		if len(row) < 2 || root.Data == "body" {
			delete(in.rows, root)
			continue
		}
		in.toggles += len(row)
		for _, n := range row {
			in.rowed[n] = true
		}
	}
}

var groups = map[string]bool{"group": true, "radiogroup": true, "tablist": true}

// toggle reports whether an element outside of any form says that it is on or off, and a thing
// of its own.
func (in *Inventory) toggle(n *html.Node) bool {
	state := cmp.Or(page.Attr(n, "aria-pressed"), page.Attr(n, "aria-checked"), page.Attr(n, "aria-selected"))
	if state != "true" && state != "false" || n.Data == "input" || n.Data == "a" && !leadsNowhere(page.Attr(n, "href")) || formAround(n) != nil || Disabled(n) || Unseen(n) {
		return false
	}
	switch strings.ToLower(page.Attr(n, "role")) {
	case "", "button", "radio", "tab", "checkbox":
	default:
		return false
	}
	says := len([]rune(in.toggleSays(n)))
	return says > 1 && says <= longChip
}

func (in *Inventory) toggleSays(n *html.Node) string {
	return cmp.Or(in.ariaLabel(n), shortText(page.Text(n)))
}

// over returns the text of a row before the first part of it.
func over(root, first *html.Node) string {
	text := ""
	for c := range root.ChildNodes() {
		if c == first || Holds(c, first) {
			return shortText(text)
		}
		text = strings.TrimSpace(text + " " + labelText(c))
	}
	return ""
}

// RowField reads such a row as the menu that it is.
func (in *Inventory) RowField(root *html.Node, buttons []*html.Node) control.Field {
	f := control.Field{Name: "choice", ID: Attr(root, "id"), Control: "select", Row: true, At: in.Doc.Selector(root), Label: cmp.Or(in.ariaLabel(root), over(root, buttons[0]), textBefore(root))}
	for _, b := range buttons {
		says := in.toggleSays(b)
		if !slices.ContainsFunc(f.Options, func(o control.Option) bool { return o.Value == says }) {
			on := cmp.Or(page.Attr(b, "aria-pressed"), page.Attr(b, "aria-checked"), page.Attr(b, "aria-selected")) == "true"
			f.Options = append(f.Options, control.Option{Value: says, Label: says, Selected: on})
		}
	}
	for i := range f.Options {
		f.Options[i].Any = roles.BindsNothing(&f, i)
	}
	return f
}
