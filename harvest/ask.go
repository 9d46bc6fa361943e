package harvest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// ask asks the planner's questions until there is a reason to stop.
func (r *run) ask(ctx context.Context) (Stop, error) {
	for {
		if stop, err := r.follow(ctx); stop != nil || err != nil {
			return deref(stop), err
		}
		next, stop, err := r.due(ctx)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		a, c, stop, err := r.answer(ctx, next)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		held := r.planner.Held()
		c.Step = &Step{Answer: &a}
		r.notice(&c)
		if err := r.commit(ctx, c); err != nil {
			return Stop{}, err
		}
		r.observe(a)
		r.planner.Widen(*r.state.Profile.Form)
		for _, rec := range a.Records {
			r.queue(rec)
		}
		r.tell("answer", fmt.Sprintf("%s, page %d: %s, %d rows, %d new%s",
			r.query, next.Page, a.Outcome.Status, len(a.Outcome.Rows), r.planner.Held()-held, note(a.Outcome.Note)))
		if stop := r.unsent(a); stop != nil {
			return *stop, nil
		}
		if r.anew {
			if err := r.planAnew(ctx); err != nil {
				return Stop{}, err
			}
		}
		if r.doubtful {
			r.doubtful = false
			if stop, err := r.reconsider(ctx); stop != nil || err != nil {
				return deref(stop), err
			}
		}
	}
}

// due returns what to ask. Before a run ends for want of questions, those that failed
// are asked again; where some did to the end, that is why it ended.
func (r *run) due(ctx context.Context) (querygen.Ask, *Stop, error) {
	stop := r.enough()
	if stop == nil {
		if stop, err := r.lookRound(ctx); stop != nil || err != nil {
			return querygen.Ask{}, stop, err
		}
		if next, ok := r.planner.NextFor(r.o.TargetCoverage); ok {
			return next, nil, nil
		}
		stop = &Stop{Kind: Exhausted, Reason: r.planner.Why()}
	}
	if stop.Kind != Exhausted && stop.Kind != Incomplete {
		return querygen.Ask{}, stop, nil
	}
	if again, ok := r.planner.Owed(); ok {
		return again, nil, nil
	}
	if left := r.planner.Unanswered(); len(left) > 0 && !r.fruitless() {
		words := left[0].Query.Words(*r.state.Profile.Form)
		stop = &Stop{Kind: Incomplete, Reason: fmt.Sprintf("%d questions were not answered, however often they were asked (%s, page %d): %s. The same command asks them again",
			len(left), ledger.InWords(words), left[0].Page, stop.Reason)}
	}
	return querygen.Ask{}, stop, nil
}

// askAgain lets a later run ask again what failed in those before it.
func (r *run) askAgain() {
	if r.planner == nil || len(r.planner.Unanswered()) == 0 {
		return
	}
	r.planner.Forgive()
	if at := r.state.Steps; len(r.state.Profile.Again) == 0 || r.state.Profile.Again[len(r.state.Profile.Again)-1] != at {
		r.state.Profile.Again = append(slices.Clone(r.state.Profile.Again), at)
	}
}

// observe folds one answer in.
func (r *run) observe(a Answer) {
	o := a.Outcome
	r.planner.Observe(o)
	if o.Status == querygen.Empty && !o.Query.Nonsense && o.Page == 1 {
		r.denied++
	}
	r.vouch(a)
	r.evidence.List(o, o.Query.Words(*r.state.Profile.Form))
	r.learned(a)
	if r.state.Profile.EndpointOf(o.Query, a.Request) != nil {
		r.behind.Learn(o.Rows)
	}
	r.paging.Observe(a)
}

// answer takes one step: it sends what the planner asks for and reads what
// comes. The commit carries what else was learned.
func (r *run) answer(ctx context.Context, ask querygen.Ask) (Answer, Commit, *Stop, error) {
	form := r.state.Profile.Form
	r.query = ledger.InWords(ask.Query.Words(*form))
	a := Answer{Outcome: querygen.Outcome{Query: ask.Query, Page: ask.Page, Total: -1}}
	var c Commit

	req, stop, err := r.request(ctx, ask, &c)
	if stop != nil {
		return a, c, stop, nil
	}
	if err != nil {
		a.Outcome.Status, a.Outcome.Note = querygen.Refused, err.Error()
		if ask.Page > 1 {
			a.Outcome.Status = querygen.Failed
		}
		return a, c, nil, nil
	}
	a.Request = req
	p, stop, err := r.fetch(ctx, req)
	if stop == nil && err == nil && r.expired(ask, p) {
		// The token may have been used up: once more with a fresh one.
		if req, stop, err = r.renew(ctx, ask, &c); stop == nil && err == nil {
			a.Request = req
			p, stop, err = r.fetch(ctx, req)
		}
	}
	switch {
	case stop != nil:
		return a, c, stop, nil
	case err != nil:
		stop := r.noAnswer(&a, err)
		if a.Outcome.Status == querygen.Refused && r.paging.Jumped(ask.Query, ask.Page) {
			a.Outcome.Status = querygen.Failed // that says nothing of its other pages
		}
		return a, c, stop, nil
	}
	if ask.Page == 1 && !ask.Query.Nonsense {
		if p, stop = r.further(ctx, p, &c); stop != nil {
			return a, c, stop, nil
		}
		a.Request = p.Request
	}
	stop = r.take(ctx, ask, &a, &c, p)
	return a, c, stop, nil
}

