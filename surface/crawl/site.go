package crawl

import (
	"fmt"

	"github.com/hadal-crawler/hadal/page"
)

// site is what the engine remembers of a registrable site.
type site struct {
	name   string
	hosts  []*host
	pages  int             // fetched
	finds  int             // distinct rewarding forms
	forms  map[string]bool // by ID
	memory memory
	budget budget
	seed   bool   // the user named it
	left   string // why nothing more is asked of it; "" while it is
	pardon bool   // the next page against the budget is fetched all the same
}

// trickle is the share of a site's pages, as 1 in so many, that is spent on
// pages held back, so that a wrong judgement does not last.
const trickle = 150

// visited books a page of the site. A sample costs less: it shows what addresses
// need not be asked for.
func (s *site) visited(u page.URL, novelty float64, found []Form, sample bool) (fresh []Form) {
	s.pages++
	for _, f := range found {
		if s.forms[f.ID] {
			continue
		}
		if s.forms == nil {
			s.forms = map[string]bool{}
		}
		s.forms[f.ID] = true
		fresh = append(fresh, f)
		if f.Reward {
			s.finds++
		}
	}
	if sample {
		s.budget.pay(u, -sampleCosts, 1)
	} else {
		s.budget.observe(u, novelty, len(fresh))
	}
	s.pardon = s.pages%trickle == 0
	return fresh
}

// enough says why the site is to be left, "" where it is not.
func (s *site) enough(o *Options) string {
	switch {
	case o.SitePages > 0 && s.pages >= o.SitePages:
		return fmt.Sprintf("site: %d pages fetched", s.pages)
	case o.SiteReward > 0 && s.finds >= o.SiteReward:
		return fmt.Sprintf("site: %d search interfaces found", s.finds)
	}
	return ""
}
