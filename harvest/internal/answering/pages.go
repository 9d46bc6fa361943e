package answering

import (
	"context"
	"net/http"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// turner holds further pages against those before them.
type turner struct {
	*asked
	reader *reader
}

// doubtJump holds the page that came for a number against what is known of the
// others. Where it is another one the answer counts as none.
func (r *turner) doubtJump(ctx context.Context, a *ledger.Answer, p *page.Page) *ledger.Stop {
	o := &a.Outcome
	if o.Status == querygen.Refused {
		o.Status = querygen.Failed
	}
	if o.Status != querygen.Answered {
		return nil
	}
	note, stop := r.Paging.Misplace(*a, p.Final, r.peeking(ctx, a))
	if note != "" {
		a.Records, a.Next = nil, page.Request{}
		*o = querygen.Outcome{Query: o.Query, Page: o.Page, Status: querygen.Failed, Total: -1, Requests: o.Requests, Reason: paging.Misplaced, Note: note}
		r.Tell("note", note)
	}
	return stop
}

// pastPager leads on from the last page that the pager leads to, where there is more.
func (r *turner) pastPager(ctx context.Context, a *ledger.Answer) *ledger.Stop {
	next, found, stop := r.Paging.Past(*a, r.peeking(ctx, a))
	if stop != nil || next.URL.IsZero() {
		return stop
	}
	if found {
		r.Tell("note", "the pager ends before the answers do: there are records on "+next.URL.String())
	}
	a.Next, a.Outcome.More = next, true
	return nil
}

// peeking returns what shows the rows of a page that is only compared with that of an answer.
func (r *turner) peeking(ctx context.Context, a *ledger.Answer) paging.Peek {
	q, profile := a.Outcome.Query, r.State.Profile
	return func(req page.Request) ([]querygen.Row, *ledger.Stop, error) {
		p, stop, err := r.Fetch(ctx, req)
		if stop != nil || err != nil || p.Status == http.StatusNotFound || p.Status == http.StatusGone {
			return nil, stop, err
		}
		e := profile.EndpointOf(q, req)
		doc, err := behind.Document(e, p)
		if err != nil {
			return nil, nil, err
		}
		if e == nil {
			if one, ok := r.reader.ownPage(manner.Sight{Page: p, Doc: doc, Profile: profile}, ledger.Answer{Outcome: querygen.Outcome{Query: q, Page: 1}, Request: req}); ok {
				return []querygen.Row{{Key: one.Key}}, nil, nil
			}
		}
		res := extract.Read(doc, readingOf(profile, e, q))
		if res.Empty {
			return nil, nil, nil
		}
		var rows []querygen.Row
		for _, rec := range res.Records {
			rows = append(rows, querygen.Row{Key: rec.Key})
		}
		return rows, nil, nil
	}
}
