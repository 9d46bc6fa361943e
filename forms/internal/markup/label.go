package markup

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// longestLabel is the length in bytes past which a text is prose, not a label.
const longestLabel = 160

// label finds what a person reads as the name of a control, best source first.
func (in *Inventory) label(n *html.Node, f *control.Field) string {
	if f.Control.IsButton() {
		return in.buttonLabel(n)
	}
	if f.Control == "hidden" {
		return readableName(f.Name)
	}
	return cmp.Or(
		in.ownLabel(n),
		in.ariaLabel(n),
		textBefore(n),
		columnHeader(n),
		shortText(Attr(n, "placeholder")),
		shortText(Attr(n, "title")),
		readableName(f.Name),
		readableName(f.ID),
	)
}

func (in *Inventory) buttonLabel(n *html.Node) string {
	if aria := in.ariaLabel(n); aria != "" {
		return aria
	}
	if n.Data == "button" {
		if text := cmp.Or(shortText(page.Text(n)), imageText(n)); text != "" {
			return text
		}
		return shortText(cmp.Or(Attr(n, "title"), Attr(n, "value")))
	}
	return shortText(cmp.Or(Attr(n, "alt"), Attr(n, "value"), Attr(n, "title")))
}

// imageText is the alternative text of the first image below n.
func imageText(n *html.Node) string {
	for c := range page.Below(n) {
		if text := cmp.Or(Attr(c, "alt"), Attr(c, "aria-label")); text != "" {
			return shortText(text)
		}
	}
	return ""
}

// ownLabel is the text of the <label> elements that name or hold the control.
func (in *Inventory) ownLabel(n *html.Node) string {
	var parts []string
	if id := Attr(n, "id"); id != "" && in.byID[id] == n {
		for _, l := range in.labels[id] {
			if text := labelText(l); text != "" {
				parts = append(parts, text)
			}
		}
	}
	if len(parts) == 0 {
		for p := n.Parent; p != nil; p = p.Parent {
			if p.Type == html.ElementNode && p.Data == "label" && !page.HasAttr(p, "for") {
				parts = append(parts, labelText(p))
				break
			}
		}
	}
	return shortText(strings.Join(parts, " "))
}

func (in *Inventory) ariaLabel(n *html.Node) string {
	if ids := Attr(n, "aria-labelledby"); ids != "" {
		var parts []string
		for id := range strings.FieldsSeq(ids) {
			if ref := in.byID[id]; ref != nil {
				parts = append(parts, labelText(ref))
			}
		}
		if text := shortText(strings.Join(parts, " ")); text != "" {
			return text
		}
	}
	return shortText(Attr(n, "aria-label"))
}

// choiceLabel names one radio button or checkbox: its label, or the text after it.
func (in *Inventory) choiceLabel(n *html.Node) string {
	return cmp.Or(in.ownLabel(n), in.ariaLabel(n), textAfter(n), shortText(Attr(n, "title")), shortText(Attr(n, "value")))
}

// groupLabel names a group of radio buttons or checkboxes: the legend or the
// ARIA group around them all, or the text before the first.
func (in *Inventory) groupLabel(first, last *html.Node, name string) string {
	for p := first.Parent; p != nil && p.Data != "form" && p.Data != "body"; p = p.Parent {
		if !Holds(p, last) {
			continue
		}
		if p.Data == "fieldset" {
			if l := firstLegend(p); l != nil {
				if text := shortText(labelText(l)); text != "" {
					return text
				}
			}
			break
		}
		if role := Attr(p, "role"); role == "radiogroup" || role == "group" {
			if text := in.ariaLabel(p); text != "" {
				return text
			}
		}
	}
	start := first
	for p := first.Parent; p != nil; p = p.Parent {
		if p.Data == "label" {
			start = p // its text belongs to the option
		}
	}
	return cmp.Or(textBefore(start), columnHeader(first), readableName(name))
}

// Holds reports whether n is an element, or stands in it.
func Holds(ancestor, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == ancestor {
			return true
		}
	}
	return false
}

