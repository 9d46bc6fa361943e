package finding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

// Search surveys the site until a search interface is good enough, or nothing is
// left to look at, or as many pages as most were, and returns the best one; nil where there is none.
func (r *Finder) Search(ctx context.Context, most int) (*forms.Form, *ledger.Stop, error) {
	for {
		best := r.Survey.Best(r.Options.Form)
		u, why, more := r.Survey.Next()
		enough := best != nil && (r.Options.Form != "" || r.Survey.Enough(best))
		if enough || !more || r.Survey.Visits() >= most {
			none := best == nil || r.Options.Form == "" && (best.IsRow() || best.IsLone()) // which is asked where nothing takes a word
			if none && r.unseen() {
				// Perhaps scripts draw it.
				r.Survey.Render = true
				if stop, err := r.Visit(ctx, r.Site.Start, "the start page, in a browser"); stop != nil || err != nil {
					return nil, stop, err
				}
				continue
			}
			if none && r.exploring() {
				if at, ok := r.Survey.Unexplored(); ok {
					if stop := r.Budget.Over(); stop != nil {
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
		if stop := r.Budget.Over(); stop != nil {
			return nil, stop, nil
		}
		stop, err := r.Visit(ctx, u, why)
		if stop != nil || err != nil {
			return nil, stop, err
		}
	}
}

// Visit fetches one page of the survey and commits what it shows.
func (r *Finder) Visit(ctx context.Context, u page.URL, why string) (*ledger.Stop, error) {
	v := surface.Visit{URL: u}
	p, stop, err := r.Look(ctx, u, &v)
	if stop != nil {
		return stop, nil
	}
	return r.Arrive(ctx, v, p, err, why)
}

// Arrive commits what a page of the survey shows, or why it could not be had.
func (r *Finder) Arrive(ctx context.Context, v surface.Visit, p *page.Page, err error, why string) (*ledger.Stop, error) {
	var found []forms.Form
	r.Last = page.Request{}
	switch {
	case err != nil:
		refused, ok := errors.AsType[*fetch.RefusedError](err)
		if ok && refused.Guard == "robots" && r.Survey.Visits() == 0 {
			return &ledger.Stop{Kind: ledger.Forbidden, Reason: fmt.Sprintf("robots.txt forbids the start page: %s", refused.Rule)}, nil
		}
		v.Note = err.Error()
	default:
		v.Final, v.Status, r.Last = p.Final, p.Status, survey.Asked(v)
		reading, err := surface.Read(p)
		if err != nil {
			v.Note = err.Error()
			break
		}
		v.Links = reading.Links
		if r.Survey.Visits() == 0 {
			v.Links = append(v.Links, r.sitemaps(p.Final)...)
		}
		v.Links = append(v.Links, leading(p)...)
		v.Links = formfirst.MostPromising(v.Links, maxLinks)
		doc := reading.Document
		if doc == nil { // a sitemap, a feed and the like
			found = described(p.Final, reading.Links)
			for _, l := range reading.Links {
				r.collectSeeds(l.Anchor)
			}
			break
		}
		found = forms.Parse(doc)
		if p.Request.Render {
			firstSteps(&v, doc)
		}
		for i := range found {
			found[i].Opened = v.Steps
			if r.Survey.Worth(&found[i]) > 0 && !found[i].IsRow() {
				v.Reward = 1
				if q, stop := r.LearnSession(ctx, v.URL, found[i], p); stop != nil {
					return stop, nil
				} else if q != p {
					return r.Arrive(ctx, v, q, nil, why)
				}
			}
		}
		if v.Reward > 0 {
			r.collectIdle(doc)
			outline := extract.OutlineOf(doc)
			r.Survey.AtHome(p.Final, survey.Home{Lines: outline.Lines, Beyond: outline.Beyond, Lang: manner.Lang(doc), Closed: extract.Closed(p.Body), Rendered: p.Request.Render})
		}
		if r.State.Profile.Lang == "" {
			r.State.Profile.Lang, _, _ = strings.Cut(doc.Lang, "-")
		}
		r.collectSeeds(page.Text(doc.Root))
	}
	r.Survey.Observe(v, found)
	r.Survey.Show(found)
	c := ledger.Commit{Step: &ledger.Step{Visit: &v, Forms: found}, Page: p, Profile: &r.State.Profile}
	if err := r.Commit(ctx, c); err != nil {
		return nil, err
	}
	r.Visits += v.Requests
	r.Tell("visit", fmt.Sprintf("%s (%s): %d forms, %d links%s", v.URL, why, len(found), len(v.Links), session.Note(v.Note)))
	if r.Object != nil {
		return nil, r.Object(r.Survey.Forms())
	}
	return nil, nil
}

// described returns the search that an OpenSearch description at u names.
func described(u page.URL, links []surface.Link) (out []forms.Form) {
	for _, l := range links {
		if l.Kind == surface.OpenSearch {
			if f, is := forms.ByTemplate(u, l.Around, "an OpenSearch description of the site names it"); is {
				out = append(out, f)
			}
		}
	}
	return out
}

// maxLinks bounds the links kept of one page: a sitemap may have 50,000.
const maxLinks = 2000

// sitemaps returns links to what the robots.txt that came with u names.
func (r *Finder) sitemaps(u page.URL) []surface.Link {
	for _, host := range r.Net.Hosts(u.Site()) {
		if host.Host == u.Origin() {
			return surface.Sitemaps(host.Robots, u)
		}
	}
	return nil
}

// unseen reports whether the survey found nothing though pages run scripts, and
// none was shown in a browser.
func (r *Finder) unseen() bool {
	return r.Options.Browser == session.RenderAuto && r.MayRender() && !r.Survey.Render && r.Survey.Scripts
}

// maxIdle bounds the titles kept of what form pages list unasked.
const maxIdle = 200

// collectIdle keeps what reads like records on the page of a search form: an
// answer that shows only that is the form again, not an answer.
func (r *Finder) collectIdle(doc *page.Document) {
	idle := &r.State.Profile.Idle
	for _, rec := range extract.Read(doc, extract.Options{}).Records {
		if len(*idle) < maxIdle && !slices.Contains(*idle, rec.Title) {
			*idle = append(*idle, rec.Title)
		}
	}
}

// NoForm says why there is nothing to ask.
func (r *Finder) NoForm() *ledger.Stop {
	switch {
	case len(r.Survey.Barren()) > 0:
		return &ledger.Stop{Kind: ledger.Exhausted, Reason: fmt.Sprintf("%s, and %d pages have no other search form", r.State.Profile.Barren.Why, r.Survey.Visits())}
	case r.Survey.Failed() != "":
		return &ledger.Stop{Kind: ledger.Broken, Reason: fmt.Sprintf("the start page cannot be had: %s. If it is not the site that was meant, `hadal db forget %s` removes it", r.Survey.Failed(), r.Site.Name)}
	case r.Options.Form != "":
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("none of the %d forms on %d pages is the one chosen (%q): `hadal forms %s` lists those of a page",
			len(r.Survey.Forms()), r.Survey.Visits(), r.Options.Form, r.Site.Start)}
	}
	for _, f := range r.Survey.Forms() {
		if f.ByScript() != "" && f.Askable() == nil && r.NoBrowser != nil {
			return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("%s has a search box that only scripts drive (%s): %v", f.Page, f.Fields[0].Label, r.NoBrowser)}
		}
		if f.ByScript() != "" && f.Askable() == nil && r.Options.Browser == session.RenderNever {
			return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("%s has a search box that only scripts drive (%s): it needs a browser, which --browser never forbids", f.Page, f.Fields[0].Label)}
		}
		if f.Purpose == forms.Search && !f.Submit {
			what, name := fmt.Sprintf("form %d", f.Index), strconv.Itoa(f.Index)
			if f.Index < 0 {
				what, name = "what stands outside any form", f.ID
			}
			return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("%s on %s looks like a search but is not submitted: %s; name it with --form %s to overrule doubts",
				what, f.Page, strings.Join(f.Reasons, ", "), name)}
		}
	}
	if r.Options.Browser == session.RenderNever && r.Survey.Shell != "" {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages as served, which are drawn by scripts (%s): they need a browser, which --browser never forbids", r.Survey.Visits(), r.Survey.Shell)}
	}
	if r.NoBrowser != nil {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages as served, and their scripts cannot run: %v", r.Survey.Visits(), r.NoBrowser)}
	}
	if f, choice := r.choice(http.MethodGet); f != nil {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages. Nothing says what the choice (%s) in form %d of %s leads to: if it only shows what there is, ask it with --form %d",
			r.Survey.Visits(), choice, f.Index, f.Page, f.Index)}
	}
	if f, choice := r.choice(http.MethodPost); f != nil {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages. Form %d of %s offers a choice (%s) by POST, which is sent for a search only: if the search stands behind it, make the choice in a browser and start at the page that it leads to",
			r.Survey.Visits(), f.Index, f.Page, choice)}
	}
	if left := r.Survey.Left(); left != "" {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages. %s, and nothing says what it leads to: if the search stands behind it, make the choice in a browser and start at the page that it leads to", r.Survey.Visits(), left)}
	}
	if r.Survey.AsksWho() {
		return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form on %d pages, and the start page asks who you are: of a site that is yours, or permits it, its entry in hadal.yaml may say so (basic-auth, login, cookies, headers)", r.Survey.Visits())}
	}
	for _, f := range r.Survey.Forms() {
		if at := slices.IndexFunc(f.Fields, func(c forms.Field) bool { return c.Control.IsBox() }); at >= 0 && f.Method == http.MethodGet && doubtful(&f) {
			return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form among %d forms on %d pages; if form %d of %s searches, which has a box (%s) and does not say so, name both with --form %d --roles %q; else start at the page that has the search, or look further with --survey-pages",
				len(r.Survey.Forms()), r.Survey.Visits(), f.Index, f.Page, cmp.Or(f.Fields[at].Label, f.Fields[at].Name), f.Index, f.Fields[at].Name+"=query")}
		}
	}
	vain := ""
	if i := slices.IndexFunc(r.Survey.Forms(), func(f forms.Form) bool { return f.IsRow() && f.Submit }); i >= 0 {
		row := r.Survey.Forms()[i]
		links := row.Fields[0].Options
		vain = fmt.Sprintf(" (a row of links on %s, %s to %s, leads to pages that list nothing)", row.Page, links[0].Label, links[len(links)-1].Label)
	}
	return &ledger.Stop{Kind: ledger.NoForm, Reason: fmt.Sprintf("no search form among %d forms on %d pages%s; start at the page that has it, or look further with --survey-pages",
		len(r.Survey.Forms()), r.Survey.Visits(), vain)}
}

