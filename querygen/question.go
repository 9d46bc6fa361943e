package querygen

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// kind says what a question binds beside the fixed values.
type kind uint8

const (
	listing    kind = iota // nothing
	keyword                // the query box, to one word
	several                // the query box, to several words
	template               // menus
	garbage                // the query box, to nonsense
	expression             // the query box, to what is more than a word
)

// question is what is known about one question asked.
type question struct {
	query Query
	kind  kind
	pairs []page.Pair // bound beside the fixed values
	word  uint32      // bound in the query box, of kind keyword
	words compound    // bound in the query box, of kinds keyword and several
	held  matching    // records in hand that fit words, of kind several

	status              Status // of its first answer; Failed until one came
	reads               int    // pages answered
	numbering                  // which ones
	more                bool   // there is a further page to read
	rows                []uint32
	latest              []uint32 // of the latest page
	fresh               int      // records that no other question had brought
	lastRows, lastFresh int      // of the latest page: all rows, and the new records
	lastAdded           int      // of the latest page: the rows that it had not shown before
	lastAnew            float64  // of the latest page: facts.anew before it was read
	before              float64  // matches in hand before the latest page, where it is worded
	late                float64  // share of new records among the rows of late
	repeated            int      // rows that it had shown before
	shown               int      // rows of all its pages, repeated ones too
	offers              []Offer  // of its first page
	noted               bool     // its end is in facts.ended
	judged              bool     // its claim is in facts.claims
	dry                 int      // pages at the end that brought nothing new
	full                bool     // every page had as many different rows as the first
	total               int      // that the last page shows, -1 where none
	claim               int      // that the first page to show one did, -1 where none
	capped              bool
	cleared             bool      // it was found to be whole, though it ended where others did
	failures            int       // since the last answer
	failedAt            int       // len(facts.spent) at the last failure
	stuck               bool      // the last attempt failed
	opening             int       // rows of its first page
	first               digest    // signature of the rows of its first page
	by                  *question // asks the same with larger pages and is read instead
	repeats             *question // of which it is that question

	gauge               gauge
	holders             int // records that showed its word when it was asked
	visible             int // of rows: those whose text in hand holds word
	unshown             int // rows whose text in hand lacked its words
	again, againVisible int // of the first page's rows: those that were in hand before, and of them those whose text held word then
}

// worded reports whether q binds words that mean something in the query box.
func (q *question) worded() bool { return q.kind == keyword || q.kind == several }

// open reports whether there is a further page to read, and the last attempt
// to read on did not fail.
func (q *question) open() bool { return q.more && q.status == Answered && !q.stuck }

// short reports whether the answer ended before it had shown all the matches
// that it claims. A tenth may lack for records that merge or vanish, but not
// where page after page was full to the last. Rows that come twice count twice: they
// stand where others should, which changed places with them.
func (q *question) short() bool {
	if q.status != Answered || q.by != nil || q.more || len(q.rows) == 0 {
		return false
	}
	return q.capped || float64(q.shown) < 0.9*float64(q.total) || q.full && q.pages > 1 && len(q.rows) < q.total
}

// addRow notes that the question returned a record, and reports whether it had not before.
func (q *question) addRow(record uint32) bool {
	i, found := slices.BinarySearch(q.rows, record)
	if !found {
		q.rows = slices.Insert(q.rows, i, record)
	}
	return !found
}

// unread returns how many matches of q, cut at k rows, are in none of its rows
// yet; where it does not tell, as many as it may have shown are taken to be cut off.
func (q *question) unread(k float64) float64 {
	total := float64(q.total)
	if q.total < 0 || q.capped {
		total = 2 * k
	}
	return total - float64(len(q.rows))
}

// learnLate updates q.late with the share of new records in a page of rows
// rows. The first page starts from even odds that count as eight rows.
func (q *question) learnLate(share float64, rows int) {
	if q.reads == 0 {
		q.late = 0.5
	}
	seen := min(float64(len(q.rows)), 50)
	q.late += (share - q.late) * float64(rows) / (8 + max(seen, float64(rows)))
}

// signature identifies a set of rows whatever their order.
func signature(rows []Row) digest {
	all := make([]digest, len(rows))
	for i, r := range rows {
		all[i] = digestOf(r.Key)
	}
	slices.SortFunc(all, func(a, b digest) int { return slices.Compare(a[:], b[:]) })
	var flat []byte
	for _, d := range slices.Compact(all) {
		flat = append(flat, d[:]...)
	}
	return digestOf(string(flat))
}

func clamp[T cmp.Ordered](v, low, high T) T { return min(max(v, low), high) }

// exhausted reports whether the question for p alone showed all that it matches,
// if anything: p with more than that brings nothing new.
func (f *facts) exhausted(p page.Pair) bool {
	q := f.byPair[p]
	if q == nil || q.reads == 0 || q.stuck {
		return false
	}
	whole := q.status == Answered && !q.more && !q.short() && (f.limit() == 0 || len(q.rows) < f.limit())
	return whole || q.status == Empty && f.broad.bar == 0
}
