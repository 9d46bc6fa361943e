package querygen

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// dimension is one way to divide the records: a menu, or a pair of bounds.
type dimension struct {
	menu *menu // nil for a pair of bounds
	span *span // nil for a menu

	useless  bool        // its values do not filter
	overlaps bool        // a record goes with several values
	depends  *dependence // nil where its options are always the same

	brought, lacking float64 // records of the parts that it divided: with and without a value
}

// dimensionsOf returns the menus and the pairs of bounds of the form.
func dimensionsOf(si *searchInterface) []*dimension {
	var out []*dimension
	for i := range si.menus {
		out = append(out, &dimension{menu: &si.menus[i]})
	}
	for _, s := range si.spans {
		out = append(out, &dimension{span: s})
	}
	dependences(out)
	return out
}

// bounds restrict one dimension: to one value of a menu, or to what lies
// between two numbers, both included.
type bounds struct {
	dim      int
	value    int     // of the menu
	low, top float64 // infinite where open
}

func open(dim int) bounds { return bounds{dim: dim, value: -1, low: math.Inf(-1), top: math.Inf(1)} }

// region is a part of all records: those within all its bounds, which are in
// the order of their dimensions, at most one for each.
type region []bounds

// with returns r narrowed to b in b's dimension.
func (r region) with(b bounds) region {
	i, found := slices.BinarySearchFunc(r, b.dim, func(x bounds, dim int) int { return x.dim - dim })
	out := slices.Clone(r)
	if found {
		out[i] = b
		return out
	}
	return slices.Insert(out, i, b)
}

// on returns the bounds of r in a dimension, open ones where it has none.
func (r region) on(dim int) bounds {
	for _, b := range r {
		if b.dim == dim {
			return b
		}
	}
	return open(dim)
}

// within reports whether all of r lies in s.
func (r region) within(s region) bool {
	for _, b := range s {
		have := r.on(b.dim)
		if have.value != b.value || have.low < b.low || have.top > b.top {
			return false
		}
	}
	return true
}

// pairsOf returns what a question for a region binds.
func (d *drilldown) pairsOf(r region) []page.Pair {
	var out []page.Pair
	for _, b := range r {
		dim := d.dims[b.dim]
		if dim.menu != nil {
			out = append(out, page.Pair{Name: dim.menu.field.Name, Value: dim.menu.values[b.value]})
			continue
		}
		if !math.IsInf(b.low, -1) {
			out = append(out, page.Pair{Name: dim.span.min.Name, Value: dim.span.write(b.low, false)})
		}
		if !math.IsInf(b.top, 1) {
			out = append(out, page.Pair{Name: dim.span.max.Name, Value: dim.span.write(b.top, true)})
		}
	}
	return out
}

// spoken returns a region as a person would say it.
func (d *drilldown) spoken(r region) string {
	said := ""
	for _, b := range r {
		if said != "" {
			said += ", "
		}
		dim := d.dims[b.dim]
		switch {
		case dim.menu != nil:
			said += fmt.Sprintf("%s = %s", nameOf(dim.menu.field.Label, dim.menu.field.Name), spoken(d.f.si.form, dim.menu.field.Name, dim.menu.values[b.value]))
		case math.IsInf(b.low, -1):
			said += fmt.Sprintf("%s up to %s", dim.span.name(), dim.span.say(b.top))
		case math.IsInf(b.top, 1):
			said += fmt.Sprintf("%s from %s", dim.span.name(), dim.span.say(b.low))
		default:
			said += fmt.Sprintf("%s from %s to %s", dim.span.name(), dim.span.say(b.low), dim.span.say(b.top))
		}
	}
	return said
}

func nameOf(label, name string) string {
	if label == "" {
		return name
	}
	return label
}
