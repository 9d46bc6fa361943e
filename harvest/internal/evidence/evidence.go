// Package evidence counts what came, so that a run believes no page that comes by chance,
// and gives up no site that answers now and then: the odd pages of each question, what
// asking again has shown of each kind of them, the lists that came for questions, and the
// bad answers in a row.
//
// It judges no page by what it says (package manner does), and asks for nothing.
package evidence

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/querygen"
)

// PageOf is a page of a question.
type PageOf struct {
	query string // Query.Key
	page  int
}

// Of names the page of a question that an outcome is of.
func Of(o querygen.Outcome) PageOf { return PageOf{o.Query.Key(), o.Page} }

// Evidence is what a run has seen of good, bad and odd answers.
type Evidence struct {
	counts
	odds     map[PageOf]odd // odd pages by what was asked
	silent   []silent       // pages without records that were believed
	trusts   map[manner.Kind]trust
	unsteady bool          // one question brought different odd pages
	goods    int           // answers of this run
	held     map[oddOf]int // answers that were odd, in all runs
	heldTo   int64         // step noted
	lists
}

// New returns an Evidence that has seen nothing.
func New() *Evidence {
	return &Evidence{odds: map[PageOf]odd{}, held: map[oddOf]int{}, trusts: map[manner.Kind]trust{}, lists: newLists()}
}

// oddOf is a kind of odd pages of a question.
type oddOf struct {
	PageOf
	kind manner.Kind
}

// hold notes the answer of a step that was odd by what it shows for its question.
func (e *Evidence) hold(o querygen.Outcome, step int64) {
	switch o.Reason {
	case manner.Denied, manner.Repeated, manner.Stale, manner.Owed, manner.CutShort, manner.Silent, manner.Unrelated:
		if step > e.heldTo {
			e.heldTo = step
			e.held[oddOf{Of(o), o.Reason}]++
		}
	}
}

// silent is a page without records that was believed to be the answer of a step.
type silent struct {
	PageOf
	outline extract.Outline
	step    int64 // 0 until it is noted
}

// odd is an odd page that a question brought.
type odd struct {
	kind    manner.Kind
	outline extract.Outline
	goods   int  // answers that the run had before it
	times   int  // that it came
	due     bool // often enough, if the site answers others
}

// was reports whether an odd page was the page that now is the answer. One that has the
// records of the answer is much like it: what made it odd is in the few lines that differ.
func (o odd) was(answer extract.Outline) bool {
	switch o.kind {
	case manner.Translated, manner.Garbled, manner.Halved, manner.CutShort:
		return slices.Equal(o.outline.Lines, answer.Lines)
	}
	return o.outline.Like(answer)
}

// trust is what asking again after one kind of odd page has shown.
type trust struct {
	agreed, recovered int
	pages             []extract.Outline // that were the answer
}

// knows reports whether a page is like one that was the answer to other questions. Pages
// with records have others each time.
func (t trust) knows(kind manner.Kind, o extract.Outline) bool {
	switch kind {
	case manner.Misfit, manner.Stale, manner.Contested, manner.Repeated, manner.CutShort, manner.Another, manner.Halved, manner.Garbled, manner.Translated, manner.Unrelated:
		return true
	}
	return slices.ContainsFunc(t.pages, o.Like)
}

// How often the same odd page must come for a question to be the site's answer to it.
const (
	timesOdd     = 2 // where no other page ever came for such a question
	timesForeign = 3 // of a page that is odd as a whole, or lacks what the one before leads to, or where no answer is known
	timesDoubted = 4 // where another one came instead for others: twice may be by chance
	timesOften   = 6 // at most, however often such pages come
	enoughAgreed = 2 // questions to which it was the answer, and to none not, for such pages to be the site's way
)

// maxOdds bounds the odd pages and the lists that are remembered.
const maxOdds = 2000

