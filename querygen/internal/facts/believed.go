package facts

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
)

// A total that a site shows is believed as far as the answers bear it out: it says how
// many records there are at least, since what a question matches is there. So it is
// while totals are no guesses (see vague), it stands beside records, and no answer that was
// read to its end had less than it claimed, but for a limit. The total of the form as
// served is one more of these, unless it is a teaser's.

// BelievedTotal returns the largest total that is believed, 0 where none is.
func (f *Listings) BelievedTotal() int {
	if f.Claims.guessed || f.Claims.Forgotten || f.Vague() {
		return 0
	}
	most := 0
	for _, q := range f.Asked {
		if t := f.claimOf(q); t > most && f.bearsOut(q) && (!q.wanders() || hasClaim(q)) {
			most = t
		}
	}
	return most
}

// Exceeded returns the total of the list of everything where more is held than that, and no
// other answer claims as much; 0 where it is not so. Answers of something else are among what
// is held then, or records twice; or the list leaves some out.
func (f *Listings) Exceeded() int {
	q := f.Listing
	if q == nil || q.Status != querygen.Answered || q.Total <= 0 || q.Capped || q.By != nil || f.Claims.guessed || f.Claims.Forgotten || f.Vague() || f.Teaser(q) || f.Restricted() ||
		f.Most > q.Total || float64(f.Records.Held()) <= exceeds*float64(q.Total) {
		return 0
	}
	return q.Total
}

const exceeds = 1.05 // a few are new, merge or come twice anywhere

// claimOf returns how many matches q claims, or at least. A guess that shrinks from page to
// page is corrected by the last page, where that claims as many as all pages showed.
func (f *Listings) claimOf(q *Question) int {
	if n := float64(max(len(q.Rows), q.Shown)); !q.More && q.Status == querygen.Answered && q.Total > 0 && math.Abs(n/float64(q.Total)-1) <= exactWithin {
		return q.Total
	}
	return max(q.Claim, q.Total)
}

// bearsOut reports whether what q showed bears out what it claims.
func (f *Listings) bearsOut(q *Question) bool {
	if q.Kind == Garbage || q.Status != querygen.Answered || len(q.Rows) == 0 || q.By != nil {
		return false
	}
	if q.Capped && f.boasts() {
		return false
	}
	if q.Kind == Listing {
		return f.Against(q) == "" && (f.served(q) || f.Space.Lifts(q.Query) || f.believed(q)) && !f.Teaser(q)
	}
	if q.More || q.Stuck || q.Capped {
		return true
	}
	n := max(len(q.Rows), q.Shown)
	return float64(n) >= (1-exactWithin)*float64(f.claimOf(q)) || f.limit() > 0 && 10*n >= 9*f.limit()
}

// wanders reports whether the pages of an answer claim totals that differ: then neither is
// a count of the matches.
func (q *Question) wanders() bool {
	off := math.Abs(float64(q.Total - q.Claim))
	return !q.Capped && q.Claim > 0 && q.Total > 0 && off > 1 && off > exactWithin*float64(max(q.Claim, q.Total))
}

// boastsTell is how many answers must end long before the bound that they claim.
const boastsTell = 2

// boasts reports whether the site says of answers that there are more than so many, though
// they end long before that, and before others do: then it says so of any.
func (f *Listings) boasts() bool {
	ends := 0
	for _, q := range f.Asked {
		if n := max(len(q.Rows), q.Shown); q.Capped && q.Kind != Garbage && q.Status == querygen.Answered && !q.More && !q.Stuck && q.By == nil && n > 0 && 10*n < 9*min(q.Total, f.Reach) {
			ends++
		}
	}
	return ends >= boastsTell
}
