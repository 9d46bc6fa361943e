package forms

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
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

// looseForms finds the search interfaces that belong to no form and are driven
// by a script: search boxes, the controls beside them, and, where the page has
// no such box, menus that stand together. They are reported for a browser to
// use: Fill gives steps for them where Submission.By says how they are sent.
func (p *parser) looseForms() []Form {
	in := p.in
	var out []Form
	taken := map[*html.Node]bool{}
	for _, n := range in.controls[nil] {
		reason, score := looseBox(in, n)
		if reason == "" || taken[n] {
			continue
		}
		if f, ok := p.looseForm(n, taken); ok {
			if f.Purpose != Search || f.Score < score {
				f.Purpose, f.Score = Search, score
			}
			f.Reasons = append([]string{reason}, f.Reasons...)
			for i := range f.Fields {
				if c := &f.Fields[i]; c.At == in.doc.Selector(n) && c.Role != control.QueryRole {
					c.Role, c.Score = control.QueryRole, score
				}
			}
			f.settle()
			out = append(out, f)
		}
	}
	if len(out) > 0 || len(in.doc.Forms()) > 0 {
		return out
	}
	for _, n := range in.menus() {
		if taken[n] {
			continue
		}
		f, ok := p.looseForm(n, taken)
		if menus := countMenus(&f); !ok || menus == 0 || menus == 1 && f.looseButton() == nil {
			continue
		}
		if f.Purpose != Search || f.Score < 0.6 {
			f.Purpose, f.Score = Search, 0.6
		}
		f.Reasons = append([]string{"menus that stand together outside any form"}, f.Reasons...)
		f.settle()
		out = append(out, f)
	}
	return out
}

// looseBox says why a control outside any form is taken for a search box, and
// how sure that is; "" where it is none.
func looseBox(in *inventory, n *html.Node) (reason string, score float64) {
	if n.Data != "input" && n.Data != "textarea" || disabled(n) || page.HasAttr(n, "readonly") {
		return "", 0
	}
	kind := KindOf(n)
	if kind == "search" || declaredSearch(n) && (kind == "text" || kind == "textarea") {
		return "declared a search box by its type or ARIA role", 0.8
	}
	if kind != "text" {
		return "", 0
	}
	f := control.Field{Name: attr(n, "name"), ID: attr(n, "id"), Control: kind}
	in.readControl(&f, n)
	if deeds.Email(f.Asked(false)) || deeds.Secret(f.Asked(false)) || asksPerson(&f) {
		return "", 0
	}
	says := lexicon.Fold(f.Label + " " + f.Placeholder)
	if word := lexicon.Search.Find(says); word != "" && len(says) < 100 {
		return fmt.Sprintf("a box outside any form says %q", word), 0.8
	}
	if word := cmp.Or(filterWords.Find(says), wishWords.Find(says)); word != "" && len(says) < 60 {
		return fmt.Sprintf("a box outside any form says %q", word), 0.7
	}
	for _, name := range []string{f.Name, f.ID, attr(n, "data-testid"), attr(n, "class")} {
		if words := lexicon.Split(name); roles.QueryNames.Matches(words) || lexicon.Search.Within(words) {
			return fmt.Sprintf("a box outside any form is named %q", name), 0.7
		}
	}
	return "", 0
}

// wishWords ask visitors what they want.
var wishWords = lexicon.New(`looking for, are you looking for, find*, suchen sie, suchst du, finden, recherchez, cherchez vous, cherches tu, trouver, buscas, busca usted, encontrar, cerchi, cerca, trova, op zoek, vinden, letar du, leder du, etsit, szukasz, hledate, keresel, ищете, ищешь, найти, 在找, 想找, お探し, 찾으세요, 찾고`)

// filterWords stand in boxes that narrow down a list as one types.
var filterWords = lexicon.New(`filter*, type to filter, quick filter, filtern, filtrer, filtrar, filtra, filtreren, filtrera, filtruj, filtrovat, suodata, szures, filtrele, фильтр*, φιλτρο, 筛选, 篩選, 絞り込み, 필터`)

