package answering

import (
	"context"
	"net/http"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// rendering decides between the browser, HTTP, and the request behind the page.
type rendering struct {
	*asked
	barren  int         // questions so far that brought no record
	served  int         // answers over HTTP that were shown in a browser for what a press brings
	vain    int         // answers so far for which a control for more was pressed and brought none
	shownOn int         // answers from behind the page that the page was shown for
	ends    map[int]int // answers from behind the page with nothing that leads on, by their rows
}

// doubtAfter is after how many questions that brought no record at all it is doubted that HTTP does.
const doubtAfter = 3

// vainPresses is for how many answers a control for more is pressed that brings none: it may show
// more of something else.
const vainPresses = 5

// doubts reports whether what is known so far says that the answers need a
// browser: none had a record, and the page that they came from runs scripts.
func (r *rendering) doubts(a ledger.Answer, p *page.Page) bool {
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

// seek learns from a page that a browser showed how to ask the same without one. Where
// that brings all records and questions were asked already, one that lists them may be
// among those: planning begins anew.
func (r *rendering) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *ledger.Profile) (direct *page.Page, stop *ledger.Stop, changed bool) {
	found, stop := r.Behind.Seek(ctx, asked, p, records, profile, r.Planner != nil && r.Planner.Held() > 0)
	if found.Whole {
		r.Anew = r.Planner != nil
	}
	return found.Direct, stop, found.Changed
}

// shortcut is seek for the answer to a question: what came directly takes the
// place of the page.
func (r *rendering) shortcut(ctx context.Context, ask querygen.Ask, p *page.Page, c *ledger.Commit) (direct *page.Page, stop *ledger.Stop) {
	if ask.Page > 1 {
		return nil, nil
	}
	if !p.Request.Render {
		return r.behindMore(ctx, ask, p, c)
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil
	}
	profile := r.profile(c)
	reading := profile.Reading(ask.Query.Words(*profile.Form))
	reading.Wrapper = nil
	res := extract.Read(doc, reading)
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

// mostServed bounds the answers over HTTP that are shown in a browser for what a press brings.
const mostServed = 3

// behindMore learns the request by which a page that is served with the first rows of its answer
// shows the next ones on a press: over HTTP nobody presses. It is shown in a browser for that.
func (r *rendering) behindMore(ctx context.Context, ask querygen.Ask, p *page.Page, c *ledger.Commit) (direct *page.Page, stop *ledger.Stop) {
	profile := r.profile(c)
	if r.served >= mostServed || r.Options.Browser != session.RenderAuto || !r.MayRender() || ask.Query.Nonsense || p.Request.Method != http.MethodGet || p.Status >= 400 || profile.EndpointOf(ask.Query, p.Request) != nil {
		return nil, nil
	}
	doc, err := p.Document()
	if err != nil || !survey.HasScripts(doc) {
		return nil, nil
	}
	at := extract.MoreControl(doc)
	if at == "" {
		return nil, nil
	}
	reading := profile.Reading(ask.Query.Words(*profile.Form))
	first := extract.Read(doc, reading)
	if n := len(first.Records); n < leastServed || !first.Next.IsZero() || first.Total >= 0 && first.Total <= n {
		return nil, nil
	}
	r.served++
	shown, stop, err := r.Fetch(ctx, session.WithMore(page.Get(p.Request.URL), at, pressesServed))
	if stop != nil || err != nil {
		return nil, nil // the page at hand answers as well
	}
	if doc, err = shown.Document(); err != nil {
		return nil, nil
	}
	reading.Wrapper = nil
	records := extract.Read(doc, reading).Records
	if len(records) <= len(first.Records) {
		return nil, nil
	}
	found, stop := r.Behind.SeekFurther(ctx, ask.Query.Bind, shown, records, len(first.Records), &profile)
	if found.Changed {
		c.Profile = &profile
	}
	return found.Direct, stop
}

const (
	leastServed   = 3 // rows of a page that is shown on
	pressesServed = 3 // that tell how the requests count
)

// short reports whether the request behind the page was learned from an answer that had no further
// page, and this one may have: another one ended after as many rows, where nothing leads on.
func (r *rendering) short(a ledger.Answer) bool {
	o, e := a.Outcome, r.State.Profile.EndpointOf(a.Outcome.Query, a.Request)
	if r.shownOn >= mostServed || e == nil || e.Pages() || e.Whole || e.Index || !r.MayRender() || o.Page > 1 || o.More || o.Total >= 0 || len(o.Rows) < leastEnd {
		return false
	}
	if r.ends == nil {
		r.ends = map[int]int{}
	}
	r.ends[len(o.Rows)]++
	if r.ends[len(o.Rows)] != 2 {
		return false
	}
	r.shownOn++
	return true
}

const leastEnd = 5 // rows after which two answers do not end by chance

// further asks once more for a rendered answer that has a control for what
// follows, where none was known: with that control pressed. Otherwise it
// returns the answer as it is.
func (r *rendering) further(ctx context.Context, p *page.Page, c *ledger.Commit) (*page.Page, *ledger.Stop) {
	b := r.State.Profile.Browser
	if !p.Request.Render || b == nil || b.More != "" || r.vain >= vainPresses {
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
		r.vain++
		return p, nil
	}
	profile := r.profile(c)
	profile.Browsing().More = at
	c.Profile = &profile
	r.Tell("note", "further answers are shown by pressing "+at)
	return again, nil
}
