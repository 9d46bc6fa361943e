package stage

import (
	"fmt"
	"slices"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// click presses an element, if the guard lets it. Where it stays disabled nothing
// happens, as for a person: what the page shows then is its answer.
func (s *Stage) click(step page.Step) error {
	e, err := s.find(step)
	if err != nil || e.Disabled {
		return err
	}
	if err := s.clickHeld(step, e, step.At); err != nil {
		return err
	}
	return s.settle(settled)
}

// clickHeld presses the held element e with the mouse, or, where something
// lies over it, without. selector finds the element that takes its place, should
// it be replaced as the mouse comes; "": none does.
func (s *Stage) clickHeld(step page.Step, e page.Element, selector string) error {
	if e.Disabled {
		return &stepError{step, fmt.Sprintf("%q is disabled", e.Label)}
	}
	if reason := s.refused(e); reason != "" {
		return &stepError{step, "not pressed: " + reason}
	}
	var button *page.ShownButton
	if e.Sends {
		i := slices.IndexFunc(e.Form.Buttons, func(b page.ShownButton) bool { return b.Self })
		if i >= 0 {
			button = &e.Form.Buttons[i]
		}
	}
	if err := s.tell(button); err != nil {
		return err
	}
	at, err := call[*spot](&s.world, "point")
	if err == nil && at != nil {
		// The mouse gets there first, which shows menus and replaces elements.
		if err = s.mouse(input.DispatchMouseEventTypeMouseMoved, *at, 0); err == nil {
			at, err = call[*spot](&s.world, "pointAgain", selector)
		}
	}
	if err != nil {
		return err
	}
	if at == nil {
		_, err = eval[chromedp.Void](&s.world, pressHeld)
		return err
	}
	if err := s.mouse(input.DispatchMouseEventTypeMousePressed, *at, 1); err != nil {
		return err
	}
	// Let go of where it is then: what was pressed is clicked, once.
	if now, err := evalOnce[*spot](&s.world, "hadal.moved()"); err == nil && now != nil { // an error is that of a page which the press has led away from
		at = now
	}
	return s.mouse(input.DispatchMouseEventTypeMouseReleased, *at, 1)
}

// spot is a place in the window.
type spot struct{ X, Y float64 }

// mouse moves the mouse, or presses or lets go of its left button.
func (s *Stage) mouse(kind input.DispatchMouseEventType, at spot, clicks int64) error {
	p := input.DispatchMouseEventParams{Type: kind, X: at.X, Y: at.Y, ClickCount: clicks}
	if s.pressed || kind != input.DispatchMouseEventTypeMouseMoved {
		p.Button, s.pressed = input.MouseButtonLeft, kind != input.DispatchMouseEventTypeMouseReleased
	}
	if s.pressed {
		p.Buttons = 1
	}
	_, err := chromedp.Call(s.tab, input.DispatchMouseEvent, p)
	return err
}

// declineBanner presses the button by which what lies over the page and asks
// for consent is declined, where it has one.
func (s *Stage) declineBanner() error {
	if s.judge.Decline == nil {
		return nil
	}
	buttons, err := call[[]page.Element](&s.world, "banners")
	if err != nil {
		return err
	}
	for i, b := range buttons {
		if !s.judge.Decline(b) || b.Disabled {
			continue
		}
		if _, err := call[bool](&s.world, "holdBanner", i); err != nil {
			return err
		}
		if _, err := eval[chromedp.Void](&s.world, pressHeld); err != nil {
			return err
		}
		return s.settle(0)
	}
	return nil
}
