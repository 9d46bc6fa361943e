package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
)

// wholes are the records that answers showed which were read to their end and
// not cut: drawn from all ranks alike, where cut answers show the top of a ranking.
// They tell how long an answer is that does not say so: the share of its word's
// records among them that it has shown is the share that it has shown of all its
// matches (the estimate of C. G. J. Petersen and F. C. Lincoln from marked animals
// caught again). The longest answer may be a cut one, and marks nothing.
type wholes struct {
	Marked  []bool // by record
	Count   int    // of them
	Answers int    // that marked them
	longest *Question
	reach   int        // rows of longest
	claims  [2]float64 // marked records that answers shorter than longest should have shown, and of them those that they did not
	cut     bool       // longest lacks marked records that it should have shown, unlike shorter ones
}

// An answer read to its end counts as cut if it lacks as many marked records, and
// that share of them, and shorter ones hardly lack any: else the site searches
// only a part of what it shows.
const (
	lackedByCut = 5
	cutLacks    = 0.1
	wholeLacks  = 0.05
)

// observe takes note of a page of q.
func (w *wholes) observe(f *Extent, q *Question) {
	if !q.read() {
		return
	}
	if n := len(q.Rows); n < w.reach {
		w.mark(f, q)
	} else if n > w.reach {
		w.markFrom(f, q)
	}
	if l := w.longest; l != nil && l.full && l.Pages > 1 {
		all, shown := w.caught(f, l)
		w.cut = all-shown >= max(lackedByCut, cutLacks*all) && w.claims[0] >= lackedByCut && w.claims[1] <= wholeLacks*w.claims[0]
	}
}

// begin takes note of all answers so far.
func (w *wholes) begin(f *Extent) {
	var longest *Question
	for _, q := range f.Asked {
		if q.read() && (longest == nil || len(q.Rows) > len(longest.Rows)) {
			longest = q
		}
	}
	if longest != nil {
		w.markFrom(f, longest)
	}
}

// markFrom begins anew with the longest answer, which marks nothing.
func (w *wholes) markFrom(f *Extent, longest *Question) {
	*w = wholes{reach: len(longest.Rows), longest: longest}
	for _, other := range f.Asked {
		if other != longest && other.read() {
			w.mark(f, other)
		}
	}
}

// read reports whether q is a word's answer that was read to its end.
func (q *Question) read() bool {
	return q.Kind == Keyword && q.Status == querygen.Answered && !q.More && q.By == nil
}

// mark marks the rows of q, an answer read to its end.
func (w *wholes) mark(f *Extent, q *Question) {
	if len(q.Rows) >= w.reach || q.Short() {
		return
	}
	all, shown := w.caught(f, q)
	w.claims[0] += all
	w.claims[1] += all - shown
	w.Answers++
	for len(w.Marked) < f.Records.Held() {
		w.Marked = append(w.Marked, false)
	}
	for _, r := range q.Rows {
		if !w.Marked[r] {
			w.Marked[r] = true
			w.Count++
		}
	}
}

// caught returns how many marked records hold the word of q, by their texts, and
// how many of these q has shown.
func (w *wholes) caught(f *Extent, q *Question) (all, shown float64) {
	list := f.InHandList(q)
	some := Spread(list, KnownSummed)
	for _, r := range some {
		if int(r) < len(w.Marked) && w.Marked[r] {
			all++
			if _, found := slices.BinarySearch(q.Rows, r); found {
				shown++
			}
		}
	}
	part := float64(len(list)) / float64(max(len(some), 1))
	return all * part, shown * part
}

const gaugeLasts = 1.02 // times the answers that marked records

// Gauge returns what the marked records tell about the length of q.
func (f *Extent) Gauge(q *Question) gauge {
	g := &q.gauge
	if g.reads != q.Reads || float64(f.Wholes.Answers) > gaugeLasts*float64(g.answers) {
		*g = gauge{reads: q.Reads, answers: f.Wholes.Answers}
		g.Marked, g.Shown = f.Wholes.caught(f, q)
	}
	return *g
}

// Gauged returns how many matches q has most likely, of which expected were
// expected with some variance before: of its rows, as many are marked as of all its
// matches, but for chance (a hypergeometric number).
func (f *Extent) Gauged(q *Question, expected, before float64) (matches, variance float64) {
	g, n, least := f.Gauge(q), float64(len(q.Rows)), f.InHand(q)
	matches, variance = max(expected, least), before
	if g.Marked == 0 {
		return matches, variance
	}
	const steps, furthest = 4, 3 // of Newton's method; times the matches in one
	for range steps {
		m := matches
		share, sure := n*g.Marked/m, Sureness(g.Marked/m, n/m)
		slope := sure*(share-g.Shown)/m - (m-expected)/before
		precision := sure*share/(m*m) + 1/before
		matches, variance = statistics.Clamp(m+slope/precision, max(least, m/furthest), furthest*m), 1/precision
	}
	return matches, variance
}

// Sureness is how many times surer than a count of rare events the number of
// marked rows is, where a share of all matches is marked and a share was read.
func Sureness(marked, read float64) float64 {
	const least = 0.05
	return 1 / (max(1-marked, least) * max(1-read, least))
}
