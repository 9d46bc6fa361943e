package markup

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/ordered"
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
			for _, literal := range page.Literals(text) {
				if v, err := valueOf(ordered.Reader(literal)); err == nil {
					data.collect(&v)
				}
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
	for o := range page.Below(list, "option") {
		if at >= len(f.Options) {
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
func (s *scriptOptions) collect(l *value) {
	if s.byName(l) {
		return
	}
	for i := range l.values {
		s.collect(&l.values[i])
	}
}

// value is one of a script: a text, number or word, or what an array or object holds.
type value struct {
	text   string
	names  []string // of an object's members
	values []value
	kind   jsontext.Kind
}

func (v *value) isSimple() bool { return v.kind != '[' && v.kind != '{' }

// valueOf reads a value with all that it holds.
func valueOf(d *jsontext.Decoder) (v value, err error) {
	t, err := d.ReadToken()
	if err != nil {
		return v, err
	}
	if v.kind = t.Kind(); v.isSimple() {
		v.text = strings.Join(strings.Fields(t.String()), " ")
		return v, nil
	}
	for kind := d.PeekKind(); kind != ']' && kind != '}'; kind = d.PeekKind() {
		if v.kind == '{' {
			name, err := d.ReadToken()
			if err != nil {
				return v, err
			}
			v.names = append(v.names, name.String())
		}
		in, err := valueOf(d)
		if err != nil {
			return v, err
		}
		v.values = append(v.values, in)
	}
	_, err = d.ReadToken()
	return v, err
}

// member returns the first simple member that has one of names.
func (v *value) member(names ...string) (string, bool) {
	for _, want := range names {
		for i, name := range v.names {
			if strings.EqualFold(name, want) && v.values[i].isSimple() {
				return v.values[i].text, true
			}
		}
	}
	return "", false
}

func (s *scriptOptions) byName(l *value) bool {
	known, filled := 0, false
	for i, name := range l.names {
		if _, ok := s.parent[name]; ok && !l.values[i].isSimple() {
			known++
			filled = filled || len(optionsIn(&l.values[i])) > 0
		}
	}
	if !filled || 5*known < 4*len(l.names) {
		return false
	}
	for i, name := range l.names {
		if value, ok := s.parent[name]; ok {
			s.of[value] = append(s.of[value], optionsIn(&l.values[i])...)
		}
	}
	return true
}

// optionsIn reads a list of options: of texts, of pairs of value and label, of
// objects, or an object from values to labels.
func optionsIn(l *value) []control.Option {
	var out []control.Option
	for i := range l.values {
		v := &l.values[i]
		switch {
		case l.kind == '[' && v.isSimple():
			out = append(out, control.Option{Value: v.text, Label: v.text})
		case l.kind == '{' && v.isSimple():
			out = append(out, control.Option{Value: l.names[i], Label: v.text})
		case l.kind == '{': // named for the option, with more below
			out = append(out, control.Option{Value: l.names[i], Label: l.names[i]})
		case v.kind == '[':
			if len(v.values) == 2 && v.values[0].isSimple() && v.values[1].isSimple() {
				out = append(out, control.Option{Value: v.values[0].text, Label: v.values[1].text})
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
func optionOf(l *value) (control.Option, bool) {
	label, named := l.member("label", "text", "name", "title", "caption")
	value, valued := l.member("value", "id", "code", "key", "slug")
	switch {
	case named && valued:
		return control.Option{Value: value, Label: label}, true
	case valued:
		return control.Option{Value: value, Label: value}, true
	case named:
		return control.Option{Value: label, Label: label}, true
	}
	for i := range l.values {
		if l.values[i].isSimple() {
			return control.Option{Value: l.values[i].text, Label: l.values[i].text}, true
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
