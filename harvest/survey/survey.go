// Package survey holds what visits to a site have shown: where to look next for its
// search interface, which of those found is most worth asking, and what was left aside.
//
// It is a fold of the visits of the ledger. It fetches nothing and submits nothing.
package survey

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
)

// stepsCost is what a form is worth less for being asked by steps in a browser.
const stepsCost = 0.05

// goodEnough is the worth of a form at which the survey looks no further.
const goodEnough = 0.8

// Survey is the fold of the visits to one site.
type Survey struct {
	Render  bool   // pages are shown in a browser
	Scripts bool   // pages seen as served run scripts
	Shell   string // why a page seen as served is nothing without them; "": none is

	browser  func() bool         // whether boxes that only scripts drive can be used
	within   func(page.URL) bool // whether a page is of the site, and may be looked at
	frontier *surface.Frontier
	visits   int
	failed   string // why the first visit failed
	asksWho  bool   // the first page wants to know who asks
	left     string // a choice that is not made, and where
	all      []forms.Form
	now      []forms.Form                  // those that a page of this run showed
	homes    map[page.URL]Home             // pages with a search form
	seen     map[string]bool               // Form.ID
	hidden   hidden                        // what is reached by pressing only
	barren   []string                      // Form.ID of those that were asked, and brought nothing
	refuted  []string                      // and of rows of links that lead to no lists
	linked   leads                         // what the pages lead to, the first ones
	reached  map[string]page.URL           // by Form.ID: the address that was asked when the form was first seen
	asked    map[page.URL]bool             // addresses that were visited, with whatever outcome
	shows    map[page.Request][]forms.Form // by what was asked: what that page showed, where it was had
}

// New returns the survey of a site of which nothing was seen but its start page's
// address; browser tells whether a browser can be used, and within which of its pages
// are looked at.
func New(start page.URL, seed uint64, browser func() bool, within func(page.URL) bool) *Survey {
	ours := func(u page.URL) bool { return u.Site() == start.Site() && within(u) }
	return &Survey{
		browser: browser, within: ours, homes: map[page.URL]Home{}, seen: map[string]bool{}, reached: map[string]page.URL{}, asked: map[page.URL]bool{}, shows: map[page.Request][]forms.Form{},
		frontier: surface.NewFrontier(ours, formfirst.New(seed), start),
	}
}

// Visits returns how many pages were looked at.
func (s *Survey) Visits() int { return s.visits }

// Forms returns the forms found, each once.
func (s *Survey) Forms() []forms.Form { return s.all }

// Failed returns why the only visit, that of the start page, failed; "" where it did
// not, or there were others.
func (s *Survey) Failed() string {
	if s.visits > 1 {
		return ""
	}
	return s.failed
}

// AsksWho reports whether the start page wants to know who asks: it does not answer
// otherwise, or is for logging in.
func (s *Survey) AsksWho() bool { return s.asksWho }

// Barren returns the IDs of the forms that were asked in vain.
func (s *Survey) Barren() []string { return s.barren }

// LeaveOut sets the IDs of the forms that were asked in vain.
func (s *Survey) LeaveOut(ids []string) { s.barren = ids }

// Refute leaves a row of links out that leads to no lists.
func (s *Survey) Refute(f *forms.Form) { s.refuted = append(s.refuted, f.ID) }

// Next returns the page to look at next and why; more is false where none is left.
func (s *Survey) Next() (u page.URL, why string, more bool) { return s.frontier.Next() }

// Enough reports whether a form is worth so much that the survey looks no further. A box outside
// any form that says that it filters may narrow down nothing but what its own page lists: then
// as many pages are looked at as lead to a search on most sites.
func (s *Survey) Enough(f *forms.Form) bool {
	return s.Worth(f) >= goodEnough && (s.visits >= mostLead || !f.FiltersPage())
}

// mostLead is how many pages lead to a search where there is one, on most sites.
const mostLead = 15

// Left says which choice before what scripts draw is not made, and where; "" for none.
func (s *Survey) Left() string { return s.left }

// Unexplored returns where to look next by pressing what is no link.
func (s *Survey) Unexplored() (Place, bool) { return s.hidden.next() }

// Home is the page of a search form.
type Home struct {
	Lines    []uint64         // of its outline
	Beyond   []extract.Beyond // of them, those with letters beyond ASCII
	Lang     string
	Closed   bool // it ends as pages do
	Rendered bool
}

// AtHome notes the page of a search form.
func (s *Survey) AtHome(u page.URL, h Home) { s.homes[u] = h }

