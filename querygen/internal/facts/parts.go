package facts

import (
	"iter"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// What the texts of records in hand tell of the parts into which a form divides them.

const (
	smoothing     = 2     // records of a part that the shares of all count for
	latest        = 30000 // records that are looked at, the latest
	fewQuantities = 5     // of a part: fewer tell less than those of all records
)

// Inside reports whether a record is known to lie in a part.
func (t *Traits) Inside(record uint32, part space.Region) bool {
	return !slices.ContainsFunc(part, func(b space.Bounds) bool { return !t.In(record, b) })
}

// Outside reports whether a record is known not to lie in a part.
func (t *Traits) Outside(record uint32, part space.Region) bool {
	return slices.ContainsFunc(part, func(b space.Bounds) bool { return t.Has(record, b.Dim) && !t.In(record, b) })
}

// Maybe reports whether a record may lie in a part: it does not where it has another value,
// or none though texts tell who has one.
func (t *Traits) Maybe(record uint32, part space.Region) bool {
	return !slices.ContainsFunc(part, func(b space.Bounds) bool {
		return (t.Has(record, b.Dim) || t.Tells(b.Dim)) && !t.In(record, b)
	})
}

// Within returns those of some records that are known to lie in a part.
func (t *Traits) Within(records iter.Seq[uint32], part space.Region) (out []uint32) {
	for r := range records {
		if t.Inside(r, part) {
			out = append(out, r)
		}
	}
	return out
}

// Latest returns the latest records, oldest first.
func (t *Traits) Latest() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for r := max(0, len(t.Read)-latest); r < len(t.Read); r++ {
			if !yield(uint32(r)) {
				return
			}
		}
	}
}

// Shares returns for each value of a menu the share of records expected to have it, by a
// sample of them, and by the latest of all where the sample is small.
func (t *Traits) Shares(sample []uint32, dim int) []float64 {
	here, sum := t.count(slices.Values(sample), dim)
	all, total := t.count(t.Latest(), dim)
	for v := range here {
		prior := (all[v] + 0.5) / (total + 0.5*float64(len(all)))
		here[v] = (here[v] + smoothing*prior) / (sum + smoothing)
	}
	return here
}

// count returns how many records have each value of a menu, and how many have any.
func (t *Traits) count(records iter.Seq[uint32], dim int) (by []float64, sum float64) {
	by = make([]float64, len(t.dims[dim].Menu.Values))
	for r := range records {
		if v, ok := t.Value(r, dim); ok {
			by[int(v)]++
			sum++
		}
	}
	return by, sum
}

// Quantities returns those of a sample within bounds, ascending; of the latest of all
// records where it has too few.
func (t *Traits) Quantities(sample []uint32, b space.Bounds) []float64 {
	out := t.bounded(slices.Values(sample), b)
	if len(out) < fewQuantities {
		out = t.bounded(t.Latest(), b)
	}
	slices.Sort(out)
	return out
}

func (t *Traits) bounded(records iter.Seq[uint32], b space.Bounds) (out []float64) {
	for r := range records {
		if v, ok := t.Value(r, b.Dim); ok && v >= b.Low && v <= b.Top {
			out = append(out, v)
		}
	}
	return out
}

// Impossible returns the values of a menu that go with none of the part's
// other choices, as the records held tell: all that were seen with another
// value of a menu that they decide. Where all were seen with one value of that,
// it is only what was asked for.
func (t *Traits) Impossible(part space.Region, dim int) map[int]bool {
	out := map[int]bool{}
	for _, b := range part {
		if b.Dim == dim || b.Value < 0 {
			continue
		}
		type seen struct{ with, records int } // with is -1 for several
		by := map[int]*seen{}
		for r := range t.Latest() {
			v, ok := t.Value(r, dim)
			w, too := t.Value(r, b.Dim)
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
		deciding := map[int]bool{}
		for _, x := range by { // sums do not depend on the order
			if x.records >= space.DecidedRecords {
				counted++
				if x.with >= 0 {
					decided++
					deciding[x.with] = true
				}
			}
		}
		if counted < space.DecidedValues || len(deciding) < 2 || float64(decided) < space.DecidedShare*float64(counted) {
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
