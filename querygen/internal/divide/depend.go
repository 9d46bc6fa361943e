package divide

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// offer takes in the options that the page of an answer to a region gave.
func (d *Drilldown) offer(r space.Region, offers []querygen.Offer) {
	for _, o := range offers {
		i := slices.IndexFunc(d.Dims, func(x *space.Dimension) bool { return x.Depends != nil && x.Menu.Field.Name == o.Name })
		if i < 0 {
			continue
		}
		dim := d.Dims[i]
		chosen := r.On(dim.Depends.Parent).Value
		if chosen < 0 {
			continue
		}
		var offered []int
		for _, opt := range o.Options {
			if !space.GoesWith(opt, d.Dims[dim.Depends.Parent].Menu.Values[chosen]) {
				continue
			}
			v := slices.Index(dim.Menu.Values, opt.Value)
			if v < 0 {
				v = len(dim.Menu.Values)
				dim.Menu.Values = append(dim.Menu.Values, opt.Value)
				d.Facts.Traits.Name(i, opt.Label)
				d.Facts.Space.Say(dim.Menu, opt)
			}
			if !slices.Contains(offered, v) {
				offered = append(offered, v)
			}
		}
		if len(offered) > 0 {
			dim.Depends.Offered[chosen] = offered
		}
	}
}

// possible reports whether a value of a menu may go with a region, as far as
// the options that depend on another menu tell.
func (d *Drilldown) possible(r space.Region, dim, value int) bool {
	dep := d.Dims[dim].Depends
	if dep == nil {
		return true
	}
	offered, known := dep.Offered[r.On(dep.Parent).Value]
	return !known || slices.Contains(offered, value)
}

// chooseable reports whether a menu may be chosen from in a region: one that
// depends on another menu only after that, and only where it has options then.
func (d *Drilldown) chooseable(r space.Region, dim int) bool {
	dep := d.Dims[dim].Depends
	if dep == nil {
		return len(d.Dims[dim].Menu.Values) > 0
	}
	if p := d.Dims[dep.Parent]; !p.Useless && r.On(dep.Parent).Value < 0 {
		return false
	}
	return slices.ContainsFunc(space.Indices(d.Dims[dim].Menu.Values), func(v int) bool { return d.possible(r, dim, v) })
}

// unseen reports whether a region chooses for the first time what a list
// depends on: its options are on the page of the answer.
func (d *Drilldown) unseen(r space.Region) bool {
	for i, dim := range d.Dims {
		if dep := dim.Depends; dep != nil && !dim.Useless && r.On(i).Value < 0 {
			chosen := r.On(dep.Parent).Value
			_, seen := dep.Offered[chosen]
			if chosen >= 0 && !seen && (len(dep.Offered) > 0 || len(dim.Menu.Values) == 0) {
				return true
			}
		}
	}
	return false
}

// Impossible returns the values of a menu that go with none of the region's
// other choices, as the records held tell: all that were seen with another
// value of a menu that they decide.
func (d *Drilldown) Impossible(r space.Region, dim int) map[int]bool {
	out := map[int]bool{}
	for _, b := range r {
		if b.Dim == dim || b.Value < 0 {
			continue
		}
		type seen struct{ with, records int } // with is -1 for several
		by := map[int]*seen{}
		held := d.Facts.Records.Held()
		for n := max(0, held-recent); n < held; n++ {
			v, ok := d.Facts.Traits.Value(uint32(n), dim)
			w, too := d.Facts.Traits.Value(uint32(n), b.Dim)
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
			if x.records >= space.DecidedRecords {
				counted++
				if x.with >= 0 {
					decided++
				}
			}
		}
		if counted < space.DecidedValues || float64(decided) < space.DecidedShare*float64(counted) {
			continue
		}
		for v, x := range by {
			if x.records >= space.DecidedRecords && x.with >= 0 && x.with != b.Value {
				out[v] = true
			}
		}
	}
	return out
}