// HomeOf returns what was noted of the page of a form; nothing where that page only names
// it, so that answers need not look like it.
func (s *Survey) HomeOf(f forms.Form) Home {
	if f.Declared {
		return Home{}
	}
	return s.homes[f.Page]
}

// Observe folds in a visit and the forms that were found.
func (s *Survey) Observe(v surface.Visit, found []forms.Form) {
	s.visits++
	if s.visits == 1 && v.Status == 0 {
		s.failed = v.Note
	}
	if s.visits == 1 {
		is := func(p forms.Purpose) bool {
			return slices.ContainsFunc(found, func(f forms.Form) bool { return f.Purpose == p })
		}
		s.asksWho = v.Status == http.StatusUnauthorized || is(forms.Login) && !is(forms.Search)
	}
	s.frontier.Observe(v)
	s.linked.note(v)
	s.hidden.observe(v)
	if v.Left != "" && s.left == "" {
		s.left = fmt.Sprintf("%s offers a choice (%s)", v.URL, v.Left)
	}
	s.Render = s.Render || v.Rendered
	s.asked[v.URL] = true
	if _, had := s.shows[Asked(v)]; v.Status > 0 && v.Status < 400 && (len(found) > 0 || !had) {
		s.shows[Asked(v)] = found
	}
	for _, f := range found {
		if !s.seen[f.ID] { // a search box in every page's header is one interface
			s.seen[f.ID], s.reached[f.ID] = true, v.URL
			s.all = append(s.all, f)
		} else if i := slices.IndexFunc(s.all, func(g forms.Form) bool { return g.ID == f.ID }); s.all[i].Unseen && !f.Unseen {
			s.all[i], s.reached[f.ID] = f, v.URL // opened by now
		}
	}
}

// Asked is what was asked for in a visit.
func Asked(v surface.Visit) page.Request {
	if len(v.Steps) > 0 {
		return page.Get(v.URL).Rendered(v.Steps...)
	}
	return page.Get(v.URL)
}

// Best returns the search interface most worth asking; nil where there is
// none. With choice, it returns the form that the user chose, whatever it is.
func (s *Survey) Best(choice string) *forms.Form {
	var best *forms.Form
	for i := range s.all {
		f := &s.all[i]
		if choice != "" {
			if f.CalledBy(choice) {
				return f
			}
			continue
		}
		if s.Worth(f) > 0 && (best == nil || s.Worth(f) > s.Worth(best)) {
			best = f
		}
	}
	return best
}

// Worth is Worth, with a browser where the site is shown in one; 0 for a form
// that was asked in vain.
func (s *Survey) Worth(f *forms.Form) float64 {
	if slices.Contains(s.barren, f.ID) || slices.Contains(s.refuted, f.ID) {
		return 0
	}
	return Worth(f, s.browser())
}

// Worth ranks search interfaces: the confidence that it is one, and a little
// for each control that narrows a question down. It is 0 for a form that is
// none, and for one that cannot be asked without a browser where there is none.
func Worth(f *forms.Form, browser bool) float64 {
	if f.Purpose != forms.Search || !f.Submit && (!browser || f.Askable() != nil) {
		return 0
	}
	worth, asks := f.Score, false
	if !f.Submit {
		worth -= stepsCost
	}
	for _, field := range f.Fields {
		switch {
		case field.Role == forms.QueryRole:
			asks = true
			worth += 0.05
		case field.Role.Selects():
			asks = true
			worth += 0.01
		}
	}
	if !asks {
		return 0 // nothing in it selects records
	}
	return min(worth, f.Score+0.12)
}

// Show keeps forms as a page of this run shows them.
func (s *Survey) Show(found []forms.Form) {
	for _, f := range found {
		s.now = append(slices.DeleteFunc(s.now, func(g forms.Form) bool { return g.ID == f.ID }), f)
	}
}

// Shown returns a form as a page of this run showed it; nil where none did.
func (s *Survey) Shown(f forms.Form) *forms.Form {
	i := slices.IndexFunc(s.now, func(g forms.Form) bool { return g.ID == f.ID })
	sentSo := func(g forms.Form) bool { return g.Method == f.Method && g.Action.Canonical() == f.Action.Canonical() }
	if i < 0 { // of several that are sent so, the one that people see the same in
		i = slices.IndexFunc(s.now, func(g forms.Form) bool { return sentSo(g) && f.Alike(&g) })
	}
	if i < 0 {
		i = slices.IndexFunc(s.now, sentSo)
	}
	if i < 0 {
		return nil
	}
	return &s.now[i]
}
