package stage

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// typeText replaces the text of a box: the keyboard's events come as a
// person's would, the input event once for the whole text, so that a page that
// answers while typing is asked once.
func (s *Stage) typeText(step page.Step) error {
	e, err := s.find(step)
	if err != nil {
		return err
	}
	if e.Role == "slider" && e.Tag != "input" {
		return s.slide(step)
	}
	if day, err := time.Parse(time.DateOnly, step.Text); err == nil && e.Tag != "input" && !e.Editable {
		return s.pickDay(step, e, day)
	}
	if _, err := strconv.ParseFloat(step.Text, 64); err == nil && !e.Editable && e.Role == "" {
		return s.slide(step)
	}
	if !e.Editable && e.Tag != "textarea" && e.Role != "combobox" && e.Role != "searchbox" && e.Role != "textbox" {
		return &stepError{step, "it takes no text"}
	}
	set := e.ReadOnly
	switch e.Type {
	case "date", "month", "week", "time", "datetime-local", "range", "color":
		set = true
	case "password", "file", "email":
		return &stepError{step, "it is never filled in"}
	}
	if err := s.unveil(step); err != nil {
		return err
	}
	if set {
		if got, err := call[string](&s.world, "set", step.Text); err != nil || got != step.Text {
			return &stepError{step, fmt.Sprintf("%q cannot be set", step.Text)}
		}
		return s.settle(debounce)
	}
	return s.enter(step.Text)
}

// mostOpeners bounds what is pressed to get at a box.
const mostOpeners = 2

// unveil presses what may open the place of the held box, where that is on the page and cannot
// be seen, as an icon does before a search: what the page loads for it may come then only.
func (s *Stage) unveil(step page.Step) error {
	e, err := call[*page.Element](&s.world, "find", step.At, true)
	if err != nil || e != nil {
		return err
	}
	list, err := s.pressables()
	if err != nil {
		return err
	}
	for i, c := range list {
		if c.Rank > 0 || i >= mostOpeners {
			break
		}
		if _, err := s.try(c, &leadList{}); err != nil {
			return err
		}
		if e, err := call[*page.Element](&s.world, "find", step.At, true); err != nil || e != nil {
			return err
		}
	}
	_, err = s.find(step)
	return err
}

