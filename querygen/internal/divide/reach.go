package divide

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// limitOdds is how likely a site that has shown no limit yet cuts its answers
// between some length and e times it. Limits of 100, 1000 and 10000 are all common.
const limitOdds = 0.06

const (
	blindSize   = 20.0 // times the limit: what there is where nothing tells
	overflowing = 1.5  // times the limit: what a part has that overflows, at least
)

// reach is how much of a part its answer can show.
type reach struct {
	f        *facts.Facts
	controls *Controls
	root     *Node
	alike    *alike
}

// rows is how many rows of one answer can be read: the limit, or while none
// has shown, what is worth a try. Longer parts waste fewer last pages; but a
// part that turns out to be cut wastes all the pages that were read of it.
func (r *reach) rows() (rows float64, known bool) {
	if k := r.f.Regime().Limit; k > 0 {
		return float64(k), true
	}
	p, reach := float64(r.f.RowsAPage()), float64(r.f.Reach)
	if reach > r.worthTrying(r.root.Size-float64(r.f.Records.Held())) {
		return math.Max(20*p, reach), false
	}
	return math.Max(20*p, 1.5*reach), false
}

// prices tell what reading parts costs by that.
func (r *reach) prices() prices {
	k, _ := r.rows()
	return prices{limit: k, page: float64(r.f.RowsAPage())}
}

// worthTrying is the size of a part up to which it pays to try whether it can
// be read whole: where n records are left and are read in parts of s rows,
// growing s by a half saves a third of the waste of all parts, and risks the
// pages of one.
func (r *reach) worthTrying(n float64) float64 {
	return math.Sqrt(n * float64(r.f.RowsAPage()) * rangeWaste / limitOdds / 4)
}

// suspect reports whether n's answer, which shows no total, ended where the
// longest did, though there is more than that one showed.
func (r *reach) suspect(n *Node) bool {
	q := n.Question
	if r.alike.open && r.alike.doubts(q) {
		return true
	}
	return q != nil && q.Status == querygen.Answered && q.Total < 0 && !q.More && q.Pages > 1 && len(q.Rows) == r.f.Reach && r.f.Records.Held() > len(q.Rows)
}

// overflows reports whether n holds more than its answer can show.
func (r *reach) overflows(n *Node) bool {
	k, known := r.rows()
	q := n.Question
	switch {
	case q == nil:
		return n.exact && known && n.Size > k && !r.controls.unseen(n.Region)
	case q.Status == querygen.Refused, n.doubt > 0:
		return true
	case q.Status != querygen.Answered:
		return false
	case r.suspect(n), q.Short(), q.Capped && (!known || float64(q.Total) >= 0.9*k):
		return true
	case n.Parent != nil && r.alike.cuts(q):
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
func (r *reach) readable(n *Node) bool {
	q := n.Question
	if q == nil || !q.Open() || len(n.used) > 0 && (n.lack <= 0 || len(r.controls.Choices(n)) > 0) || q.Dry >= facts.LeaveAfter+r.f.Reach*q.Pages/max(len(q.Rows), 1) {
		return false
	}
	if q.Total >= 0 && !q.Capped && len(q.Rows) >= q.Total && q.Dry > 0 {
		return false
	}
	return !r.overflows(n) || len(r.controls.Choices(n)) == 0
}

// tells reports whether q, the form as served, says how much there is: a list without a
// total may be cut, or ask for a choice first, a total may be a limit, which words show
// where there is a box for them, and other questions may bring what the list has not.
func (r *reach) tells(q *facts.Question) bool {
	return q.Status == querygen.Answered && q.Total >= 0 && (r.f.Space.Box != nil || !r.f.MayBeClipped(q)) && r.f.Against(q) == ""
}

// whole reports whether n's answer has shown all of its region, or that
// nothing is there.
func (r *reach) whole(n *Node) bool {
	q := n.Question
	if n.Parent == nil && !r.tells(q) {
		return false
	}
	return q.Status == querygen.Empty && n.doubt == 0 || q.Status == querygen.Answered && !q.More && !q.Short() && !r.overflows(n) && !r.alike.doubts(q)
}

// Guess is how many records there are where nothing tells.
func (r *reach) Guess() float64 {
	k, _ := r.rows()
	return math.Max(blindSize*k, 2*float64(r.f.Records.Held()))
}