// Believes reports whether an odd page is the site's answer nevertheless: the same
// one came for the question before, and the site answered others in between; or
// asking again has shown so of such pages. known are the lines beyond ASCII that
// answers had when they were read well.
func (e *Evidence) Believes(kind manner.Kind, ask PageOf, outline extract.Outline, known []extract.Beyond) bool {
	t := e.trusts[kind]
	if t.agreed >= enoughAgreed && t.recovered == 0 && t.knows(kind, outline) {
		return true
	}
	before, again := e.odds[ask]
	e.unsteady = e.unsteady || again && !before.outline.Like(outline)
	if again = again && before.kind == kind && before.outline.Like(outline); !again {
		before = odd{kind: kind, outline: outline, goods: e.goods}
	}
	before.times++
	before.due = before.times >= e.needed(kind, ask) || e.held[oddOf{ask, kind}]+1 >= timesOften
	silenced := e.goods == before.goods && e.goods > 0 && !AtOnce(kind) // nothing tells that the site answers at all
	if !before.due || silenced || kind == manner.Garbled && outline.Garbles(known) {
		if len(e.odds) < maxOdds {
			e.odds[ask] = before
		}
		return false
	}
	delete(e.odds, ask)
	t.agreed++
	t.pages = append(t.pages, outline)
	e.trusts[kind] = t
	if kind == manner.Silent {
		e.Empty(ask, outline)
	}
	return true
}

// Empty notes a page without records that is believed to be the answer to a question.
func (e *Evidence) Empty(ask PageOf, outline extract.Outline) {
	if len(e.silent) < maxOdds {
		e.silent = append(e.silent, silent{PageOf: ask, outline: outline})
	}
}

// Unsay doubts the answers that were empty since they have one of lines, which do not say so.
func (e *Evidence) Unsay(lines []uint64) {
	e.silent = slices.DeleteFunc(e.silent, func(s silent) bool {
		if s.step == 0 || s.outline.Shares(lines) == 0 {
			return false
		}
		e.contested = append(e.contested, s.step)
		return true
	})
}

// AtOnce reports whether a question that brings such a page is asked again at once: these
// come by chance, and hardly twice. A page that has less than it claims is broken, or the site
// counts wrongly: then all of them have.
func AtOnce(kind manner.Kind) bool {
	return kind == manner.Repeated || kind == manner.Denied || kind == manner.Drawn || kind == manner.Unrelated || kind == manner.CutShort
}

// Again returns how often a question whose answer is odd is asked again at once.
func Again(o querygen.Outcome) int { return again(o.Reason, o.Page) }

func again(kind manner.Kind, page int) int {
	if page > 1 && (kind == manner.Repeated || kind == manner.Stale) { // it lacks what the one before leads to
		return timesForeign - 1
	}
	return timesOdd - 1
}

// needed returns how often an odd page must come for a question to be the answer to it:
// so often that it hardly comes by chance, as far as the site has shown how often such
// pages come though they are no answers.
func (e *Evidence) needed(kind manner.Kind, ask PageOf) int {
	t := e.trusts[kind]
	switch {
	case kind == manner.Owed && e.recovers():
		return timesOften
	case t.recovered > 0 || kind != manner.Garbled && e.recovers():
		return min(inARow(timesDoubted, t.recovered, e.goods), timesOften)
	case kind == manner.Repeated || kind == manner.Stale && ask.page > 1:
		return 1 + again(kind, ask.page)
	case AtOnce(kind): // the same wrong list hardly comes twice
		return timesOdd
	case kind == manner.Garbled, kind == manner.Unframed, kind == manner.Elsewhere, kind == manner.Owed, e.goods == 0 && kind != manner.Silent:
		return timesForeign
	}
	return timesOdd
}

// Unsteady reports whether the site answers wrongly now and then.
func (e *Evidence) Unsteady() bool { return e.recovers() }

// recovers reports whether asking again has helped, or brought another odd page, or many
// answers were none at all: the site answers wrongly now and then.
func (e *Evidence) recovers() bool {
	for _, t := range e.trusts {
		if t.recovered > 0 {
			return true
		}
	}
	return e.unsteady || e.broken+e.allBlocked >= maxFailed
}

// Trust lets pages of a kind be the site's way from now on.
func (e *Evidence) Trust(kind manner.Kind) { e.trusts[kind] = trust{agreed: enoughAgreed} }

// Nothing notes that a page which was odd is what the site shows for a question that
// nothing can match: such pages are its way, unless asking again has brought others.
func (e *Evidence) Nothing(kind manner.Kind) {
	t := e.trusts[kind]
	t.agreed = max(t.agreed, enoughAgreed)
	e.trusts[kind] = t
}

// Due reports whether the same odd page came for a question often enough, if the site
// answers others.
func (e *Evidence) Due(ask PageOf) bool { return e.odds[ask].due }

// Vouch notes that the site answers others: the page at hand may be judged once more.
func (e *Evidence) Vouch(ask PageOf) {
	e.goods++
	e.failed = 0
	before := e.odds[ask]
	before.times-- // the page at hand is counted
	e.odds[ask] = before
}

