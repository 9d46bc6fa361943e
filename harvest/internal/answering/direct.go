package answering

import (
	"context"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// seek learns from a page that a browser showed how to ask the same without one. Where
// that brings all records and questions were asked already, one that lists them may be
// among those: planning begins anew.
func (r *Answerer) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *ledger.Profile) (direct *page.Page, stop *ledger.Stop, changed bool) {
	found, stop := r.Behind.Seek(ctx, asked, p, records, profile, r.Planner != nil && r.Planner.Held() > 0)
	if found.Whole {
		r.Anew = r.Planner != nil
	}
	return found.Direct, stop, found.Changed
}

// shortcut is seek for the answer to a question: what came directly takes the
// place of the page.
func (r *Answerer) shortcut(ctx context.Context, ask querygen.Ask, p *page.Page, c *ledger.Commit) (direct *page.Page, stop *ledger.Stop) {
	if !p.Request.Render || ask.Page > 1 {
		return nil, nil
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil
	}
	profile := r.profile(c)
	res := extract.Read(doc, extract.Options{Query: ask.Query.Words(*profile.Form), Background: profile.Background, Keys: profile.Keys, Nothing: profile.Empty})
	if res.Blocked != "" {
		return nil, nil
	}
	if ask.Query.Nonsense {
		res.Records = nil
	}
	direct, stop, changed := r.seek(ctx, ask.Query.Bind, p, res.Records, &profile)
	if changed {
		c.Profile = &profile
	}
	return direct, stop
}

// further asks once more for a rendered answer that has a control for what
// follows, where none was known: with that control pressed. Otherwise it
// returns the answer as it is.
func (r *Answerer) further(ctx context.Context, p *page.Page, c *ledger.Commit) (*page.Page, *ledger.Stop) {
	b := r.State.Profile.Browser
	if !p.Request.Render || b == nil || b.More != "" {
		return p, nil
	}
	doc, err := p.Document()
	if err != nil {
		return p, nil // read will say so
	}
	at := extract.MoreControl(doc)
	if at == "" || !extract.Read(doc, extract.Options{}).Next.URL.IsZero() {
		return p, nil
	}
	again, stop, err := r.Fetch(ctx, session.WithMore(p.Request, at, session.MoreTurns))
	if stop != nil {
		return nil, stop // with the answer at hand, what follows it would never be seen
	}
	if err != nil {
		return p, nil // the answer at hand is as good as without that control
	}
	more, err := again.Document()
	if err != nil || len(extract.Read(more, extract.Options{}).Records) <= len(extract.Read(doc, extract.Options{}).Records) {
		return p, nil
	}
	profile := r.profile(c)
	profile.Browsing().More = at
	c.Profile = &profile
	r.Tell("note", "further answers are shown by pressing "+at)
	return again, nil
}
