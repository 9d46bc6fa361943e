package querygen

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// dependence is what is known of a menu whose options change with another one.
type dependence struct {
	parent  int           // dimension of the other menu
	offered map[int][]int // by value of the parent: indices of the child's values
}

// dependences finds the dimensions that depend on another one of dims.
func dependences(dims []*dimension) {
	for _, d := range dims {
		if d.menu == nil || d.menu.field.DependsOn == "" {
			continue
		}
		on := d.menu.field.DependsOn
		parent := slices.IndexFunc(dims, func(p *dimension) bool {
			return p != d && p.menu != nil && (p.menu.field.Name == on || p.menu.field.ID == on)
		})
		if parent >= 0 {
			d.depends = &dependence{parent: parent, offered: d.menu.offered(dims[parent].menu)}
		}
	}
}

// parentOf returns the menu that m depends on, nil for none.
func (si *searchInterface) parentOf(m *menu) *menu {
	on := m.field.DependsOn
	if on == "" {
		return nil
	}
	for i := range si.menus {
		if p := &si.menus[i]; p.field.Name != m.field.Name && (p.field.Name == on || p.field.ID == on) {
			return p
		}
	}
	return nil
}

// offer takes the options that the page of an answer to pairs gave into the
// menus that depend on what pairs choose, as if the page of the form had told them.
func (si *searchInterface) offer(pairs []page.Pair, offers []Offer) {
	for _, o := range offers {
		i := slices.IndexFunc(si.menus, func(m menu) bool { return m.field.Name == o.Name })
		if i < 0 {
			continue
		}
		m := &si.menus[i]
		parent := si.parentOf(m)
		if parent == nil {
			continue
		}
		at := slices.IndexFunc(pairs, func(p page.Pair) bool { return p.Name == parent.field.Name })
		if at < 0 {
			continue
		}
		chosen := pairs[at].Value
		options := slices.Clone(m.field.Options)
		for _, opt := range o.Options {
			if !goesWith(opt, chosen) {
				continue
			}
			opt.Of = []string{chosen}
			have := slices.IndexFunc(options, func(x forms.Option) bool { return x.Value == opt.Value })
			switch {
			case have < 0:
				options = append(options, opt)
				si.say(m, opt)
			case !slices.Contains(options[have].Of, chosen):
				options[have].Of = append(slices.Clone(options[have].Of), chosen)
			}
			if !slices.Contains(m.values, opt.Value) {
				m.values = append(m.values, opt.Value)
			}
		}
		m.field.Options = options
	}
}

// goesWith reports whether an option that the page of an answer gives can be
// chosen beside the value that its list depends on: the page may hold those of all values.
func goesWith(o forms.Option, chosen string) bool {
	return !o.Any && !o.Disabled && o.Value != "" && (len(o.Of) == 0 || slices.Contains(o.Of, chosen))
}

// binds reports whether one of pairs chooses from m.
func binds(pairs []page.Pair, m *menu) bool {
	return slices.ContainsFunc(pairs, func(p page.Pair) bool { return p.Name == m.field.Name })
}

// possible reports whether p's value is offered together with pairs, as far as
// the page of the form tells.
func (si *searchInterface) possible(pairs []page.Pair, p page.Pair) bool {
	for i := range si.menus {
		m := &si.menus[i]
		parent := si.parentOf(m)
		if m.field.Name != p.Name || parent == nil {
			continue
		}
		with := m.with(p.Value)
		return len(with) == 0 || slices.ContainsFunc(pairs, func(o page.Pair) bool {
			return o.Name == parent.field.Name && slices.Contains(with, o.Value)
		})
	}
	return true
}

// offered returns which values of m go with each value of its parent, as far as
// the page of the form told: all or nothing.
func (m *menu) offered(parent *menu) map[int][]int {
	out := map[int][]int{}
	for v, value := range m.values {
		for _, of := range m.with(value) {
			if p := slices.Index(parent.values, of); p >= 0 {
				out[p] = append(out[p], v)
			}
		}
	}
	if len(out) > 0 {
		for p := range parent.values {
			out[p] = append(out[p], nil...) // one without options has none
		}
	}
	return out
}

