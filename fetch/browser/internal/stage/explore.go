package stage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// mostAnew bounds how often one Explore shows the document anew.
const mostAnew = 10

// pressable is a control that may lead somewhere.
type pressable struct {
	At   string `json:"at"`   // selector
	View string `json:"view"` // end of the address that a link names (#/list)
	Text string `json:"text"` // what it says
	Rank int    `json:"rank"` // 0: it is likely to lead to a search

	Alike bool `json:"alike"` // it is one of several alike side by side
}

// Of init.js, in the page's own world.
const (
	markHeard   = `(s => { if (s) { s.mark(); s.exploring = true; s.found = [] } })(window[Symbol.for("hadal")])`
	unmarkHeard = `(s => { if (s) s.unmark() })(window[Symbol.for("hadal")])`
	foundSoFar  = `(s => s ? s.found.splice(0) : [])(window[Symbol.for("hadal")])`
)

// explore presses the controls of the page that say of no address where they
// lead, one after another and as far as the guard lets it, and notes where they
// do: to another page, which is not gone to, to another view of this one, or to
// boxes that were not there before. before are the steps that led here, and
// again takes them once more.
func (s *Stage) explore(step page.Step, before []page.Step, again func() error) error {
	list, err := s.pressables()
	if err != nil {
		return err
	}
	leads := &leadList{before: before}
	var presses []pressable
	for _, c := range list {
		if c.View != "" {
			leads.add(page.Lead{Text: c.Text}, page.Step{Do: page.Go, Text: c.View})
		} else {
			presses = append(presses, c)
		}
	}
	defer func() { s.leads = leads.list }()
	clean, err := call[view](&s.world, "watch")
	if err != nil {
		return err
	}
	anew := 0
	for i, c := range presses {
		if i >= max(step.Times, 1) || !s.time() {
			break
		}
		changed, err := s.try(c, leads)
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		if anew++; anew > mostAnew {
			break
		}
		if clean, err = s.back(again); err != nil {
			return err
		}
	}
	// What is captured is the page as it was.
	now, err := call[view](&s.world, "watch")
	if err == nil && now.Changes != clean.Changes && anew <= mostAnew {
		_, err = s.back(again)
	}
	if err != nil {
		return err
	}
	return s.measure()
}

// pressables returns what may be pressed, and has the page note where it would go.
func (s *Stage) pressables() ([]pressable, error) {
	if _, err := Evaluate[chromedp.Void](s.tab, markHeard); err != nil {
		return nil, err
	}
	list, err := call[[]pressable](&s.world, "pressables")
	if err != nil {
		return nil, err
	}
	_, err = Evaluate[chromedp.Void](s.tab, unmarkHeard)
	return list, err
}

// back shows the page again as it was before something was pressed.
func (s *Stage) back(again func() error) (view, error) {
	if err := s.page.Anew(); err != nil {
		return view{}, err
	}
	if err := again(); err != nil {
		return view{}, err
	}
	if _, err := Evaluate[chromedp.Void](s.tab, markHeard+";"+unmarkHeard); err != nil {
		return view{}, err
	}
	return call[view](&s.world, "watch")
}

// try presses one control and reports whether the page is another now.
func (s *Stage) try(c pressable, leads *leadList) (changed bool, err error) {
	step := page.Step{Do: page.Click, At: c.At}
	e, err := call[*page.Element](&s.world, "find", c.At)
	if err != nil || e == nil || e.Disabled {
		return false, err
	}
	e.Alike = c.Alike && c.Rank > 1
	was, err := call[view](&s.world, "watch")
	if err != nil {
		return false, err
	}
	boxes, err := call[int](&s.world, "boxes")
	if err != nil {
		return false, err
	}
	if err := s.clickHeld(step, *e, c.At); err != nil {
		if _, refused := err.(*stepError); refused {
			return false, nil
		}
		return false, err
	}
	if err := s.settle(2 * pause); err != nil {
		return false, err
	}
	found, err := Evaluate[[]string](s.tab, foundSoFar)
	if err != nil {
		return false, err
	}
	for _, at := range found {
		if u, err := page.ParseURL(at); err == nil {
			leads.add(page.Lead{URL: u, Text: c.Text})
		}
	}
	now, err := call[view](&s.world, "watch")
	if err != nil {
		return false, err
	}
	bare, _, _ := strings.Cut(now.At, "#")
	start, _, _ := strings.Cut(was.At, "#")
	if bare != start || now.At != was.At && now.Changes > was.Changes { // else it is another place on the page
		lead := page.Lead{Text: c.Text}
		if bare != start {
			if u, err := page.ParseURL(now.At); err == nil {
				lead.URL = u
			}
		}
		leads.add(lead, step)
		return true, nil
	}
	after, err := call[int](&s.world, "boxes")
	if err != nil {
		return false, err
	}
	if after > boxes {
		lead := page.Lead{Text: c.Text}
		if e.Alike { // they may be a choice before what they draw
			lead.Of = "choice"
			if len(e.Around) > 0 {
				lead.Of = e.Around[0]
			}
		}
		leads.add(lead, step)
	}
	return after != boxes, nil
}

// leadList collects leads, each once.
type leadList struct {
	before []page.Step
	list   []page.Lead
}

func (l *leadList) add(lead page.Lead, steps ...page.Step) {
	if len(steps) > 0 {
		lead.Steps = slices.Concat(l.before, steps)
	}
	same := func(o page.Lead) bool {
		return o.URL == lead.URL && (!lead.URL.IsZero() || slices.Equal(o.Steps, lead.Steps))
	}
	if !slices.ContainsFunc(l.list, same) {
		l.list = append(l.list, lead)
	}
}

// goTo changes the end of the page's address, by which scripts show its views.
func (s *Stage) goTo(step page.Step) error {
	if !strings.HasPrefix(step.Text, "#") {
		return &stepError{step, fmt.Sprintf("%q is no place on a page", step.Text)}
	}
	to, err := json.Marshal(step.Text)
	if err != nil {
		return err
	}
	if _, err := Evaluate[chromedp.Void](s.tab, "location.hash = "+string(to)); err != nil {
		return err
	}
	return s.settle(2 * pause)
}
