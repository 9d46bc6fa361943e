package divide

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// sample returns the latest records that are known to lie in a region.
func (d *Drilldown) sample(r space.Region) []uint32 {
	var out []uint32
	held := d.Facts.Records.Held()
	for i := max(0, held-recent); i < held; i++ {
		if d.inside(uint32(i), r) {
			out = append(out, uint32(i))
		}
	}
	return out
}

// inside reports whether a record is known to lie in a region.
func (d *Drilldown) inside(record uint32, r space.Region) bool {
	for _, b := range r {
		if !d.Facts.Traits.In(record, b) {
			return false
		}
	}
	return true
}

// Shares returns for each value of a menu the share of records expected to
// have it, by a sample of them, and by all records where the sample is small.
func (d *Drilldown) Shares(sample []uint32, dim int) []float64 {
	u := len(d.Dims[dim].Menu.Values)
	here, sum := make([]float64, u), 0.0
	for _, r := range sample {
		if v, ok := d.Facts.Traits.Value(r, dim); ok {
			here[int(v)]++
			sum++
		}
	}
	all, total := make([]float64, u), 0.0
	held := d.Facts.Records.Held()
	for r := max(0, held-recent); r < held; r++ {
		if v, ok := d.Facts.Traits.Value(uint32(r), dim); ok {
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

// Quantities returns those of a sample within bounds, ascending; of all
// records within the bounds where it has too few.
func (d *Drilldown) Quantities(sample []uint32, b space.Bounds) []float64 {
	var out []float64
	add := func(r uint32) {
		if v, ok := d.Facts.Traits.Value(r, b.Dim); ok && v >= b.Low && v <= b.Top {
			out = append(out, v)
		}
	}
	for _, r := range sample {
		add(r)
	}
	if len(out) < 5 {
		out = out[:0]
		held := d.Facts.Records.Held()
		for r := max(0, held-recent); r < held; r++ {
			add(uint32(r))
		}
	}
	slices.Sort(out)
	return out
}
