package markup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/constraint"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// Fields reads the controls of one form, given in tree order. Radio buttons
// and checkboxes of one name become one Field. Controls that can never be sent
// nor pressed (output, object, fieldset, members of a datalist) are left out.
func (in *Inventory) Fields(form *html.Node, controls []*html.Node) []control.Field {
	alone := 0
	for _, n := range controls {
		if kind := KindOf(n); kind != "" && !kind.IsTick() {
			alone++
		}
	}
	out := slices.Grow([]control.Field(nil), alone) // a Field is large, and a hostile page has many
	groups := map[string]int{}                      // control and name -> index in out
	for pos, n := range controls {
		kind := KindOf(n)
		if kind == "" || inside(n, "datalist") || n.Data == "button" && inside(n, "select") {
			continue
		}
		if kind.IsTick() {
			o := control.Option{
				Value:    "on",
				Label:    in.choiceLabel(n),
				Selected: page.HasAttr(n, "checked"),
				Disabled: Disabled(n),
				Pos:      pos,
			}
			if page.HasAttr(n, "value") {
				o.Value = Attr(n, "value")
			}
			o.Required = kind == "checkbox" && page.HasAttr(n, "required")
			name := Attr(n, "name")
			if i, ok := groups[string(kind)+" "+name]; ok && name != "" {
				out[i].Options = append(out[i].Options, o)
				out[i].Required = out[i].Required || page.HasAttr(n, "required")
				continue
			}
			groups[string(kind)+" "+name] = len(out)
			out = append(out, control.Field{
				Name: name, ID: Attr(n, "id"), Control: kind, Pos: pos,
				Required: page.HasAttr(n, "required"),
				Multiple: kind == "checkbox",
				Options:  []control.Option{o},
			})
			continue
		}
		f := control.Field{Name: Attr(n, "name"), ID: Attr(n, "id"), Control: kind, Disabled: Disabled(n), Pos: pos}
		in.ReadControl(&f, n)
		out = append(out, f)
	}
	for i := range out {
		in.finishChoice(&out[i], controls)
		if i > 0 && made(controls[out[i].Pos]) == "range" && made(controls[out[i-1].Pos]) == "range" {
			if a, b := &out[i-1], &out[i]; a.Max == b.Value && b.Min == a.Value { // how far each lets the other go
				a.Max, b.Min = b.Max, a.Min
				a.Name, b.Name = cmp.Or(a.Name, "min"), cmp.Or(b.Name, "max")
			}
		}
	}
	return out
}

// finishChoice settles what is only known once a group is complete: which
// radio button is on, the group's label, which options bind nothing.
func (in *Inventory) finishChoice(f *control.Field, controls []*html.Node) {
	if f.Control.IsTick() {
		on, allOff := -1, true
		for i := range f.Options {
			if f.Options[i].Selected {
				on = i
			}
			allOff = allOff && f.Options[i].Disabled
		}
		f.Disabled = allOff
		if f.Control == "radio" && on >= 0 { // the last one that is checked wins
			for i := range f.Options {
				f.Options[i].Selected = i == on
			}
		}
		f.Label = f.Options[0].Label
		if len(f.Options) > 1 || f.Control == "radio" {
			f.Label = in.groupLabel(controls[f.Pos], controls[f.Options[len(f.Options)-1].Pos], f.Name)
		}
	}
	for i := range f.Options {
		f.Options[i].Any = roles.BindsNothing(f, i)
	}
}

// KindOf is the control's type as Field.Control spells it, "" for
// elements that are no control to fill in or press. An unknown input type is
// text.
func KindOf(n *html.Node) control.Kind {
	switch n.Data {
	case "select", "textarea":
		return control.Kind(n.Data)
	case "button":
		switch t := control.Kind(strings.ToLower(page.Attr(n, "type"))); {
		case t == "reset", t == "button", t == "submit":
			return t
		case page.HasAttr(n, "command") || page.HasAttr(n, "commandfor"):
			return "button"
		}
		return "submit"
	case "input":
		if t := control.Kind(strings.ToLower(page.Attr(n, "type"))); slices.Contains(control.Inputs, t) {
			return t
		}
		return "text"
	}
	return made(n)
}

// dragged is the attribute that a browser gives the handle of a slider which only a mouse
// moves: which end of it that is.
const dragged = "data-dragged"

// made is the kind of a control that a script makes of an element which is none: a line
// that can be edited, a slider. A text of several lines is written, not searched for.
func made(n *html.Node) control.Kind {
	if len(n.Attr) == 0 || n.Data == "body" || n.Data == "html" {
		return ""
	}
	if edit := strings.ToLower(page.Attr(n, "contenteditable")); page.HasAttr(n, "contenteditable") && edit != "false" {
		if strings.EqualFold(page.Attr(n, "aria-multiline"), "true") {
			return ""
		}
		return "text"
	}
	if (strings.EqualFold(page.Attr(n, "role"), "slider") || page.HasAttr(n, dragged)) && page.HasAttr(n, "aria-valuemax") {
		return "range"
	}
	return ""
}