// Silent returns the outlines of the latest silent pages, one a question.
func (e *Evidence) Silent() (out []extract.Outline) {
	for _, o := range e.odds {
		if o.kind == manner.Silent {
			out = append(out, o.outline)
		}
	}
	return out
}

// Settle notes that a question was answered by a page. Where that is the odd page that came
// for it before, asking again has shown that it is the answer: what is known of the site by
// now let it pass.
func (e *Evidence) Settle(o querygen.Outcome, outline extract.Outline) {
	e.goods++
	e.answered()
	e.settled(o)
	ask := Of(o)
	if before, was := e.odds[ask]; was {
		t := e.trusts[before.kind]
		if before.was(outline) {
			t.agreed++
		} else {
			t.recovered++
			e.doubtSilent(before)
		}
		e.trusts[before.kind] = t
		delete(e.odds, ask)
	}
}

// doubtSilent doubts the answers that were a page like one that turned out to be none.
func (e *Evidence) doubtSilent(now odd) {
	e.silent = slices.DeleteFunc(e.silent, func(s silent) bool {
		if now.kind != manner.Silent || s.step == 0 || !now.outline.Like(s.outline) {
			return false
		}
		e.contested = append(e.contested, s.step)
		return true
	})
}

// Runs end after so many bad answers in a row.
const (
	maxBlocked = 3
	maxFailed  = 8
)

// counts are what ends a run that gets no answers.
type counts struct {
	blocked int      // answers in a row that were block pages
	failed  int      // questions in a row that failed
	row     []PageOf // these

	judged     int // pages that came before the latest row
	allFailed  int // of them, those that failed
	allBlocked int // of them, those that were block pages
	broken     int // answers that were no pages which could be judged
}

// Row is a row of bad answers, to come back to.
type Row struct{ counts }

// Row returns the bad answers so far.
func (e *Evidence) Row() Row { return Row{e.counts} }

// ComeBack forgets the bad answers after a row.
func (e *Evidence) ComeBack(r Row) { e.counts = r.counts }

// answered notes that a page was an answer: that ends a row of others.
func (c *counts) answered() {
	c.judged += 1 + c.failed + c.blocked
	c.allFailed += c.failed
	c.allBlocked += c.blocked
	c.failed, c.blocked = 0, 0
}

// Fail counts a question that brought no answer; a run ends after many in a row. One
// that is asked over and over, when no others are left, says nothing of these.
func (c *counts) Fail(ask PageOf, why string) *ledger.Stop {
	c.broken++
	return c.Odd(ask, why)
}

// Odd is Fail for an odd page, of which asking again tells whether it comes by chance.
func (c *counts) Odd(ask PageOf, why string) *ledger.Stop {
	if c.failed == 0 {
		c.row = nil
	}
	if slices.Contains(c.row, ask) {
		return nil
	}
	c.row = append(c.row, ask)
	c.failed++
	if c.failed >= inARow(maxFailed, c.allFailed+c.allBlocked, c.judged) {
		return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("%d questions in a row failed, last: %v; the same command goes on", c.failed, why)}
	}
	return nil
}

// Unreached is Fail for a question that brought no page at all. As long as none was
// answered it is not the question that fails: each time counts.
func (c *counts) Unreached(ask PageOf, why string) *ledger.Stop {
	if c.judged == 0 {
		c.row = nil
	}
	return c.Fail(ask, why)
}

// NotFailed ends a row of questions that failed.
func (c *counts) NotFailed() { c.failed = 0 }

// Block counts a block page. It returns how many came in a row, and whether that ends the run.
func (c *counts) Block() (row int, end bool) {
	c.blocked++
	return c.blocked, c.blocked >= inARow(maxBlocked, c.allBlocked, c.judged)
}

// NotBlocked ends a row of block pages.
func (c *counts) NotBlocked() { c.blocked = 0 }

// byChance is how rarely as many bad answers in a row may come by chance for them to
// end a run, which may have some 100,000 answers.
const byChance = 1e-8

// inARow returns how many bad answers in a row end a run: least on a site that answers,
// more where bad answers come and go, so that a row of them need not mean anything.
func inARow(least, bad, all int) int {
	if bad == 0 || all <= bad {
		return least
	}
	return min(max(least, int(math.Ceil(math.Log(byChance)/math.Log(float64(bad)/float64(all))))), 4*maxFailed)
}
