package harvest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// RefreshSummary is how a refresh ended.
type RefreshSummary struct {
	Site     string         `json:"site"`
	Harvest  int64          `json:"harvest"`      // the refresh; 0 of a dry run
	Of       int64          `json:"of,omitempty"` // the harvest before it: `hadal diff` compares with that
	Policy   refresh.Policy `json:"policy"`
	Requests int            `json:"requests"` // spent, over all its runs
	Seen     int            `json:"seen"`     // different records
	New      int            `json:"new"`      // of them, held by no harvest before
	Expected float64        `json:"expected"` // changes, from the looks that were taken
	Planned  []Look         `json:"planned,omitempty"`
	Resumed  bool           `json:"resumed"`
	Elapsed  time.Duration  `json:"elapsed"` // of this run
	Stop     Stop           `json:"stop"`
}

// Refresh looks at the records of a site again, those first that are worth it
// most under want.Policy, with at most want.Requests requests. It re-asks the
// questions that the ledger knows and opens records' own pages, whichever shows
// more for a request.
//
// A refresh is a harvest of its own in the ledger, which goes on from those
// before it: a later harvest continues both. One that did not come to its end is
// gone on with. What it does is decided once, from the ledger before it and the
// time when it began, so that it is the same after a crash.
func Refresh(ctx context.Context, site Site, o Options, want Refreshing, n Network, s RefreshStore, report func(Event)) (RefreshSummary, error) {
	latest, err := s.Past(ctx, site.Name, math.MaxInt64)
	if err != nil {
		return RefreshSummary{}, err
	}
	if latest.Profile.Form == nil || len(latest.Records) == 0 {
		return RefreshSummary{}, &OptionError{Err: fmt.Errorf("nothing of %s is held that could be refreshed: run `hadal harvest` first", site.Name)}
	}
	if want.Requests < 1 {
		return RefreshSummary{}, &OptionError{Err: errors.New("a refresh needs at least one request")}
	}
	o.MaxRequests, o.Fresh = want.Requests, false
	r := &refresher{run: newRun(site, o, n, s, report), want: want, done: map[string]bool{}, seen: map[string]bool{}, held: map[string]bool{}}
	r.past = latest
	again := latest.Profile.Refresh != nil && !ended(latest.Stop)
	if again {
		if r.past, err = s.Past(ctx, site.Name, latest.Harvest); err != nil {
			return RefreshSummary{}, err
		}
	}
	if o.DryRun {
		r.State = State{Profile: latest.Profile, Started: time.Now()}
		if err := r.believe(o.Profile); err != nil {
			return RefreshSummary{}, err
		}
		r.choose()
		return r.tally(Stop{Kind: Limit, Reason: "a dry run submits nothing", At: time.Now()}), nil
	}
	if err := r.begin(ctx, s, latest, again); err != nil {
		return RefreshSummary{}, err
	}
	stop, err := r.take(ctx)
	if err != nil {
		return RefreshSummary{}, err
	}
	if stop.Kind == Limit && r.Budget.Left() <= 0 {
		stop.Reason = fmt.Sprintf("the %d requests of this refresh are used", want.Requests)
	}
	if err := r.end(ctx, &stop); err != nil {
		return RefreshSummary{}, err
	}
	return r.tally(stop), nil
}

// ended reports whether a harvest with this stop has done what it was to do.
func ended(s *Stop) bool {
	return s != nil && (s.Kind == Limit || s.Kind == Exhausted || s.Kind == Incomplete || s.Kind == Complete)
}

// refresher is a run that refreshes.
type refresher struct {
	*run
	want Refreshing
	past Past
	plan []Look

	done     map[string]bool // pages of answers that it has, by question and number
	seen     map[string]bool // records, by key
	held     map[string]bool // records that harvests before it held, by key
	fresh    int             // records seen that were not
	expected float64
}

// begin opens the refresh, or a new one, and folds what its ledger says.
func (r *refresher) begin(ctx context.Context, s RefreshStore, latest Past, again bool) error {
	// The mark and the harvest that bears it come together or not at all.
	err := s.Atomically(ctx, func() (err error) {
		if r.State, err = s.Begin(ctx, r.Site, !again); err != nil || again {
			return err
		}
		profile := latest.Profile
		mark := Refreshing{Policy: r.want.Policy, Requests: r.want.Requests}
		if before := latest.Profile.Refresh; before != nil {
			mark.Of = append(mark.Of, before.Of...)
		}
		mark.Of = append(mark.Of, latest.Harvest)
		profile.Refresh = &mark
		return r.Commit(ctx, Commit{Profile: &profile})
	})
	if err != nil {
		return fmt.Errorf("begin to refresh %s: %w", r.Site.Name, err)
	}
	if err := r.believe(r.Options.Profile); err != nil {
		return err
	}
	r.Net.Restore(r.State.Hosts)
	if err := r.replay(ctx); err != nil {
		return err
	}
	if r.Planner == nil {
		return &OptionError{Err: fmt.Errorf("the ledger of %s has no answers: run `hadal harvest` first", r.Site.Name)}
	}
	for _, rec := range r.past.Records {
		r.held[rec.Key] = true
	}
	for step, err := range s.Steps(ctx, r.State.Harvest) {
		if err != nil {
			return err
		}
		r.count(step)
		r.Budget.Resume(step)
	}
	r.choose()
	return nil
}