// choice returns a form that Chooses something by a method, and what; nil where there is none.
// One by GET is meant that leads to somewhere unknown, so that the survey did not follow it.
func (r *Finder) choice(method string) (*forms.Form, string) {
	for _, f := range r.Survey.Forms() {
		if menu := Chooses(&f); menu != "" && f.Method == method && (method == http.MethodPost || doubtful(&f) && !r.Survey.Offered(&f)) {
			return &f, menu
		}
	}
	return nil, ""
}

// doubtful reports whether f is sent if the user names it, and not without.
func doubtful(f *forms.Form) bool {
	_, err := f.Fill(nil, forms.Submission{})
	no, ok := errors.AsType[*forms.GuardError](err)
	return ok && no.Doubt
}

// Chooses returns what the first menu of a form is called that has nothing but menus: a search
// may stand behind it; "" for any other form.
func Chooses(f *forms.Form) (menu string) {
	for _, c := range f.Fields {
		switch {
		case c.Control.IsBox():
			return ""
		case c.Control.IsChoice() && len(c.Options) > 1 && menu == "":
			menu = cmp.Or(c.Label, c.Name)
		}
	}
	return menu
}

// Surveyed folds a visit into the survey.
func (r *Finder) Surveyed(s ledger.Step) {
	if !s.Visit.Unfinished {
		r.Survey.Observe(*s.Visit, s.Forms)
	}
}

