package divide

import (
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// offer takes in the options that the page of an answer to a region gave.
func (c *Controls) offer(r space.Region, offers []querygen.Offer) {
	for _, o := range offers {
		i := slices.IndexFunc(c.Dims, func(x *space.Dimension) bool { return x.Depends != nil && x.Menu.Field.Name == o.Name })
		if i < 0 {
			continue
		}
		dim := c.Dims[i]
		chosen := r.On(dim.Depends.Parent).Value
		if chosen < 0 {
			continue
		}
		var offered []int
		for _, opt := range o.Options {
			if !opt.GoesWith(c.Dims[dim.Depends.Parent].Menu.Values[chosen]) {
				continue
			}
			v := slices.Index(dim.Menu.Values, opt.Value)
			if v < 0 {
				v = len(dim.Menu.Values)
				dim.Menu.Values = append(dim.Menu.Values, opt.Value)
				c.f.Traits.Name(i, opt.Label)
				c.f.Space.Say(dim.Menu, opt)
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
func (c *Controls) possible(r space.Region, dim, value int) bool {
	dep := c.Dims[dim].Depends
	if dep == nil {
		return true
	}
	offered, known := dep.Offered[r.On(dep.Parent).Value]
	return !known && c.Dims[dim].Menu.Field.Filled == nil || slices.Contains(offered, value)
}

// chooseable reports whether a menu may be chosen from in a region: one that
// depends on another menu only after that, and only where it has options then.
func (c *Controls) chooseable(r space.Region, dim int) bool {
	dep := c.Dims[dim].Depends
	if dep == nil {
		return len(c.Dims[dim].Menu.Values) > 0
	}
	if p := c.Dims[dep.Parent]; (!p.Useless || c.Dims[dim].Further) && r.On(dep.Parent).Value < 0 {
		return false
	}
	return slices.ContainsFunc(space.Indices(c.Dims[dim].Menu.Values), func(v int) bool { return c.possible(r, dim, v) })
}

// unseen reports whether a region chooses for the first time what a list
// depends on: its options are on the page of the answer.
func (c *Controls) unseen(r space.Region) bool {
	for i, dim := range c.Dims {
		if dep := dim.Depends; dep != nil && !dim.Further && !dim.Useless && r.On(i).Value < 0 {
			chosen := r.On(dep.Parent).Value
			_, seen := dep.Offered[chosen]
			if chosen >= 0 && !seen && (len(dep.Offered) > 0 || len(dim.Menu.Values) == 0) {
				return true
			}
		}
	}
	return false
}

// Wants returns the menus by which parts could be divided whose answers are cut, if it were
// known which options they have beside what the menus before them choose.
func (t *tree) Wants() (out []querygen.Want) {
	all := []*Node{t.root}                                  // its question may have been asked for another reason
	for _, key := range slices.Sorted(maps.Keys(t.nodes)) { // in the same order in each replay
		all = append(all, t.nodes[key])
	}
	for _, n := range all {
		if q := n.Question; q == nil || q.Status == querygen.Refused && !q.TooMuch || n.Split != nil || len(n.used) > 0 || !t.reach.overflows(n) || len(t.controls.Choices(n)) > 0 {
			continue
		}
		for i, dim := range t.controls.Dims {
			if dim.Menu == nil || dim.Further || dim.Useless || n.Region.On(i).Value >= 0 || t.controls.told(n.Region, dim) {
				continue
			}
			w := querygen.Want{Name: dim.Menu.Field.Name}
			if w.Beside = t.controls.f.Space.Before(w.Name, t.controls.pairsOf(n.Region)); len(w.Beside) == 0 {
				continue
			}
			if !slices.ContainsFunc(out, func(o querygen.Want) bool { return o.Name == w.Name && slices.Equal(o.Beside, w.Beside) }) {
				out = append(out, w)
			}
		}
	}
	return out
}

// told reports whether it is known what a menu offers in a region: beside what is chosen there,
// or in each question.
func (c *Controls) told(r space.Region, dim *space.Dimension) (known bool) {
	if dim.Depends == nil {
		return len(dim.Menu.Values) > 0
	}
	chosen := r.On(dim.Depends.Parent).Value
	_, known = dim.Depends.Offered[chosen]
	return known || chosen < 0
}
