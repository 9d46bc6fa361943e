package finding

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// presses bounds what is pressed on one page.
const presses = 12

// exploring reports whether controls may be pressed to see where they lead: on
// a site that runs scripts, with a browser.
func (r *Finder) exploring() bool {
	return r.MayRender() && (r.Survey.Scripts || r.Survey.Render)
}

// explore looks at a place in a browser and at where its controls lead.
func (r *Finder) explore(ctx context.Context, at survey.Place) (*ledger.Stop, error) {
	why := "what its controls lead to"
	if len(at.Steps) > 0 {
		why = fmt.Sprintf("what %q leads to", at.Says)
	}
	v := surface.Visit{URL: at.URL, Steps: at.Steps, Explored: true}
	steps := append(slices.Clone(at.Steps), page.Step{Do: page.Explore, Times: presses})
	p, stop, err := r.Fetch(ctx, page.Get(at.URL).Rendered(steps...))
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
	r.Missing(err)
	return r.Arrive(ctx, v, p, err, why)
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
