package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Bounds of looking for what is reached by pressing only.
const (
	pagesExplored = 3  // of a site, as they are when they have been loaded
	leadsFollowed = 10 // to what has no address of its own
	stepsDeep     = 3  // to such a place
	presses       = 12 // on one page
)

// hidden is the fold of the survey's visits that says what may be reached by
// pressing what is no link.
type hidden struct {
	pages []place // shown so far
	leads []place // not yet followed
	done  []place // explored or followed
}

// place is a page, or what it shows after steps.
type place struct {
	url   page.URL
	steps []page.Step
	says  string // what the control says that led there
}

func (p place) same(o place) bool { return p.url == o.url && slices.Equal(p.steps, o.steps) }

func (h *hidden) observe(v surface.Visit) {
	if v.Status == 0 || v.Status >= 400 {
		if len(v.Steps) > 0 || v.Explored {
			h.done = append(h.done, place{url: v.URL, steps: v.Steps})
		}
		return
	}
	here := place{url: v.URL, steps: v.Steps}
	switch {
	case v.Explored:
		h.done = append(h.done, here)
	case !slices.ContainsFunc(h.pages, here.same):
		h.pages = append(h.pages, here)
	}
	for _, l := range v.Leads {
		to := place{v.URL, l.Steps, l.Text}
		if len(l.Steps) <= stepsDeep && !slices.ContainsFunc(h.leads, to.same) {
			h.leads = append(h.leads, to)
		}
	}
}

// next returns where to look next: what a control leads to, the pages shown
// so far, each with its controls pressed.
func (h *hidden) next() (place, bool) {
	fresh := func(p place) bool { return !slices.ContainsFunc(h.done, p.same) }
	for _, l := range h.leads[:min(len(h.leads), leadsFollowed)] {
		if fresh(l) {
			return l, true
		}
	}
	for _, p := range h.pages[:min(len(h.pages), pagesExplored)] {
		if fresh(p) {
			return p, true
		}
	}
	return place{}, false
}

// exploring reports whether controls may be pressed to see where they lead: on
// a site that runs scripts, with a browser.
func (r *run) exploring() bool {
	return r.mayRender() && (r.survey.scripts || r.survey.render)
}

// explore looks at a place in a browser and at where its controls lead.
func (r *run) explore(ctx context.Context, at place) (*Stop, error) {
	why := "what its controls lead to"
	if len(at.steps) > 0 {
		why = fmt.Sprintf("what %q leads to", at.says)
	}
	v := surface.Visit{URL: at.url, Steps: at.steps, Explored: true}
	steps := append(slices.Clone(at.steps), page.Step{Do: page.Explore, Times: presses})
	p, stop, err := r.fetch(ctx, page.Get(at.url).Rendered(steps...))
	if stop != nil {
		return stop, nil
	}
	if err == nil {
		v.Rendered = true
		for _, l := range p.Leads {
			if l.URL.IsZero() {
				v.Leads = append(v.Leads, l)
			}
		}
	}
	r.missing(err)
	return r.arrive(ctx, v, p, err, why)
}

// leading returns the addresses that controls of a page lead to, as links.
func leading(p *page.Page) []surface.Link {
	var out []surface.Link
	for _, l := range p.Leads {
		if !l.URL.IsZero() {
			out = append(out, surface.Link{URL: l.URL, Kind: surface.Pressed, Anchor: l.Text})
		}
	}
	return out
}
