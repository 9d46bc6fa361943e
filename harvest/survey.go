package harvest

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// find commits the best search interface of the site as the profile's form. A stop
// is returned where there is none.
func (r *run) find(ctx context.Context) (*Stop, error) {
	best, stop, err := r.Search(ctx)
	if stop != nil || err != nil {
		return stop, err
	}
	if best == nil {
		return r.NoForm(), nil
	}
	return nil, r.choose(ctx, *best)
}

// choose commits the interface that will be asked.
func (r *run) choose(ctx context.Context, f forms.Form) error {
	if r.Planner != nil && r.Planner.Requests() > 0 {
		return fmt.Errorf("the harvest of %s has answers of another form (%s): start over with --fresh to ask form %s",
			r.Site.Name, r.State.Profile.Form.ID, f.ID)
	}
	p := r.State.Profile
	p.Form = &f
	p.Why = f.Reasons
	p.Known = plan.KnownFor(f, r.Options.Known)
	p.Manner = Manner{}
	if at := r.Survey.HomeOf(f); !at.Rendered {
		p.Manner.Home, p.Manner.Beyond, p.Manner.Lang = at.Lines, at.Beyond, at.Lang
		if at.Closed {
			p.Manner.Closed = 1
		}
	}
	r.Planner = nil
	return r.Commit(ctx, Commit{Profile: &p})
}
