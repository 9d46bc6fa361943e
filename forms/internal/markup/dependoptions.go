package markup

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/script"
)

// DependentOptions fills in Option.Of of lists that depend on another one: from
// attributes of the options, or from data that a script of the page holds for
// filling them. Options that only the script has are added.
func (in *Inventory) DependentOptions(fields []control.Field, controls []*html.Node) {
	lists := map[string]*control.Field{} // by name and id, the first of each
	for i := range fields {
		for _, called := range []string{fields[i].Name, fields[i].ID} {
			if fields[i].Control.IsMenu() && lists[called] == nil {
				lists[called] = &fields[i]
			}
		}
	}
	for i := range fields {
		child := &fields[i]
		p := lists[child.DependsOn]
		if child.DependsOn == "" || p == nil || p == child || p.DependsOn != "" && p.DependsOn == child.Name {
			continue // of two that name each other neither comes first
		}
		if ofAttributes(child, controls[child.Pos], p) {
			continue
		}
		known := parentValues(p)
		for _, text := range in.data {
			data := scriptOptions{parent: known, of: map[string][]control.Option{}}
			for _, l := range script.Literals(text) {
				data.collect(&l, 0)
			}
			if len(data.of) >= 2 && offer(child, p, data.of) {
				break
			}
		}
	}
}

// ofAttributes reads the parent's value from the attributes of a list's options.
func ofAttributes(f *control.Field, list *html.Node, parent *control.Field) bool {
	if !optionsNameParent(list, parent) {
		return false
	}
	at := 0
	for o := range list.Descendants() {
		if o.Type != html.ElementNode || o.Data != "option" || at >= len(f.Options) {
			continue
		}
		for _, a := range o.Attr {
			if a.Key != "class" && a.Key != "rel" && !strings.HasPrefix(a.Key, "data-") {
				continue
			}
			for v := range strings.FieldsSeq(a.Val) {
				addOf(&f.Options[at], parent, v)
			}
			addOf(&f.Options[at], parent, a.Val)
		}
		at++
	}
	return true
}

// addOf notes that the option goes with a value of the parent, if it has that value.
func addOf(o *control.Option, parent *control.Field, value string) {
	if !o.Any && !slices.Contains(o.Of, value) && slices.ContainsFunc(parent.Options, func(p control.Option) bool { return !p.Any && p.Value == value }) {
		o.Of = append(o.Of, value)
	}
}

// parentValues returns the values of a list by what scripts may call them:
// themselves, and their labels.
func parentValues(p *control.Field) map[string]string {
	out := map[string]string{}
	for _, o := range p.Options {
		if !o.Any && o.Value != "" {
			out[o.Value] = o.Value
		}
	}
	for _, o := range p.Options {
		if _, taken := out[o.Label]; !taken && !o.Any && o.Value != "" && o.Label != "" {
			out[o.Label] = o.Value
		}
	}
	return out
}

// scriptOptions are the options of a dependent list as a script's data has
// them, by the parent's value.
type scriptOptions struct {
	parent map[string]string
	of     map[string][]control.Option
}

// collect looks for objects whose members are named for the parent's values.
func (s *scriptOptions) collect(l *script.Literal, depth int) {
	if depth > script.MaxDepth || l.Simple {
		return
	}
	if s.byName(l) {
		return
	}
	for i := range l.Values {
		s.collect(&l.Values[i], depth+1)
	}
}

func (s *scriptOptions) byName(l *script.Literal) bool {
	known, filled := 0, false
	for i, name := range l.Names {
		if _, ok := s.parent[name]; ok && !l.Values[i].Simple {
			known++
			filled = filled || len(optionsIn(&l.Values[i])) > 0
		}
	}
	if !filled || 5*known < 4*len(l.Names) {
		return false
	}
	for i, name := range l.Names {
		if value, ok := s.parent[name]; ok {
			s.of[value] = append(s.of[value], optionsIn(&l.Values[i])...)
		}
	}
	return true
}

// optionsIn reads a list of options: of texts, of pairs of value and label, of
// objects, or an object from values to labels.
func optionsIn(l *script.Literal) []control.Option {
	var out []control.Option
	for i := range l.Values {
		v := &l.Values[i]
		switch {
		case l.IsArray && v.Simple:
			out = append(out, control.Option{Value: v.Text, Label: v.Text})
		case !l.IsArray && v.Simple:
			out = append(out, control.Option{Value: l.Names[i], Label: v.Text})
		case !l.IsArray: // named for the option, with more below
			out = append(out, control.Option{Value: l.Names[i], Label: l.Names[i]})
		case v.IsArray:
			if len(v.Values) == 2 && v.Values[0].Simple && v.Values[1].Simple {
				out = append(out, control.Option{Value: v.Values[0].Text, Label: v.Values[1].Text})
			}
		default:
			if o, ok := optionOf(v); ok {
				out = append(out, o)
			}
		}
	}
	return slices.DeleteFunc(out, func(o control.Option) bool { return o.Value == "" })
}

// optionOf reads an object that is one option.
func optionOf(l *script.Literal) (control.Option, bool) {
	label, named := l.Member("label", "text", "name", "title", "caption")
	value, valued := l.Member("value", "id", "code", "key", "slug")
	switch {
	case named && valued:
		return control.Option{Value: value, Label: label}, true
	case valued:
		return control.Option{Value: value, Label: value}, true
	case named:
		return control.Option{Value: label, Label: label}, true
	}
	for i := range l.Values {
		if l.Values[i].Simple {
			return control.Option{Value: l.Values[i].Text, Label: l.Values[i].Text}, true
		}
	}
	return control.Option{}, false
}

// offer gives f the options that a script has for it, and reports whether these
// are what f is about: where the page lists options already, most must be
// among them.
func offer(f *control.Field, parent *control.Field, of map[string][]control.Option) bool {
	at := map[string]int{}
	byLabel := map[string]int{}
	for i, o := range f.Options {
		if !o.Any && o.Value != "" {
			at[o.Value], byLabel[o.Label] = i, i
		}
	}
	find := func(o control.Option) (int, bool) {
		i, ok := at[o.Value]
		if !ok {
			i, ok = byLabel[o.Label]
		}
		return i, ok
	}
	if len(at) > 0 {
		known, all := 0, 0
		for _, p := range parent.Options {
			for _, o := range of[p.Value] {
				if _, ok := find(o); ok {
					known++
				}
				all++
			}
		}
		if 2*known < min(len(at), all) {
			return false
		}
	}
	for _, p := range parent.Options {
		for _, o := range of[p.Value] {
			i, ok := find(o)
			if !ok {
				i = len(f.Options)
				at[o.Value], byLabel[o.Label] = i, i
				f.Options = append(f.Options, o)
			}
			addOf(&f.Options[i], parent, p.Value)
		}
	}
	return true
}
