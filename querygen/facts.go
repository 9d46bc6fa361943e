package querygen

import (
	"github.com/hadal-crawler/hadal/page"
)

// facts are what all outcomes together have taught. Strategies read them.
type facts struct {
	si      searchInterface
	seed    uint64
	fixed   Capabilities // what the user says
	told    int          // the limit that it says; 0 where it says none
	records collection
	columns columns
	named   columnWords
	boxed   boxColumns
	finds   wordColumns
	traits  *traits     // nil where no strategy reads them
	offers  bool        // the strategy takes menus as they are, with the options of answers (drilldown keeps its own account)
	asked   []*question // in the order of their first outcome
	byKey   map[string]*question
	byPair  map[page.Pair]*question // those that bind this only
	bounded map[string][]*question  // by control: those that bind this only, the first ones
	listing *question               // the form as served, nil until asked
	lost    *question               // an answer that was asked with larger pages, and cut off
	failed  []*question
	again   struct{ asked, helped int } // times that failed questions were asked again, and that this helped
	spent   []spending                  // one an outcome

	requests  int
	unsent    int     // questions in a row that were refused before anything was sent
	answers   int     // outcomes that were one
	curious   float64 // of these, on questions that teach about the interface; less the pages that what they brought would fill
	fruitful  int     // questions that brought records
	byWords   int     // rows that questions with words showed
	totals    bool    // an answer to a word shows how many match
	claims    claims  // these totals, held against the answers
	numbered  bool    // a page can be asked for by its number: so the latest one that leads on says
	pageSize  int     // most rows seen on one page that leads on; 0 until then
	reach     int     // most rows that one question has shown
	most      int     // greatest total that a question other than for everything showed
	signs     signs
	cut       int    // most rows of a question that ended short of its total
	shut      int    // fewest rows that shutAt has told
	ended     [2]int // of the questions that ended with more than a page: the most rows of any, and how many ended there
	onePage   onePage
	broad     breadth
	seeing    visibility
	wholes    wholes
	ranks     ranks
	drift     drift
	classes   wordClasses
	operators operators
	unboxed   [2]int // questions that left the query box empty: refused, and answered in any way

	experience expectations
}

// spending is what one outcome cost and brought.
type spending struct {
	requests, rows, fresh int32
	of                    *question // nil where it failed
}

// question returns what is known about q, and begins it where it is new.
func (f *facts) question(q Query) *question {
	key := q.Key()
	if have := f.byKey[key]; have != nil {
		return have
	}
	n := &question{query: q, status: Failed, total: -1, claim: -1, pairs: f.si.free(q), kind: template}
	text, inBox := f.boxText(n)
	switch {
	case q.Nonsense:
		n.kind = garbage
	case inBox && !asksForAll(text):
		f.read(n, text)
	case len(n.pairs) == 0, inBox && len(n.pairs) == 1:
		n.kind = listing
		if f.listing == nil {
			f.listing = n
		}
	}
	f.asked = append(f.asked, n)
	f.byKey[key] = n
	if n.kind == template && len(n.pairs) == 1 {
		p := n.pairs[0]
		f.byPair[p] = n
		if len(f.bounded[p.Name]) < boundedKept {
			f.bounded[p.Name] = append(f.bounded[p.Name], n)
		}
	}
	return n
}

// read reads what n asks for in the query box.
func (f *facts) read(n *question, entry string) {
	if isExpression(entry) || len(n.pairs) > 1 {
		n.kind, n.word = expression, f.records.intern(entry)
		return
	}
	if words, ok := f.records.parse(entry); ok {
		n.kind, n.words = several, words
		return
	}
	n.kind, n.word = keyword, f.records.intern(entry)
	n.words = compound{with: []uint32{n.word}}
}

// boundedKept is how many questions that bind one control are kept by its name.
const boundedKept = 20

// farthestPage keeps page numbers of a broken ledger from overflowing.
const farthestPage = 1 << 30

