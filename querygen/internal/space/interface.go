package space

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// SearchInterface is the form, read for what a question can bind.
type SearchInterface struct {
	Form    forms.Form
	Fixed   forms.Values
	Box     *forms.Field   // takes words; nil where there is none
	Finds   page.Pair      // bound beside a word: what has the box find parts of values; zero where nothing is needed
	pattern *regexp.Regexp // that the box's value must match; nil where there is none
	Menus   []Menu         // choices that filter, category controls first
	Spans   []*Span        // pairs of bounds
	Lone    []LoneBound    // bounds without a partner
	Size    pageSizer
	Orders  []Order     // beside the one that is served
	Wide    []page.Pair // learned: bound in all questions, since what the form chooses by itself finds nothing
}

// Menu is a control that offers a closed list of values.
type Menu struct {
	Field  forms.Field
	Values []string // without the ones that do not bind

	Preset  bool // the form as served binds one of the values
	Useless bool // learned: its values do not divide the records
	Silent  bool // learned: none of them alone brought anything, which tells not what it selects of the answers to words
}

func NewSearchInterface(form forms.Form, fixed forms.Values) SearchInterface {
	form.Fields = slices.Clone(form.Fields) // options are added as answers offer them
	si := SearchInterface{Form: form, Fixed: fixed}
	var others []Menu
	sent := form.ByScript() == "" // by a request, which has none of what the page gives no name
	for i, f := range form.Fields {
		if f.Name == "" || f.Unnamed && sent || f.Disabled && f.DependsOn == "" || si.IsFixed(f.Name) || slices.ContainsFunc(form.Fields[:i], func(g forms.Field) bool { return g.Name == f.Name }) {
			continue
		}
		if f.Role == forms.QueryRole && f.Control.IsBox() {
			if !f.ReadOnly && (si.Box == nil || f.Score > si.Box.Score) {
				si.Box, si.Finds = &form.Fields[i], page.Pair{}
				if by := roles.OperatorOf(form.Fields, i); by != nil && !si.IsFixed(by.Name) {
					if value := roles.Finding(by); value != "" {
						si.Finds = page.Pair{Name: by.Name, Value: value}
					}
				}
			}
			continue
		}
		if !Filters(&f) || f.Control == "hidden" {
			continue
		}
		if before := si.Before(f.Name, nil); len(before) > 0 { // what it depends on is fixed
			f.Options = slices.DeleteFunc(slices.Clone(f.Options), func(o forms.Option) bool { return !o.Any && len(o.Of) > 0 && !o.GoesWith(before[len(before)-1].Value) })
		}
		m := Menu{Field: f, Preset: preset(f)}
		for _, o := range f.Options {
			if !o.Any && !o.Disabled && o.Value != "" && !slices.Contains(m.Values, o.Value) {
				m.Values = append(m.Values, o.Value)
			}
		}
		switch {
		case f.DependsOn != "" && f.Control == "select":
			others = append(others, m) // may have options once its parent is chosen
		case len(m.Values) == 0 || f.Control == "checkbox" && len(m.Values) < 2:
		case f.Role == forms.CategoryRole:
			si.Menus = append(si.Menus, m)
		default:
			others = append(others, m)
		}
	}
	si.Menus = append(si.Menus, others...)
	si.Spans = spansOf(form, fixed)
	for _, s := range si.Spans {
		s.Both = form.ByScript() != "" // that is, people fill in both, and scripts count on it
	}
	si.Lone = loneBoundsOf(form, fixed, si.Spans)
	si.Size = NewPageSizer(form, fixed)
	si.Orders = OrdersOf(form, fixed)
	if si.Box != nil && si.Box.Pattern != "" {
		// The v flag's regular expressions of HTML are nearly a superset of
		// RE2's; what does not compile is left to the site to judge.
		si.pattern, _ = regexp.Compile("^(?:" + si.Box.Pattern + ")$")
	}
	return si
}

// preset reports whether a menu binds a value where nobody touches it. A
// drop-down list without a selected option shows its first one; of a row of links none is followed.
// Where all of several are selected, none is left out.
func preset(f forms.Field) bool {
	if f.Multiple && !slices.ContainsFunc(f.Options, func(o forms.Option) bool { return !o.Selected && !o.Disabled }) {
		return false
	}
	i := slices.IndexFunc(f.Options, func(o forms.Option) bool { return o.Selected })
	if i < 0 && f.Control.IsMenu() && f.Control != control.Links && !f.Multiple {
		i = slices.IndexFunc(f.Options, func(o forms.Option) bool { return !o.Disabled })
	}
	return i >= 0 && !f.Options[i].Any && f.Options[i].Value != ""
}

