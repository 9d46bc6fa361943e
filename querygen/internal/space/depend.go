package space

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// dependence is what is known of a menu whose options change with another one.
type dependence struct {
	Parent  int           // dimension of the other menu
	Offered map[int][]int // by value of the parent: indices of the child's values
}

// dependences finds the dimensions that depend on another one of dims.
func dependences(dims []*Dimension) {
	for _, d := range dims {
		if d.Menu == nil || d.Menu.Field.DependsOn == "" {
			continue
		}
		on := d.Menu.Field.DependsOn
		parent := slices.IndexFunc(dims, func(p *Dimension) bool {
			return p != d && p.Menu != nil && (p.Menu.Field.Name == on || p.Menu.Field.ID == on)
		})
		if parent >= 0 {
			d.Depends = &dependence{Parent: parent, Offered: d.Menu.offered(dims[parent].Menu)}
		}
	}
}

// ParentOf returns the menu that m depends on, nil for none.
func (si *SearchInterface) ParentOf(m *Menu) *Menu {
	on := m.Field.DependsOn
	if on == "" {
		return nil
	}
	for i := range si.Menus {
		if p := &si.Menus[i]; p.Field.Name != m.Field.Name && (p.Field.Name == on || p.Field.ID == on) {
			return p
		}
	}
	return nil
}

// Before returns what is chosen before a menu, by pairs or in each question: of the control that it
// depends on, and of those before that, which come first.
func (si *SearchInterface) Before(name string, pairs []page.Pair) (out []page.Pair) {
	for range si.Form.Fields { // of two that name each other neither comes first
		name = si.Form.Above(name)
		b := page.Pair{Name: name, Value: strings.Join(si.Fixed[name], "")}
		for _, p := range pairs {
			if p.Name == name {
				b = p
			}
		}
		if name == "" || b.Value == "" {
			break
		}
		out = slices.Insert(out, 0, b)
	}
	return out
}

// Binds reports whether one of pairs chooses from m.
func Binds(pairs []page.Pair, m *Menu) bool {
	return slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == m.Field.Name })
}

// Possible reports whether p's value is offered together with pairs, as far as
// the page of the form tells.
func (si *SearchInterface) Possible(pairs []page.Pair, p page.Pair) bool {
	for i := range si.Menus {
		m := &si.Menus[i]
		parent := si.ParentOf(m)
		if m.Field.Name != p.Name || parent == nil {
			continue
		}
		with := m.with(p.Value)
		return len(with) == 0 || slices.ContainsFunc(pairs, func(o page.Pair) bool {
			return o.Name == parent.Field.Name && slices.Contains(with, o.Value)
		})
	}
	return true
}

// offered returns which values of m go with each value of its parent, as far as
// the page of the form told: all or nothing, but where values were looked up one by one.
func (m *Menu) offered(parent *Menu) map[int][]int {
	out := map[int][]int{}
	for v, value := range m.Values {
		for _, of := range m.with(value) {
			if p := slices.Index(parent.Values, of); p >= 0 {
				out[p] = append(out[p], v)
			}
		}
	}
	if looked := m.Field.Filled; looked != nil {
		for p, value := range parent.Values {
			if slices.Contains(looked, value) {
				out[p] = append(out[p], nil...)
			}
		}
	} else if len(out) > 0 {
		for p := range parent.Values {
			out[p] = append(out[p], nil...) // one without options has none
		}
	}
	return out
}

// with returns the values of the parent that a value goes with, as far as the
// page of the form told.
func (m *Menu) with(value string) []string {
	for _, o := range m.Field.Options {
		if o.Value == value {
			return o.Of
		}
	}
	return nil
}

func Indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}

// Records tell that one menu's value decides another's, as a model its make,
// when nearly all values that enough records have say so.
const (
	DecidedRecords = 3    // of a value, from which it is counted
	DecidedValues  = 5    // counted at least
	DecidedShare   = 0.97 // of them that go with one value only
)
