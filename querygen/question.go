package querygen

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// kind says what a question binds beside the fixed values.
type kind uint8

const (
	listing  kind = iota // nothing
	keyword              // the query box
	template             // menus
	garbage              // the query box, to nonsense
)

// question is what is known about one question asked.
type question struct {
	query Query
	kind  kind
	pairs []page.Pair // bound beside the fixed values
	word  uint32      // bound in the query box, of kind keyword

	status   Status // of its first answer; Failed until one came
	pages    int    // answered so far: the highest number of a page
	more     bool   // the last page leads on
	rows     []uint32
	fresh    int     // records that no other question had brought
	late     float64 // share of new records among the rows of late
	dry      int     // pages at the end that brought nothing new
	total    int     // that the last page shows, -1 where none
	capped   bool
	failures int    // since the last answer
	failedAt int    // len(facts.spent) at the last failure
	stuck    bool   // the last attempt failed
	first    digest // signature of the rows of its first page
}

// open reports whether there is a further page to read, and the last attempt
// to read on did not fail.
func (q *question) open() bool { return q.more && q.status == Answered && !q.stuck }

// short reports whether the answer ended before it had shown all the matches
// that it claims. A tenth may lack for records that merge or vanish.
func (q *question) short() bool {
	return q.status == Answered && !q.more && len(q.rows) > 0 && (q.capped || float64(len(q.rows)) < 0.9*float64(q.total))
}

// addRow notes that the question returned a record, and reports whether it had not before.
func (q *question) addRow(record uint32) bool {
	i, found := slices.BinarySearch(q.rows, record)
	if !found {
		q.rows = slices.Insert(q.rows, i, record)
	}
	return !found
}

// learnLate updates q.late with the share of new records in a page of rows
// rows. The first page starts from even odds that count as eight rows.
func (q *question) learnLate(share float64, rows int) {
	if q.pages == 0 {
		q.late = 0.5
	}
	seen := min(float64(len(q.rows)), 50)
	q.late += (share - q.late) * float64(rows) / (8 + max(seen, float64(rows)))
}

// facts are what all outcomes together have taught. Strategies read them.
type facts struct {
	si      searchInterface
	seed    uint64
	records collection
	asked   []*question // in the order of their first outcome
	byKey   map[string]*question
	listing *question // the form as served, nil until asked
	failed  []*question
	spent   []spending // one an outcome

	requests int
	fruitful int    // questions that brought records
	totals   bool   // an answer to a word shows how many match
	pageSize int    // most rows seen on one page that leads on; 0 until then
	reach    int    // most rows that one question has shown
	cut      int    // most rows of a question that ended short of its total
	ended    [2]int // of the questions that ended with more than a page: the most rows of any, and how many ended there
	broad    breadth
}

// spending is what one outcome cost and brought.
type spending struct{ requests, fresh int32 }

// question returns what is known about q, and begins it where it is new.
func (f *facts) question(q Query) *question {
	key := q.Key()
	if have := f.byKey[key]; have != nil {
		return have
	}
	n := &question{query: q, status: Failed, total: -1, pairs: f.si.free(q), kind: template}
	if len(n.pairs) == 0 {
		n.kind = listing
		f.listing = n
	}
	for _, p := range n.pairs {
		if f.si.box != nil && p.Name == f.si.box.Name {
			n.kind = keyword
			n.word = f.records.intern(p.Value)
		}
	}
	if q.Nonsense {
		n.kind = garbage
	}
	f.asked = append(f.asked, n)
	f.byKey[key] = n
	return n
}

// farthestPage keeps page numbers of a broken ledger from overflowing.
const farthestPage = 1 << 30

