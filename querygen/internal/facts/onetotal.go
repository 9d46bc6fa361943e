package facts

import "github.com/hadal-crawler/hadal/querygen"

// oneTotal notices a site that says the same number of every answer: how many records it has,
// say. Several answers then end at lengths that differ, all of them far from the number that
// they claim, which is one and the same; a limit would end them alike.
type oneTotal struct {
	total       int // that all answers claim; 0 while none does
	other       bool
	ends        int // answers that were read to their end,
	least, most int // and the fewest and most rows of these
	found       bool
}

// Of oneTotal.
const (
	oneTotalEnds  = 3   // answers that must end so
	oneTotalShort = 0.9 // of the total, which the longest must not reach, and of that, which the shortest must not
)

// OneTotal reports whether totals say nothing of the answer that shows them.
func (f *Log) OneTotal() bool { return f.one.found }

// SaidOfAll returns that total, 0 where there is none: what the site has, where so much is held.
func (f *Log) SaidOfAll() int {
	if f.one.found {
		return f.one.total
	}
	return 0
}

// add takes a page of q into account, and reports whether it is the one that tells. What the
// form as served lists is everything: its total counts.
func (o *oneTotal) add(q *Question, first bool) bool {
	if q.Kind == Garbage || q.Status != querygen.Answered || q.By != nil || o.found {
		return false
	}
	if first {
		if o.total == 0 {
			o.total = q.Total
		}
		o.other = o.other || q.Total != o.total || q.Capped
	}
	if o.other || o.total <= 0 || q.More || q.Stuck || q.Kind == Listing {
		return false
	}
	n := len(q.Rows)
	if o.ends++; o.ends == 1 {
		o.least, o.most = n, n
	}
	o.least, o.most = min(o.least, n), max(o.most, n)
	o.found = o.ends >= oneTotalEnds && float64(o.most) < oneTotalShort*float64(o.total) && float64(o.least) < oneTotalShort*float64(o.most)
	return o.found
}

// forgetTotals takes back what totals told of answers.
func (f *Facts) forgetTotals() {
	f.Cut, f.Most, f.Claims.Forgotten, f.Totals = 0, 0, true, false
	for _, q := range f.Asked {
		if q.Kind != Listing {
			q.Total = -1
			f.Most = max(f.Most, len(q.Rows))
		}
	}
	f.Wholes.begin(&f.Extent)
}
