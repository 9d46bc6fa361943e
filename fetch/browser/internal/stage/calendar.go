package stage

import (
	"fmt"
	"math"
	"slices"
	"time"

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
// each was seen to turn it, and presses the day.
func (s *Stage) pickDay(step page.Step, e page.Element, day time.Time) error {
	want := day.Year()*12 + int(day.Month()) - 1
	turns := map[string]int{} // months that a button turns it by, once it was pressed
	for range mostTurned {
		c, err := call[*calendar](&s.world, "calendar")
		if err != nil {
			return err
		}
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
				return &StepError{step, "it opens no calendar"}
			}
		}
		diff := want - c.Month
		if diff == 0 {
			d, err := call[*page.Element](&s.world, "holdDay", day.Day())
			if err != nil {
				return err
			}
			if d == nil || d.Disabled {
				return &StepError{step, "that day cannot be chosen"}
			}
			if err := s.clickHeld(step, *d, ""); err != nil {
				return err
			}
			return s.settle(settled)
		}
		best := -1
		for i, says := range c.Buttons {
			by, known := turns[says]
			was := 0
			if best >= 0 {
				was = turns[c.Buttons[best]]
			}
			if known && by*diff > 0 && math.Abs(float64(by)) <= math.Abs(float64(diff)) && math.Abs(float64(by)) > math.Abs(float64(was)) {
				best = i
			}
		}
		if untried := slices.IndexFunc(c.Buttons, func(says string) bool { _, known := turns[says]; return !known }); untried >= 0 && (best < 0 || len(turns) < 4) {
			best = untried
		}
		if best < 0 {
			break
		}
		if by := turns[c.Buttons[best]]; by != 0 && diff/by > mostTurned {
			return &StepError{step, fmt.Sprintf("the calendar would have to be turned %d times", diff/by)}
		}
		b, err := call[*page.Element](&s.world, "holdTurn", best)
		if err != nil {
			return err
		}
		turns[c.Buttons[best]] = 0
		if b == nil || b.Disabled || s.refused(*b) != "" {
			continue
		}
		if err := s.clickHeld(step, *b, ""); err != nil {
			return err
		}
		for looks, pressed := 0, time.Now(); looks < turnLooks || s.page.Busy() && time.Since(pressed) < atMost; looks++ {
			if err := s.sleep(pause); err != nil {
				return err
			}
			now, err := call[*calendar](&s.world, "calendar")
			if err != nil {
				return err
			}
			if now != nil && now.Month != c.Month {
				turns[c.Buttons[best]] = now.Month - c.Month
				break
			}
		}
	}
	return &StepError{step, "the calendar does not get there"}
}