// fold folds an outcome in and returns its question.
func (f *facts) fold(o Outcome) *question {
	q := f.question(o.Query)
	s := spending{requests: int32(clamp(o.Requests, 0, 1<<20))}
	f.requests += int(s.requests)
	if o.Status == Failed {
		f.spent = append(f.spent, s)
		if q.failures++; !q.stuck {
			f.failed = append(f.failed, q)
		}
		q.stuck, q.failedAt = true, len(f.spent)
		return q
	}
	q.stuck, q.failures = false, 0
	for _, r := range o.Rows {
		record, fresh := f.records.see(r)
		if fresh {
			s.fresh++
		}
		if q.addRow(record) {
			if len(q.rows) == 1 {
				f.fruitful++
			}
			by := byOthers
			if q.kind == listing {
				by = byListing
			}
			f.records.catch(record, by)
		}
	}
	f.spent = append(f.spent, s)
	q.fresh += int(s.fresh)
	if n := len(o.Rows); n > 0 {
		q.learnLate(float64(s.fresh)/float64(n), n)
	}
	if s.fresh > 0 {
		q.dry = 0
	} else {
		q.dry++
	}
	at := clamp(o.Page, 1, farthestPage)
	if q.pages == 0 {
		q.status = o.Status
		if len(o.Rows) > 0 {
			q.status = Answered
		}
		q.first = signature(o.Rows)
	}
	if at >= q.pages {
		q.pages = at
		// A page without rows ends the answer whatever it links to.
		q.more = o.More && len(o.Rows) > 0
	}
	if o.Total >= 0 {
		q.total, q.capped = o.Total, o.Capped
	}
	if q.kind == keyword && q.total > 0 && !q.capped {
		f.totals = true
	}
	if q.more {
		f.pageSize = max(f.pageSize, len(o.Rows))
	}
	f.learn(q)
	return q
}

// learn updates what q tells about the interface.
func (f *facts) learn(q *question) {
	n := len(q.rows)
	f.reach = max(f.reach, n)
	if q.kind == keyword {
		w := q.word
		switch {
		case q.status == Answered:
			f.records.state[w] = asked
			f.broad.answered(f.records.share(w))
		case f.records.df(w) > 0:
			f.records.state[w] = dead
			f.broad.refused(f.records.share(w))
		default:
			f.records.state[w] = asked
		}
	}
	if q.short() {
		f.cut = max(f.cut, n)
	}
	if q.status == Answered && !q.more && q.pages > 1 {
		switch {
		case n > f.ended[0]:
			f.ended = [2]int{n, 1}
		case n == f.ended[0]:
			f.ended[1]++
		}
	}
}

// limit returns the top-k limit as far as it shows: no question brings more
// rows than this. It is 0 while nothing speaks for a limit. Two signs do: an
// answer that ended short of the total it claims while no other has shown many
// more rows; and three long answers that all ended at the same, greatest length.
func (f *facts) limit() int {
	if f.cut > 0 && float64(f.cut) >= 0.9*float64(f.reach) || f.ended[1] >= 3 && f.ended[0] == f.reach {
		return f.reach
	}
	return 0
}

// matches returns the number of matches that the site claims for q or shows to
// the end, -1 where it is unknown.
func (f *facts) matches(q *question) int {
	switch {
	case q.status == Empty:
		return 0
	case q.capped:
		return -1
	case q.total >= 0:
		return max(q.total, len(q.rows))
	case q.status == Answered && !q.more && (f.limit() == 0 || len(q.rows) < f.limit()):
		return len(q.rows)
	}
	return -1
}

// supposed returns matches(q) where that is known. Else it takes the records
// that hold the word and are in hand for the share of the matches that the
// latest rows of q suggest. It is only for questions of kind keyword.
func (f *facts) supposed(q *question) float64 {
	if m := f.matches(q); m >= 0 {
		return float64(m)
	}
	m := float64(f.records.df(q.word)) / (1 - min(q.late, 0.98))
	if q.more {
		return max(m, float64(len(q.rows)+f.rowsAPage()))
	}
	return max(m, float64(len(q.rows)))
}

// rowsAPage returns the page size, guessed while no answer had two pages.
func (f *facts) rowsAPage() int {
	if f.pageSize > 0 {
		return f.pageSize
	}
	return 10
}

// breadth learns how frequent a word may be before the site refuses it. Both
// bounds are shares of the records held when the answer came.
type breadth struct{ answers, refuses float64 }

func (b *breadth) answered(share float64) {
	b.answers = max(b.answers, share)
	if b.answers >= b.refuses {
		b.refuses = 0 // what was refused at a lower share was refused for another reason
	}
}

func (b *breadth) refused(share float64) {
	if share > b.answers && (b.refuses == 0 || share < b.refuses) {
		b.refuses = share
	}
}

// allows reports whether a word of this share is likely to be answered. Each
// refusal lowers the bar by much more than one word, so that few are wasted.
func (b *breadth) allows(share float64) bool {
	return b.refuses == 0 || share <= max(b.answers, 0.7*b.refuses)
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