// ReadControl reads all controls but radio buttons and checkboxes.
func (in *Inventory) ReadControl(f *control.Field, n *html.Node) {
	f.Required = page.HasAttr(n, "required") && f.Control.MayRequire()
	f.ReadOnly = page.HasAttr(n, "readonly") && (f.Control.IsTyped() || f.Control == "textarea")
	f.Multiple = page.HasAttr(n, "multiple") && (f.Control == "select" || f.Control == "email" || f.Control == "file")
	f.Label = in.label(n, f)
	if f.Control == "select" {
		f.Options = selectOptions(n, f.Multiple)
		return
	}
	if f.Control == "textarea" {
		f.Value = constraint.Newlines(rawText(n), "\n")
	} else {
		f.Value = Attr(n, "value")
	}
	f.Min, f.Max, f.Step = Attr(n, "min"), Attr(n, "max"), Attr(n, "step")
	f.Placeholder = Attr(n, "placeholder")
	if made(n) != "" {
		f.Name = cmp.Or(f.Name, Attr(n, dragged))
		f.Min, f.Max, f.Value = cmp.Or(Attr(n, "aria-valuemin"), "0"), Attr(n, "aria-valuemax"), Attr(n, "aria-valuenow")
		f.Placeholder = cmp.Or(Attr(n, "aria-placeholder"), Attr(n, "data-placeholder"))
	}
	f.Autocomplete = autofillName(Attr(n, "autocomplete"))
	f.InputMode = strings.ToLower(strings.TrimSpace(Attr(n, "inputmode")))
	f.Pattern = Attr(n, "pattern")
	f.MinLength, f.MaxLength = length(n, "minlength"), length(n, "maxlength")
	f.Value = constraint.Sanitize(f, f.Value)
	if f.Control == "text" || f.Control == "tel" {
		f.Format = in.dateFormat(f, n)
		f.ReadOnly = f.ReadOnly && f.Format == "" // a calendar fills in one for dates, and its value is sent
	}
	f.Suggests = Suggests(n)
	if id := Attr(n, "list"); id != "" && n.Data == "input" {
		if list := in.byID[id]; list != nil && list.Data == "datalist" {
			f.Options = listOptions(list)
		}
	}
	switch f.Control {
	case "hidden":
		in.readPicker(f, n)
	case "submit", "image":
		f.Asks, f.Title = Asks(n), shortText(Attr(n, "title"))
		var to string
		f.FormMethod, to = Sends(n, "formmethod")
		if page.HasAttr(n, "formenctype") {
			f.FormEnctype = cmp.Or(FormEnctype(Attr(n, "formenctype")), encode.URLEncodedType)
		}
		f.NoValidate = page.HasAttr(n, "formnovalidate")
		if to != "" || page.HasAttr(n, "formaction") {
			// Kept resolved, so that it can be used without the page; what is
			// not http or https stays as written, for the guard to see.
			f.FormAction = cmp.Or(to, Attr(n, "formaction"))
			if u := in.Action(f.FormAction); !u.IsZero() {
				f.FormAction = u.String()
			}
		}
		if n.Data == "input" && f.Control == "submit" && !page.HasAttr(n, "value") {
			f.Value = "Submit" // what browsers show and send then
		}
	}
}

// autofillName is the field name in an autocomplete attribute: its last token,
// which groups and hints may precede.
func autofillName(raw string) string {
	tokens := strings.Fields(strings.ToLower(raw))
	if len(tokens) == 0 {
		return ""
	}
	if last := tokens[len(tokens)-1]; last != "on" && last != "off" && last != "webauthn" {
		return last
	}
	return ""
}

func length(n *html.Node, name string) int {
	v, err := strconv.Atoi(strings.TrimSpace(page.Attr(n, name)))
	if err != nil || v < 0 {
		return 0
	}
	return v
}

// Disabled reports whether a control is disabled, by itself or by a disabled
// fieldset around it (whose first legend is exempt).
func Disabled(n *html.Node) bool {
	if page.HasAttr(n, "disabled") {
		return true
	}
	child := n
	for p := n.Parent; p != nil; child, p = p, p.Parent {
		if p.Data == "fieldset" && p.Type == html.ElementNode && page.HasAttr(p, "disabled") && child != firstLegend(p) {
			return true
		}
	}
	return false
}

func firstLegend(fieldset *html.Node) *html.Node {
	for c := range fieldset.ChildNodes() {
		if c.Type == html.ElementNode && c.Data == "legend" {
			return c
		}
	}
	return nil
}

func inside(n *html.Node, tag string) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && p.Data == tag {
			return true
		}
	}
	return false
}

// rawText is the concatenation of all text below n, untouched.
func rawText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return valid(b.String())
}
