package querygen

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// searchInterface is the form, read for what a question can bind.
type searchInterface struct {
	form    forms.Form
	fixed   forms.Values
	box     *forms.Field   // takes words; nil where there is none
	pattern *regexp.Regexp // that the box's value must match; nil where there is none
	menus   []menu         // choices that filter, category controls first
	spans   []*span        // pairs of bounds
	lone    []loneBound    // bounds without a partner
	size    pageSizer
	orders  []order // beside the one that is served
}

// menu is a control that offers a closed list of values.
type menu struct {
	field  forms.Field
	values []string // without the ones that do not bind

	preset  bool // the form as served binds one of the values
	useless bool // learned: its values do not filter
}

func newSearchInterface(form forms.Form, fixed forms.Values) searchInterface {
	form.Fields = slices.Clone(form.Fields) // options are added as answers offer them
	si := searchInterface{form: form, fixed: fixed}
	var others []menu
	for i, f := range form.Fields {
		if f.Name == "" || f.Disabled && f.DependsOn == "" || si.isFixed(f.Name) || slices.ContainsFunc(form.Fields[:i], func(g forms.Field) bool { return g.Name == f.Name }) {
			continue
		}
		if f.Role == forms.QueryRole && isText(f) {
			if !f.ReadOnly && (si.box == nil || f.Score > si.box.Score) {
				si.box = &form.Fields[i]
			}
			continue
		}
		if !filters(f.Role) || f.Control == "hidden" {
			continue
		}
		m := menu{field: f, preset: preset(f)}
		for _, o := range f.Options {
			if !o.Any && !o.Disabled && o.Value != "" && !slices.Contains(m.values, o.Value) {
				m.values = append(m.values, o.Value)
			}
		}
		switch {
		case f.DependsOn != "" && f.Control == "select":
			others = append(others, m) // may have options once its parent is chosen
		case len(m.values) == 0 || f.Control == "checkbox" && len(m.values) < 2:
		case f.Role == forms.CategoryRole:
			si.menus = append(si.menus, m)
		default:
			others = append(others, m)
		}
	}
	si.menus = append(si.menus, others...)
	si.spans = spansOf(form, fixed)
	si.lone = loneBoundsOf(form, fixed, si.spans)
	si.size = newPageSizer(form, fixed)
	si.orders = ordersOf(form, fixed)
	if si.box != nil && si.box.Pattern != "" {
		// The v flag's regular expressions of HTML are nearly a superset of
		// RE2's; what does not compile is left to the site to judge.
		si.pattern, _ = regexp.Compile("^(?:" + si.box.Pattern + ")$")
	}
	return si
}

// preset reports whether a menu binds a value where nobody touches it. A
// drop-down list without a selected option shows its first one.
func preset(f forms.Field) bool {
	i := slices.IndexFunc(f.Options, func(o forms.Option) bool { return o.Selected })
	if i < 0 && f.Control == "select" && !f.Multiple {
		i = slices.IndexFunc(f.Options, func(o forms.Option) bool { return !o.Disabled })
	}
	return i >= 0 && !f.Options[i].Any && f.Options[i].Value != ""
}

// presetValue returns what a menu binds where nobody touches it.
func presetValue(f forms.Field) string {
	i := slices.IndexFunc(f.Options, func(o forms.Option) bool { return o.Selected })
	if i < 0 {
		i = slices.IndexFunc(f.Options, func(o forms.Option) bool { return !o.Disabled })
	}
	if i < 0 {
		return ""
	}
	return f.Options[i].Value
}

// restricted reports whether the form as served shows a part of the records only.
func (si *searchInterface) restricted() bool {
	return slices.ContainsFunc(si.menus, func(m menu) bool { return m.preset && !si.presents(&m) })
}

// presents reports whether a menu says how an answer is shown, not what is found.
func (si *searchInterface) presents(m *menu) bool {
	return m.useless || si.size.on && m.field.Name == si.size.name
}

func isText(f forms.Field) bool {
	switch f.Control {
	case "select", "radio", "checkbox", "hidden", "submit", "image", "button", "reset":
		return false
	}
	return true
}

// filters reports whether a control of this role can decide which records are
// shown. Range pairs do, but one bound alone overlaps with all others.
func filters(r forms.Role) bool {
	switch r {
	case forms.CategoryRole, forms.Place, forms.Date, forms.Number, forms.OtherRole:
		return true
	}
	return false
}

func (si *searchInterface) isFixed(name string) bool { return len(si.fixed[name]) > 0 }

// bind returns the pairs of a question in the form's order, fixed values
// included. A text that the page puts into the box ("Search this site") is
// cleared, as a person would: left in, it would be asked for.
func (si *searchInterface) bind(pairs ...page.Pair) []page.Pair {
	if b := si.box; b != nil && b.Value != "" && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == b.Name }) {
		pairs = append(slices.Clone(pairs), page.Pair{Name: b.Name})
	}
	if si.size.on && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == si.size.name }) {
		pairs = append(slices.Clone(pairs), si.size.largest[0])
	}
	var out []page.Pair
	for i, f := range si.form.Fields {
		if f.Name == "" || slices.ContainsFunc(si.form.Fields[:i], func(g forms.Field) bool { return g.Name == f.Name }) {
			continue
		}
		for _, v := range si.fixed[f.Name] {
			out = append(out, page.Pair{Name: f.Name, Value: v})
		}
		for _, p := range pairs {
			if p.Name == f.Name {
				out = append(out, p)
			}
		}
	}
	return out
}

// word returns the question for a word.
func (si *searchInterface) word(w, strategy string) Query {
	return Query{Form: si.form.ID, Bind: si.bind(page.Pair{Name: si.box.Name, Value: w}), Strategy: strategy, Expected: -1}
}

// free returns the pairs of q that ask for something: those that are not fixed,
// clear neither the box nor a menu, and do not say how many rows a page has.
func (si *searchInterface) free(q Query) []page.Pair {
	return slices.DeleteFunc(slices.Clone(q.Bind), func(p page.Pair) bool {
		return si.isFixed(p.Name) || p.Name == si.size.name || si.isAny(p) || si.box != nil && p == page.Pair{Name: si.box.Name}
	})
}

// accepts reports whether the box's constraint attributes allow w.
func (si *searchInterface) accepts(w string) bool {
	n := utf8.RuneCountInString(w)
	return n >= si.box.MinLength && (si.box.MaxLength == 0 || n <= si.box.MaxLength) && (si.pattern == nil || si.pattern.MatchString(w))
}

// servable reports whether the form can be sent with nothing bound.
func (si *searchInterface) servable() bool {
	return si.box == nil || !si.box.Required && si.box.MinLength == 0
}
