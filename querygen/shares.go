package querygen

import (
	"slices"
)

// sample returns the latest records that are known to lie in a region.
func (d *drilldown) sample(r region) []uint32 {
	var out []uint32
	held := d.f.records.held()
	for i := max(0, held-recent); i < held; i++ {
		if d.inside(uint32(i), r) {
			out = append(out, uint32(i))
		}
	}
	return out
}

// inside reports whether a record is known to lie in a region.
func (d *drilldown) inside(record uint32, r region) bool {
	for _, b := range r {
		if !d.f.traits.in(record, b) {
			return false
		}
	}
	return true
}

// shares returns for each value of a menu the share of records expected to
// have it, by a sample of them, and by all records where the sample is small.
func (d *drilldown) shares(sample []uint32, dim int) []float64 {
	u := len(d.dims[dim].menu.values)
	here, sum := make([]float64, u), 0.0
	for _, r := range sample {
		if v, ok := d.f.traits.value(r, dim); ok {
			here[int(v)]++
			sum++
		}
	}
	all, total := make([]float64, u), 0.0
	held := d.f.records.held()
	for r := max(0, held-recent); r < held; r++ {
		if v, ok := d.f.traits.value(uint32(r), dim); ok {
			all[int(v)]++
			total++
		}
	}
	for v := range here {
		prior := (all[v] + 0.5) / (total + 0.5*float64(u))
		here[v] = (here[v] + smoothing*prior) / (sum + smoothing)
	}
	return here
}

// quantities returns those of a sample within bounds, ascending; of all
// records within the bounds where it has too few.
func (d *drilldown) quantities(sample []uint32, b bounds) []float64 {
	var out []float64
	add := func(r uint32) {
		if v, ok := d.f.traits.value(r, b.dim); ok && v >= b.low && v <= b.top {
			out = append(out, v)
		}
	}
	for _, r := range sample {
		add(r)
	}
	if len(out) < 5 {
		out = out[:0]
		held := d.f.records.held()
		for r := max(0, held-recent); r < held; r++ {
			add(uint32(r))
		}
	}
	slices.Sort(out)
	return out
}
