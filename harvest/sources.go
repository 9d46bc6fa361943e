package harvest

import (
	"context"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A site may have several searches, each for things of its own kind. Each is a source: a
// harvest with a ledger, a profile and an estimate of its own, under the name of the site
// and that of what is searched. The one most worth asking is the site's own; the others
// follow once that has ended. Who says which form is asked, or something of its controls,
// means that one, and the others are only told.

// RunAll harvests the best search of a site, or goes on with its harvest, and then its
// other ones; see Run. The summary is that of the first, with the others in its Sources.
// The limits of o are of all of them together.
func RunAll(ctx context.Context, site Site, o Options, n Network, s Store, report func(Event)) (Summary, error) {
	alone := o.Form != "" || o.Profile != nil && o.Profile.Form != nil || o.DryRun || o.Questions != nil || o.Profile != nil && o.Profile.Questions != nil || len(o.Roles)+len(o.Labels)+len(o.Capabilities) > 0
	o.Beside = !alone
	began := time.Now()
	sum, err := Run(ctx, site, o, n, s, report)
	if err != nil || alone || !sum.whole {
		return sum, err
	}
	held, sent := []func(string) bool{sum.holds}, sum.sent
	for _, next := range sum.others {
		of := o
		of.Form = next.form.ID
		of.Held = func(key string) bool {
			for _, has := range held {
				if has(key) {
					return true
				}
			}
			return false
		}
		if o.MaxRequests > 0 {
			of.MaxRequests = o.MaxRequests - sent
		}
		if o.MaxDuration > 0 {
			of.MaxDuration = o.MaxDuration - time.Since(began)
		}
		if o.MaxRequests > 0 && of.MaxRequests <= 0 || o.MaxDuration > 0 && of.MaxDuration <= 0 {
			why := fmt.Sprintf("%s was not asked yet: the limit that was set is reached, and the same command goes on", next.name)
			sum.Aside, sum.Stop.Reason = append(sum.Aside, why), sum.Stop.Reason+". "+why
			continue
		}
		other, err := Run(ctx, Site{Name: next.name, Start: next.start}, of, n, s, report)
		if err != nil {
			return sum, err
		}
		sum.Sources = append(sum.Sources, other)
		sent += other.sent
		held = append(held, other.holds)
		if !other.whole {
			break
		}
	}
	return sum, nil
}

// source is another search of a site.
type source struct {
	name  string
	form  forms.Form
	start page.URL // from where it is found
}

// lookBeside looks at what the site calls a search beside the one that was asked.
func (r *run) lookBeside(ctx context.Context) error {
	if r.State.Profile.Form == nil || r.Options.Held != nil {
		return nil
	}
	further := r.Survey.Searches(r.State.Profile.Form)
	if listed, only := r.ending.idleOnly(); only { // it may be a filter of a list, and what that lists have the search
		if u, seen := r.Survey.Called(r.State.Profile.Form, listed); !seen && !u.IsZero() {
			further = append(further, u)
		}
	}
	for _, u := range further {
		if r.Budget.Over() != nil {
			return nil
		}
		if r.LeavesOut(u) != "" {
			continue
		}
		if stop, err := r.Visit(ctx, u, "is it another search?"); stop != nil || err != nil {
			return err
		}
	}
	return nil
}
