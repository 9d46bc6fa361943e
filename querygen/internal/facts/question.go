package facts

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// kind says what a question binds beside the fixed values.
type kind uint8

const (
	Listing    kind = iota // nothing
	Keyword                // the query box, to one word
	Several                // the query box, to several words
	Template               // menus
	Garbage                // the query box, to nonsense
	Expression             // the query box, to what is more than a word
)

// Question is what is known about one question asked.
type Question struct {
	Query querygen.Query
	Kind  kind
	Pairs []page.Pair   // bound beside the fixed values
	Word  uint32        // bound in the query box, of kind keyword
	Words text.Compound // bound in the query box, of kinds keyword and several
	held  text.Matching // records in hand that fit words, of kind several

	Status              querygen.Status // of its first answer; Failed until one came
	Reads               int             // pages answered
	Numbering                           // which ones
	More                bool            // there is a further page to read
	Rows                []uint32
	Latest              []uint32         // of the latest page
	Fresh               int              // records that no other question had brought
	LastRows, LastFresh int              // of the latest page: all rows, and the new records
	LastAt              int              // number of the latest page
	LastAdded           int              // of the latest page: the rows that it had not shown before
	LastAnew            float64          // of the latest page: facts.anew before it was read
	Before              float64          // matches in hand before the latest page, where it is worded
	Late                float64          // share of new records among the rows of late
	repeated            int              // rows that it had shown before
	Shown               int              // rows of all its pages, repeated ones too
	twice               int              // of them, those of a page of a record that stood on the same page before
	Offers              []querygen.Offer // of its first page
	noted               bool             // its end is in facts.ended
	judged              bool             // its claim is in facts.claims
	Dry                 int              // pages at the end that brought nothing new
	full                bool             // every page had as many different rows as the first
	filled              bool             // each did but one without rows behind them
	Total               int              // that the last page shows, -1 where none
	Claim               int              // that the first page to show one did, -1 where none
	Capped              bool             // Total is a lower bound: the site says so, or it is found to be a limit
	TooMuch             bool             // it is refused since it matches too much, as the site says
	Cleared             bool             // it was found to be whole, though it ended where others did
	Failures            int              // since the last answer
	failedAt            int              // len(facts.spent) at the last failure
	Stuck               bool             // the last attempt failed
	InHand              bool             // the rest of its matches, which it has not shown, others have brought
	probes              bool             // of what records held begin with, before it was known whether the box finds parts of words
	trial               bool             // put to see whether the site takes such a question
	Opening             int              // rows of its first page
	First               text.Digest      // signature of the rows of its first page
	By                  *Question        // asks the same with larger pages and is read instead
	Repeats             *Question        // of which it is that question

	gauge               gauge
	Holders             int // records that showed its word when it was asked
	Visible             int // of rows: those whose text in hand holds word
	unshown             int // rows whose text in hand lacked its words
	again, againVisible int // of the first page's rows: those that were in hand before, and of them those whose text held word then
}

// Worded reports whether q binds words that mean something in the query box.
func (q *Question) Worded() bool { return q.Kind == Keyword || q.Kind == Several }

// Open reports whether there is a further page to read that may bring something, and the
// last attempt to read on did not fail.
func (q *Question) Open() bool {
	return q.More && q.Status == querygen.Answered && !q.Stuck && !q.InHand
}

// Short reports whether the answer ended before it had shown all the matches
// that it claims. A tenth may lack for records that merge or vanish, but not
// where page after page was full to the last. Rows that come twice count twice: they
// stand where others should, which changed places with them.
func (q *Question) Short() bool {
	if q.Status != querygen.Answered || q.By != nil || q.More || len(q.Rows) == 0 {
		return false
	}
	return q.Capped || float64(q.Shown) < 0.9*float64(q.Total) || q.filled && q.Pages > 1 && len(q.Rows) < q.Total
}

// AddRow notes that the question returned a record, and reports whether it had not before.
func (q *Question) AddRow(record uint32) bool {
	i, found := slices.BinarySearch(q.Rows, record)
	if !found {
		q.Rows = slices.Insert(q.Rows, i, record)
	}
	return !found
}

// countOnce has the total of an answer that was read to its end, and had as many rows as that,
// count its records, where most rows that came again stood on one page, as under two headings:
// then the site counts rows. Those that came again on another page may stand where others should.
func (q *Question) countOnce() {
	if q.twice > 0 && 2*q.twice >= q.repeated && !q.More && !q.Capped && math.Abs(float64(q.Shown-q.Total)) <= exactWithin*float64(q.Total) {
		q.Total, q.Claim, q.Shown, q.twice = len(q.Rows), len(q.Rows), len(q.Rows), 0
	}
}

// Unread returns how many matches of q, cut at k rows, are in none of its rows
// yet; where it does not tell, as many as it may have shown are taken to be cut off.
func (q *Question) Unread(k float64) float64 {
	total := float64(q.Total)
	if q.Total < 0 || q.Capped {
		total = 2 * k
	}
	return total - float64(len(q.Rows))
}

// learnLate updates q.late with the share of new records in a page of rows
// rows. The first page starts from even odds that count as eight rows.
func (q *Question) learnLate(share float64, rows int) {
	if q.Reads == 0 {
		q.Late = 0.5
	}
	seen := min(float64(len(q.Rows)), 50)
	q.Late += (share - q.Late) * float64(rows) / (8 + max(seen, float64(rows)))
}

// Signature identifies a set of rows whatever their order.
func Signature(rows []querygen.Row) text.Digest {
	all := make([]text.Digest, len(rows))
	for i, r := range rows {
		all[i] = text.DigestOf(r.Key)
	}
	slices.SortFunc(all, func(a, b text.Digest) int { return slices.Compare(a[:], b[:]) })
	var flat []byte
	for _, d := range slices.Compact(all) {
		flat = append(flat, d[:]...)
	}
	return text.DigestOf(string(flat))
}

// Numbering is which pages of an answer were read.
type Numbering struct {
	Pages   int   // without a gap from the first
	Apart   []int // beyond these, ascending
	Last    int   // the number of the last page of all, 0 while it is unknown
	Counted int   // rows of all pages, by the number and the rows of the last one; 0 while unknown
	Beyond  int   // the lowest number of a page that is behind the last one, 0 while none is known
	Ordered bool  // a page asked for by its number failed
	Misread bool  // a page was empty that what is in hand should have filled: less matches than the texts in hand tell
}

// gauge is what wholes.caught returned for a question.
type gauge struct {
	reads, answers int // when it did
	Marked, Shown  float64
}
