package survey

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Bounds of looking for what is reached by pressing only.
const (
	pagesExplored = 3  // of a site, as they are when they have been loaded
	leadsFollowed = 10 // to what has no address of its own
	stepsDeep     = 3  // to such a place
)

// hidden is the fold of the survey's visits that says what may be reached by
// pressing what is no link.
type hidden struct {
	pages []Place // shown so far
	leads []Place // not yet followed
	done  []Place // explored or followed
}

// Place is a page, or what it shows after steps.
type Place struct {
	URL   page.URL
	Steps []page.Step
	Says  string // what the control says that led there
}

func (p Place) same(o Place) bool { return p.URL == o.URL && slices.Equal(p.Steps, o.Steps) }

func (h *hidden) observe(v surface.Visit) {
	if v.Status == 0 || v.Status >= 400 {
		if len(v.Steps) > 0 || v.Explored {
			h.done = append(h.done, Place{URL: v.URL, Steps: v.Steps})
		}
		return
	}
	here := Place{URL: v.URL, Steps: v.Steps}
	switch {
	case v.Explored:
		h.done = append(h.done, here)
	case !slices.ContainsFunc(h.pages, here.same):
		h.pages = append(h.pages, here)
	}
	for _, l := range v.Leads {
		to := Place{v.URL, l.Steps, l.Text}
		if len(l.Steps) <= stepsDeep && !slices.ContainsFunc(h.leads, to.same) {
			h.leads = append(h.leads, to)
		}
	}
}

// next returns where to look next: what a control leads to, the pages shown
// so far, each with its controls pressed.
func (h *hidden) next() (Place, bool) {
	fresh := func(p Place) bool { return !slices.ContainsFunc(h.done, p.same) }
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
	return Place{}, false
}
