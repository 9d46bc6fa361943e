package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// cutNext makes c the next part of n along a pair of bounds: from the bottom,
// as much as is expected to fill the limit well. It returns false where n cannot
// be cut at all.
func (w *Ways) cutNext(n, c *Node) bool {
	s := n.Split
	k, _ := w.reach.rows()
	whole := space.Bounds{Dim: s.Dim, Value: -1, Low: s.Rest.Low, Top: s.Rest.Top}
	size := s.promised()
	if !s.exact && math.IsInf(size, 1) {
		size = math.Max(4*k, 2*float64(w.f.Records.Held()))
	}
	parts := math.Ceil(size / (filling * k))
	if whole == n.Region.On(s.Dim) {
		parts = math.Max(parts, 2)
	}
	if whole != n.Region.On(s.Dim) && size <= k && s.exact {
		parts = 1
	}
	defer func() { s.meant += c.Size }()
	end, start, ok := 0.0, 0.0, false
	if parts > 1 {
		end, start, ok = w.CutAt(s, parts, size)
	}
	if !ok && s.Rest == n.Region.On(s.Dim) {
		s.ended = true // the bounds do not divide n
		return false
	}
	if !ok {
		c.Region, c.Size, c.exact = n.Region.With(whole), size, s.exact && !s.disappoints()
		s.ended = true
		return true
	}
	lower := whole
	lower.Top = end
	s.Rest.Low = start
	c.Region, c.Size = n.Region.With(lower), size/parts
	return true
}

// CutAt returns where to cut the rest of a division so that about one of parts
// equal parts lies below: by the quantiles of the records held there and by
// the density of the part below it.
func (w *Ways) CutAt(s *Division, parts, size float64) (end, start float64, ok bool) {
	span, b := w.controls.Dims[s.Dim].Span, s.Rest
	if b.Low == b.Top {
		return 0, 0, false
	}
	low, top := span.Limits(b)
	first, _ := slices.BinarySearch(s.Sample, b.Low)
	values := s.Sample[first:]
	if len(values) > 0 {
		// Nothing is known beyond the outermost records but that it is little.
		low, top = math.Max(low, values[0]-1), math.Min(top, values[len(values)-1]+1)
	}
	if math.IsInf(low, 0) || math.IsInf(top, 0) {
		least, greatest, known := w.extent(s.Dim)
		if known && !w.silence.conceals() {
			// What lies beyond all that records show is asked for whole: one step is careful.
			low, top = math.Max(low, least-span.Step), math.Min(top, greatest+span.Step)
		} else {
			x, ok := probingCut(low, top, span.Dates)
			if !ok || s.passed() || top <= 0 && !span.Dates && !w.silence.conceals() || known && !s.refused && !stepBeyond(x, least, greatest) {
				return 0, 0, false
			}
			return span.Cut(b.Low, b.Top, x)
		}
	}
	if low > top {
		return 0, 0, false
	}
	return span.Cut(b.Low, b.Top, quantile(values, low, top, 1/parts, size, s.density()))
}

// extent returns the least and the greatest quantity that records held show.
func (w *Ways) extent(dim int) (least, greatest float64, known bool) {
	least, greatest = math.Inf(1), math.Inf(-1)
	for r := range w.f.Records.Held() {
		if v, ok := w.f.Traits.Value(uint32(r), dim); ok {
			least, greatest = math.Min(least, v), math.Max(greatest, v)
		}
	}
	return least, greatest, least <= greatest
}

// stepBeyond reports whether x lies no farther from what records show than they lie from
// each other.
func stepBeyond(x, least, greatest float64) bool {
	step := math.Max(greatest-least, leastStep)
	return x >= least-step && x <= greatest+step
}

// leastStep is how far beyond a single quantity is looked.
const leastStep = 100

// probingCut returns where to cut an open interval of which no quantity is
// known: farther and farther from zero, so that the magnitude of what is there
// is found in a few questions. Dates after 1970 are looked for decade by decade. Beyond farthestProbe nothing is looked for, nor below
// farthestBelow.
func probingCut(low, top float64, ofDates bool) (x float64, ok bool) {
	unit := 10.0
	if ofDates {
		unit = 10 * 365
	}
	switch {
	case !math.IsInf(low, 0):
		x = math.Max(unit, 10*low)
		if ofDates {
			x = low + unit
		}
	case !math.IsInf(top, 0):
		switch {
		case ofDates:
			x = top - math.Max(unit, -top) // by years it would take a hundred questions, where all are refused
		case top > 0:
			x = math.Floor(top / 10)
		default:
			x = math.Min(-unit, 10*top)
		}
	}
	if ofDates {
		return x, x >= dates.First && x <= dates.Last
	}
	return x, x >= farthestBelow && x <= farthestProbe
}

// Numbers that records may have are rarely negative, and then small.
const (
	farthestProbe = 1e9
	farthestBelow = -1e4
)

// quantile returns the point below which the given share of size records lies
// between low and top, as far as a sample of them, ascending, and the density
// just below low tell.
func quantile(values []float64, low, top, share, size float64, density [2]float64) float64 {
	n := float64(len(values))
	want := share * size
	// estimate returns the records expected up to x.
	estimate := func(x float64) float64 {
		bySample := size * (x - low) / (top - low)
		if n > 0 {
			i, _ := slices.BinarySearch(values, x)
			j := i
			for j < len(values) && values[j] == x {
				j++
			}
			before, after := low, top
			if i > 0 {
				before = values[i-1]
			}
			if j < len(values) {
				after = values[j]
			}
			part := 0.0
			if j == i && after > before {
				part = (x - before) / (after - before)
			}
			bySample = size * (float64(j) + part) / (n + 1)
		}
		if density[1] == 0 {
			return bySample
		}
		// The neighbour speaks for as many records as it has, but less and
		// less the farther away; the sample for those it has below x.
		sample, neighbour := n*share, 8.0
		return (sample*bySample + neighbour*density[0]*(x-low)) / (sample + neighbour)
	}
	a, b := low, top
	for range 60 {
		if m := (a + b) / 2; estimate(m) < want {
			a = m
		} else {
			b = m
		}
	}
	return a
}