// enter puts a text in the place of what the held box holds.
func (s *Stage) enter(text string) error {
	if _, err := call[bool](&s.world, "focus"); err != nil {
		return err
	}
	var err error
	if text == "" {
		err = s.key("\b")
	} else {
		_, err = chromedp.Call(s.tab, input.InsertText, input.InsertTextParams{Text: text})
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

func (s *Stage) key(keys string) error {
	_, err := chromedp.Run(s.tab, chromedp.KeyEvent(keys))
	return err
}

// pressKey presses a key with the focus on the element.
func (s *Stage) pressKey(step page.Step) error {
	keys, ok := map[string]string{"Enter": "\r", "ArrowDown": "\u0301", "Escape": "\u001b", "Tab": "\t"}[step.Text]
	if !ok {
		return &stepError{step, fmt.Sprintf("there is no key %q", step.Text)}
	}
	e, err := s.find(step)
	if err != nil {
		return err
	}
	if e.Enter = step.Text == "Enter"; e.Enter && e.Form != nil {
		if reason := s.refused(e); reason != "" {
			return &stepError{step, "not sent by Enter: " + reason}
		}
	}
	if _, err := eval[chromedp.Void](&s.world, "hadal.keep()"); err != nil {
		return err
	}
	if err := s.key(keys); err != nil {
		return err
	}
	return s.settle(settled)
}

// mostKeys bounds how often keys are pressed for one end of a slider.
const mostKeys = 1500

// slide moves the held slider by its keys, by how far each was seen to move it, or with the
// mouse where they do not, until it says what is wanted. An end that is kept from getting there by the other one is
// moved again after that.
func (s *Stage) slide(step page.Step) error {
	reached, err := s.moveTo(step.Text)
	if err != nil {
		return err
	}
	before := s.held
	s.held = nil
	if !reached {
		s.held = &step
	}
	if before != nil && before.At != step.At {
		if _, err := s.find(*before); err != nil {
			return err
		}
		again, err := s.moveTo(before.Text)
		if err != nil {
			return err
		}
		if !again {
			s.held = before
		}
	}
	return s.settle(debounce)
}

// stuck says that an end of a slider has not got where it should.
func (s *Stage) stuck() error {
	if s.held == nil {
		return nil
	}
	return &stepError{*s.held, fmt.Sprintf("%q cannot be set", s.held.Text)}
}

// moveTo moves the held slider and reports whether it says now what is wanted.
func (s *Stage) moveTo(text string) (reached bool, err error) {
	want, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false, nil
	}
	if tells, err := call[bool](&s.world, "tells"); err != nil || !tells {
		if err == nil {
			reached, err = s.drag(want)
		}
		return reached, err
	}
	if _, err := call[bool](&s.world, "focus"); err != nil {
		return false, err
	}
	const left, right, home, end, up, down = "\u0302", "\u0303", "\u0306", "\u0305", "\u0308", "\u0307"
	moves := map[string]float64{} // how far a key moves it, once it was pressed
	press := func(key string, times int) (moved float64, err error) {
		was, err := call[float64](&s.world, "slid")
		if err != nil {
			return 0, err
		}
		if err := s.key(strings.Repeat(key, times)); err != nil {
			return 0, err
		}
		now, err := call[float64](&s.world, "slid")
		if err == nil && now == was {
			if err = s.sleep(); err == nil {
				now, err = call[float64](&s.world, "slid")
			}
		}
		return now - was, err
	}
	for pressed := 0; pressed < mostKeys; {
		at, err := call[float64](&s.world, "slid")
		if err != nil || at == want {
			return err == nil, err
		}
		ends, err := call[[]float64](&s.world, "ends")
		if err != nil {
			return false, err
		}
		keys := []string{up, down, right, left}
		if want == ends[0] || want == ends[1] {
			keys = append([]string{home, end}, keys...)
		}
		key, times := "", 0
		for _, k := range keys {
			m, known := moves[k]
			switch {
			case !known && (k != up && k != down || math.Abs(want-at) > 8):
				key, times = k, 1
			case m != 0 && k != home && k != end && m*(want-at) > 0 && math.Abs(m) <= math.Abs(want-at):
				key, times = k, int(math.Abs((want-at)/m))
			default:
				continue
			}
			break
		}
		if key == "" {
			for _, m := range moves {
				if m != 0 {
					return false, nil
				}
			}
			return s.drag(want)
		}
		moved, err := press(key, times)
		if err != nil {
			return false, err
		}
		if _, known := moves[key]; !known {
			moves[key] = moved
		} else if moved == 0 {
			return false, nil // something keeps it
		}
		pressed += times
	}
	return false, nil
}

// choose picks an option of a native or of a custom control.
func (s *Stage) choose(step page.Step) error {
	e, err := s.find(step)
	if err != nil {
		return err
	}
	opened := false
	for began := time.Now(); ; {
		how, err := call[string](&s.world, "choose", step.Text)
		if err != nil {
			return err
		}
		switch how {
		case "done":
			return s.settle(settled)
		case "other":
			if !opened && e.Tag == "input" && !e.ReadOnly { // its list opens as one types
				opened = true
				if err := s.enter(step.Text); err != nil {
					return err
				}
			}
			if done, err := s.pick(step, &opened); done || err != nil {
				return err
			}
		}
		if time.Since(began) > appear {
			return &stepError{step, fmt.Sprintf("it has no option %q", step.Text)}
		}
		if err := s.sleep(); err != nil {
			return err
		}
	}
}

// pick opens a custom list once and clicks on the option, if it is there.
func (s *Stage) pick(step page.Step, opened *bool) (done bool, err error) {
	option, err := call[*page.Element](&s.world, "pick", step.Text)
	if err != nil {
		return false, err
	}
	if option != nil {
		if err := s.clickHeld(step, *option, ""); err != nil {
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
	if err := s.clickHeld(step, e, step.At); err != nil {
		return false, err
	}
	if err := s.settle(0); err != nil {
		return false, err
	}
	_, err = s.find(step)
	return false, err
}
