package markup

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// pickerLevels is how many elements around a hidden input are searched for what
// is pressed in its place.
const pickerLevels = 2

// readPicker turns a hidden input of a form into a picker, if elements beside
// it say by data-value what a press puts into it: so libraries draw menus, stars
// and swatches. Where further inputs stand there, the values may be theirs.
func (in *Inventory) readPicker(f *control.Field, n *html.Node) {
	if role, _ := roles.JudgeOne(f); role == control.Token || f.Name == "" || in.Doc.Owner(n) == nil {
		return
	}
	box := n.Parent
	for range pickerLevels {
		if box == nil || box.Data == "form" || box.Data == "body" || !onlyInput(box, n) {
			return
		}
		if picks := picksOf(box); len(picks) > 1 {
			f.Label = cmp.Or(in.ariaLabel(box), in.groupLabel(picks[0], picks[len(picks)-1], f.Name))
			f.Control, f.At, f.Options, f.Value = "picker", in.Doc.Selector(box), pickOptions(picks, f.Value), ""
			return
		}
		box = box.Parent
	}
}

// onlyInput reports whether no control but n stands below box, except buttons
// that send nothing.
func onlyInput(box, n *html.Node) bool {
	return !page.Any(box, func(c *html.Node) bool { return c != n && KindOf(c) != "" && KindOf(c) != "button" })
}

// picksOf returns what may be pressed below box.
func picksOf(box *html.Node) []*html.Node {
	var out []*html.Node
	for c := range page.Below(box) {
		if page.HasAttr(c, "data-value") {
			out = append(out, c)
		}
	}
	return out
}

// pickOptions returns the values of what may be pressed. The value that is sent
// where nobody presses anything is an option too.
func pickOptions(picks []*html.Node, preset string) []control.Option {
	var out []control.Option
	for _, n := range picks {
		value := Attr(n, "data-value")
		if slices.ContainsFunc(out, func(o control.Option) bool { return o.Value == value }) {
			continue
		}
		out = append(out, control.Option{
			Value:    value,
			Label:    cmp.Or(shortText(Attr(n, "aria-label")), shortText(page.Text(n)), shortText(Attr(n, "title")), imageText(n), value),
			Selected: value == preset,
			Disabled: page.HasAttr(n, "disabled") || strings.EqualFold(Attr(n, "aria-disabled"), "true"),
		})
	}
	if !slices.ContainsFunc(out, func(o control.Option) bool { return o.Selected }) {
		out = slices.Insert(out, 0, control.Option{Value: preset, Selected: true})
	}
	return out
}
