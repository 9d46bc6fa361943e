package stage

import (
	"errors"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Bounds of More.
const (
	idleTurns  = 2    // turns in a row that bring nothing before a list counts as ended
	screensMax = 3000 // screens of a page that are scrolled through

	reserve = 8 * time.Second // of the page's limit, for what comes after More
)

// more has what follows shown: it clicks on the control of the step while that can be seen, or
// scrolls where that names none, until nothing new comes or Times turns were
// taken. A turn is a click, or a scroll that brought something from the server;
// scrolling through what is already there is none.
func (s *Stage) more(step page.Step) (unfinished bool, err error) {
	times := max(step.Times, 1)
	if _, err := eval[any](&s.world, "hadal.forget()"); err != nil {
		return false, err
	}
	if step.At == "" {
		return s.scroll(times)
	}
	for turn, idle := 0, 0; turn < times && s.time(); turn++ {
		e, err := call[*page.Element](&s.world, "find", step.At, true)
		if err != nil {
			return false, &stepError{step, err.Error()}
		}
		if e == nil || e.Disabled {
			return false, nil // the control has gone: that was all
		}
		if err := s.clickHeld(step, *e, step.At); err != nil {
			var refused *stepError
			if turn > 0 && errors.As(err, &refused) {
				return false, nil // it has become something else
			}
			return false, err
		}
		if err := s.settle(settled); err != nil {
			return false, err
		}
		fresh, err := call[int](&s.world, "look")
		if err != nil {
			return false, err
		}
		if fresh > 0 {
			idle = 0
		} else if idle++; idle >= idleTurns {
			return false, nil
		}
	}
	e, err := call[*page.Element](&s.world, "find", step.At, true)
	return e != nil && !e.Disabled, err
}

// time reports whether the page may cost further turns: what it shows must
// still be read.
func (s *Stage) time() bool { return s.page.Spare() > reserve }

// scroll goes down through everything that scrolls, screen by screen, noting
// the rows of virtual lists on the way.
func (s *Stage) scroll(times int) (unfinished bool, err error) {
	turns, idle := 0, 0
	for range screensMax {
		if !s.time() {
			break
		}
		before := s.page.Requests()
		moved, err := call[bool](&s.world, "scroll")
		if err != nil {
			return false, err
		}
		if err := s.sleep(); err != nil {
			return false, err
		}
		if !moved || s.page.Requests() > before {
			if err := s.settle(2 * pause); err != nil {
				return false, err
			}
		}
		fresh, err := call[int](&s.world, "look")
		if err != nil {
			return false, err
		}
		if s.page.Requests() > before {
			turns++
		}
		switch {
		case moved || fresh > 0:
			idle = 0
		default:
			idle++
		}
		if idle >= idleTurns {
			return false, nil
		}
		if turns >= times {
			return true, nil
		}
	}
	return true, nil
}
