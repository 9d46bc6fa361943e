package harvest

import (
	"cmp"
	"context"
	"errors"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Rendering says whether pages are shown in a browser.
type Rendering string

// The values of Rendering.
const (
	RenderAuto   Rendering = "auto" // where that is needed, a site
	RenderNever  Rendering = "never"
	RenderAlways Rendering = "always"
)

// moreTurns bounds how often one request has further answers shown.
const moreTurns = 60

// mostTurns is the largest bound that is tried where moreTurns was too little.
const mostTurns = 16 * moreTurns

// mayRender reports whether a browser can be used.
func (r *run) mayRender() bool { return r.o.Browser != RenderNever && r.noBrowser == nil }

// renders reports whether the site's pages are shown in a browser.
func (r *run) renders() bool {
	if !r.mayRender() {
		return false
	}
	b := r.state.Profile.Browser
	return r.o.Browser == RenderAlways || b != nil && b.Render
}

// shown returns the request that answers a question as the site's pages are
// had: rendered, with what follows on the page, or as it is.
func (r *run) shown(req page.Request) page.Request {
	if !r.renders() || req.URL.IsZero() {
		return req
	}
	more := ""
	if b := r.state.Profile.Browser; b != nil {
		more = b.More
	}
	return withMore(req, more, moreTurns)
}

// withMore returns req rendered, with a last step that has what follows shown.
func withMore(req page.Request, at string, times int) page.Request {
	steps, err := req.Steps()
	if err != nil {
		return req // it was made by Rendered
	}
	if n := len(steps); n > 0 && steps[n-1].Do == page.More {
		steps = steps[:n-1]
	}
	return req.Rendered(append(steps, page.Step{Do: page.More, At: at, Times: times})...)
}

// by returns how the form is sent.
func (r *run) by() forms.Way {
	if b := r.state.Profile.Browser; b != nil && r.renders() {
		return b.By
	}
	return forms.ByRequest
}

// goingOn returns the request that shows what an answer did not show because
// its bound was too low; zero where the answer is complete or nothing helps.
func goingOn(p *page.Page) page.Request {
	steps, err := p.Request.Steps()
	if !p.Unfinished || err != nil || len(steps) == 0 {
		return page.Request{}
	}
	last := steps[len(steps)-1]
	if last.Do != page.More || last.Times*4 > mostTurns {
		return page.Request{}
	}
	return withMore(p.Request, last.At, last.Times*4)
}

// further asks once more for a rendered answer that has a control for what
// follows, where none was known: with that control pressed. Otherwise it
// returns the answer as it is.
func (r *run) further(ctx context.Context, p *page.Page, c *Commit) (*page.Page, *Stop) {
	b := r.state.Profile.Browser
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
	again, stop, err := r.fetch(ctx, withMore(p.Request, at, moreTurns))
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
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	profile.Browsing().More = at
	c.Profile = &profile
	r.tell("note", "further answers are shown by pressing "+at)
	return again, nil
}

// missing notes that there is no browser, once, and reports whether err says so.
func (r *run) missing(err error) bool {
	gone, ok := errors.AsType[*browser.MissingError](err)
	if ok && r.noBrowser == nil {
		r.noBrowser, r.survey.Browser = gone, false
		r.tell("note", gone.Error()+"; going on without")
	}
	return ok
}

// look fetches a page of the survey, in a browser where the site needs one, or
// where the page itself shows nothing without.
func (r *run) look(ctx context.Context, u page.URL, v *surface.Visit) (p *page.Page, stop *Stop, err error) {
	if r.renders() || r.survey.Render && r.mayRender() {
		p, stop, err = r.fetch(ctx, page.Get(u).Rendered())
		if !r.missing(err) {
			v.Rendered = err == nil && stop == nil
			return p, stop, err
		}
	}
	p, stop, err = r.fetch(ctx, page.Get(u))
	if stop != nil || err != nil {
		return p, stop, err
	}
	doc, docErr := p.Document()
	if docErr != nil {
		return p, stop, err
	}
	r.survey.Scripts = r.survey.Scripts || survey.HasScripts(doc)
	why := survey.ScriptsOnly(doc)
	r.survey.Shell = cmp.Or(r.survey.Shell, why)
	if why == "" || !r.mayRender() {
		return p, stop, err
	}
	shown, stop, shownErr := r.fetch(ctx, page.Get(u).Rendered())
	if stop != nil {
		return nil, stop, nil
	}
	if shownErr != nil {
		if !r.missing(shownErr) {
			v.Note = "in a browser: " + shownErr.Error()
		}
		return p, nil, nil
	}
	v.Rendered = true
	r.state.Profile.Browsing().Render = true
	r.state.Profile.Browser.Why = why
	r.tell("note", "pages are shown in a browser: "+why)
	return shown, nil, nil
}
