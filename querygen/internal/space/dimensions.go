package space

import (
	"math"
	"slices"
)

// Dimension is one way to divide the records: a menu, or a pair of bounds.
type Dimension struct {
	Menu *Menu // nil for a pair of bounds
	Span *Span // nil for a menu

	Further  bool        // it chooses one more tick beside those that another dimension of the menu chose
	Useless  bool        // its values do not filter
	Overlaps bool        // a record goes with several values
	Depends  *dependence // nil where its options are always the same

	Brought, Lacking float64 // records of the parts that it divided: with and without a value
}

// DimensionsOf returns the menus and the pairs of bounds of the form.
func DimensionsOf(si *SearchInterface) []*Dimension {
	var out []*Dimension
	for i := range si.Menus {
		out = append(out, &Dimension{Menu: &si.Menus[i]})
	}
	for _, s := range si.Spans {
		out = append(out, &Dimension{Span: s})
	}
	dependences(out)
	for i := range len(out) {
		if m := out[i].Menu; m != nil && m.Field.Control == "checkbox" && len(m.Values) > 2 {
			out = append(out, further(i, len(out), m)...)
		}
	}
	return out
}

// mostTicks bounds the ticks of a group that one question sets.
const mostTicks = 4

// further returns the dimensions of the ticks that can be set beside the one that a dimension
// chooses. Each is behind those before it, so that no two questions set the same ones.
func further(before, at int, m *Menu) (out []*Dimension) {
	for range mostTicks - 1 {
		behind := map[int][]int{}
		for v := range m.Values {
			behind[v] = Indices(m.Values)[v+1:]
		}
		out = append(out, &Dimension{Menu: m, Further: true, Overlaps: true, Depends: &dependence{Parent: before, Offered: behind}})
		before, at = at, at+1
	}
	return out
}

// Bounds restrict one dimension: to one value of a menu, or to what lies
// between two numbers, both included.
type Bounds struct {
	Dim      int
	Value    int     // of the menu
	Low, Top float64 // infinite where open
}

func Open(dim int) Bounds { return Bounds{Dim: dim, Value: -1, Low: math.Inf(-1), Top: math.Inf(1)} }

// Region is a part of all records: those within all its bounds, which are in
// the order of their dimensions, at most one for each.
type Region []Bounds

// With returns r narrowed to b in b's dimension.
func (r Region) With(b Bounds) Region {
	i, found := slices.BinarySearchFunc(r, b.Dim, func(x Bounds, dim int) int { return x.Dim - dim })
	out := slices.Clone(r)
	if found {
		out[i] = b
		return out
	}
	return slices.Insert(out, i, b)
}

// On returns the bounds of r in a dimension, open ones where it has none.
func (r Region) On(dim int) Bounds {
	for _, b := range r {
		if b.Dim == dim {
			return b
		}
	}
	return Open(dim)
}

// Within reports whether all of r lies in s.
func (r Region) Within(s Region) bool {
	for _, b := range s {
		have := r.On(b.Dim)
		if have.Value != b.Value || have.Low < b.Low || have.Top > b.Top {
			return false
		}
	}
	return true
}

func NameOf(label, name string) string {
	if label == "" {
		return name
	}
	return label
}
