package harvest

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Doubts about asking over HTTP.
const (
	doubtAfter = 3   // questions that brought no record at all
	checkEvery = 150 // questions after which rendering is held against HTTP again
)

// doubts reports whether what is known so far says that the answers need a
// browser: none had a record, and the page that they came from runs scripts.
func (r *run) doubts(a Answer, p *page.Page) bool {
	b := r.state.Profile.Browser
	if r.o.Browser != RenderAuto || !r.mayRender() || r.renders() || b != nil && b.Tried || r.planner == nil || r.planner.Held() > 0 {
		return false
	}
	o := a.Outcome
	if o.Status == querygen.Answered || o.Status.Unanswered() || o.Query.Nonsense || o.Page > 1 {
		return false
	}
	r.barren++
	doc, err := p.Document()
	return err == nil && survey.HasScripts(doc) && (r.barren >= doubtAfter || survey.ScriptsOnly(doc) != "")
}

// reconsider compares the ways to ask after all. Where another one is better,
// the answers so far count for nothing: planning begins anew.
func (r *run) reconsider(ctx context.Context) (*Stop, error) {
	stop, err := r.compareWays(ctx, *r.state.Profile.Form)
	if stop != nil || err != nil || !r.renders() {
		return stop, err
	}
	r.discard()
	return nil, r.plan()
}

// recheck asks the question of a rendered answer over HTTP now and then, where
// that can be done, and stops rendering where it shows as much.
func (r *run) recheck(ctx context.Context, a Answer, c *Commit) *Stop {
	b := r.state.Profile.Browser
	asked := r.planner.Queries()
	if r.o.Browser != RenderAuto || b == nil || !b.Render || b.By != forms.ByRequest || a.Outcome.Page > 1 || asked-b.At < checkEvery || len(a.Outcome.Rows) == 0 {
		return nil
	}
	req := a.Request
	req.Render, req.Script = false, ""
	p, stop, err := r.fetch(ctx, req)
	switch {
	case stop != nil && stop.Kind == Limit:
		return nil // another time: the answer is one without that
	case stop != nil:
		return stop
	}
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	now := profile.Browsing()
	now.At = asked
	if err == nil && p.Status < 400 {
		if doc, err := p.Document(); err == nil {
			res := extract.Read(doc, extract.Options{Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys, Nothing: profile.Empty})
			if n := len(res.Records); n >= len(a.Outcome.Rows) {
				now.Render = false
				now.Why = fmt.Sprintf("HTTP shows the same %d records since question %d", n, asked)
				r.tell("note", now.Why)
			}
		}
	}
	c.Profile = &profile
	return nil
}
