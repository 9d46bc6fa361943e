package answering

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
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
func (r *Answerer) doubts(a ledger.Answer, p *page.Page) bool {
	b := r.State.Profile.Browser
	if r.Options.Browser != session.RenderAuto || !r.MayRender() || r.Renders() || b != nil && b.Tried || r.Planner == nil || r.Planner.Held() > 0 {
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

// recheck asks the question of a rendered answer over HTTP now and then, where
// that can be done, and stops rendering where it shows as much.
func (r *Answerer) recheck(ctx context.Context, a ledger.Answer, c *ledger.Commit) *ledger.Stop {
	b := r.State.Profile.Browser
	asked := r.Planner.Queries()
	if r.Options.Browser != session.RenderAuto || b == nil || !b.Render || b.By != forms.ByRequest || a.Outcome.Page > 1 || asked-b.At < checkEvery || len(a.Outcome.Rows) == 0 {
		return nil
	}
	req := a.Request
	req.Render, req.Script = false, ""
	p, stop, err := r.Fetch(ctx, req)
	switch {
	case stop != nil && stop.Kind == ledger.Limit:
		return nil // another time: the answer is one without that
	case stop != nil:
		return stop
	}
	profile := r.profile(c)
	now := profile.Browsing()
	now.At = asked
	if err == nil && p.Status < 400 {
		if doc, err := p.Document(); err == nil {
			res := extract.Read(doc, extract.Options{Background: profile.Background, Wrapper: &profile.Wrapper, Keys: profile.Keys, Nothing: profile.Empty})
			if n := len(res.Records); n >= len(a.Outcome.Rows) {
				now.Render = false
				now.Why = fmt.Sprintf("HTTP shows the same %d records since question %d", n, asked)
				r.Tell("note", now.Why)
			}
		}
	}
	c.Profile = &profile
	return nil
}
