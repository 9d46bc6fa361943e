package answering

import (
	"errors"
	"fmt"

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

// apart is the pages that are no answers, or not believed to be.
type apart struct {
	*asked
	strange []strange // the latest odd pages with records
	refused int       // asks in a row that a guard refused

	untaught int // silent pages that came before any answer to nonsense
}

// noAnswer books an ask that brought no page to read. It never counts as an
// empty answer. What the site itself led to and a guard refuses (a redirect in a
// circle, to a login that robots.txt forbids) may be otherwise the next time.
func (r *apart) noAnswer(a *ledger.Answer, err error) *ledger.Stop {
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

// noPage is noAnswer where the site could not be reached, or sent nothing in time.
func (r *apart) noPage(a *ledger.Answer, err error) *ledger.Stop {
	if _, refused := errors.AsType[*fetch.RefusedError](err); refused {
		return r.noAnswer(a, err)
	}
	a.Outcome.Status, a.Outcome.Note = querygen.Failed, err.Error()
	return r.evidence.Unreached(evidence.Of(a.Outcome), err.Error())
}

func forbidden(by *fetch.RefusedError) *ledger.Stop {
	return &ledger.Stop{Kind: ledger.Forbidden, Reason: fmt.Sprintf("robots.txt forbids the search: %s", by.Rule)}
}

// keep keeps an odd page with records.
func (r *apart) keep(o querygen.Outcome, s manner.Sight, reading extract.Options) {
	if len(s.Res.Records) == 0 {
		return
	}
	r.strange = append(r.strange, strange{evidence.Of(o), s.Res.Outline, s.Doc, reading})
	if len(r.strange) > maxStrange {
		r.strange = r.strange[1:]
	}
}

// hold holds an odd page apart: its question is as open as before.
func (r *apart) hold(a *ledger.Answer, kind manner.Kind, detail string) *ledger.Stop {
	o := &a.Outcome
	*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Odd, Total: -1, Requests: o.Requests, Reason: kind, Note: manner.Text(kind)}
	if detail != "" {
		o.Note += ": " + detail
	}
	a.Records, a.Next = nil, page.Request{}
	if kind == manner.Silent && r.State.Profile.Background.Pages == 0 && r.untaught < driftPages {
		r.untaught++ // nothing has told what an empty answer is: these may be some
		return nil
	}
	return r.evidence.Odd(evidence.Of(*o), o.Note)
}

// believes reports whether an odd page is the site's answer nevertheless.
func (r *apart) believes(kind manner.Kind, o querygen.Outcome, outline extract.Outline) bool {
	m := r.State.Profile.Manner
	if m.Pages == 0 {
		m.Beyond = nil // answers may be in another encoding than the form's page
	}
	return r.evidence.Believes(kind, evidence.Of(o), outline, m.Beyond)
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
	forbids      querygen.Reason = "forbidden"     // the same with status 403 and no wall: us, or this question
)

// strange is a page that did not fit, kept to be held against others.
type strange struct {
	ask     evidence.PageOf
	outline extract.Outline
	doc     *page.Document
	reading extract.Options
}

// alike returns the odd pages of different questions that are like the latest one,
// and the lines that they have in common.
func (r *apart) alike() (pages []strange, frame []uint64) {
	if len(r.strange) == 0 {
		return nil, nil
	}
	latest := r.strange[len(r.strange)-1]
	frame = latest.outline.Lines
	asks := map[evidence.PageOf]bool{}
	for i := len(r.strange) - 1; i >= 0; i-- {
		s := r.strange[i]
		var common []uint64
		for _, h := range frame {
			if s.outline.Shares([]uint64{h}) > 0 {
				common = append(common, h)
			}
		}
		if len(common) < manner.LeastFrame || asks[s.ask] {
			continue
		}
		asks[s.ask] = true
		frame, pages = common, append(pages, s)
	}
	return pages, frame
}