// declaredSearch reports whether a text box is a search box by ARIA or by the
// search element.
func declaredSearch(n *html.Node) bool {
	if strings.EqualFold(page.Attr(n, "role"), "searchbox") {
		return true
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && (p.Data == "search" || strings.EqualFold(page.Attr(p, "role"), "search")) {
			return true
		}
	}
	return false
}

// looseForm makes a form of a control outside any form and of those beside it.
func (p *parser) looseForm(n *html.Node, taken map[*html.Node]bool) (Form, bool) {
	in := p.in
	root, controls := in.neighbourhood(n, taken)
	f := Form{Page: in.doc.URL, Index: -1, Name: cmp.Or(attr(n, "name"), attr(n, "id")), Method: "GET", Charset: encode.FormCharset("", in.doc.Charset)}
	var native []*html.Node
	for _, c := range controls {
		if !customMenu(c) {
			native = append(native, c)
		}
	}
	f.Fields = in.fields(nil, native)
	for i := range f.Fields { // Pos counts the page's loose controls, as the others' does
		f.Fields[i].At = in.doc.Selector(native[f.Fields[i].Pos])
		for j := range f.Fields[i].Options {
			f.Fields[i].Options[j].Pos = slices.Index(controls, native[f.Fields[i].Options[j].Pos%len(native)])
		}
		f.Fields[i].Pos = slices.Index(controls, native[f.Fields[i].Pos])
	}
	for pos, c := range controls {
		if customMenu(c) {
			f.Fields = append(f.Fields, in.customField(c, pos))
		}
	}
	slices.SortStableFunc(f.Fields, func(a, b control.Field) int { return a.Pos - b.Pos })
	f.nameFields()
	if len(f.Fields) == 0 {
		return f, false
	}
	for _, c := range controls {
		taken[c] = true
	}
	f.ID = f.identity()
	p.judge(&f, root)
	return f, true
}

// neighbourhood returns the largest element around n that holds controls but
// not much else, and the controls outside any form in it, in document order.
func (in *inventory) neighbourhood(n *html.Node, taken map[*html.Node]bool) (*html.Node, []*html.Node) {
	best, controls := n, []*html.Node{n}
	for p, level := n.Parent, 0; p != nil && p.Type == html.ElementNode && p.Data != "body" && level < looseLevels; p, level = p.Parent, level+1 {
		var here []*html.Node
		foreign := false
		for c := range p.Descendants() {
			if c.Type != html.ElementNode || hiddenHere(c, p) {
				continue
			}
			switch {
			case c.Data == "form":
				foreign = true
			case c.Data == "input", c.Data == "select", c.Data == "textarea", c.Data == "button", customMenu(c):
				if taken[c] || in.doc.Owner(c) != nil {
					foreign = true
				} else if c.Data != "button" && !pushes(c) || len(here) > 0 || c == n {
					here = append(here, c)
				}
			}
		}
		if foreign || len(here) > looseControls || len(labelText(p)) > loosePhrases {
			break
		}
		best, controls = p, here
	}
	if !slices.Contains(controls, n) {
		controls = append(controls, n)
	}
	if best == n { // what is around holds more than a form: the button right after it, then
		if b := nextElement(n); b != nil && (b.Data == "button" || pushes(b)) && !taken[b] && in.doc.Owner(b) == nil {
			controls = append(controls, b)
		}
	}
	return best, controls
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

func pushes(n *html.Node) bool { return n.Data == "input" && KindOf(n).IsButton() }

// customMenu reports whether an element is a menu that a script draws: an ARIA
// combobox without typing, a listbox, or a button that opens one.
func customMenu(n *html.Node) bool {
	switch n.Data {
	case "input", "select", "textarea", "option", "form", "body":
		return false
	}
	switch strings.ToLower(page.Attr(n, "role")) {
	case "combobox":
		return !holdsTag(n, "input")
	case "listbox":
		return !ownedList(n)
	}
	return strings.EqualFold(page.Attr(n, "aria-haspopup"), "listbox")
}

func holdsTag(n *html.Node, tag string) bool {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == tag {
			return true
		}
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
			for c := range p.Descendants() {
				if c.Type == html.ElementNode && (page.Attr(c, "aria-controls") == id || page.Attr(c, "aria-owns") == id) {
					return true
				}
			}
		}
	}
	return false
}