// count folds a step of the refresh itself in.
func (r *refresher) count(step Step) {
	see := func(key string) {
		if !r.seen[key] && !r.held[key] {
			r.fresh++
		}
		r.seen[key] = true
	}
	switch {
	case step.Answer != nil:
		o := step.Answer.Outcome
		r.done[pageKey(o.Query, o.Page)] = true
		for _, row := range o.Rows {
			see(row.Key)
		}
	case step.Detail != nil:
		see(step.Detail.Key)
	}
}

func pageKey(q querygen.Query, page int) string { return fmt.Sprintf("%s %d", q.Key(), page) }

// choose decides what the refresh does.
func (r *refresher) choose() {
	looks, ways, worth := r.looks(r.past, r.want.Policy, r.State.Started)
	for _, i := range refresh.Choose(ways, worth, r.want.Requests) {
		r.plan = append(r.plan, looks[i])
	}
}

// take takes the looks of the plan until there is a reason to stop.
func (r *refresher) take(ctx context.Context) (Stop, error) {
	for _, l := range r.plan {
		stop, err := r.look(ctx, l)
		if stop != nil || err != nil {
			return deref(stop), err
		}
		r.expected += l.Changed
	}
	if stop := r.Budget.Over(); stop != nil {
		return *stop, nil
	}
	return Stop{Kind: Exhausted, Reason: fmt.Sprintf("all that was worth looking at again was looked at, with %d of %d requests", r.Budget.Sent(), r.want.Requests)}, nil
}

// look takes one look, as far as it was not taken before.
func (r *refresher) look(ctx context.Context, l Look) (*Stop, error) {
	if l.Page == 0 {
		if r.seen[l.record.Key] {
			return nil, nil
		}
		if stop := r.Budget.Over(); stop != nil {
			return stop, nil
		}
		stop, err := r.open(ctx, extract.Record{Key: l.record.Key, URL: l.record.URL})
		r.seen[l.record.Key] = true
		return stop, err
	}
	for i, p := range l.pages {
		if i == 0 && !r.done[pageKey(p.Query, p.Page)] {
			// What its pages showed before says nothing of what they show now.
			var by page.Request
			if p.Page > 1 { // asked for as it was the last time, without the pages before it
				by = p.Request
			}
			r.Paging.Begin(p.Query, p.Page, by)
		}
		more, stop, err := r.again(ctx, l, p)
		if stop != nil || err != nil || !more {
			return stop, err
		}
	}
	// An answer that leads beyond what was its last page has grown.
	for p := l.pages[len(l.pages)-1]; p.Last; p.Page++ {
		next := p
		next.Page++
		more, stop, err := r.again(ctx, l, next)
		if stop != nil || err != nil || !more {
			return stop, err
		}
	}
	return nil, nil
}

// again asks for one page of an answer and commits it. It reports whether that
// leads to a further page.
func (r *refresher) again(ctx context.Context, l Look, p PastPage) (more bool, stop *Stop, err error) {
	q := l.question(p)
	if r.done[pageKey(q, p.Page)] {
		return r.Paging.LeadsOn(q, p.Page), nil, nil
	}
	if stop := r.Budget.Over(); stop != nil {
		return false, stop, nil
	}
	a, c, stop, err := r.Answer(ctx, querygen.Ask{Query: q, Page: p.Page})
	if stop != nil || err != nil {
		return false, stop, err
	}
	c.Step = &Step{Answer: &a}
	r.notice(&c)
	if err := r.Commit(ctx, c); err != nil {
		return false, nil, err
	}
	r.observe(a, r.State.Steps)
	r.Planner.Widen(*r.State.Profile.Form)
	found := r.fresh
	r.count(*c.Step)
	r.Tell("answer", fmt.Sprintf("%s, page %d: %s, %d rows, %d new%s",
		r.Query, p.Page, a.Outcome.Status, len(a.Outcome.Rows), r.fresh-found, session.Note(a.Outcome.Note)))
	return a.Outcome.More, nil, nil
}

func (r *refresher) tally(stop Stop) RefreshSummary {
	s := RefreshSummary{Site: r.Site.Name, Harvest: r.State.Harvest, Policy: r.want.Policy, Requests: r.Budget.Sent(),
		Seen: len(r.seen), New: r.fresh, Expected: r.expected, Resumed: r.resumed, Elapsed: time.Since(r.Budget.Began()), Stop: stop}
	if m := r.State.Profile.Refresh; m != nil && r.State.Harvest != 0 {
		s.Of = m.Of[len(m.Of)-1]
	}
	if r.Options.DryRun {
		s.Planned = r.plan
		for _, l := range r.plan {
			s.Expected += l.Changed
		}
	}
	return s
}