// with returns the values of the parent that a value goes with, as far as the
// page of the form told.
func (m *menu) with(value string) []string {
	for _, o := range m.field.Options {
		if o.Value == value {
			return o.Of
		}
	}
	return nil
}

// offer takes in the options that the page of an answer to a region gave.
func (d *drilldown) offer(r region, offers []Offer) {
	for _, o := range offers {
		i := slices.IndexFunc(d.dims, func(x *dimension) bool { return x.depends != nil && x.menu.field.Name == o.Name })
		if i < 0 {
			continue
		}
		dim := d.dims[i]
		chosen := r.on(dim.depends.parent).value
		if chosen < 0 {
			continue
		}
		var offered []int
		for _, opt := range o.Options {
			if !goesWith(opt, d.dims[dim.depends.parent].menu.values[chosen]) {
				continue
			}
			v := slices.Index(dim.menu.values, opt.Value)
			if v < 0 {
				v = len(dim.menu.values)
				dim.menu.values = append(dim.menu.values, opt.Value)
				d.f.traits.name(i, opt.Label)
				d.f.si.say(dim.menu, opt)
			}
			if !slices.Contains(offered, v) {
				offered = append(offered, v)
			}
		}
		if len(offered) > 0 {
			dim.depends.offered[chosen] = offered
		}
	}
}

// possible reports whether a value of a menu may go with a region, as far as
// the options that depend on another menu tell.
func (d *drilldown) possible(r region, dim, value int) bool {
	dep := d.dims[dim].depends
	if dep == nil {
		return true
	}
	offered, known := dep.offered[r.on(dep.parent).value]
	return !known || slices.Contains(offered, value)
}

// chooseable reports whether a menu may be chosen from in a region: one that
// depends on another menu only after that, and only where it has options then.
func (d *drilldown) chooseable(r region, dim int) bool {
	dep := d.dims[dim].depends
	if dep == nil {
		return len(d.dims[dim].menu.values) > 0
	}
	if p := d.dims[dep.parent]; !p.useless && r.on(dep.parent).value < 0 {
		return false
	}
	return slices.ContainsFunc(indices(d.dims[dim].menu.values), func(v int) bool { return d.possible(r, dim, v) })
}

// unseen reports whether a region chooses for the first time what a list
// depends on: its options are on the page of the answer.
func (d *drilldown) unseen(r region) bool {
	for i, dim := range d.dims {
		if dep := dim.depends; dep != nil && !dim.useless && r.on(i).value < 0 {
			chosen := r.on(dep.parent).value
			_, seen := dep.offered[chosen]
			if chosen >= 0 && !seen && (len(dep.offered) > 0 || len(dim.menu.values) == 0) {
				return true
			}
		}
	}
	return false
}

func indices[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}

// Records tell that one menu's value decides another's, as a model its make,
// when nearly all values that enough records have say so.
const (
	decidedRecords = 3    // of a value, from which it is counted
	decidedValues  = 5    // counted at least
	decidedShare   = 0.97 // of them that go with one value only
)

// impossible returns the values of a menu that go with none of the region's
// other choices, as the records held tell: all that were seen with another
// value of a menu that they decide.
func (d *drilldown) impossible(r region, dim int) map[int]bool {
	out := map[int]bool{}
	for _, b := range r {
		if b.dim == dim || b.value < 0 {
			continue
		}
		type seen struct{ with, records int } // with is -1 for several
		by := map[int]*seen{}
		held := d.f.records.held()
		for n := max(0, held-recent); n < held; n++ {
			v, ok := d.f.traits.value(uint32(n), dim)
			w, too := d.f.traits.value(uint32(n), b.dim)
			if !ok || !too {
				continue
			}
			x := by[int(v)]
			if x == nil {
				x = &seen{with: int(w)}
				by[int(v)] = x
			}
			if x.records++; x.with != int(w) {
				x.with = -1
			}
		}
		counted, decided := 0, 0
		for _, x := range by { // sums do not depend on the order
			if x.records >= decidedRecords {
				counted++
				if x.with >= 0 {
					decided++
				}
			}
		}
		if counted < decidedValues || float64(decided) < decidedShare*float64(counted) {
			continue
		}
		for v, x := range by {
			if x.records >= decidedRecords && x.with >= 0 && x.with != b.value {
				out[v] = true
			}
		}
	}
	return out
}
