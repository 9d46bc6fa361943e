package harvest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

// find commits the best search interface of the site as the profile's form. A stop
// is returned where there is none.
func (r *run) find(ctx context.Context) (*Stop, error) {
	best, stop, err := r.search(ctx)
	if stop != nil || err != nil {
		return stop, err
	}
	if best == nil {
		return r.noForm(), nil
	}
	return nil, r.choose(ctx, *best)
}

// search surveys the site until a search interface is good enough, or nothing is
// left to look at, and returns the best one; nil where there is none.
func (r *run) search(ctx context.Context) (*forms.Form, *Stop, error) {
	for {
		best := r.survey.Best(r.o.Form)
		u, why, more := r.survey.Next()
		enough := best != nil && (r.o.Form != "" || r.survey.Enough(best))
		if enough || !more || r.survey.Visits() >= r.o.SurveyPages {
			if best == nil && r.unseen() {
				// Perhaps scripts draw it.
				r.survey.Render = true
				if stop, err := r.visit(ctx, r.site.Start, "the start page, in a browser"); stop != nil || err != nil {
					return nil, stop, err
				}
				continue
			}
			if best == nil && r.exploring() {
				if at, ok := r.survey.Unexplored(); ok {
					if stop := r.budget.Over(); stop != nil {
						return nil, stop, nil
					}
					if stop, err := r.explore(ctx, at); stop != nil || err != nil {
						return nil, stop, err
					}
					continue
				}
			}
			return best, nil, nil
		}
		if stop := r.budget.Over(); stop != nil {
			return nil, stop, nil
		}
		stop, err := r.visit(ctx, u, why)
		if stop != nil || err != nil {
			return nil, stop, err
		}
	}
}

// visit fetches one page of the survey and commits what it shows.
func (r *run) visit(ctx context.Context, u page.URL, why string) (*Stop, error) {
	v := surface.Visit{URL: u}
	p, stop, err := r.look(ctx, u, &v)
	if stop != nil {
		return stop, nil
	}
	return r.arrive(ctx, v, p, err, why)
}

// arrive commits what a page of the survey shows, or why it could not be had.
func (r *run) arrive(ctx context.Context, v surface.Visit, p *page.Page, err error, why string) (*Stop, error) {
	var found []forms.Form
	switch {
	case err != nil:
		refused, ok := errors.AsType[*fetch.RefusedError](err)
		if ok && refused.Guard == "robots" && r.survey.Visits() == 0 {
			return &Stop{Kind: Forbidden, Reason: fmt.Sprintf("robots.txt forbids the start page: %s", refused.Rule)}, nil
		}
		v.Note = err.Error()
	default:
		v.Final, v.Status = p.Final, p.Status
		reading, err := surface.Read(p)
		if err != nil {
			v.Note = err.Error()
			break
		}
		v.Links = reading.Links
		if r.survey.Visits() == 0 {
			v.Links = append(v.Links, r.sitemaps(p.Final)...)
		}
		v.Links = append(v.Links, leading(p)...)
		v.Links = formfirst.MostPromising(v.Links, maxLinks)
		doc := reading.Document
		if doc == nil {
			break // a sitemap, a feed and the like
		}
		found = forms.Parse(doc)
		for i := range found {
			found[i].Opened = v.Steps
			if r.survey.Worth(&found[i]) > 0 {
				v.Reward = 1
			}
		}
		if v.Reward > 0 {
			r.collectIdle(doc)
			r.survey.AtHome(p.Final, survey.Home{Lines: extract.OutlineOf(doc, nil).Lines, Closed: extract.Closed(p.Body), Rendered: p.Request.Render})
		}
		r.collectSeeds(doc)
	}
	r.survey.Observe(v, found)
	r.survey.Show(found)
	c := Commit{Step: &Step{Visit: &v, Forms: found}, Page: p, Profile: &r.state.Profile}
	if err := r.commit(ctx, c); err != nil {
		return nil, err
	}
	r.visits += v.Requests
	r.tell("visit", fmt.Sprintf("%s (%s): %d forms, %d links%s", v.URL, why, len(found), len(v.Links), note(v.Note)))
	return nil, nil
}

// maxLinks bounds the links kept of one page: a sitemap may have 50,000.
const maxLinks = 2000

// sitemaps returns links to what the robots.txt that came with u names.
func (r *run) sitemaps(u page.URL) []surface.Link {
	for _, host := range r.net.Hosts(u.Site()) {
		if host.Host == u.Origin() {
			return surface.Sitemaps(host.Robots, u)
		}
	}
	return nil
}

