package answering

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// maxRefused is the number of asks in a row that robots.txt forbids which ends a run.
const maxRefused = 60

// noAnswer books an ask that brought no page to read. It never counts as an
// empty answer. What the site itself led to and a guard refuses (a redirect in a
// circle, to a login that robots.txt forbids) may be otherwise the next time.
func (r *Answerer) noAnswer(a *ledger.Answer, err error) *ledger.Stop {
	a.Outcome.Note = err.Error()
	refused, isRefused := errors.AsType[*fetch.RefusedError](err)
	if isRefused && refused.Guard == "robots" && r.Planner.Queries() == 0 {
		a.Outcome.Status = querygen.Refused
		return forbidden(refused)
	}
	if isRefused && !refused.Led && refused.Guard == "scope" && r.Planner.Queries() == 0 {
		a.Outcome.Status = querygen.Refused
		return &ledger.Stop{Kind: ledger.NoForm, Reason: "the search is sent to another site: " + refused.Rule}
	}
	if !isRefused || refused.Led {
		a.Outcome.Status = querygen.Failed
		return r.evidence.Fail(evidence.Of(a.Outcome), err.Error())
	}
	a.Outcome.Status = querygen.Refused
	if r.refused++; refused.Guard == "robots" && r.refused >= maxRefused {
		return forbidden(refused)
	}
	return nil
}

func forbidden(by *fetch.RefusedError) *ledger.Stop {
	return &ledger.Stop{Kind: ledger.Forbidden, Reason: fmt.Sprintf("robots.txt forbids the search: %s", by.Rule)}
}

// keep keeps an odd page with records.
func (r *Answerer) keep(o querygen.Outcome, s manner.Sight, reading extract.Options) {
	if len(s.Res.Records) == 0 {
		return
	}
	r.strange = append(r.strange, strange{evidence.Of(o), s.Res.Outline, s.Doc, reading})
	if len(r.strange) > maxStrange {
		r.strange = r.strange[1:]
	}
}

// hold holds an odd page apart: its question is as open as before.
func (r *Answerer) hold(a *ledger.Answer, kind manner.Kind, detail string) *ledger.Stop {
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Reason: kind, Note: manner.Text(kind)}
	if detail != "" {
		o.Note += ": " + detail
	}
	a.Records, a.Next = nil, page.Request{}
	return r.evidence.Fail(evidence.Of(*o), o.Note)
}

// believes reports whether an odd page is the site's answer nevertheless.
func (r *Answerer) believes(kind manner.Kind, o querygen.Outcome, outline extract.Outline) bool {
	m := r.State.Profile.Manner
	if m.Pages == 0 {
		m.Beyond = nil // answers may be in another encoding than the form's page
	}
	return r.evidence.Believes(kind, evidence.Of(o), outline, m.Beyond)
}

// reject sees to a page by which the site says that a question is wrong. Where it does so
// steadily, and answers others, that is its answer: it refuses the question, and has no such
// page of one that it answered before.
func (r *Answerer) reject(a *ledger.Answer, p *page.Page, outline extract.Outline) *ledger.Stop {
	o := &a.Outcome
	why, kind := fmt.Sprintf("status %d", p.Status), manner.Rejected
	if o.Page > 1 {
		kind = manner.Missing
	}
	_, answered, _ := r.Planner.Put()
	switch {
	case answered == 0:
		return r.noAnswer(a, errors.New(why))
	case (o.Page == 1 || !r.Paging.Jumped(o.Query, o.Page)) && !r.believes(kind, *o, outline):
		return r.hold(a, kind, why)
	case o.Page > 1:
		o.Status = querygen.Empty
	default:
		o.Status, o.Reason, o.Note = querygen.Refused, kind, fmt.Sprintf("%s: %s", manner.Text(kind), why)
	}
	r.evidence.Settle(*o)
	r.strange = nil
	return nil
}

// failing sees to a page that is no answer at all: the site will not serve us, or
// says that something went wrong.
func (r *Answerer) failing(a *ledger.Answer, p *page.Page, res extract.Result) (stop *ledger.Stop, failed bool) {
	o := &a.Outcome
	reason := BlockReason(p, res)
	switch {
	case reason == "":
		return nil, false
	case reason == extract.SoftError && p.Status < 400:
		o.Status, o.Note = querygen.Failed, "the page says that something went wrong"
		return r.evidence.Fail(evidence.Of(*o), o.Note), true
	}
	o.Status, o.Reason, o.Note = querygen.Failed, blocked, "blocked: "+reason
	if r.choosy && p.Status == http.StatusForbidden && res.Blocked == "" {
		o.Status = querygen.Refused
		r.forgive(p)
	}
	row, end := r.evidence.Block()
	if res.Blocked != "" {
		r.turnedAway(p)
	}
	if often := r.turned.often(); end || often != "" {
		return &ledger.Stop{Kind: ledger.Blocked, Reason: fmt.Sprintf("the site blocks us (%s, %s); what is held is saved. Try later, slower (--delay)", reason, cmp.Or(often, fmt.Sprintf("%d answers in a row", row)))}, true
	}
	return nil, true
}

// BlockReason says why a page is no answer but a refusal to serve us; "" where it is an answer.
func BlockReason(p *page.Page, res extract.Result) string {
	switch p.Status {
	case 401, 402, 403, 407, 429, 451:
		return fmt.Sprintf("status %d", p.Status)
	}
	return res.Blocked
}

// Reasons of answers.
const (
	// refusedAlone: answered with status 403 by a site that answers others. From then on
	// such a status is no reason to ask again.
	refusedAlone querygen.Reason = "refused-alone"
	refusedFirst querygen.Reason = "refused-first" // the same where no question was answered yet
	blocked      querygen.Reason = "blocked"       // the site turned us away
)

// turnedAway tells the network that a page was a wall, whatever its status says.
func (r *Answerer) turnedAway(p *page.Page) {
	if n, ok := r.Net.(interface{ TurnedAway(*page.Page) }); ok {
		n.TurnedAway(p)
	}
}

// forgive tells the network that a page turned away a question, and not us.
func (r *Answerer) forgive(p *page.Page) {
	if n, ok := r.Net.(interface{ Forgive(*page.Page) }); ok {
		n.Forgive(p)
	}
}