// take reads the page that was had, or what its own script would have had
// instead of it.
func (r *run) take(ctx context.Context, ask querygen.Ask, a *Answer, c *Commit, p *page.Page) *Stop {
	direct, stop := r.shortcut(ctx, ask, p, c)
	if stop != nil && stop.Kind != Limit { // the page at hand answers as well
		return stop
	}
	if direct != nil {
		p, a.Request = direct, direct.Request
	}
	was := r.evidence.Row()
	stop = r.readPage(a, c, p)
	if strings.HasPrefix(a.Outcome.Note, string(manner.Repeated)) && a.Request.Method == http.MethodGet {
		r.evidence.ComeBack(was)
		p, stop = r.askTwice(ctx, a, c, p)
	}
	if stop != nil && stop.Kind == Blocked {
		stop = r.doubtBlock(ctx, a, p, stop)
	}
	if stop == nil && r.paging.Jumped(ask.Query, ask.Page) {
		if stop = r.doubtJump(ctx, a, p); stop != nil || strings.HasPrefix(a.Outcome.Note, paging.Misplaced) {
			return stop
		}
	}
	if direct == nil && (stop == nil || stop.Kind == Broken) && a.Outcome.Status == querygen.Odd {
		was := a.Outcome.Note
		if changed := r.change(ctx, a, c, p); changed != nil || a.Outcome.Note != was {
			stop = changed
		} else {
			stop = r.doubtOdd(ctx, a, c, p, stop)
		}
	}
	if direct == nil && (stop == nil || stop.Kind == Broken) {
		stop = r.mislearned(ctx, a, c, p, stop)
	}
	if r.unanswered(a) {
		r.evidence.ComeBack(was)
		return r.mend(ctx, ask, a, c, p, stop)
	}
	if stop == nil && direct == nil {
		if stop = r.recheck(ctx, *a, c); stop == nil {
			stop = r.pastPager(ctx, a)
		}
	}
	r.doubtful = r.doubtful || r.doubts(*a, p)
	return stop
}

// request builds what to send for ask.
func (r *run) request(ctx context.Context, ask querygen.Ask, c *Commit) (page.Request, *Stop, error) {
	if ask.Page > 1 {
		if next, ok := r.paging.Led(ask.Query, ask.Page); ok {
			return next, nil, nil
		}
		req, err := r.paging.ByNumber(ask.Query, ask.Page)
		return req, nil, err
	}
	if p := r.state.Profile; p.OneToken && p.Spent {
		return r.renew(ctx, ask, c)
	}
	return r.fill(*r.state.Profile.Form, ask)
}

func (r *run) fill(f forms.Form, ask querygen.Ask) (page.Request, *Stop, error) {
	if e := r.direct(ask.Query); e != nil {
		req, err := e.Fill(ledger.ValuesOf(ask.Query), endpoint.Progress{}, time.Now().UnixMilli())
		return req, nil, err
	}
	return r.fillForm(f, ask)
}

// direct returns the request behind the page that a question is put to, nil where it is
// put to the page.
func (r *run) direct(q querygen.Query) *endpoint.Endpoint {
	if r.o.Browser == RenderAlways {
		return nil
	}
	return r.state.Profile.Endpoint(ledger.ValuesOf(q))
}

// fillForm is fill for the form itself, whatever endpoint may be known.
func (r *run) fillForm(f forms.Form, ask querygen.Ask) (page.Request, *Stop, error) {
	values := ledger.ValuesOf(ask.Query)
	for name := range values {
		if endpoint.OwnControl(name) {
			delete(values, name)
		}
	}
	req, err := withOffered(f, ask.Query).Fill(values, forms.Submission{Named: r.o.Form != "", By: r.by()})
	if guard, ok := errors.AsType[*forms.GuardError](err); ok {
		return req, &Stop{Kind: NoForm, Reason: guard.Error()}, nil
	}
	return r.shown(req), nil, err
}

// maxRefused is the number of asks in a row that robots.txt forbids which ends a run.
const maxRefused = 60

// noAnswer books an ask that brought no page to read. It never counts as an
// empty answer.
func (r *run) noAnswer(a *Answer, err error) *Stop {
	a.Outcome.Note = err.Error()
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok {
		a.Outcome.Status = querygen.Refused
		r.refused++
		first := r.planner.Queries() == 0
		if refused.Guard == "robots" && (first || r.refused >= maxRefused) {
			return &Stop{Kind: Forbidden, Reason: fmt.Sprintf("robots.txt forbids the search: %s", refused.Rule)}
		}
		return nil
	}
	a.Outcome.Status = querygen.Failed
	return r.evidence.Fail(evidence.Of(a.Outcome), err.Error())
}
