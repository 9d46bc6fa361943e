package divide

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// limitOdds is how likely a site that has shown no limit yet cuts its answers
// between some length and e times it. Limits of 100, 1000 and 10000 are all common.
const limitOdds = 0.06

// reached is how many rows of one answer can be read: the limit, or while none
// has shown, what is worth a try. Longer parts waste fewer last pages; but a
// part that turns out to be cut wastes all the pages that were read of it.
func (d *Drilldown) reached() (rows float64, known bool) {
	if k := d.Facts.Regime().Limit; k > 0 {
		return float64(k), true
	}
	p, reach := float64(d.Facts.RowsAPage()), float64(d.Facts.Reach)
	if reach > d.worthTrying(d.Root.Size-float64(d.Facts.Records.Held())) {
		return math.Max(20*p, reach), false
	}
	return math.Max(20*p, 1.5*reach), false
}

// worthTrying is the size of a part up to which it pays to try whether it can
// be read whole: where n records are left and are read in parts of s rows,
// growing s by a half saves a third of the waste of all parts, and risks the
// pages of one.
func (d *Drilldown) worthTrying(n float64) float64 {
	return math.Sqrt(n * float64(d.Facts.RowsAPage()) * rangeWaste / limitOdds / 4)
}

// suspect reports whether n's answer, which shows no total, ended where the
// longest did, though there is more than that one showed.
func (d *Drilldown) suspect(n *Node) bool {
	q := n.Question
	if d.alike.open && d.Doubted(q) {
		return true
	}
	return q != nil && q.Status == querygen.Answered && q.Total < 0 && !q.More && q.Pages > 1 && len(q.Rows) == d.Facts.Reach && d.Facts.Records.Held() > len(q.Rows)
}

// overflows reports whether n holds more than its answer can show.
func (d *Drilldown) overflows(n *Node) bool {
	k, known := d.reached()
	q := n.Question
	switch {
	case q == nil:
		return n.exact && known && n.Size > k && !d.unseen(n.Region)
	case q.Status == querygen.Refused, n.doubt > 0:
		return true
	case q.Status != querygen.Answered:
		return false
	case d.suspect(n), q.Short(), q.Capped && (!known || float64(q.Total) >= 0.9*k):
		return true
	case n.exact && known:
		return n.Size > k
	case n.exact:
		return n.Size > 1.3*k
	}
	return known && !q.More && float64(len(q.Rows)) >= k
}

// readable reports whether the rest of n's answer should be read before n is
// divided, or since no division brings what it lacks.
func (d *Drilldown) readable(n *Node) bool {
	q := n.Question
	if q == nil || !q.Open() || len(n.used) > 0 && (n.lack <= 0 || len(d.Choices(n)) > 0) || q.Dry >= facts.LeaveAfter+d.Facts.Reach*q.Pages/max(len(q.Rows), 1) {
		return false
	}
	if q.Total >= 0 && !q.Capped && len(q.Rows) >= q.Total && q.Dry > 0 {
		return false
	}
	if !d.overflows(n) {
		return true
	}
	return len(d.Choices(n)) == 0
}

// DividesListing reports whether the records should be divided before the
// listing is read to its end: where it is known to be cut; or where it is so
// long that the pages which reading it up to a limit would waste, times the odds
// of a limit, are more than dividing is expected to waste.
func (d *Drilldown) DividesListing() bool {
	q := d.Facts.Listing
	if q == nil || q.Status != querygen.Answered || len(d.Dims) == 0 || d.Facts.Restricted() {
		return false
	}
	if d.Root.Split != nil {
		return true
	}
	k := d.Facts.Regime().Limit
	if q.Capped || k > 0 && q.Total > k {
		return len(d.Choices(d.Root)) > 0
	}
	if k > 0 || q.Total <= len(q.Rows) || q.Pages > 1 {
		return false
	}
	// Twice: forms do not always divide as they promise.
	n, p := float64(q.Total), float64(d.Facts.RowsAPage())
	options := math.Inf(1) // of the smallest menu: each wastes half a page
	for _, i := range d.Choices(d.Root) {
		if m := d.Dims[i].Menu; m == nil {
			options = 0
		} else {
			options = math.Min(options, float64(len(m.Values)))
		}
	}
	return options*emptiness+2*rangeWaste*n/d.worthTrying(n) < limitOdds*n/p
}