// Look fetches a page of the survey, in a browser where the site needs one, or
// where the page itself shows nothing without.
func (r *Finder) Look(ctx context.Context, u page.URL, v *surface.Visit) (p *page.Page, stop *ledger.Stop, err error) {
	if r.Renders() || r.Survey.Render && r.MayRender() {
		p, stop, err = r.Fetch(ctx, page.Get(u).Rendered())
		if !r.Missing(err) {
			v.Rendered = err == nil && stop == nil
			return p, stop, err
		}
	}
	p, stop, err = r.Fetch(ctx, page.Get(u))
	if stop != nil || err != nil {
		return p, stop, err
	}
	doc, docErr := p.Document()
	if docErr != nil {
		return p, stop, err
	}
	r.Survey.Scripts = r.Survey.Scripts || survey.HasScripts(doc)
	why := survey.ScriptsOnly(doc)
	r.Survey.Shell = cmp.Or(r.Survey.Shell, why)
	if why == "" || !r.MayRender() {
		return p, stop, err
	}
	shown, stop, shownErr := r.Fetch(ctx, page.Get(u).Rendered())
	if stop != nil {
		return nil, stop, nil
	}
	if shownErr != nil {
		if !r.Missing(shownErr) {
			v.Note = "in a browser: " + shownErr.Error()
		}
		return p, nil, nil
	}
	v.Rendered = true
	if b := r.State.Profile.Browser; b != nil && b.Tried { // of the form: pages like it are seen as they are, and asked as was found best
		r.Survey.Render = true
		return shown, nil, nil
	}
	r.State.Profile.Browsing().Render = true
	r.State.Profile.Browser.Why = why
	r.Tell("note", "pages are shown in a browser: "+why)
	return shown, nil, nil
}

