package facts

import (
	"strconv"
	"strings"

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
	Parts   substrings

	Experience Expectations
}

// New returns facts of an interface of which nothing is known but what the user says.
func New(s space.SearchInterface, seed uint64, said querygen.Capabilities) *Facts {
	f := &Facts{Experience: Expectations{}}
	f.Log = Log{Space: s, Seed: seed, Records: text.NewCollection(), ByKey: map[string]*Question{}, ByPair: map[page.Pair]*Question{}, Bounded: map[string][]*Question{}}
	f.Fixed, f.Operators = said, newOperators(said)
	if k, err := strconv.Atoi(said.Get(querygen.CanLimit).Value); err == nil {
		f.Told = max(k, 0)
	}
	return f
}

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
		f.unanswered(q, o)
		return q
	}
	if q.Stuck {
		if q.Failures < 2 {
			f.again.asked++
		}
		f.again.helped++
	}
	q.Stuck, q.Failures = false, 0
	s.Of = q
	f.Answers++
	at, first := statistics.Clamp(o.Page, 1, FarthestPage), q.Reads == 0
	f.rows(q, o, at, s)
	if q.LastAnew = f.Anew(q, at); !first && !q.Shows(at) {
		f.drift.add(q.near(at), len(o.Rows), len(o.Rows)-q.LastAdded)
	}
	if first {
		q.Status = o.Status
		if len(o.Rows) > 0 || at > 1 {
			q.Status = querygen.Answered
		}
		q.TooMuch = q.Status == querygen.Refused && o.Reason == querygen.TooMuch
		q.First, q.Opening = Signature(o.Rows), len(o.Rows)
		f.noteUnboxed(q)
		f.widen()
	}
	if len(o.Rows) > 0 && o.More {
		f.Numbered = o.Numbered
	}
	f.turn(q, o, at, first)
	f.size(q, o, first)
	f.learn(q, first)
	if f.one.add(q, first) {
		f.forgetTotals()
	}
	f.clipped.judge(&f.Extent)
	if !f.Totals {
		f.Wholes.observe(&f.Extent, q)
	}
	f.Experience.add(f, q, first)
	f.Signs.add(&f.Extent, q, o, first)
	f.judgeClaims(q)
	return q
}

// unanswered folds in that a page of a question failed to come.
func (f *Facts) unanswered(q *Question, o querygen.Outcome) {
	if o.Page > 1 && q.Stuck && q.Reads == 0 {
		return // it was taken back with the page before it
	}
	if o.Reason == querygen.Denied && q.Kind == Keyword {
		f.Finds.Denied(q.Word)
	}
	if q.Failures++; !q.Stuck {
		f.Failed = append(f.Failed, q)
	}
	if q.Failures == 2 {
		f.again.asked++
	}
	q.Stuck, q.failedAt = true, len(f.Spent)
	if !q.inOrder(o.Page) {
		q.Ordered, f.Numbered = true, false
	}
}

// rows folds in the rows of a page, and what it cost.
func (f *Facts) rows(q *Question, o querygen.Outcome, at int, s Spending) {
	latest, had, repeated := q.Latest[:0], len(q.Rows), q.repeated
	if q.Worded() {
		q.Before = f.InHand(q)
	}
	for _, r := range o.Rows {
		record, fresh := f.row(q, r)
		if latest = append(latest, record); fresh {
			s.Fresh++
		}
	}
	q.Latest = latest
	s.Again = q.Shows(at)
	s.Rows = int32(len(o.Rows))
	f.Spent = append(f.Spent, s)
	f.spendOn(q, s)
	q.Fresh += int(s.Fresh)
	q.LastAt = at
	q.LastRows, q.LastAdded, q.LastFresh = len(o.Rows), len(q.Rows)-had, int(s.Fresh)
	q.Shown += len(o.Rows)
	if q.repeated > repeated {
		onPage := map[string]bool{}
		for _, row := range o.Rows {
			if onPage[row.Key] && strings.Contains(row.Key, "://") { // those of another key may be twins
				q.twice++
			}
			onPage[row.Key] = true
		}
	}
	if n := len(o.Rows); n > 0 {
		q.learnLate(float64(s.Fresh)/float64(n), n)
	}
	if s.Fresh > 0 {
		q.Dry = 0
	} else if n := len(latest); n == 0 || f.lost == nil || !space.ContainsRow(f.lost.Rows, latest[n-1]) {
		q.Dry++ // what another answer was cut off after is still to come
	}
}

// row folds in a row of q's answer, and reports whether its record is new.
func (f *Facts) row(q *Question, r querygen.Row) (record uint32, fresh bool) {
	record, fresh = f.Records.See(r)
	shown := q.Worded() && f.Records.Fits(record, q.Words)
	f.Records.Widen(record, r.Text, nil)
	if q.Worded() && !f.Records.Fits(record, q.Words) {
		q.unshown++
		if parts, _ := f.Substrings(); parts != querygen.Yes { // else it may have a word with that
			f.Records.Widen(record, "", f.certain(q))
		}
	}
	if fresh {
		f.Columns.add(record, r.Fields)
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
		return record, fresh
	}
	f.Parts.add(&f.Records, q, record)
	if q.Worded() {
		f.ByWords++
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
	return record, fresh
}

// turn folds in where in its answer a page stands, and whether it leads on.
func (f *Facts) turn(q *Question, o querygen.Outcome, at int, first bool) {
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
	if q.full = (q.full || first) && len(o.Rows) == q.Opening && len(q.Rows) == at*q.Opening; first || len(o.Rows) > 0 {
		q.filled = q.full
	}
	if len(o.Offers) > 0 {
		q.Offers = o.Offers
	}
}

// size folds in what a page says of the size of its answer and of others.
func (f *Facts) size(q *Question, o querygen.Outcome, first bool) {
	if told := first || len(o.Rows) > 0 || o.Capped; o.Total >= 0 && told && !(f.Claims.Forgotten && q.Kind == Keyword) && !(f.one.found && q.Kind != Listing) {
		q.Total, q.Capped = o.Total, o.Capped
		if q.Claim < 0 {
			q.Claim = o.Total
			f.Claims.see(o.Total)
		}
	}
	q.countOnce()
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
	if first {
		f.clipped.add(q)
	}
}

// learn updates what q tells about the interface.
func (f *Facts) learn(q *Question, first bool) {
	n := len(q.Rows)
	if q.Counted > 0 && (len(q.Apart) > 0 || f.Signs.moves()) {
		n = q.Counted
	}
	if f.Reach = max(f.Reach, n); q.Kind != Listing {
		f.ReachBeside = max(f.ReachBeside, n)
	}
	if q.Kind == Keyword && first {
		f.learnWord(q)
		f.onePage.add(q, f.Fitting(q))
	}
	if (q.fragment() || q.Kind == Keyword) && first {
		f.Parts.answered(&f.Records, q)
	}
	if q.fragment() && first {
		parts, _ := f.Substrings()
		q.probes = parts != querygen.Yes
		f.onePage.add(q, 0)
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
