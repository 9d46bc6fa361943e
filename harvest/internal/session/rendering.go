package session

import (
	"errors"

	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Rendering says whether pages are shown in a browser.
type Rendering string

// The values of Rendering.
const (
	RenderAuto   Rendering = "auto" // where that is needed, a site
	RenderNever  Rendering = "never"
	RenderAlways Rendering = "always"
)

// MoreTurns bounds how often one request has further answers shown.
const MoreTurns = 60

// mostTurns is the largest bound that is tried where MoreTurns was too little.
const mostTurns = 16 * MoreTurns

// MayRender reports whether a browser can be used.
func (r *Session) MayRender() bool { return r.Options.Browser != RenderNever && r.NoBrowser == nil }

// Renders reports whether the site's pages are shown in a browser.
func (r *Session) Renders() bool {
	if !r.MayRender() {
		return false
	}
	b := r.State.Profile.Browser
	return r.Options.Browser == RenderAlways || b != nil && b.Render
}

// Shown returns the request that answers a question as the site's pages are
// had: rendered, with what follows on the page, or as it is.
func (r *Session) Shown(req page.Request) page.Request {
	if !r.Renders() || req.URL.IsZero() {
		return req
	}
	more := ""
	if b := r.State.Profile.Browser; b != nil {
		more = b.More
	}
	return WithMore(req, more, MoreTurns)
}

// WithMore returns req rendered, with a last step that has what follows shown.
func WithMore(req page.Request, at string, times int) page.Request {
	steps, err := req.Steps()
	if err != nil {
		return req // it was made by Rendered
	}
	if n := len(steps); n > 0 && steps[n-1].Do == page.More {
		steps = steps[:n-1]
	}
	return req.Rendered(append(steps, page.Step{Do: page.More, At: at, Times: times})...)
}

// By returns how the form is sent.
func (r *Session) By() forms.Way {
	if b := r.State.Profile.Browser; b != nil && r.Renders() {
		return b.By
	}
	return forms.ByRequest
}

// GoingOn returns the request that shows what an answer did not show because
// its bound was too low; zero where the answer is complete or nothing helps.
func GoingOn(p *page.Page) page.Request {
	steps, err := p.Request.Steps()
	if !p.Unfinished || err != nil || len(steps) == 0 {
		return page.Request{}
	}
	last := steps[len(steps)-1]
	if last.Do != page.More || last.Times*4 > mostTurns {
		return page.Request{}
	}
	return WithMore(p.Request, last.At, last.Times*4)
}

// Missing notes that there is no browser, once, and reports whether err says so.
func (r *Session) Missing(err error) bool {
	gone, ok := errors.AsType[*browser.MissingError](err)
	if ok && r.NoBrowser == nil {
		r.NoBrowser = gone
		r.Tell("note", gone.Error()+"; going on without")
	}
	return ok
}
