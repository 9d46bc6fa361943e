package stage

import (
	"fmt"
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
	if !e.Editable && e.Tag != "textarea" && e.Role != "combobox" && e.Role != "searchbox" && e.Role != "textbox" {
		return &StepError{step, "it takes no text"}
	}
	set := e.ReadOnly
	switch e.Type {
	case "date", "month", "week", "time", "datetime-local", "range", "color":
		set = true
	case "password", "file", "email":
		return &StepError{step, "it is never filled in"}
	}
	if set {
		if got, err := call[string](&s.world, "set", step.Text); err != nil || got != step.Text {
			return &StepError{step, fmt.Sprintf("%q cannot be set", step.Text)}
		}
		return s.settle(debounce)
	}
	return s.enter(step.Text)
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
		return &StepError{step, fmt.Sprintf("there is no key %q", step.Text)}
	}
	e, err := s.find(step)
	if err != nil {
		return err
	}
	if e.Enter = step.Text == "Enter"; e.Enter && e.Form != nil {
		if reason := s.refused(e); reason != "" {
			return &StepError{step, "not sent by Enter: " + reason}
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
			return &StepError{step, fmt.Sprintf("it has no option %q", step.Text)}
		}
		if err := s.sleep(pause); err != nil {
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
