// Package answering puts one question at a time to a form, and reads what comes: the
// request that asks it, the page, whether that page is an answer at all, its records, its
// total and the next page, and what all of this teaches about the site.
//
// It holds what asking one form has brought, and begins anew for another form. What is
// asked, and when to stop, is its caller's to decide; each page is judged by the rooms
// manner and evidence, and read by package extract.
//
// Its rooms:
//
//	answerer, ask        the path of one question: asked, fetched, read, doubted, mended
//	fill, token          the request that asks it
//	sheet, records       a page into an answer, step by step: its status, records, next page
//	reading, impossible  what the steps ask of a page
//	chance               lists that are drawn by chance where nothing was found
//	hold, vouch, lesson  pages held apart; what answered lately; what nonsense taught
//	doubt                odd pages, asked again and held against each other
//	learn, knob          what answers teach of the site
//	rows, former         what tells its records apart, and what they were held under before
//	direct, rendering    requests behind the page that fail; the browser or HTTP
//	pages                further pages held against those before them
//	asked                what asking one form has brought, as all of them see it
package answering

import (
	"slices"

	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/page"
)

// Answerer puts questions to a form and reads what comes. Its parts share what asking the
// form has brought, and know those before them.
type Answerer struct {
	*asked
	Requests  *Requests // that ask a question
	witness   *witness
	apart     *apart
	lesson    *lesson  // what told what an empty answer is
	Learner   *learner // from answers
	Reader    *reader  // of pages
	doubter   *doubter // of those that are odd
	mender    *mender  // of requests behind the page
	turner    *turner  // of pages
	rendering *rendering
	listed    *page.Page // in which words are looked for; nil where nothing was fetched for that
	turning   turning
	Doubtful  bool // the last answer says that the ways to ask must be compared
}

// Contested returns the steps whose answers are to be taken back since it was called last.
func (r *Answerer) Contested() []int64 {
	return slices.Concat(r.evidence.Contested(), r.Learner.Mixed())
}

// Discard lets what was asked so far count for nothing but its requests.
func (r *Answerer) Discard() {
	if r.Planner != nil {
		r.Visits += r.Planner.Requests()
	}
	r.Planner = nil
	r.Paging.Forget()
}

// New returns one that has asked nothing.
func New(s *session.Session) *Answerer {
	r := &Answerer{asked: &asked{Session: s}, Requests: &Requests{}, Learner: &learner{Titles: map[string]string{}}}
	r.Begin()
	return r
}

// Begin forgets what was asked: another form is asked from now on.
func (r *Answerer) Begin() {
	now := &asked{Session: r.Session, evidence: evidence.New()}
	requests := &Requests{asked: now, Inherited: r.Requests.Inherited}
	now.Paging = paging.New(paged{requests})
	learner := &learner{asked: now, Titles: r.Learner.Titles, clashed: map[string]bool{}, sharing: map[string]bool{}}
	learner.forgetSaid()
	witness, apart, lesson := &witness{asked: now}, &apart{asked: now}, &lesson{asked: now}
	reader := &reader{now, requests, witness, apart, learner, lesson}
	*r = Answerer{
		asked: now, Requests: requests, witness: witness, apart: apart, lesson: lesson, Learner: learner, Reader: reader,
		doubter: &doubter{now, reader, witness, apart, lesson}, mender: &mender{now, reader}, turner: &turner{now, reader}, rendering: &rendering{asked: now},
	}
}
