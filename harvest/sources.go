package harvest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A site may have several searches, each for things of its own kind. Each is a source: a
// harvest with a ledger, a profile and an estimate of its own, under the name of the site
// and that of what is searched. The one most worth asking is the site's own; the others
// follow once that has ended. Who says which forms are asked means these, in that order; who
// says something of one form's controls means that one; and the others are only told.

// RunAll harvests the best search of a site, or goes on with its harvest, and then its
// other ones; see Run. The summary is that of the first, with the others in its Sources.
// The limits of o are of all of them together.
func RunAll(ctx context.Context, site Site, o Options, n Network, s Store, report func(Event)) (Summary, error) {
	named := len(o.Also) > 0
	alone := !named && (o.Form != "" || o.DryRun || o.Questions != nil || o.Profile != nil && o.Profile.Questions != nil || len(o.Roles)+len(o.Capabilities) > 0)
	o.Beside = !alone && !named
	began := time.Now()
	sum, err := Run(ctx, site, o, n, s, report)
	// A form that is not there says nothing of the others that a person names.
	ended := func(s Summary) bool { return s.whole || named && (s.Stop.Kind == NoForm || o.DryRun) }
	if err != nil || alone || !ended(sum) {
		return sum, err
	}
	others := sum.others
	if named {
		others = chosen(site, o.Also, sum.others)
	}
	held, sent := []func(string) bool{sum.holds}, sum.sent
	for _, next := range others {
		of := o
		of.Form, of.Also, of.Profile = next.choice, nil, nil // what a profile says is of its form
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
		other.Named = named
		sum.Sources = append(sum.Sources, other)
		sent += other.sent
		held = append(held, other.holds)
		if !ended(other) {
			break
		}
	}
	return sum, nil
}

// source is another search of a site.
type source struct {
	name   string
	choice string // what Options.Form calls its form
	form   forms.Form
	start  page.URL // from where it is found
}

// SourceName returns the name of the search of a site that a person chooses beside its first
// one.
func SourceName(site, choice string) string {
	path, _, _ := strings.Cut(choice, "?")
	return site + "/" + strings.Trim(path, "/")
}

// chosen returns the searches that a person names. They are called by the person's words, so
// that a harvest of them goes on whatever pages were seen before.
func chosen(site Site, choices []string, seen []source) (out []source) {
	for _, choice := range choices {
		s := source{name: SourceName(site.Name, choice), choice: choice, start: site.Start}
		for _, other := range seen {
			if other.form.CalledBy(choice) {
				s.start = other.start
			}
		}
		out = append(out, s)
	}
	return out
}

// lookAround looks at where the site begins and at the page of the form, where a person's
// profile told the form, so that no page was looked at to find it.
func (r *run) lookAround(ctx context.Context) (*Stop, error) {
	if r.Survey.Visits() > 0 {
		return nil, nil
	}
	for i, u := range []page.URL{r.Site.Start, r.State.Profile.Form.Page} {
		if r.Budget.Over() != nil || r.LeavesOut(u) != "" || i > 0 && u == r.Site.Start {
			continue
		}
		if stop, err := r.Visit(ctx, u, "the form is known from a profile: what else is there?"); stop != nil || err != nil {
			return stop, err
		}
	}
	return nil, nil
}

// lookBeside looks at what the site calls a search beside the one that was asked.
func (r *run) lookBeside(ctx context.Context) error {
	if r.State.Profile.Form == nil || r.Options.Held != nil {
		return nil
	}
	if stop, err := r.lookAround(ctx); stop != nil || err != nil {
		return err
	}
	further := r.Survey.Searches(r.State.Profile.Form)
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