// PresetValue returns what a menu binds where nobody touches it.
func PresetValue(f forms.Field) string {
	i := slices.IndexFunc(f.Options, func(o forms.Option) bool { return o.Selected })
	if i < 0 {
		i = slices.IndexFunc(f.Options, func(o forms.Option) bool { return !o.Disabled })
	}
	if i < 0 {
		return ""
	}
	return f.Options[i].Value
}

// Restricted reports whether the form as served shows a part of the records only.
func (si *SearchInterface) Restricted() bool {
	return slices.ContainsFunc(si.Menus, func(m Menu) bool { return m.Preset && !si.Presents(&m) }) || si.Between()
}

// Between reports whether the form as served asks for what lies between two bounds.
func (si *SearchInterface) Between() bool { return slices.ContainsFunc(si.Spans, (*Span).preset) }

// Presents reports whether a menu says how an answer is shown, not what is found.
func (si *SearchInterface) Presents(m *Menu) bool {
	return m.Useless && !m.Silent || si.Size.On && m.Field.Name == si.Size.Name
}

// Filters reports whether a control can decide which records are shown, as its role
// tells. Range pairs do, but one bound alone overlaps with all others.
func Filters(f *forms.Field) bool {
	switch f.Role {
	case forms.CategoryRole, forms.Place, forms.Date, forms.Number:
		return true
	case forms.OtherRole:
		return !f.Other()
	}
	return false
}

func (si *SearchInterface) IsFixed(name string) bool { return len(si.Fixed[name]) > 0 }

// Bind returns the pairs of a question in the form's order, fixed values
// included. A text that the page puts into the box ("Search this site") is
// cleared, as a person would: left in, it would be asked for.
func (si *SearchInterface) Bind(pairs ...page.Pair) []page.Pair {
	if b := si.Box; b != nil && b.Value != "" && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == b.Name }) {
		pairs = append(slices.Clone(pairs), page.Pair{Name: b.Name})
	}
	if b := si.Box; b != nil && si.Finds.Name != "" && slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == b.Name && p.Value != "" }) {
		pairs = append(slices.Clone(pairs), si.Finds)
	}
	if si.Size.On && !slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == si.Size.Name }) {
		pairs = append(slices.Clone(pairs), si.Size.Largest[0])
	}
	for _, s := range si.Spans {
		pairs = append(slices.Clip(pairs), s.other(pairs)...)
	}
	for _, wide := range si.Wide {
		if !slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == wide.Name }) {
			pairs = append(slices.Clone(pairs), wide)
		}
	}
	var out []page.Pair
	for i, f := range si.Form.Fields {
		if f.Name == "" || slices.ContainsFunc(si.Form.Fields[:i], func(g forms.Field) bool { return g.Name == f.Name }) {
			continue
		}
		for _, v := range si.Fixed[f.Name] {
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

// Word returns the question for a word.
func (si *SearchInterface) Word(w, strategy string) querygen.Query {
	return querygen.Query{Form: si.Form.ID, Bind: si.Bind(page.Pair{Name: si.Box.Name, Value: w}), Strategy: strategy, Expected: -1}
}

// Free returns the pairs of q that ask for something: those that are not fixed,
// clear neither the box nor a menu, and do not say how many rows a page has.
func (si *SearchInterface) Free(q querygen.Query) []page.Pair {
	return slices.DeleteFunc(slices.Clone(q.Bind), func(p page.Pair) bool {
		return si.IsFixed(p.Name) || p.Name == si.Size.Name || p == si.Finds || si.isAny(p) || si.Box != nil && p == page.Pair{Name: si.Box.Name}
	})
}

// Accepts reports whether the box's constraint attributes allow w.
func (si *SearchInterface) Accepts(w string) bool {
	n := utf8.RuneCountInString(w)
	return n >= si.Box.MinLength && (si.Box.MaxLength == 0 || n <= si.Box.MaxLength) && (si.pattern == nil || si.pattern.MatchString(w))
}

// Servable reports whether the form can be sent with nothing bound.
func (si *SearchInterface) Servable() bool {
	return si.Box == nil || !si.Box.Required && si.Box.MinLength == 0
}

// Say remembers an option of a menu that only some answers offer.
func (si *SearchInterface) Say(m *Menu, o forms.Option) {
	for i := range si.Form.Fields {
		if f := &si.Form.Fields[i]; f.Name == m.Field.Name {
			f.Options = append(slices.Clone(f.Options), o)
		}
	}
}
