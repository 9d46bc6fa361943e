package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

//go:embed person.js
var personScript string

// Judge decides about clicks; package forms has the rules.
type Judge struct {
	Refuse  func(page.Element) string // why an element is not pressed; "" where it may be
	Decline func(page.Element) bool   // whether pressing it declines what a cookie banner asks
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
	settled  = 250 * time.Millisecond // without a request or a change: the page is at rest
	debounce = 650 * time.Millisecond // that scripts wait for a person to go on typing
	atMost   = 8 * time.Second        // for one answer to come to rest
)

// stage is a tab with a page on it, while steps are taken there.
type stage struct {
	tab      context.Context
	network  traffic
	judge    Judge
	settleIn time.Duration              // the longest wait for the page to come to rest; 0: atMost
	busy     func() bool                // whether the page still waits for something; nil: no telling
	waited   func() time.Duration       // for hosts so far, which is not the page's fault; nil: never
	spare    func() time.Duration       // that the page may still cost; nil: no limit
	world    runtime.ExecutionContextID // of person.js in the document; 0: not there yet
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
		switch step.Do {
		case page.TypeText:
			err = s.typeText(step)
		case page.Choose:
			err = s.choose(step)
		case page.Press:
			err = s.pressKey(step)
		case page.Click:
			err = s.click(step)
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

// pressHeld clicks on the held element without a mouse.
const pressHeld = "hadal.press()"

// eval evaluates an expression over the functions of person.js in the page's
// isolated world.
func eval[T any](s *stage, expression string) (T, error) {
	var zero T
	for attempt := 0; ; attempt++ {
		v, err := evalOnce[T](s, expression)
		if err == nil {
			return v, nil
		}
		// A page that navigates takes its worlds with it.
		s.world = 0
		var exception *chromedp.ExceptionError
		if attempt >= 3 || s.tab.Err() != nil || errors.As(err, &exception) {
			return zero, err
		}
		if err := s.sleep(pause); err != nil {
			return zero, err
		}
	}
}

func evalOnce[T any](s *stage, expression string) (T, error) {
	return chromedp.Run(s.tab, func(ctx context.Context, t *chromedp.Target) (T, error) {
		var zero T
		in := func(p *runtime.EvaluateParams) {
			p.ContextID = s.world
			p.UserGesture = new(expression == pressHeld) // it stands for a person's click
		}
		if s.world == 0 {
			tree, err := cdp.Call(ctx, t, cdpage.GetFrameTree, cdp.Empty{})
			if err != nil {
				return zero, err
			}
			world, err := cdp.Call(ctx, t, cdpage.CreateIsolatedWorld, cdpage.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "hadal"})
			if err != nil {
				return zero, err
			}
			s.world = world.ExecutionContextID
			if _, err := chromedp.Evaluate[chromedp.Void](personScript+";0", in)(ctx, t); err != nil {
				return zero, err
			}
		}
		return chromedp.Evaluate[T](expression, in)(ctx, t)
	})
}

func call[T any](s *stage, function string, args ...any) (T, error) {
	quoted := make([]string, len(args))
	for i, arg := range args {
		b, err := json.Marshal(arg)
		if err != nil {
			var zero T
			return zero, err
		}
		quoted[i] = string(b)
	}
	return eval[T](s, "hadal."+function+"("+strings.Join(quoted, ",")+")")
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
	limit := s.settleIn
	if limit == 0 {
		limit = atMost
	}
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
		if passed > limit {
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

// typeText replaces the text of a box: the keyboard's events come as a
// person's would, the input event once for the whole text, so that a page that
// answers while typing is asked once.
func (s *stage) typeText(step page.Step) error {
	e, err := s.find(step)
	if err != nil {
		return err
	}
	if !e.Editable && e.Tag != "textarea" && e.Role != "combobox" && e.Role != "searchbox" && e.Role != "textbox" {
		return &StepError{step, "it takes no text"}
	}
	switch e.Type {
	case "date", "month", "week", "time", "datetime-local", "range", "color":
		if got, err := call[string](s, "set", step.Text); err != nil || got != step.Text {
			return &StepError{step, fmt.Sprintf("%q cannot be set", step.Text)}
		}
		return s.settle(debounce)
	case "password", "file", "email":
		return &StepError{step, "it is never filled in"}
	}
	if _, err := call[bool](s, "focus"); err != nil {
		return err
	}
	if step.Text == "" {
		err = s.key("\b")
	} else {
		_, err = chromedp.Call(s.tab, input.InsertText, input.InsertTextParams{Text: step.Text})
		if err == nil {
			err = s.key(endKey)
		}
	}
	if err != nil {
		return err
	}
	return s.settle(debounce)
}

// endKey is the key End in the encoding of chromedp/kb: it moves the cursor
// to where it is, and lets scripts that listen for keys look at the box.
const endKey = "\u0305"

func (s *stage) key(keys string) error {
	_, err := chromedp.Run(s.tab, chromedp.KeyEvent(keys))
	return err
}

// pressKey presses a key with the focus on the element.
func (s *stage) pressKey(step page.Step) error {
	keys, ok := map[string]string{"Enter": "\r", "ArrowDown": "\u0301", "Escape": "\u001b", "Tab": "\t"}[step.Text]
	if !ok {
		return &StepError{step, fmt.Sprintf("there is no key %q", step.Text)}
	}
	if _, err := s.find(step); err != nil {
		return err
	}
	if _, err := eval[chromedp.Void](s, "hadal.keep()"); err != nil {
		return err
	}
	if err := s.key(keys); err != nil {
		return err
	}
	return s.settle(settled)
}

// choose picks an option of a native or of a custom control.
func (s *stage) choose(step page.Step) error {
	if _, err := s.find(step); err != nil {
		return err
	}
	opened := false
	for began := time.Now(); ; {
		how, err := call[string](s, "choose", step.Text)
		if err != nil {
			return err
		}
		switch how {
		case "done":
			return s.settle(settled)
		case "other":
			if done, err := s.pick(step, &opened); done || err != nil {
				return err
			}
		}
		if time.Since(began) > appear {
			return &StepError{step, fmt.Sprintf("it has no option %q", step.Text)}
		}
		if err := s.sleep(pause); err != nil {
			return err
		}
	}
}

// pick opens a custom list once and clicks on the option, if it is there.
func (s *stage) pick(step page.Step, opened *bool) (done bool, err error) {
	option, err := call[*page.Element](s, "pick", step.Text)
	if err != nil {
		return false, err
	}
	if option != nil {
		if err := s.clickHeld(step, *option); err != nil {
			return false, err
		}
		return true, s.settle(settled)
	}
	if *opened {
		return false, nil
	}
	*opened = true
	e, err := s.find(step)
	if err != nil {
		return false, err
	}
	if err := s.clickHeld(step, e); err != nil {
		return false, err
	}
	if err := s.settle(0); err != nil {
		return false, err
	}
	_, err = s.find(step)
	return false, err
}

// click presses an element, if the guard lets it.
func (s *stage) click(step page.Step) error {
	e, err := s.find(step)
	if err != nil {
		return err
	}
	if err := s.clickHeld(step, e); err != nil {
		return err
	}
	return s.settle(settled)
}

// clickHeld presses the held element e with the mouse, or, where something
// lies over it, without.
func (s *stage) clickHeld(step page.Step, e page.Element) error {
	if e.Disabled {
		return &StepError{step, fmt.Sprintf("%q is disabled", e.Label)}
	}
	if s.judge.Refuse != nil {
		if reason := s.judge.Refuse(e); reason != "" {
			return &StepError{step, "not pressed: " + reason}
		}
	}
	at, err := call[*struct{ X, Y float64 }](s, "point")
	if err != nil {
		return err
	}
	if at == nil {
		_, err = eval[chromedp.Void](s, pressHeld)
		return err
	}
	_, err = chromedp.Run(s.tab, chromedp.MouseClickXY(at.X, at.Y))
	return err
}

// declineBanner presses the button by which what lies over the page and asks
// for consent is declined, where it has one.
func (s *stage) declineBanner() error {
	if s.judge.Decline == nil {
		return nil
	}
	buttons, err := call[[]page.Element](s, "banners")
	if err != nil {
		return err
	}
	for i, b := range buttons {
		if !s.judge.Decline(b) || b.Disabled {
			continue
		}
		if _, err := call[bool](s, "holdBanner", i); err != nil {
			return err
		}
		if _, err := eval[chromedp.Void](s, pressHeld); err != nil {
			return err
		}
		return s.settle(0)
	}
	return nil
}

// snapshot returns the page as HTML, as a person has seen it: shadow trees and
// frames of its own origin in their places, and with the rows that lists have
// shown since the last More began.
func (s *stage) snapshot() (string, error) {
	return call[string](s, "snapshot")
}