// fold folds an outcome in and returns its question.
func (f *facts) fold(o Outcome) *question {
	q := f.question(o.Query)
	s := spending{requests: int32(clamp(o.Requests, 0, 1<<20))}
	f.requests += int(s.requests)
	if f.unsent++; o.Status != Refused || o.Requests > 0 {
		f.unsent = 0
	}
	if o.Status.Unanswered() {
		f.spent = append(f.spent, s)
		if q.failures++; !q.stuck {
			f.failed = append(f.failed, q)
		}
		if q.failures > 1 {
			f.again.asked++
		}
		q.stuck, q.failedAt = true, len(f.spent)
		if !q.inOrder(o.Page) {
			q.ordered, f.numbered = true, false
		}
		return q
	}
	if q.stuck {
		f.again.asked++
		f.again.helped++
	}
	q.stuck, q.failures = false, 0
	s.of = q
	f.answers++
	latest, had := q.latest[:0], len(q.rows)
	if q.worded() {
		q.before = f.inHand(q)
	}
	for _, r := range o.Rows {
		record, fresh := f.records.see(r)
		shown := q.worded() && f.records.fits(record, q.words)
		f.records.widen(record, r.Text, nil)
		if q.worded() && !f.records.fits(record, q.words) {
			q.unshown++
			f.records.widen(record, "", f.certain(q))
		}
		latest = append(latest, record)
		if fresh {
			s.fresh++
			f.columns.add(r.Fields)
			f.named.add(&f.records, q, r.Fields)
			f.boxed.add(&f.records, q, r.Fields)
			f.finds.add(&f.records, r.Fields)
			f.signs.follow(f, r.Text) // of other rows a resumed harvest knows no text
			if f.traits != nil {
				f.traits.add(r.Text)
			}
		}
		if !q.addRow(record) {
			q.repeated++
		} else {
			if q.worded() {
				f.byWords++
			}
			if q.worded() {
				f.seeing.add(q, shown, f.records.fits(record, q.words), fresh)
			}
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
	q.latest = latest
	s.rows = int32(len(o.Rows))
	f.spent = append(f.spent, s)
	f.spendOn(q, s)
	q.fresh += int(s.fresh)
	q.lastRows, q.lastAdded, q.lastFresh = len(o.Rows), len(q.rows)-had, int(s.fresh)
	q.shown += len(o.Rows)
	if n := len(o.Rows); n > 0 {
		q.learnLate(float64(s.fresh)/float64(n), n)
	}
	if s.fresh > 0 {
		q.dry = 0
	} else if n := len(latest); n == 0 || f.lost == nil || !containsRow(f.lost.rows, latest[n-1]) {
		q.dry++ // what another answer was cut off after is still to come
	}
	first := q.reads == 0
	at := clamp(o.Page, 1, farthestPage)
	if q.lastAnew = f.anew(q, at); !first && !q.shows(at) {
		f.drift.add(q.near(at), len(o.Rows), len(o.Rows)-q.lastAdded)
	}
	if first {
		q.status = o.Status
		if len(o.Rows) > 0 || at > 1 {
			q.status = Answered
		}
		q.first, q.opening = signature(o.Rows), len(o.Rows)
		f.noteUnboxed(q)
	}
	if len(o.Rows) > 0 && o.More {
		f.numbered = o.Numbered
	}
	q.reads++
	if q.turn(at, len(o.Rows), o.More, f.rowsAPage()); at == farthestPage {
		q.more = false
	}
	if first && at > 1 && len(o.Rows) == 0 && q.kind == keyword && f.finds.doubtful(q.word) {
		q.status, q.more = Empty, false // nothing tells that there is anything in front of it, either
	}
	if q.last == 0 && q.beyond > 1 && q.kind == keyword && q.status == Answered && !q.misread && f.inHand(q) > float64((q.beyond-2)*f.rowsAPage()) && (!f.endsTell() || f.inHand(q) >= float64((q.beyond-1)*f.rowsAPage())) {
		q.last, q.counted = q.beyond-1, (q.beyond-1)*f.rowsAPage()
		q.more = q.pages < q.last
	}
	q.full = (q.full || first) && len(o.Rows) == q.opening && len(q.rows) == at*q.opening
	if len(o.Offers) > 0 {
		q.offers = o.Offers
		if f.offers {
			f.si.offer(q.pairs, o.Offers)
		}
	}
	if o.Total >= 0 && !(f.claims.forgotten && q.kind == keyword) {
		q.total, q.capped = o.Total, o.Capped
		if q.claim < 0 {
			q.claim = o.Total
			f.claims.see(o.Total)
		}
	}
	if q.worded() && q.total > 0 && !q.capped {
		f.totals = !f.claims.forgotten
	}
	if q.more {
		f.pageSize = max(f.pageSize, len(o.Rows))
	}
	if q.kind != listing && !q.capped {
		f.most = max(f.most, q.total, len(q.rows))
	}
	if first {
		if before := f.resized(q); before != nil {
			f.judgeSize(before, q)
		} else if q.kind == listing && q != f.listing {
			f.listing = f.betterListing(f.listing, q)
		}
	}
	f.recheckSize(q, len(o.Rows))
	f.learn(q, first)
	if !f.totals {
		f.wholes.observe(f, q)
	}
	if m := f.matches(q); m > 0 && q.kind == keyword {
		for i, r := range latest {
			f.ranks.add(r, (float64((at-1)*f.rowsAPage()+i)+0.5)/float64(m), float64(m))
		}
	}
	f.experience.add(f, q, first)
	f.signs.add(f, q, o, first)
	f.judgeClaims(q)
	return q
}

// learn updates what q tells about the interface.
func (f *facts) learn(q *question, first bool) {
	n := len(q.rows)
	if q.counted > 0 && (len(q.apart) > 0 || f.signs.moves()) {
		n = q.counted
	}
	f.reach = max(f.reach, n)
	if q.kind == keyword && first {
		f.learnWord(q)
		f.onePage.add(q)
	}
	if q.kind == several && first {
		f.operators.learn(f, q)
	}
	if q.short() {
		f.cut = max(f.cut, n)
	}
	if n := f.shutAt(q); n > 0 && (f.shut == 0 || n < f.shut) {
		f.shut = n
	}
	if end := q.last > 0 || !q.more; q.status == Answered && end && !q.noted && q.top() > 1 {
		q.noted = true
		switch {
		case n > f.ended[0]:
			f.ended = [2]int{n, 1}
		case n == f.ended[0]:
			f.ended[1]++
		}
	}
}

// learnWord updates what the first answer to a word tells about it and about
// how frequent a word may be. Its own rows are left out: they all hold it.
func (f *facts) learnWord(q *question) {
	c := &f.records
	df, held := c.df(q.word)-q.fresh, c.held()-q.fresh
	c.state[q.word] = asked
	if q.status != Answered && df > 0 {
		c.state[q.word] = dead
	}
	if df > 0 && q.status != Refused {
		f.classes.add(c.words[q.word], q.status == Answered)
		f.finds.asked(q.word, q.status == Answered)
	}
	if df < 3 {
		return // too few to tell how frequent it is
	}
	if m := f.matches(q); m >= 0 && q.status == Answered {
		df = min(df, m) // the site searches a part of what it shows
	}
	if share := float64(df) / float64(held); q.status == Answered {
		f.broad.answered(share)
	} else {
		f.broad.refused(share, q.status == Refused)
	}
}

// matches returns the number of matches that the site claims for q or shows to
// the end, -1 where it is unknown.
func (f *facts) matches(q *question) int {
	switch {
	case q.by != nil:
		return f.matches(q.by)
	case q.status == Empty:
		return 0
	case q.capped:
		return -1
	case q.total >= 0 && !f.guesses(q):
		return max(q.total, len(q.rows))
	case q.status == Answered && !q.more && (f.limit() == 0 || len(q.rows) < f.limit()):
		return len(q.rows)
	case q.counted > 0 && (f.limit() == 0 || q.counted < f.limit()):
		return max(q.counted, len(q.rows))
	}
	return -1
}

// supposed returns matches(q) where that is known. Else it takes the records
// that hold the word and are in hand for the share of the matches that the
// latest rows of q suggest. It is only for questions that are worded.
func (f *facts) supposed(q *question) float64 {
	if q.by != nil {
		q = q.by
	}
	if m, ok := f.roughly(q); ok {
		return m
	}
	if f.guesses(q) {
		m, _ := f.claims.matches(q.claim)
		return max(f.fromPages(q, m), f.inHand(q))
	}
	m := float64(f.fitting(q)) / (1 - min(q.late, 0.98))
	if f.gauging() && q.kind == keyword {
		unseen := max(m-f.inHand(q), 1)
		m, _ = f.gauged(q, m, untoldSpread*unseen*unseen+unseen)
	}
	m = f.fromPages(q, m)
	if q.more && q.beyond == 0 {
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
