package harvest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Archive is a Store that keeps the pages as they were answered.
type Archive interface {
	Store
	// Page returns the page kept for a step of a harvest, nil where none was.
	Page(ctx context.Context, harvest, seq int64) (*page.Page, error)
	// Atomically runs f. What f begins and commits is applied together when it
	// returns nil, and leaves no trace otherwise.
	Atomically(ctx context.Context, f func() error) error
}

// Reread is what Replay did.
type Reread struct {
	Site  string `json:"site"`
	From  int64  `json:"from"`  // the harvest that was read again
	To    int64  `json:"to"`    // the new one
	Pages int    `json:"pages"` // read again
}

// ErrNoPages is returned (wrapped) where pages that Replay needs were not kept.
var ErrNoPages = errors.New("pages were not kept")

// Replay reads the kept pages of the site's latest harvest again, with this
// program's extractor and the profile as it is now, without a request. The
// result is a new harvest: the same questions with what is read from their
// answers now, at the times when they were answered. Then that is the harvest
// that goes on, and comparing the two shows what another reading changed. All
// of it is committed together or not at all. Of a refresh, the harvests that it goes on
// from are read again, too: the result is one harvest of all of them.
func Replay(ctx context.Context, site Site, o Options, a Archive, report func(Event)) (out Reread, err error) {
	err = a.Atomically(ctx, func() error {
		old, err := a.Begin(ctx, site, false)
		if err != nil {
			return err
		}
		r := newRun(site, o, offline{}, a, report)
		if r.State, err = a.Begin(ctx, site, true); err != nil {
			return err
		}
		out = Reread{Site: site.Name, From: old.Harvest, To: r.State.Harvest}
		r.State.Profile = old.Profile
		span := []int64{old.Harvest}
		if refresh := old.Profile.Refresh; refresh != nil {
			span = append(slices.Clone(refresh.Of), old.Harvest)
			r.State.Profile.Refresh = nil // what is read now is all of it
		}
		if err := r.wishes.believe(o.Profile); err != nil {
			return err
		}
		profile := r.State.Profile
		if err := r.Commit(ctx, Commit{Profile: &profile}); err != nil {
			return err
		}
		again := rereader{run: r, byURL: map[string]string{}}
		for _, harvest := range span {
			pages, err := again.harvest(ctx, a, harvest)
			if err != nil {
				return err
			}
			out.Pages += pages
		}
		c := Commit{Stop: old.Stop}
		r.notice(&c)
		return r.Commit(ctx, c)
	})
	if err != nil {
		return out, fmt.Errorf("read the pages of %s again: %w", site.Name, err)
	}
	return out, nil
}

// harvest takes the steps of a harvest anew, and returns how many pages it read.
func (r *rereader) harvest(ctx context.Context, a Archive, harvest int64) (pages int, err error) {
	r.Paging.Forget() // what a page showed in a harvest before says nothing of where it leads now
	for step, err := range a.Steps(ctx, harvest) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return pages, err
		}
		p, err := a.Page(ctx, harvest, step.Seq)
		if err != nil {
			return pages, err
		}
		if p != nil {
			pages++
		}
		if err := r.step(ctx, step, p); err != nil {
			return pages, err
		}
	}
	return pages, nil
}

// rereader takes the steps of an old ledger anew.
type rereader struct {
	*run
	byURL map[string]string // canonical URL of a record to its key, for the pages of single records
}

// step commits what is read now from the page of an old step; p is nil where
// none was kept.
func (r *rereader) step(ctx context.Context, old Step, p *page.Page) error {
	c := Commit{Page: p, Step: &Step{At: old.At}}
	switch {
	case old.Visit != nil:
		c.Step.Visit, c.Step.Forms = old.Visit, old.Forms
		r.Surveyed(old)
	case old.Detail != nil:
		d := r.detailAgain(&c, *old.Detail, p)
		c.Step.Detail = &d
		r.details.observe(d)
	default:
		if err := r.resume(old.Answer.Outcome.Query); err != nil {
			return err
		}
		a, err := r.answerAgain(&c, *old.Answer, old.Seq, p)
		if err != nil {
			return err
		}
		if slices.Contains(r.State.Profile.Withdrawn, r.State.Steps+1) {
			a = r.untold.take(a)
		}
		c.Step.Answer = &a
		r.notice(&c)
		if err := r.Commit(ctx, c); err != nil {
			return err
		}
		r.observe(a, r.State.Steps)
		r.Planner.Widen(*r.State.Profile.Form)
		for _, rec := range a.Records {
			if !rec.URL.IsZero() {
				r.byURL[rec.URL.Canonical().String()] = rec.Key
			}
		}
		r.Tell("answer", fmt.Sprintf("%s, page %d: %s, %d rows", r.Query, a.Outcome.Page, a.Outcome.Status, len(a.Outcome.Rows)))
		return nil
	}
	return r.Commit(ctx, c)
}

// answerAgain is answer with the page at hand. An answer without a page stays
// as it was where it brought no rows: it failed, or no request was sent.
func (r *rereader) answerAgain(c *Commit, old Answer, seq int64, p *page.Page) (Answer, error) {
	if p == nil {
		if len(old.Outcome.Rows) > 0 {
			return old, fmt.Errorf("step %d: %w: replay needs keep-pages all or answers from the start, and pages that were not dropped since", seq, ErrNoPages)
		}
		return old, nil
	}
	if old.Outcome.Reason == paging.Misplaced {
		return old, nil // what it shows is of no known page
	}
	if r.Paging.Jumped(old.Outcome.Query, old.Outcome.Page) { // that it is this page was found out then
		r.Paging.LeadTo(old.Outcome.Query, old.Outcome.Page, old.Request)
	}
	r.Query = ledger.InWords(old.Outcome.Query.Words(*r.State.Profile.Form))
	a := Answer{Request: old.Request, Outcome: querygen.Outcome{
		Query: old.Outcome.Query, Page: old.Outcome.Page, Requests: old.Outcome.Requests, Total: -1}}
	r.Reader.ReadPage(&a, c, p) // a stop that it wants was the old harvest's to take
	return a, nil
}

// detailAgain is detail with the page at hand.
func (r *rereader) detailAgain(c *Commit, old Detail, p *page.Page) Detail {
	d := old
	d.Fields = nil
	if key, ok := r.byURL[old.Request.URL.Canonical().String()]; ok {
		d.Key = key // which may be another now
	}
	if p == nil || old.Status != querygen.Answered {
		return d
	}
	if doc, err := p.Document(); err == nil {
		d.Note = ""
		r.details.read(&d, c, p, doc)
	}
	return d
}

// offline is a network that sends nothing.
type offline struct{}

func (offline) Fetch(context.Context, page.Request) (*page.Page, error) {
	return nil, errors.New("no request is sent while pages are read again")
}
func (offline) Hosts(string) []fetch.HostState { return nil }
func (offline) Restore([]fetch.HostState)      {}
