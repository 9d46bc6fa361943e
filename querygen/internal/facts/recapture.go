package facts

import (
	"fmt"
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// ShownTotal returns the total that the form as served shows, if it lists the
// site's records and no answer contradicts it.
func (f *Listings) ShownTotal() (int, bool) {
	q := f.Listing
	if q == nil || f.Restricted() || q.Status != querygen.Answered || q.Capped || q.Total <= 0 || f.Records.Held() > q.Total || len(q.Rows) == 0 || f.Against(q) != "" || !f.believed(q) {
		return 0, false
	}
	if f.Teaser(q) || f.MayBeClipped(q) || (f.Vague() || q.wanders()) && !hasClaim(q) {
		return 0, false
	}
	return q.Total, true
}

// hasClaim reports whether an answer was read to its end, and had what it claims.
func hasClaim(q *Question) bool {
	return !q.More && math.Abs(float64(len(q.Rows))/float64(q.Total)-1) <= exactWithin
}

// MayBeClipped reports whether a total may be the site's limit, as sites show that count no
// further than they list: all that it claims was read, the last page was full, as that of a
// list is which was cut, and other questions have hardly been asked, though there are some, or
// the values of a menu have more between them. Where it was not read on, and is of full pages,
// as many may be held by other answers as they pass that number, until some rows bring no more.
func (f *Listings) MayBeClipped(q *Question) bool {
	if f.Space.Box == nil && len(f.Space.Menus) == 0 {
		return false
	}
	if q.More && f.Records.Held() == q.Total && q.Total%f.RowsAPage() == 0 {
		_, rows, _ := f.Weigh(len(f.Spent), func(s Spending) bool { return s.Fresh > 0 })
		return rows < unclippedBy
	}
	if !q.full || q.Pages < 2 || len(q.Rows) < q.Total {
		return false
	}
	if both, beside := f.readWhole(); both+beside >= unclippedBy {
		return false
	}
	if _, sum := f.between(q); sum > 2*q.Total {
		return true
	}
	others := 0
	for _, o := range f.Asked {
		if o.Kind != Listing && o.Kind != Garbage && (o.Status == querygen.Answered || o.Status == querygen.Empty) {
			others += o.Reads
		}
	}
	return others < unclippedAfter
}

// between returns the menu whose values claim the most matches between them, each fewer than
// the listing q, as parts have, other than orders and sizes of pages.
func (f *Listings) between(q *Question) (menu string, sum int) {
	if b := &f.parted; len(f.Space.Menus) == 0 || b.of == q && b.at == len(f.Spent) {
		return b.menu, b.sum
	}
	sums := map[string]int{}
	for _, o := range f.Asked {
		if o.Kind == Template && len(o.Pairs) == 1 && o.Total > 0 && o.Total < q.Total {
			name := o.Pairs[0].Name
			if sums[name] += o.Total; sums[name] > sum {
				menu, sum = name, sums[name]
			}
		}
	}
	f.parted.of, f.parted.at, f.parted.menu, f.parted.sum = q, len(f.Spent), menu, sum
	return menu, sum
}

// apart reports whether the values of a menu share no records: several were read to their ends,
// and no record is in two of these.
func (f *Listings) apart(menu string) bool {
	whole, seen := 0, map[uint32]bool{}
	for _, o := range f.Asked {
		if o.Kind != Template || len(o.Pairs) != 1 || o.Pairs[0].Name != menu || o.More || o.Stuck || o.Total <= 0 || len(o.Rows) < o.Total {
			continue
		}
		whole++
		for _, r := range o.Rows {
			if seen[r] {
				return false
			}
			seen[r] = true
		}
	}
	return whole >= apartFrom
}

// apartFrom is how many values must have been read to their ends, for none to share records.
const apartFrom = 3

// How many records must come by other questions that were read to their end, all of them in
// the listing, for its total to be more than a limit: the first pages of answers show the top
// of a ranking that the listing shows, too. Where questions bring nothing, a few are enough.
const (
	unclippedBy    = 10
	unclippedAfter = 8
)

// Unclips returns a question that may tell at the cost of one page whether the total of a listing
// that was read to its end is more than the site's limit: a word that as many records in hand
// have as a page shows, so that its answer is read whole. A frequent word would tell after
// as many pages as it has.
func (f *Facts) Unclips() (querygen.Query, bool) {
	q := f.Listing
	if total, ok := f.Claimed(); !ok || q.More || f.Space.Box == nil || float64(f.Records.Held()) < total || !f.MayBeClipped(q) {
		return querygen.Query{}, false
	}
	c := &f.Records
	best, most := uint32(0), 1
	for w := range uint32(len(c.Words)) {
		if df := c.Df(w); df > most && df < f.RowsAPage() && df <= 2*unclippedBy && f.Candidate(w) {
			best, most = w, df
		}
	}
	if most == 1 {
		return querygen.Query{}, false
	}
	word := f.Space.Word(c.Words[best], "auto")
	word.Why = fmt.Sprintf("in %d records held, as many as one page shows: tells whether the listing of %d ends at a limit", most, q.Total)
	word.Expected = 0
	return word, true
}

// Claimed returns the total of a listing of everything that nothing speaks
// against, though it is not believed yet: there may be so many.
func (f *Listings) Claimed() (float64, bool) {
	q := f.Listing
	if q == nil || f.Restricted() || q.Status != querygen.Answered || q.Total <= 0 || len(q.Rows) == 0 || f.Against(q) != "" {
		return 0, false
	}
	return float64(q.Total), true
}

// ProvenBy is how many records of a listing that ended must come back through
// other questions, without a single one beside them, before the listing is
// taken for everything: the 95 % interval of its coverage then starts at 98 %.
const ProvenBy = 200

// noTeaser is how many rows a page has that is no mere sample of what is there.
const noTeaser = 100

// Recapture returns the number of records that the listing marked, and of the
// different records that all other questions returned: those that are marked,
// and all. It is not ok while those are few, or where the listing was cut.
func (f *Listings) Recapture() (marked int, again [2]int, ok bool) {
	q := f.Listing
	if q == nil || f.Restricted() || q.Status != querygen.Answered || q.More || q.Short() || q.Pages < 2 && len(q.Rows) < noTeaser || f.Against(q) != "" {
		return 0, again, false
	}
	return f.caughtAgain(f.Records.ByWay[text.ByListing|text.ByOthers], f.Records.ByWay[text.ByOthers])
}

// caughtAgain is recapture with so many records that other questions returned: those that
// are marked, and those beside them.
func (f *Listings) caughtAgain(both, beside int) (marked int, again [2]int, ok bool) {
	// One that lacks most of what others brought was cut: it is the top of a
	// ranking that all answers share, no sample of the records.
	return len(f.Listing.Rows), [2]int{both, both + beside}, both >= 10 && both >= beside
}

// RecaptureWhole is recapture by answers that were read to their end, where the listing's
// last page was full, as that of a listing is which was cut: what tops a long answer under
// a ranking that all answers share tops the listing, too, and proves nothing about what
// lies below.
func (f *Listings) RecaptureWhole() (marked int, again [2]int, ok bool) {
	if marked, again, ok = f.Recapture(); ok && f.Listing.full {
		return f.caughtAgain(f.readWhole())
	}
	return marked, again, ok
}

// readWhole returns the number of records in answers, other than the listing's,
// that were read to their end and are shorter than it: those that it has, and those
// beside them.
func (f *Listings) readWhole() (both, beside int) {
	seen := make([]bool, f.Records.Held())
	for _, q := range f.Asked {
		if q.Kind == Listing || q.More || q.Status != querygen.Answered || q.Short() || 10*len(q.Rows) > 9*len(f.Listing.Rows) {
			continue
		}
		for _, r := range q.Rows {
			if !seen[r] {
				seen[r] = true
				if f.Records.Ways[r]&text.ByListing != 0 {
					both++
				} else {
					beside++
				}
			}
		}
	}
	return both, beside
}

// WholeEnough reports whether enough answers read to their end tell that a listing of so many
// records was not cut.
func (f *Listings) WholeEnough(marked int) bool {
	if !f.Listing.full {
		return true
	}
	both, beside := f.readWhole()
	return both+beside >= min(ProvenBy, marked)
}

// RoughSize returns the number of records as far as it shows without asking for it: the
// total that the site shows, what a listing marks, or Chao's lower bound from the records
// that one and that two questions returned, once a twentieth of the records was returned
// more than once. It is 0 where nothing tells. Strategies choose by it; people are not
// told a bound as if it were an estimate.
func (f *Listings) RoughSize() float64 {
	held, once := f.Records.Held(), f.Records.Times[1]
	if t, ok := f.ShownTotal(); ok {
		return float64(max(t, held))
	}
	if marked, again, ok := f.Recapture(); ok {
		return max(float64(marked)*float64(again[1])/float64(again[0]), float64(held))
	}
	if f.Space.Box == nil || f.fruitful < 5 || 20*(held-once) < held {
		return 0
	}
	unseen, _ := statistics.ChaoUnseen(float64(once), float64(f.Records.Times[2]))
	return float64(held) + max(unseen, 0)
}