// unseen reports whether the survey found nothing though pages run scripts, and
// none was shown in a browser.
func (r *run) unseen() bool {
	return r.o.Browser == RenderAuto && r.mayRender() && !r.survey.Render && r.survey.Scripts
}

// maxIdle bounds the titles kept of what form pages list unasked.
const maxIdle = 200

// collectIdle keeps what reads like records on the page of a search form: an
// answer that shows only that is the form again, not an answer.
func (r *run) collectIdle(doc *page.Document) {
	idle := &r.state.Profile.Idle
	for _, rec := range extract.Read(doc, extract.Options{}).Records {
		if len(*idle) < maxIdle && !slices.Contains(*idle, rec.Title) {
			*idle = append(*idle, rec.Title)
		}
	}
}

// choose commits the interface that will be asked.
func (r *run) choose(ctx context.Context, f forms.Form) error {
	if r.planner != nil && r.planner.Requests() > 0 {
		return fmt.Errorf("the harvest of %s has answers of another form (%s): start over with --fresh to ask form %s",
			r.site.Name, r.state.Profile.Form.ID, f.ID)
	}
	p := r.state.Profile
	p.Form = &f
	p.Why = f.Reasons
	p.Known = plan.KnownFor(f, r.o.Known)
	p.Manner = Manner{}
	if at := r.survey.HomeOf(f); !at.Rendered {
		p.Manner.Home = at.Lines
		if at.Closed {
			p.Manner.Closed = 1
		}
	}
	r.planner = nil
	return r.commit(ctx, Commit{Profile: &p})
}

// noForm says why there is nothing to ask.
func (r *run) noForm() *Stop {
	switch {
	case len(r.survey.Barren()) > 0:
		return &Stop{Kind: Exhausted, Reason: fmt.Sprintf("%s, and %d pages have no other search form", r.state.Profile.Barren.Why, r.survey.Visits())}
	case r.survey.Failed() != "":
		return &Stop{Kind: Broken, Reason: fmt.Sprintf("the start page cannot be had: %s. If it is not the site that was meant, `hadal db forget %s` removes it", r.survey.Failed(), r.site.Name)}
	case r.o.Form != "":
		return &Stop{Kind: NoForm, Reason: fmt.Sprintf("none of the %d forms on %d pages is the one chosen (%q): `hadal forms %s` lists those of a page",
			len(r.survey.Forms()), r.survey.Visits(), r.o.Form, r.site.Start)}
	}
	for _, f := range r.survey.Forms() {
		if f.Index < 0 && r.noBrowser != nil {
			return &Stop{Kind: NoForm, Reason: fmt.Sprintf("%s has a search box that only scripts drive (%s): %v", f.Page, f.Fields[0].Label, r.noBrowser)}
		}
		if f.Index < 0 && r.o.Browser == RenderNever {
			return &Stop{Kind: NoForm, Reason: fmt.Sprintf("%s has a search box that only scripts drive (%s): it needs a browser, which --browser never forbids", f.Page, f.Fields[0].Label)}
		}
		if f.Purpose == forms.Search && !f.Submit {
			return &Stop{Kind: NoForm, Reason: fmt.Sprintf("form %d of %s looks like a search but is not submitted: %s; name it with --form %d to overrule doubts",
				f.Index, f.Page, strings.Join(f.Reasons, ", "), f.Index)}
		}
	}
	if r.o.Browser == RenderNever && r.survey.Shell != "" {
		return &Stop{Kind: NoForm, Reason: fmt.Sprintf("no search form on %d pages as served, which are drawn by scripts (%s): they need a browser, which --browser never forbids", r.survey.Visits(), r.survey.Shell)}
	}
	if r.noBrowser != nil {
		return &Stop{Kind: NoForm, Reason: fmt.Sprintf("no search form on %d pages as served, and their scripts cannot run: %v", r.survey.Visits(), r.noBrowser)}
	}
	return &Stop{Kind: NoForm, Reason: fmt.Sprintf("no search form among %d forms on %d pages; start at the page that has it, or look further with --survey-pages",
		len(r.survey.Forms()), r.survey.Visits())}
}

func note(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// surveyed folds a visit into the survey.
func (r *run) surveyed(s Step) {
	if !strings.HasPrefix(s.Visit.Note, unfinished) {
		r.survey.Observe(*s.Visit, s.Forms)
	}
}
