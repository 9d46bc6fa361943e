package querygen

import "math"

// limitOdds is how likely a site that has shown no limit yet cuts its answers
// between some length and e times it. Limits of 100, 1000 and 10000 are all common.
const limitOdds = 0.06

// reached is how many rows of one answer can be read: the limit, or while none
// has shown, what is worth a try. Longer parts waste fewer last pages; but a
// part that turns out to be cut wastes all the pages that were read of it.
func (d *drilldown) reached() (rows float64, known bool) {
	if k := d.f.limit(); k > 0 {
		return float64(k), true
	}
	if k, ok := d.supposedLimit(); ok {
		return k, true
	}
	p, reach := float64(d.f.rowsAPage()), float64(d.f.reach)
	if reach > d.worthTrying(d.root.size-float64(d.f.records.held())) {
		return math.Max(20*p, reach), false
	}
	return math.Max(20*p, 1.5*reach), false
}

// worthTrying is the size of a part up to which it pays to try whether it can
// be read whole: where n records are left and are read in parts of s rows,
// growing s by a half saves a third of the waste of all parts, and risks the
// pages of one.
func (d *drilldown) worthTrying(n float64) float64 {
	return math.Sqrt(n * float64(d.f.rowsAPage()) * rangeWaste / limitOdds / 4)
}

// suspect reports whether n's answer, which shows no total, ended where the
// longest did, though there is more than that one showed.
func (d *drilldown) suspect(n *node) bool {
	q := n.q
	if d.alike.open && d.doubted(q) {
		return true
	}
	return q != nil && q.status == Answered && q.total < 0 && !q.more && q.pages > 1 && len(q.rows) == d.f.reach && d.f.records.held() > len(q.rows)
}

// overflows reports whether n holds more than its answer can show.
func (d *drilldown) overflows(n *node) bool {
	k, known := d.reached()
	q := n.q
	switch {
	case q == nil:
		return n.exact && known && n.size > k && !d.unseen(n.region)
	case q.status == Refused, n.doubt > 0:
		return true
	case q.status != Answered:
		return false
	case d.suspect(n), q.short(), q.capped && (!known || float64(q.total) >= 0.9*k):
		return true
	case n.exact && known:
		return n.size > k
	case n.exact:
		return n.size > 1.3*k
	}
	return known && !q.more && float64(len(q.rows)) >= k
}

// readable reports whether the rest of n's answer should be read before n is
// divided, or since no division brings what it lacks.
func (d *drilldown) readable(n *node) bool {
	q := n.q
	if q == nil || !q.open() || len(n.used) > 0 && (n.lack <= 0 || len(d.choices(n)) > 0) || q.dry >= leaveAfter+d.f.reach*q.pages/max(len(q.rows), 1) {
		return false
	}
	if q.total >= 0 && !q.capped && len(q.rows) >= q.total && q.dry > 0 {
		return false
	}
	if !d.overflows(n) {
		return true
	}
	return len(d.choices(n)) == 0
}

// dividesListing reports whether the records should be divided before the
// listing is read to its end: where it is known to be cut; or where it is so
// long that the pages which reading it up to a limit would waste, times the odds
// of a limit, are more than dividing is expected to waste.
func (d *drilldown) dividesListing() bool {
	q := d.f.listing
	if q == nil || q.status != Answered || len(d.dims) == 0 || d.f.restricted() {
		return false
	}
	if d.root.split != nil {
		return true
	}
	k := d.f.limit()
	if q.capped || k > 0 && q.total > k {
		return len(d.choices(d.root)) > 0
	}
	if k > 0 || q.total <= len(q.rows) || q.pages > 1 {
		return false
	}
	// Twice: forms do not always divide as they promise.
	n, p := float64(q.total), float64(d.f.rowsAPage())
	options := math.Inf(1) // of the smallest menu: each wastes half a page
	for _, i := range d.choices(d.root) {
		if m := d.dims[i].menu; m == nil {
			options = 0
		} else {
			options = math.Min(options, float64(len(m.values)))
		}
	}
	return options*emptiness+2*rangeWaste*n/d.worthTrying(n) < limitOdds*n/p
}
