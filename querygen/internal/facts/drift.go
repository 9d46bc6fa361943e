package facts

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// drift learns how far rows move where they change places between the pages of an
// answer: what share of a page's rows another page shows, by how many pages lie from one
// to the other. Where rows move a little, the next page shows many again, and the one
// after that hardly any: every other page has nearly as many records as two of them in a
// row for each, and the pages left out have fewer, which other answers can beat.
type drift [DriftKept]struct{ again, rows float64 }

const (
	DriftKept   = 4    // distances that are told apart: pages farther from each other count as unrelated
	driftPrior  = 0.25 // share that the next page shows before much is learned, and a power of it farther off,
	driftCounts = 20   // and how many rows that counts for
	DriftNear   = 0.9  // of what the best page shows, from which a page before it is as good
)

// share returns the share of a page's rows that another one at a distance shows.
func (d *drift) share(distance int) float64 {
	x := d[distance-1]
	return (x.again + driftCounts*math.Pow(driftPrior, float64(distance))) / (x.rows + driftCounts)
}

// add takes note of a page with rows rows, of which again stood on pages that were read,
// and of how many of these lie at each distance. Each is held to account for the rows by
// the share that it was expected to show.
func (d *drift) add(near [DriftKept]int, rows, again int) {
	var shares [DriftKept]float64
	sum := 0.0
	for i, n := range near {
		shares[i] = float64(n) * d.share(i+1)
		sum += shares[i]
	}
	for i, n := range near {
		if n > 0 {
			d[i].again += float64(again) * shares[i] / sum
			d[i].rows += float64(n * rows)
		}
	}
}

// near returns how many pages of q that were read lie at each distance from a page.
func (q *Question) near(at int) (out [DriftKept]int) {
	for i := range out {
		for _, page := range [2]int{at - i - 1, at + i + 1} {
			if q.Shows(page) {
				out[i]++
			}
		}
	}
	return out
}

// Shows reports whether a page of q was read.
func (q *Question) Shows(at int) bool {
	if at <= q.Pages {
		return at > 0
	}
	_, found := slices.BinarySearch(q.Apart, at)
	return found
}

// Anew returns the share of the rows of a page of q that no page which was read is
// expected to have shown: 1 where rows keep their places.
func (f *Extent) Anew(q *Question, at int) float64 {
	out := 1.0
	if !f.Signs.moves() {
		return out
	}
	for i, n := range q.near(at) {
		out *= math.Pow(1-f.drift.share(i+1), float64(n))
	}
	return out
}

// Ahead returns the share of the rows of a further page that is anew while an answer is
// read on, page by page or with pages left out.
func (f *Extent) Ahead() float64 {
	best := 0.0
	for stride := 1; f.Signs.moves() && stride <= DriftKept; stride++ {
		share := 1.0
		for distance := stride; distance <= DriftKept; distance += stride {
			share *= 1 - f.drift.share(distance)
		}
		if best == 0 || f.Numbered && share*DriftNear > best {
			best = share
		}
	}
	if best == 0 {
		return 1
	}
	return best
}

// NextPage returns the page of q to read next. Where rows change places it is, of the
// first one that was left out and those behind the last one that was read, the first that
// shows nearly as much as any.
func (f *Extent) NextPage(q *Question) querygen.Ask {
	ask := q.NextPage()
	if !f.Signs.moves() || !f.Numbered || q.Ordered {
		return ask
	}
	end, best := f.endOf(q), 0.0
	for _, at := range [...]int{q.Pages + 1, q.Top() + 1, q.Top() + 2, q.Top() + 3, q.Top() + 4} {
		if x := f.Anew(q, at); at <= end && !q.Shows(at) && x*DriftNear > best {
			ask.Page, best = at, x
		}
	}
	return ask
}

// endOf returns the number of the last page of q, as far as it is known.
func (f *Extent) endOf(q *Question) int {
	end := FarthestPage
	if m := f.Matches(q); m >= 0 {
		if k := f.limit(); k > 0 {
			m = min(m, k)
		}
		end = (m + f.RowsAPage() - 1) / f.RowsAPage()
	}
	if q.Last > 0 {
		end = min(end, q.Last)
	}
	if q.Beyond > 0 {
		end = min(end, q.Beyond-1)
	}
	return end
}