// customField reads a menu that a script draws. It has no options where the
// script makes them only when it is opened.
func (in *inventory) customField(n *html.Node, pos int) control.Field {
	f := control.Field{Name: attr(n, "data-name"), ID: attr(n, "id"), Control: "select", Pos: pos, At: in.doc.Selector(n)}
	f.Label = cmp.Or(in.ariaLabel(n), in.ownLabel(n), textBefore(n), shortText(page.Text(n)))
	lists := []*html.Node{n}
	for id := range strings.FieldsSeq(attr(n, "aria-controls") + " " + attr(n, "aria-owns")) {
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
		for o := range list.Descendants() {
			if o.Type != html.ElementNode || !strings.EqualFold(page.Attr(o, "role"), "option") {
				continue
			}
			label := shortText(page.Text(o))
			value := cmp.Or(attr(o, "data-value"), attr(o, "value"), label)
			if !slices.ContainsFunc(f.Options, func(have control.Option) bool { return have.Value == value }) {
				f.Options = append(f.Options, control.Option{Value: value, Label: label, Selected: strings.EqualFold(attr(o, "aria-selected"), "true"), Disabled: strings.EqualFold(attr(o, "aria-disabled"), "true")})
			}
		}
	}
	for i := range f.Options {
		f.Options[i].Any = roles.BindsNothing(&f, i)
	}
	return f
}

// nameFields gives the controls that have no name one by which values are
// bound: scripts need none.
func (f *Form) nameFields() {
	used := map[string]bool{}
	for i := range f.Fields {
		c := &f.Fields[i]
		name := cmp.Or(c.Name, c.ID, strings.ReplaceAll(lexicon.Fold(c.Label), " ", "-"), string(c.Control))
		if c.Control.IsTick() {
			name = cmp.Or(c.Name, name)
		}
		for base, n := name, 2; used[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		used[name] = true
		c.Name = name
	}
}

// menus returns the native and custom menus outside any form that are not part
// of the page's frame.
func (in *inventory) menus() []*html.Node {
	var out []*html.Node
	for n := range in.doc.Root.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "select" && in.doc.Owner(n) == nil || customMenu(n)) && !inside(n, "nav") && !inside(n, "footer") && !disabled(n) {
			out = append(out, n)
		}
	}
	return out
}

// countMenus counts the menus that select records: with roles of their own,
// the language of the page and the order of lists are none.
func countMenus(f *Form) int {
	n := 0
	for i := range f.Fields {
		if c := &f.Fields[i]; c.Control == "select" && c.Role != control.Sort && c.Role != control.PageSize && c.Role != control.View && !otherWords.Within(lexicon.Fold(c.Label)) {
			n++
		}
	}
	return n
}

// looseButton returns the button that sends a form which only a script does:
// one that says so, one that is called so, or the only one; nil where there is none.
func (f *Form) looseButton() *control.Field {
	var only *control.Field
	var guard ShownGuard
	buttons := 0
	for _, fits := range []func(c *control.Field) bool{
		func(c *control.Field) bool {
			says := lexicon.Fold(c.Label)
			return lexicon.Search.Within(says) || len(strings.Fields(says)) <= 3 && searchButtons.Within(says)
		},
		func(c *control.Field) bool { return lexicon.Search.Within(lexicon.Split(c.Name + " " + c.ID)) }, // with a picture only
		func(c *control.Field) bool { only = c; buttons++; return false },
	} {
		for i := range f.Fields {
			c := &f.Fields[i]
			if !c.Control.IsButton() || c.Control == "reset" || c.Disabled || guard.RefusePress(page.Element{Label: c.Label, Says: c.Name + " " + c.ID}, true) != "" {
				continue
			}
			if fits(c) {
				return c
			}
		}
	}
	if buttons == 1 {
		return only
	}
	return nil
}
