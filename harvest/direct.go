package harvest

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// asking lets package behind ask the site of a run.
type asking struct{ run *run }

func (a asking) Fetch(ctx context.Context, req page.Request) (*page.Page, *Stop, error) {
	return a.run.fetch(ctx, req)
}

func (a asking) Tell(note string) { a.run.tell("note", note) }

func (a asking) Cookies(site string) (lines []string) {
	for _, h := range a.run.net.Hosts(site) {
		for _, stored := range h.Cookies {
			if _, line, ok := strings.Cut(stored, "\t"); ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// seek learns from a page that a browser showed how to ask the same without one. Where
// that brings all records and questions were asked already, one that lists them may be
// among those: planning begins anew.
func (r *run) seek(ctx context.Context, asked []page.Pair, p *page.Page, records []extract.Record, profile *Profile) (direct *page.Page, stop *Stop, changed bool) {
	found, stop := r.behind.Seek(ctx, asked, p, records, profile, r.planner != nil && r.planner.Held() > 0)
	if found.Whole {
		r.anew = r.planner != nil
	}
	return found.Direct, stop, found.Changed
}

// planAnew lets what was asked so far count for nothing.
func (r *run) planAnew(ctx context.Context) error {
	r.anew = false
	profile := r.state.Profile
	profile.Browsing().Since = r.state.Steps
	r.discard()
	if err := r.commit(ctx, Commit{Profile: &profile}); err != nil {
		return err
	}
	return r.plan()
}

// shortcut is seek for the answer to a question: what came directly takes the
// place of the page.
func (r *run) shortcut(ctx context.Context, ask querygen.Ask, p *page.Page, c *Commit) (direct *page.Page, stop *Stop) {
	if !p.Request.Render || ask.Page > 1 {
		return nil, nil
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil
	}
	profile := r.state.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	res := extract.Read(doc, extract.Options{Query: ask.Query.Words(*profile.Form), Background: profile.Background, Keys: profile.Keys, Nothing: profile.Empty})
	if res.Blocked != "" {
		return nil, nil
	}
	if ask.Query.Nonsense {
		res.Records = nil
	}
	direct, stop, changed := r.seek(ctx, ask.Query.Bind, p, res.Records, &profile)
	if changed {
		c.Profile = &profile
	}
	return direct, stop
}

// seekUnasked is seek while no question is being answered: for a page that is
// shown to compare the ways to ask.
func (r *run) seekUnasked(ctx context.Context, values forms.Values, p *page.Page, idle *page.Document) *Stop {
	doc, err := p.Document()
	if err != nil || !p.Request.Render {
		return nil
	}
	var o extract.Options
	var asked []page.Pair
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			asked, o.Query = append(asked, page.Pair{Name: name, Value: value}), append(o.Query, value)
		}
	}
	if idle != nil {
		o.Background = o.Background.Learn(idle, nil)
	}
	records := extract.Read(doc, o).Records
	if len(records) == 0 {
		o.Background = extract.Background{}
		records = extract.Read(doc, o).Records
	}
	_, stop, _ := r.seek(ctx, asked, p, records, &r.state.Profile)
	return stop
}
