package stage

import (
	"context"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// Judge decides about what has effects; package forms has the rules. Where a
// function is nil nothing is judged.
type Judge struct {
	// Refuse says why an element is not pressed; "" where it may be. asked is set
	// where something has been typed or chosen, which the form's own guard let.
	Refuse func(e page.Element, asked bool) string
	// Send says why what a shown page asks for is not sent; "" where it may be.
	// Other methods than GET and HEAD come here only after something was asked.
	Send    func(page.Sending) string
	Decline func(page.Element) bool // whether pressing it declines what a cookie banner asks
}

// stepError is a step that could not be taken on a page.
type stepError struct {
	Step   page.Step
	Reason string // for people
}

func (e *stepError) Error() string {
	return fmt.Sprintf("%s %s: %s", e.Step.Do, e.Step.At, e.Reason)
}

// How long a page is given, all of it within the time limit of its request.
const (
	appear   = 3 * time.Second        // for the element of a step to be there
	settled  = 150 * time.Millisecond // without a request or a change: the page is at rest
	debounce = 200 * time.Millisecond // that scripts may let pass before they answer, beside timers, which are known
	atMost   = 8 * time.Second        // for one answer to come to rest
)

// Stage is a tab with a page on it, while steps are taken there.
type Stage struct {
	world
	page  Page
	judge Judge
	asked bool        // something has been typed or chosen
	leads []page.Lead // found by Explore
	held  *page.Step  // an end of a slider that has not got where it should

	pressed bool // the mouse's button is held down
}

// New returns the stage of a page that a tab, which is chromedp's context, shows.
func New(tab context.Context, p Page, j Judge) *Stage {
	return &Stage{world: world{tab: tab}, page: p, judge: j}
}

// Page is the page on a stage, for what its scripts do not know.
type Page interface {
	Idle(now time.Time) time.Duration // for how long no request has been under way, 0 while one is
	Requests() int                    // made so far
	Busy() bool                       // it still waits for something
	Waited() time.Duration            // for hosts so far, which is not the page's fault
	Spare() time.Duration             // that it may still cost
	Anew() error                      // shows the document as it was at first
	// Doing is told what forms the page has when something is done to it, and
	// the button of one that is pressed, nil for anything else.
	Doing(forms []page.ShownForm, pressed *page.ShownButton)
}

// view is what the page looks like to one who waits.
type view struct {
	Changes int     `json:"changes"` // of what can be read, so far
	Quiet   float64 `json:"quiet"`   // ms since the last one
	Ready   string  `json:"ready"`   // document.readyState
	At      string  `json:"at"`      // location.href
}

// tell tells of the page's forms, and of the button of one that is pressed.
func (s *Stage) tell(pressed *page.ShownButton) error {
	forms, err := call[[]page.ShownForm](&s.world, "forms")
	if err == nil {
		s.page.Doing(forms, pressed)
	}
	return err
}

// refused says why an element is not pressed, "" where it may be.
func (s *Stage) refused(e page.Element) string {
	if s.judge.Refuse == nil {
		return ""
	}
	return s.judge.Refuse(e, s.asked)
}

func (s *Stage) sleep() error { return fetch.Sleep(s.tab, pause) }

// settle waits until the page is at rest: no request under way and nothing that
// can be read has changed for a while. It begins to count after first, which
// is the time that a script may let pass before it answers at all.
func (s *Stage) settle(first time.Duration) error {
	began, waited := time.Now(), s.page.Waited()
	before, err := call[view](&s.world, "watch")
	if err != nil {
		return err
	}
	answered := false // what the script waits for has begun
	requests := s.page.Requests()
	for {
		if err := s.sleep(); err != nil {
			return err
		}
		v, err := call[view](&s.world, "watch")
		if err != nil {
			return err
		}
		passed := time.Since(began) - (s.page.Waited() - waited)
		if passed > atMost {
			return nil // what it shows by now is the answer
		}
		answered = answered || s.page.Requests() > requests || v.At != before.At
		if passed < first && !answered || v.Ready == "loading" {
			continue
		}
		if s.page.Idle(time.Now()) >= settled && (v.Quiet >= float64(settled/time.Millisecond) || v.Changes == 0) && !s.page.Busy() {
			return nil
		}
	}
}

// find waits for the element of a step to be there, and holds it.
func (s *Stage) find(step page.Step) (page.Element, error) {
	for began := time.Now(); ; {
		e, err := call[*page.Element](&s.world, "find", step.At)
		if err != nil {
			return page.Element{}, &stepError{step, err.Error()}
		}
		if e != nil && (!e.Disabled || time.Since(began) > appear) {
			return *e, nil
		}
		if time.Since(began) > appear {
			return page.Element{}, &stepError{step, "it is not on the page"}
		}
		if err := s.sleep(); err != nil {
			return page.Element{}, err
		}
	}
}

// Snapshot returns the page as HTML, as a person has seen it: shadow trees and
// frames of its own origin in their places, and with the rows that lists have
// shown since the last More began. It ends with ctx, which is chromedp's.
func (s *Stage) Snapshot(ctx context.Context) (string, error) {
	return call[string](&world{ctx, s.id}, "snapshot")
}