// presses bounds what is pressed on one page.
const presses = 12

// exploring reports whether controls may be pressed to see where they lead: on
// a site that runs scripts, with a browser.
func (r *Finder) exploring() bool {
	return r.MayRender() && (r.Survey.Scripts || r.Survey.Render)
}

// firstSteps adds what to do on the page of a visit for what scripts draw behind a choice, before
// what else leads on from there. Buttons by which a choice is made lead nowhere else.
func firstSteps(v *surface.Visit, doc *page.Document) {
	leads := func(button string) bool {
		return slices.ContainsFunc(v.Leads, func(l page.Lead) bool { return l.Text == button })
	}
	first := forms.Tabs(doc)
	if v.Explored || len(v.Steps) > 0 {
		var steps []page.Lead
		steps, v.Left = forms.FirstSteps(doc, leads)
		first = append(first, steps...)
	}
	for i, l := range first {
		first[i].Steps = slices.Concat(v.Steps, l.Steps)
	}
	v.Leads = append(first, v.Leads...)
}

// Reach visits what a choice before the search leads to.
func (r *Finder) Reach(ctx context.Context, to page.Request, why string) (*ledger.Stop, error) {
	steps, err := to.Steps()
	if err != nil || len(steps) == 0 {
		return r.Visit(ctx, to.URL, why)
	}
	v := surface.Visit{URL: to.URL, Steps: steps}
	p, stop, err := r.Fetch(ctx, to)
	if stop != nil {
		return stop, nil
	}
	v.Rendered = err == nil
	r.Missing(err)
	return r.Arrive(ctx, v, p, err, why)
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
