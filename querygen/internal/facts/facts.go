package facts

import (
	"strconv"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/statistics"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Facts are what all outcomes together have taught. Strategies read them.
type Facts struct {
	Listings
	Columns columns
	Named   columnWords
	Boxed   boxColumns
	Traits  *Traits // nil where no strategy reads them
	Ranks   ranks

	Experience Expectations
}

// New returns facts of an interface of which nothing is known but what the user says.
func New(s space.SearchInterface, seed uint64, said querygen.Capabilities) *Facts {
	f := &Facts{Experience: Expectations{}}
	f.Log = Log{Space: s, Seed: seed, Records: text.NewCollection(), ByKey: map[string]*Question{}, ByPair: map[page.Pair]*Question{}, Bounded: map[string][]*Question{}}
	f.Fixed, f.Operators = said, NewOperators(said)
	if k, err := strconv.Atoi(said.Get(querygen.CanLimit).Value); err == nil {
		f.Told = max(k, 0)
	}
	return f
}

// Listings is what is known of lists of everything, and of asking for one.
type Listings struct {
	Extent
	Fixed querygen.Capabilities // what the user says
	lost  *Question             // an answer that was asked with larger pages, and cut off
}

// Extent is what is known of how many records match a question, and how many of them can
// be read.
type Extent struct {
	Log
	Told      int    // the limit that the user says; 0 where it says none
	Totals    bool   // an answer to a word shows how many match; see Regime
	Claims    claims // these totals, held against the answers
	Reach     int    // most rows that one question has shown
	Signs     signs
	Cut       int    // most rows of a question that ended short of its total
	shut      int    // fewest rows that shutAt has told
	Ended     [2]int // of the questions that ended with more than a page: the most rows of any, and how many ended there
	onePage   onePage
	Broad     breadth
	Seeing    Visibility
	Wholes    wholes
	drift     drift
	Finds     WordColumns
	Classes   text.WordClasses
	Operators operators
	unboxed   [2]int // questions that left the query box empty: refused, and answered in any way
}

// Log is what was asked, and what it brought.
type Log struct {
	Space   space.SearchInterface
	Seed    uint64
	Records text.Collection
	Asked   []*Question // in the order of their first outcome
	ByKey   map[string]*Question
	ByPair  map[page.Pair]*Question // those that bind this only
	Bounded map[string][]*Question  // by control: those that bind this only, the first ones
	Listing *Question               // the form as served, nil until asked
	Failed  []*Question
	again   struct{ asked, helped int } // times that failed questions were asked again, and that this helped
	Spent   []Spending                  // one an outcome

	Requests int
	Unsent   int     // questions in a row that were refused before anything was sent
	Answers  int     // outcomes that were one
	Curious  float64 // of these, on questions that teach about the interface; less the pages that what they brought would fill
	fruitful int     // questions that brought records
	ByWords  int     // rows that questions with words showed
	Most     int     // greatest total that a question other than for everything showed
	Numbered bool    // a page can be asked for by its number: so the latest one that leads on says
	PageSize int     // most rows seen on one page that leads on; 0 until then
}

// Spending is what one outcome cost and brought.
type Spending struct {
	Requests, Rows, Fresh int32
	Of                    *Question // nil where it failed
}

// Question returns what is known about q, and begins it where it is new.
func (f *Log) Question(q querygen.Query) *Question {
	key := q.Key()
	if have := f.ByKey[key]; have != nil {
		return have
	}
	n := &Question{Query: q, Status: querygen.Failed, Total: -1, Claim: -1, Pairs: f.Space.Free(q), Kind: Template}
	text, inBox := f.BoxText(n)
	switch {
	case q.Nonsense:
		n.Kind = Garbage
	case inBox && !asksForAll(text):
		f.read(n, text)
	case len(n.Pairs) == 0, inBox && len(n.Pairs) == 1:
		n.Kind = Listing
		if f.Listing == nil {
			f.Listing = n
		}
	}
	n.trial = n.Kind == Garbage || n.Kind == Listing && inBox
	f.Asked = append(f.Asked, n)
	f.ByKey[key] = n
	if n.Kind == Template && len(n.Pairs) == 1 {
		p := n.Pairs[0]
		f.ByPair[p] = n
		if len(f.Bounded[p.Name]) < boundedKept {
			f.Bounded[p.Name] = append(f.Bounded[p.Name], n)
		}
	}
	return n
}

// read reads what n asks for in the query box.
func (f *Log) read(n *Question, entry string) {
	if isExpression(entry) || len(n.Pairs) > 1 {
		n.Kind, n.Word = Expression, f.Records.Intern(entry)
		return
	}
	if words, ok := f.Records.Parse(entry); ok {
		n.Kind, n.Words = Several, words
		return
	}
	n.Kind, n.Word = Keyword, f.Records.Intern(entry)
	n.Words = text.Compound{With: []uint32{n.Word}}
}

// boundedKept is how many questions that bind one control are kept by its name.
const boundedKept = 20

// FarthestPage keeps page numbers of a broken ledger from overflowing.
const FarthestPage = 1 << 30

// Fold folds an outcome in and returns its question.
func (f *Facts) Fold(o querygen.Outcome) *Question {
	q := f.Question(o.Query)
	s := Spending{Requests: int32(statistics.Clamp(o.Requests, 0, 1<<20))}
	f.Requests += int(s.Requests)
	if f.Unsent++; o.Status != querygen.Refused || o.Requests > 0 {
		f.Unsent = 0
	}
	if o.Status.Unanswered() {
		f.Spent = append(f.Spent, s)
		if q.Failures++; !q.Stuck {
			f.Failed = append(f.Failed, q)
		}
		if q.Failures > 1 {
			f.again.asked++
		}
		q.Stuck, q.failedAt = true, len(f.Spent)
		if !q.inOrder(o.Page) {
			q.Ordered, f.Numbered = true, false
		}
		return q
	}
	if q.Stuck {
		f.again.asked++
		f.again.helped++
	}
	q.Stuck, q.Failures = false, 0
	s.Of = q
	f.Answers++
	latest, had := q.Latest[:0], len(q.Rows)
	if q.Worded() {
		q.Before = f.InHand(q)
	}
	for _, r := range o.Rows {
		record, fresh := f.Records.See(r)
		shown := q.Worded() && f.Records.Fits(record, q.Words)
		f.Records.Widen(record, r.Text, nil)
		if q.Worded() && !f.Records.Fits(record, q.Words) {
			q.unshown++
			f.Records.Widen(record, "", f.certain(q))
		}
		latest = append(latest, record)
		if fresh {
			s.Fresh++
			f.Columns.add(r.Fields)
			f.Named.add(&f.Records, q, r.Fields)
			f.Boxed.add(&f.Records, q, r.Fields)
			f.Finds.Add(&f.Records, r.Fields)
			f.Signs.follow(&f.Extent, r.Text) // of other rows a resumed harvest knows no text
			if f.Traits != nil {
				f.Traits.add(r.Text)
			}
		}
		if !q.AddRow(record) {
			q.repeated++
		} else {
			if q.Worded() {
				f.ByWords++
			}
			if q.Worded() {
				f.Seeing.add(q, shown, f.Records.Fits(record, q.Words), fresh)
			}
			if len(q.Rows) == 1 {
				f.fruitful++
			}
			by := text.ByOthers
			if q.Kind == Listing {
				by = text.ByListing
			}
			f.Records.Catch(record, by)
		}
	}
	q.Latest = latest
	s.Rows = int32(len(o.Rows))
	f.Spent = append(f.Spent, s)
	f.spendOn(q, s)
	q.Fresh += int(s.Fresh)
	q.LastRows, q.LastAdded, q.LastFresh = len(o.Rows), len(q.Rows)-had, int(s.Fresh)
	q.Shown += len(o.Rows)
	if n := len(o.Rows); n > 0 {
		q.learnLate(float64(s.Fresh)/float64(n), n)
	}
	if s.Fresh > 0 {
		q.Dry = 0
	} else if n := len(latest); n == 0 || f.lost == nil || !space.ContainsRow(f.lost.Rows, latest[n-1]) {
		q.Dry++ // what another answer was cut off after is still to come
	}
	first := q.Reads == 0
	at := statistics.Clamp(o.Page, 1, FarthestPage)
	if q.LastAnew = f.Anew(q, at); !first && !q.shows(at) {
		f.drift.add(q.near(at), len(o.Rows), len(o.Rows)-q.LastAdded)
	}
	if first {
		q.Status = o.Status
		if len(o.Rows) > 0 || at > 1 {
			q.Status = querygen.Answered
		}
		q.First, q.Opening = Signature(o.Rows), len(o.Rows)
		f.noteUnboxed(q)
		f.widen()
	}
	if len(o.Rows) > 0 && o.More {
		f.Numbered = o.Numbered
	}
	q.Reads++
	if q.turn(at, len(o.Rows), o.More, f.RowsAPage()); at == FarthestPage {
		q.More = false
	}
	if first && at > 1 && len(o.Rows) == 0 && q.Kind == Keyword && f.Finds.Doubtful(q.Word) {
		q.Status, q.More = querygen.Empty, false // nothing tells that there is anything in front of it, either
	}
	if q.Last == 0 && q.Beyond > 1 && q.Kind == Keyword && q.Status == querygen.Answered && !q.Misread && f.InHand(q) > float64((q.Beyond-2)*f.RowsAPage()) && (!f.Regime().EndsTell || f.InHand(q) >= float64((q.Beyond-1)*f.RowsAPage())) {
		q.Last, q.Counted = q.Beyond-1, (q.Beyond-1)*f.RowsAPage()
		q.More = q.Pages < q.Last
	}
	q.full = (q.full || first) && len(o.Rows) == q.Opening && len(q.Rows) == at*q.Opening
	if len(o.Offers) > 0 {
		q.Offers = o.Offers
	}
	if o.Total >= 0 && !(f.Claims.Forgotten && q.Kind == Keyword) {
		q.Total, q.Capped = o.Total, o.Capped
		if q.Claim < 0 {
			q.Claim = o.Total
			f.Claims.see(o.Total)
		}
	}
	if q.Worded() && q.Total > 0 && !q.Capped {
		f.Totals = !f.Claims.Forgotten
	}
	if q.More {
		f.PageSize = max(f.PageSize, len(o.Rows))
	}
	if q.Kind != Listing && !q.Capped {
		f.Most = max(f.Most, q.Total, len(q.Rows))
	}
	if first {
		if before := f.resized(q); before != nil {
			f.judgeSize(before, q)
		} else if q.Kind == Listing && q != f.Listing {
			f.Listing = f.betterListing(f.Listing, q)
		}
	}
	f.recheckSize(q, len(o.Rows))
	f.learn(q, first)
	if !f.Totals {
		f.Wholes.observe(&f.Extent, q)
	}
	if m := f.Matches(q); m > 0 && q.Kind == Keyword {
		for i, r := range latest {
			f.Ranks.Add(r, (float64((at-1)*f.RowsAPage()+i)+0.5)/float64(m), float64(m))
		}
	}
	f.Experience.add(f, q, first)
	f.Signs.add(&f.Extent, q, o, first)
	f.judgeClaims(q)
	return q
}

// learn updates what q tells about the interface.
func (f *Facts) learn(q *Question, first bool) {
	n := len(q.Rows)
	if q.Counted > 0 && (len(q.Apart) > 0 || f.Signs.moves()) {
		n = q.Counted
	}
	f.Reach = max(f.Reach, n)
	if q.Kind == Keyword && first {
		f.learnWord(q)
		f.onePage.add(q)
	}
	if q.Kind == Several && first {
		f.Operators.learn(&f.Extent, q)
	}
	if q.Short() {
		f.Cut = max(f.Cut, n)
	}
	if n := f.shutAt(q); n > 0 && (f.shut == 0 || n < f.shut) {
		f.shut = n
	}
	if end := q.Last > 0 || !q.More; q.Status == querygen.Answered && end && !q.noted && q.Top() > 1 {
		q.noted = true
		switch {
		case n > f.Ended[0]:
			f.Ended = [2]int{n, 1}
		case n == f.Ended[0]:
			f.Ended[1]++
		}
	}
}

// learnWord updates what the first answer to a word tells about it and about
// how frequent a word may be. Its own rows are left out: they all hold it.
func (f *Facts) learnWord(q *Question) {
	c := &f.Records
	df, held := c.Df(q.Word)-q.Fresh, c.Held()-q.Fresh
	c.State[q.Word] = text.Asked
	if q.Status != querygen.Answered && df > 0 {
		c.State[q.Word] = text.Dead
	}
	if df > 0 && q.Status != querygen.Refused {
		f.Classes.Add(c.Words[q.Word], q.Status == querygen.Answered)
		f.Finds.Asked(q.Word, q.Status == querygen.Answered)
	}
	if df < 3 {
		return // too few to tell how frequent it is
	}
	if m := f.Matches(q); m >= 0 && q.Status == querygen.Answered {
		df = min(df, m) // the site searches a part of what it shows
	}
	if share := float64(df) / float64(held); q.Status == querygen.Answered {
		f.Broad.answered(share)
	} else {
		f.Broad.refused(share, q.Status == querygen.Refused)
	}
}

// Matches returns the number of matches that the site claims for q or shows to
// the end, -1 where it is unknown.
func (f *Extent) Matches(q *Question) int {
	switch {
	case q.By != nil:
		return f.Matches(q.By)
	case q.Status == querygen.Empty:
		return 0
	case q.Capped:
		return -1
	case q.Total >= 0 && !f.Guesses(q):
		return max(q.Total, len(q.Rows))
	case q.Status == querygen.Answered && !q.More && (f.limit() == 0 || len(q.Rows) < f.limit()):
		return len(q.Rows)
	case q.Counted > 0 && (f.limit() == 0 || q.Counted < f.limit()):
		return max(q.Counted, len(q.Rows))
	}
	return -1
}

// Supposed returns matches(q) where that is known. Else it takes the records
// that hold the word and are in hand for the share of the matches that the
// latest rows of q suggest. It is only for questions that are worded.
func (f *Extent) Supposed(q *Question) float64 {
	if q.By != nil {
		q = q.By
	}
	if m, ok := f.Roughly(q); ok {
		return m
	}
	if f.Guesses(q) {
		m, _ := f.Claims.Matches(q.Claim)
		return max(f.FromPages(q, m), f.InHand(q))
	}
	m := float64(f.Fitting(q)) / (1 - min(q.Late, 0.98))
	if f.Regime().Gauging() && q.Kind == Keyword {
		unseen := max(m-f.InHand(q), 1)
		m, _ = f.Gauged(q, m, UntoldSpread*unseen*unseen+unseen)
	}
	m = f.FromPages(q, m)
	if q.More && q.Beyond == 0 {
		return max(m, float64(len(q.Rows)+f.RowsAPage()))
	}
	return max(m, float64(len(q.Rows)))
}

// RowsAPage returns the page size, guessed while no answer had two pages.
func (f *Log) RowsAPage() int {
	if f.PageSize > 0 {
		return f.PageSize
	}
	return 10
}

// FullOf reports whether nearly all rows of the latest outcomes were new.
func (f *Log) FullOf(outcomes int) bool {
	rows, fresh := 0, 0
	for _, s := range f.Spent[max(0, len(f.Spent)-outcomes):] {
		rows, fresh = rows+int(s.Rows), fresh+int(s.Fresh)
	}
	return rows > 0 && float64(fresh) >= 0.9*float64(rows)
}

// UntoldSpread is the relative variance of the unseen matches of a word, about
// those that the weights have.
const UntoldSpread = 0.5
