package harvest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
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
		if err := r.wishes.believe(o.Profile); err != nil {
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
	r.Budget.Inherit(r.State.Owed)
	r.Budget.Resume(r.State.Owed) // what a refresh may send is over all its runs
	if err := r.wishes.believe(r.Options.Profile); err != nil {
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
		r.Budget.Resume(*step.Requests())
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
		stop, err := r.details.open(ctx, extract.Record{Key: l.record.Key, URL: l.record.URL})
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
	if err := r.resume(q); err != nil {
		return false, nil, err
	}
	if stop, err := r.enter(ctx, q); stop != nil || err != nil {
		return false, stop, err
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

// Past is what the ledger of all harvests of a site says for a refresh.
type Past struct {
	Harvest int64 // the latest; 0 where there is none
	Profile Profile
	Stop    *Stop // of that harvest
	Records []PastRecord
	Pages   []PastPage
}

// PastRecord is what is known of the past of a record.
type PastRecord struct {
	Key      string
	URL      page.URL
	Checks   []refresh.Check // oldest first, at most one a harvest
	Detailed bool            // its own page was read
	Lost     bool            // a question that used to show it was asked to the end since, without it
	Gone     bool            // so were all of them, or its own page is no longer there
}

// PastPage is a page of the answer to a question, as it was had last.
type PastPage struct {
	Query    querygen.Query
	Page     int
	Last     bool // it led nowhere further
	Request  page.Request
	Requests int
	At       time.Time
	Records  []int // that it showed: indices into Past.Records
	// Brought is how many records that the site had not shown before came when
	// it was asked again, over so many days since it was asked first.
	Brought int
	Days    float64
}

// RefreshStore is what a refresh needs beside a Store. Package storage implements it.
type RefreshStore interface {
	Store
	// Past returns what the harvests of a site before one of them have told.
	Past(ctx context.Context, site string, before int64) (Past, error)
	// Atomically is that of Archive.
	Atomically(ctx context.Context, f func() error) error
}

// Look is one thing that a refresh does: it asks for pages of an answer again,
// or for a record's own page.
type Look struct {
	Ask      string  `json:"ask"`      // the question, or the key of the record, in words
	Page     int     `json:"page"`     // of the answer; 0: a record's own page
	From     int     `json:"from"`     // the first page that must be asked for to get there
	Requests int     `json:"requests"` // expected
	Records  int     `json:"records"`  // that it showed the last time
	Changed  float64 `json:"changed"`  // of them, expected to have changed or gone since
	New      float64 `json:"new"`      // records expected that are not held

	pages  []PastPage // to ask for, in this order
	record PastRecord
	shows  []int // indices of records
}

// assumedRate is the changes a day of records nothing of whose changes is known.
const assumedRate = 1.0 / 30

// looks returns what a refresh may do, and the worth of each record and of a
// new one that a look finds, at a time.
func (r *refresher) looks(past Past, policy refresh.Policy, now time.Time) (looks []Look, ways []refresh.Way, worth []float64) {
	prior := priorRate(past.Records)
	changed := make([]float64, len(past.Records))
	worth = make([]float64, len(past.Records))
	for i, rec := range past.Records {
		if rec.Gone || len(rec.Checks) == 0 {
			continue
		}
		rate := refresh.Rate(rec.Checks, prior)
		age := max(refresh.Days(now.Sub(rec.Checks[len(rec.Checks)-1].At)), 0)
		if rec.Lost {
			changed[i], worth[i] = 1, policy.Stale(rate, age)
		} else {
			changed[i], worth[i] = -math.Expm1(-rate*age), policy.Worth(rate, age)
		}
	}
	var brought, days float64
	for _, p := range past.Pages {
		brought += float64(p.Brought)
		days += p.Days
	}
	arrivals := 0.0
	if days > 0 {
		arrivals = brought / days
	}
	add := func(l Look) {
		w := refresh.Way{Requests: l.Requests, Records: l.shows, New: l.New}
		if l.New > 0 {
			w.Found = policy.Stale(prior, refresh.Days(now.Sub(l.pages[len(l.pages)-1].At)))
		}
		for _, i := range l.shows {
			l.Changed += changed[i]
		}
		l.Records = len(l.shows)
		looks, ways = append(looks, l), append(ways, w)
	}
	var before Look // of the same answer, that a page which cannot be asked for alone comes after
	for _, p := range past.Pages {
		if p.Query.Form != r.State.Profile.Form.ID {
			continue
		}
		l := Look{Ask: ledger.InWords(p.Query.Words(*r.State.Profile.Form)), Page: p.Page, From: p.Page}
		if p.Page > 1 && !r.alone(p) {
			if before.Page != p.Page-1 || before.pages[0].Query.Key() != p.Query.Key() {
				continue // the way there is not known
			}
			l.From = before.From
			l.pages, l.shows, l.Requests, l.New = before.pages[:len(before.pages):len(before.pages)], before.shows[:len(before.shows):len(before.shows)], before.Requests, before.New
		}
		l.pages = append(l.pages, p)
		l.shows = append(l.shows, p.Records...)
		l.Requests += max(p.Requests, 1)
		l.New += refresh.Arrivals(p.Brought, p.Days, arrivals) * max(refresh.Days(now.Sub(p.At)), 0)
		before = l
		add(l)
	}
	for i, rec := range past.Records {
		if !rec.Gone && r.hasPage(rec) {
			add(Look{Ask: rec.Key, Requests: 1, record: rec, shows: []int{i}})
		}
	}
	return looks, ways, worth
}

// alone reports whether a page of an answer can be asked for without those
// before it: its address says all.
func (r *refresher) alone(p PastPage) bool {
	return p.Request.Method == "GET" && !r.State.Profile.OneToken
}

// hasPage reports whether a record can be looked at by its own page: only
// where that has been read before, unless the user wants these pages anyway.
func (r *refresher) hasPage(rec PastRecord) bool {
	if rec.URL.IsZero() || !r.Own(rec.URL) || r.LeavesOut(rec.URL) != "" || r.Options.Details == FollowNever {
		return false
	}
	return rec.Detailed || r.Options.Details == FollowAlways
}

// priorRate returns the changes a day of all records together.
func priorRate(records []PastRecord) float64 {
	checks := make([][]refresh.Check, len(records))
	var days float64
	for i, rec := range records {
		checks[i] = rec.Checks
		if n := len(rec.Checks); n > 1 {
			days += refresh.Days(rec.Checks[n-1].At.Sub(rec.Checks[0].At))
		}
	}
	if rate := refresh.Pooled(checks...); rate > 0 {
		return rate
	}
	if days > 0 {
		return min(0.5/days, assumedRate) // half a change, in all the time that is known
	}
	return assumedRate
}

// question returns what the ledger is told of why a page is asked for again.
func (l Look) question(p PastPage) querygen.Query {
	q := p.Query
	q.Strategy, q.Expected = "refresh", l.New
	q.Why = fmt.Sprintf("showed %d records of which %.1f are expected to have changed", l.Records, l.Changed)
	return q
}
