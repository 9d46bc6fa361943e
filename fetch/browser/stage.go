package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/runtime"

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

// StepError is a step that could not be taken on a page.
type StepError struct {
	Step   page.Step
	Reason string // for people
}

func (e *StepError) Error() string {
	return fmt.Sprintf("%s %s: %s", e.Step.Do, e.Step.At, e.Reason)
}

// How long a page is given, all of it within the time limit of its request.
const (
	appear   = 3 * time.Second        // for the element of a step to be there
	pause    = 40 * time.Millisecond  // between two looks at the page
	settled  = 150 * time.Millisecond // without a request or a change: the page is at rest
	debounce = 200 * time.Millisecond // that scripts may let pass before they answer, beside timers, which are known
	atMost   = 8 * time.Second        // for one answer to come to rest
)

// stage is a tab with a page on it, while steps are taken there.
type stage struct {
	tab     context.Context
	network traffic
	judge   Judge
	busy    func() bool                                             // whether the page still waits for something; nil: no telling
	waited  func() time.Duration                                    // for hosts so far, which is not the page's fault; nil: never
	spare   func() time.Duration                                    // that the page may still cost; nil: no limit
	anew    func() error                                            // shows the document as it was at first; nil: it cannot be had again
	doing   func(forms []page.ShownForm, pressed *page.ShownButton) // is told what the page has when something is done to it; nil: nobody
	asked   bool                                                    // something has been typed or chosen
	leads   []page.Lead                                             // found by Explore
	world   runtime.ExecutionContextID                              // of person.js in the document; 0: not there yet
}

// traffic is the requests that a page makes.
type traffic interface {
	idle(now time.Time) time.Duration // for how long none has been under way, 0 while one is
	requests() int                    // so far
}

// view is what the page looks like to one who waits.
type view struct {
	Changes int     `json:"changes"` // of what can be read, so far
	Quiet   float64 `json:"quiet"`   // ms since the last one
	Ready   string  `json:"ready"`   // document.readyState
	At      string  `json:"at"`      // location.href
}

// perform takes the steps in order, waiting after each until the page is at
// rest. begin is called before each with its number, from 1. unfinished reports
// that the last More ended by its bound, not because there was nothing further.
func (s *stage) perform(steps []page.Step, begin func(int)) (unfinished bool, err error) {
	if err := s.declineBanner(); err != nil {
		return false, err
	}
	for i, step := range steps {
		begin(i + 1)
		s.asked = len(words(steps, i+1)) > 0
		if err := s.tell(nil); err != nil {
			return false, err
		}
		switch step.Do {
		case page.TypeText:
			err = s.typeText(step)
		case page.Choose:
			err = s.choose(step)
		case page.Press:
			err = s.pressKey(step)
		case page.Click:
			err = s.click(step)
		case page.Go:
			err = s.goTo(step)
		case page.Explore:
			err = s.explore(step, steps[:i])
		case page.More:
			unfinished, err = s.more(step)
		default:
			err = &StepError{step, "there is no such step"}
		}
		if err != nil {
			return false, err
		}
	}
	return unfinished, nil
}

// tell tells of the page's forms, and of the button of one that is pressed.
func (s *stage) tell(pressed *page.ShownButton) error {
	if s.doing == nil {
		return nil
	}
	forms, err := call[[]page.ShownForm](s, "forms")
	if err == nil {
		s.doing(forms, pressed)
	}
	return err
}

// refused says why an element is not pressed, "" where it may be.
func (s *stage) refused(e page.Element) string {
	if s.judge.Refuse == nil {
		return ""
	}
	return s.judge.Refuse(e, s.asked)
}

func (s *stage) sleep(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-s.tab.Done():
		return s.tab.Err()
	}
}

// settle waits until the page is at rest: no request under way and nothing that
// can be read has changed for a while. It begins to count after first, which
// is the time that a script may let pass before it answers at all.
func (s *stage) settle(first time.Duration) error {
	began, waited := time.Now(), s.forHosts()
	before, err := call[view](s, "watch")
	if err != nil {
		return err
	}
	answered := false // what the script waits for has begun
	requests := s.network.requests()
	for {
		if err := s.sleep(pause); err != nil {
			return err
		}
		v, err := call[view](s, "watch")
		if err != nil {
			return err
		}
		passed := time.Since(began) - (s.forHosts() - waited)
		if passed > atMost {
			return nil // what it shows by now is the answer
		}
		answered = answered || s.network.requests() > requests || v.At != before.At
		if passed < first && !answered || v.Ready == "loading" {
			continue
		}
		if s.network.idle(time.Now()) >= settled && (v.Quiet >= float64(settled/time.Millisecond) || v.Changes == 0) && (s.busy == nil || !s.busy()) {
			return nil
		}
	}
}

// forHosts returns how long hosts were waited for so far.
func (s *stage) forHosts() time.Duration {
	if s.waited == nil {
		return 0
	}
	return s.waited()
}

// find waits for the element of a step to be there, and holds it.
func (s *stage) find(step page.Step) (page.Element, error) {
	for began := time.Now(); ; {
		e, err := call[*page.Element](s, "find", step.At)
		if err != nil {
			return page.Element{}, &StepError{step, err.Error()}
		}
		if e != nil && (!e.Disabled || time.Since(began) > appear) {
			return *e, nil
		}
		if time.Since(began) > appear {
			return page.Element{}, &StepError{step, "it is not on the page"}
		}
		if err := s.sleep(pause); err != nil {
			return page.Element{}, err
		}
	}
}

// snapshot returns the page as HTML, as a person has seen it: shadow trees and
// frames of its own origin in their places, and with the rows that lists have
// shown since the last More began.
func (s *stage) snapshot() (string, error) {
	return call[string](s, "snapshot")
}
