package stage

import (
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/hadal-crawler/hadal/page"
)

// mostTurned bounds how often a calendar is turned for one day.
const mostTurned = 240

// turnLooks is how often a calendar is looked at after a press, to see whether it turned,
// and longer while its page still waits for something: one that fetches its months takes
// its time, and so does a busy machine.
const turnLooks = 15

// calendar is one that the page shows: a month of days to press, and other buttons.
type calendar struct {
	Month   int      `json:"month"`   // since the year 0
	Buttons []string `json:"buttons"` // what they say, those that may turn it first
}

// pickDay has the held element open a calendar, turns that by its buttons, by how far
// each was seen to turn it, and presses the day. A button that turned it under the mouse is
// pressed by a script from then on, which takes a third of the time, as long as that turns
// it, too.
func (s *Stage) pickDay(step page.Step, e page.Element, day time.Time) error {
	want := day.Year()*12 + int(day.Month()) - 1
	turns := map[string]int{} // months that a button turns it by, once it was pressed
	mouse := false            // it turns under the mouse alone
	c, err := call[*calendar](&s.world, "calendar")
	if err != nil {
		return err
	}
	for range mostTurned {
		if c == nil {
			if _, err := s.find(step); err != nil {
				return err
			}
			if err := s.clickHeld(step, e, step.At); err != nil {
				return err
			}
			if err := s.settle(0); err != nil {
				return err
			}
			if c, err = call[*calendar](&s.world, "calendar"); err != nil {
				return err
			}
			if c == nil {
				return &stepError{step, "it opens no calendar"}
			}
		}
		diff := want - c.Month
		if diff == 0 {
			d, err := call[*page.Element](&s.world, "holdDay", day.Day())
			if err != nil {
				return err
			}
			if d == nil || d.Disabled {
				return &stepError{step, "that day cannot be chosen"}
			}
			if err := s.clickHeld(step, *d, ""); err != nil {
				return err
			}
			return s.settle(settled)
		}
		best := c.turner(diff, turns)
		if best < 0 {
			break
		}
		says := c.Buttons[best]
		by := turns[says]
		if by != 0 && diff/by > mostTurned {
			return &stepError{step, fmt.Sprintf("the calendar would have to be turned %d times", diff/by)}
		}
		b, err := call[*page.Element](&s.world, "holdTurn", best)
		if err != nil {
			return err
		}
		turns[says] = 0
		if b == nil || b.Disabled || s.refused(*b) != "" {
			continue
		}
		script := by != 0 && !mouse
		if script {
			_, err = eval[chromedp.Void](&s.world, pressHeld)
		} else {
			err = s.clickHeld(step, *b, "")
		}
		if err != nil {
			return err
		}
		before := c.Month
		if c, err = s.turned(*c); err != nil {
			return err
		}
		switch {
		case c != nil && c.Month != before:
			turns[says] = c.Month - before
		case script:
			turns[says], mouse = by, true
		}
	}
	return &stepError{step, "the calendar does not get there"}
}

// turner returns the button that turns a calendar by most of so many months, or one that
// was not tried yet; -1 if there is none.
func (c *calendar) turner(diff int, turns map[string]int) int {
	best, most := -1, 0
	for i, says := range c.Buttons {
		if by := turns[says]; by*diff > 0 && max(by, -by) <= max(diff, -diff) && max(by, -by) > most {
			best, most = i, max(by, -by)
		}
	}
	if best >= 0 && len(turns) >= 4 {
		return best
	}
	if untried := slices.IndexFunc(c.Buttons, func(says string) bool { _, known := turns[says]; return !known }); untried >= 0 {
		return untried
	}
	return best
}

// turned returns what the calendar shows after a press, nil if it is gone: what it showed
// before, if it does not turn.
func (s *Stage) turned(before calendar) (*calendar, error) {
	for looks, pressed := 0, time.Now(); ; looks++ {
		now, err := call[*calendar](&s.world, "calendar")
		if err != nil || now != nil && now.Month != before.Month {
			return now, err
		}
		if looks >= turnLooks && (!s.page.Busy() || time.Since(pressed) >= atMost) {
			return now, nil
		}
		if err := s.sleep(); err != nil {
			return nil, err
		}
	}
}
