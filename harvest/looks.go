package harvest

import (
	"fmt"
	"math"
	"time"

	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/querygen"
)

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
func (r *run) looks(past Past, policy refresh.Policy, now time.Time) (looks []Look, ways []refresh.Way, worth []float64) {
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
func (r *run) alone(p PastPage) bool {
	return p.Request.Method == "GET" && !r.State.Profile.OneToken
}

// hasPage reports whether a record can be looked at by its own page: only
// where that has been read before, unless the user wants these pages anyway.
func (r *run) hasPage(rec PastRecord) bool {
	if rec.URL.IsZero() || rec.URL.Site() != r.Site.Start.Site() || r.Options.Details == FollowNever {
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
