package survey

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
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
	leads []Place // not yet followed, of a choice the first one
	kin   []Place // of choices, all of them
	done  []Place // explored or followed
}

// Place is a page, or what it shows after steps.
type Place struct {
	URL   page.URL
	Steps []page.Step
	Says  string // what the control says that led there
	Of    string // and what the choice is called that it is of
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
		to := Place{v.URL, l.Steps, l.Text, l.Of}
		if to.again() || slices.ContainsFunc(h.kin, to.stoodBefore) {
			continue
		}
		first := to.Of == "" || !to.chosen() || // what is pressed may lead to anything: each is followed
			!slices.ContainsFunc(h.kin, to.beside)
		if to.Of != "" && !slices.ContainsFunc(h.kin, to.same) {
			h.kin = append(h.kin, to)
		}
		if first && presses(l.Steps) <= stepsDeep && !slices.ContainsFunc(h.leads, to.same) {
			h.leads = append(h.leads, to)
		}
	}
}

// presses counts the steps that a choice is not made by.
func presses(steps []page.Step) (n int) {
	for _, s := range steps {
		if !s.Opens {
			n++
		}
	}
	return n
}

// beside reports whether two places stand behind one choice: the same is done, but with another value.
func (p Place) beside(o Place) bool {
	if p.URL != o.URL || p.Of != o.Of || len(p.Steps) != len(o.Steps) {
		return false
	}
	n := len(p.Steps) - len(p.own())
	return slices.Equal(p.Steps[:n], o.Steps[:n])
}

// chosen reports whether a place stands behind a value that is chosen, not only behind presses.
func (p Place) chosen() bool {
	return slices.ContainsFunc(p.own(), func(s page.Step) bool { return s.Opens })
}

// again reports whether a place stands behind two values of one choice, between which nothing else
// was done.
func (p Place) again() bool {
	last := len(p.Steps) - 1
	for i := last - 1; i >= 0 && p.Steps[i].Opens; i-- {
		if p.Steps[i].At == p.Steps[last].At {
			return true
		}
	}
	return false
}

// stoodBefore reports whether the choice that leads to a place is o, which could be made already
// before something else was done there: that has drawn nothing new.
func (p Place) stoodBefore(o Place) bool {
	way, before := p.Steps[:len(p.Steps)-len(p.own())], o.Steps[:len(o.Steps)-len(o.own())]
	return p.Of != "" && p.URL == o.URL && p.Of == o.Of && len(before) < len(way) && slices.Equal(before, way[:len(before)]) && slices.Equal(p.own(), o.own())
}

// own returns the steps of the last choice on the way to a place.
func (p Place) own() []page.Step {
	last := 0
	for i, s := range p.Steps[:max(len(p.Steps)-1, 0)] {
		if !s.Opens {
			last = i + 1
		}
	}
	return p.Steps[last:]
}

// choices returns the options of the choices that were made on the way to f, those that led there
// first, and what the page calls them.
func (h *hidden) choices(f *forms.Form) (out []forms.Option, asks []string, sure bool) {
	i := slices.IndexFunc(h.kin, Place{URL: f.Page, Steps: f.Opened}.same)
	if len(f.Opened) == 0 { // the tabs beside the one that is open
		i = slices.IndexFunc(h.kin, func(p Place) bool { return p.URL == f.Page && presses(p.Steps) == 0 })
	}
	if i < 0 {
		return nil, nil, false
	}
	out, asks = h.with(h.kin[i]), []string{h.kin[i].Of}
	for end := len(f.Opened) - 1; end > 0; end-- { // steps before it
		if i := slices.IndexFunc(h.kin, Place{URL: f.Page, Steps: f.Opened[:end]}.same); i >= 0 {
			before := h.with(h.kin[i])
			asks = slices.Insert(asks, 0, h.kin[i].Of)
			for j := range out {
				out[j] = forms.Stepped(before[0], out[j])
			}
			out = append(out, before[1:]...)
		}
	}
	return out[:min(len(out), mostChoices)], asks, len(out) > 1
}

// with returns the options of the choice that a place stands behind, that one first.
func (h *hidden) with(p Place) (out []forms.Option) {
	for _, k := range h.kin {
		switch {
		case k.same(p):
			out = slices.Insert(out, 0, k.option())
		case k.beside(p):
			out = append(out, k.option())
		}
	}
	return out
}

func (p Place) option() forms.Option {
	o := forms.Option{Label: p.Says, Leads: forms.LeadingTo(page.Get(p.URL).Rendered(p.Steps...))}
	for _, s := range p.own() {
		if s.Opens {
			o.Of = append(o.Of, s.Text)
		}
	}
	return o
}

// beyond returns the options of the choice that is made behind an option of another one.
func (h *hidden) beyond(o forms.Option) (out []forms.Option) {
	to := forms.Leads(o)
	way, _ := to.Steps()
	further := 0
	for _, k := range h.kin {
		if n := len(way); k.URL == to.URL && len(k.Steps) > n && slices.Equal(k.Steps[:n], way) && (further == 0 || further == len(k.Steps)) {
			further = len(k.Steps)
			out = append(out, forms.Stepped(o, k.option()))
		}
	}
	return out
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