// textBefore is the text that stands before n with no other control between:
// on the same line, in the cell to the left, in the term or the block above.
func textBefore(n *html.Node) string {
	text := ""
	cur := n
	for steps := 0; steps < 40; steps++ {
		prev := cur.PrevSibling
		if prev == nil {
			p := cur.Parent
			if p == nil || p.Type != html.ElementNode || stopsLabel(p.Data) || text != "" && startsLine(p.Data) {
				break
			}
			cur = p
			continue
		}
		cur = prev
		if prev.Type == html.ElementNode && (shownControl(prev) || prev.Data == "label" && page.HasAttr(prev, "for") || text != "" && prev.Data == "br") {
			break
		}
		if part := labelText(prev); part != "" {
			text = strings.TrimSpace(part + " " + text)
			if len(text) > longestLabel || prev.Type == html.ElementNode && startsLine(prev.Data) {
				break
			}
		}
	}
	if len(text) > longestLabel {
		return ""
	}
	return shortText(text)
}

// textAfter is the text that follows a radio button or checkbox on its line.
func textAfter(n *html.Node) string {
	text := ""
	cur := n
	for steps := 0; steps < 30; steps++ {
		next := cur.NextSibling
		if next == nil {
			p := cur.Parent
			if text != "" || p == nil || p.Type != html.ElementNode || stopsLabel(p.Data) {
				break
			}
			cur = p
			continue
		}
		cur = next
		if next.Type == html.ElementNode && (shownControl(next) || next.Data == "br") {
			break
		}
		part := labelText(next)
		text = strings.TrimSpace(text + " " + part)
		if len(text) > longestLabel || part != "" && next.Type == html.ElementNode && startsLine(next.Data) {
			break
		}
	}
	return shortText(text)
}

// columnHeader is the head cell of the table column that n stands in.
func columnHeader(n *html.Node) string {
	cell := n
	for cell != nil && cell.Data != "td" && cell.Data != "th" {
		if cell.Data == "form" && cell.Type == html.ElementNode {
			return ""
		}
		cell = cell.Parent
	}
	if cell == nil || cell.Parent == nil {
		return ""
	}
	index := 0
	for c := cell.PrevSibling; c != nil; c = c.PrevSibling {
		if c.Type == html.ElementNode {
			index++
		}
		if index > 100 { // no table for people
			return ""
		}
	}
	table := cell.Parent
	for table != nil && table.Data != "table" {
		table = table.Parent
	}
	if table == nil {
		return ""
	}
	for row := range page.Below(table, "tr") {
		if row == cell.Parent {
			return ""
		}
		i := 0
		for c := range row.ChildNodes() {
			if c.Type != html.ElementNode {
				continue
			}
			if i == index {
				if c.Data == "th" && !shownControl(c) {
					return shortText(labelText(c))
				}
				return ""
			}
			i++
		}
		return ""
	}
	return ""
}

// labelText is the visible text of n without that of the controls in it.
func labelText(n *html.Node) string {
	if n.Type == html.TextNode {
		return strings.Join(strings.Fields(valid(n.Data)), " ")
	}
	if n.Type != html.ElementNode || hiddenElement(n.Data) {
		return ""
	}
	if !holdsAny(n, "select", "textarea", "button") {
		return valid(page.Text(n))
	}
	var parts []string
	for c := range n.ChildNodes() {
		if text := labelText(c); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}

func hiddenElement(tag string) bool {
	switch tag {
	case "script", "style", "select", "textarea", "button", "template", "datalist", "option", "head", "output":
		return true
	}
	return false
}

// shownControl reports whether n is or holds a control that a person sees.
func shownControl(n *html.Node) bool {
	return isShownControl(n) || page.Any(n, isShownControl)
}

func isShownControl(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	kind := KindOf(n)
	return kind != "" && kind != "hidden"
}

func stopsLabel(tag string) bool {
	switch tag {
	case "form", "table", "tr", "tbody", "thead", "fieldset", "body", "html", "label", "ul", "ol", "dl", "select":
		return true
	}
	return false
}

func startsLine(tag string) bool {
	switch tag {
	case "p", "div", "td", "th", "dt", "dd", "li", "h1", "h2", "h3", "h4", "h5", "h6", "legend", "section", "label":
		return true
	}
	return false
}

// shortText trims a label's decoration: colons, asterisks of required fields.
func shortText(s string) string {
	s = control.Unmarked(s)
	if len(s) > longestLabel {
		s = strings.TrimSpace(strings.ToValidUTF8(s[:longestLabel], ""))
		if i := strings.LastIndexByte(s, ' '); i > longestLabel/2 {
			s = s[:i]
		}
	}
	return s
}

// readableName turns a control's name into words: "date_from" into "date from".
func readableName(name string) string { return lexicon.Split(name) }
