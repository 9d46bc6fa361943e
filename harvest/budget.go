package harvest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// What a run may send is counted as it is sent, and held against its limit before
// each request: robots.txt, redirects, attempts that fail and what a page in a
// browser loads for itself included. No run sends more; a page whose parts would is
// not finished. Nor does one last longer than it may: what is under way then is
// given up. Where the limit comes in the middle of a question,
// of which more must be asked before its answer is believed, that question stays
// unanswered, and the run that goes on asks it anew.

// account is what a run has spent.
type account struct {
	spent  int // requests of this run; of a refresh, of all its runs
	booked int // of them, those that steps of the ledger have
}

// left returns how many requests the run may still send.
func (r *run) left() int {
	if r.o.MaxRequests <= 0 {
		return math.MaxInt
	}
	return r.o.MaxRequests - r.spent
}

// spentRequests is the stop of a run that may send no more requests; nil where it may.
func (r *run) spentRequests() *Stop {
	if r.left() > 0 {
		return nil
	}
	return &Stop{Kind: Limit, Reason: fmt.Sprintf("the limit of %d requests is reached; the same command goes on", r.o.MaxRequests)}
}

// cutShort is the stop of a run in the midst of whose request no more might be sent.
func (r *run) cutShort(req page.Request) *Stop {
	stop := r.spentRequests()
	switch {
	case stop == nil:
		return &Stop{Kind: Limit, Reason: "no more requests are allowed; the same command goes on"}
	case req.Render:
		stop.Reason = fmt.Sprintf("the limit of %d requests is reached before %s is shown with all that it loads; the same command goes on, a higher max-requests further", r.o.MaxRequests, req.URL)
	}
	return stop
}

// ends is when the run must have ended; the zero time where it may go on.
func (r *run) ends() time.Time {
	if r.o.MaxDuration <= 0 {
		return time.Time{}
	}
	return r.began.Add(r.o.MaxDuration)
}

// pay sends a request once and counts what that costs.
func (r *run) pay(ctx context.Context, req page.Request) (*page.Page, error) {
	if ends := r.ends(); !ends.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, ends)
		defer cancel()
	}
	if req.Render {
		ctx = r.tellWaits(ctx)
	}
	ctx, allowed := fetch.Allow(ctx, r.left())
	p, err := r.net.Fetch(ctx, req)
	cost := allowed.Sent()
	if p != nil {
		cost = max(cost, p.Requests) // of a network that keeps no account
	}
	r.spent += cost
	return p, err
}

// tellWaits has the long waits within a shown page told, each once.
func (r *run) tellWaits(ctx context.Context) context.Context {
	at := r.progress()
	var mu sync.Mutex
	var told time.Time
	return fetch.OnWait(ctx, func(later *fetch.LaterError) {
		mu.Lock()
		defer mu.Unlock()
		if d := time.Until(later.Until); d > tellWait && later.Until.Sub(told) > tellWait {
			told = later.Until
			r.report(Event{At: time.Now(), Site: r.site.Name, Kind: "wait", Progress: at,
				Message: fmt.Sprintf("%s: waiting %s (%s), for what the page shown asks for", later.Host, d.Round(time.Second), later.Reason)})
		}
	})
}

// book puts what was spent since the last step on the account of this one.
func (r *run) book(s *Step) {
	*s.Requests() += r.spent - r.booked
	r.booked = r.spent
}

// unfinished begins the note of the step that has what was spent on what a stop
// cut short. It is no visit of the survey.
const unfinished = "not finished: "

// remainder returns that step; nil where nothing was spent so.
func (r *run) remainder(stop Stop) *Step {
	if r.spent == r.booked {
		return nil
	}
	return &Step{Visit: &surface.Visit{URL: r.site.Start, Note: unfinished + stop.Reason}}
}

// surveyed folds a visit into the survey.
func (r *run) surveyed(s Step) {
	if !strings.HasPrefix(s.Visit.Note, unfinished) {
		r.survey.observe(*s.Visit, s.Forms)
	}
}
