package stage

import "github.com/hadal-crawler/hadal/page"

// Perform takes the steps in order, waiting after each until the page is at
// rest. begin is called before each with its number, from 1. unfinished reports
// that the last More ended by its bound, not because there was nothing further.
func (s *Stage) Perform(steps []page.Step, begin func(int)) (unfinished bool, err error) {
	if err := s.declineBanner(); err != nil {
		return false, err
	}
	var was shape
	for i, step := range steps {
		begin(i + 1)
		if step.Do != page.Explore && (i == 0 || steps[i-1].Do == page.Click) {
			if was, err = s.shape(); err != nil {
				return false, err
			}
		}
		if step.Do != page.TypeText {
			if err := s.stuck(); err != nil {
				return false, err
			}
		}
		s.asked = len(Texts(steps[:i+1])) > 0
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
			if i > 0 && steps[i-1].Do == page.Click {
				if now, err := s.shape(); err != nil || now == was {
					return false, err // that press led nowhere: what it did is not done again with every further one
				}
			}
			err = s.explore(step, steps[:i], func() error {
				_, err := s.Perform(steps[:i], func(int) {})
				return err
			})
		case page.More:
			unfinished, err = s.more(step)
		default:
			err = &stepError{step, "there is no such step"}
		}
		if err != nil {
			return false, err
		}
	}
	return unfinished, s.stuck()
}

// shape is what tells a place that a press led to from the one before: where it is, and how
// much can be filled in or chosen there.
type shape struct {
	at    string
	boxes int
}

func (s *Stage) shape() (shape, error) {
	now, err := call[view](&s.world, "watch")
	if err != nil {
		return shape{}, err
	}
	boxes, err := call[int](&s.world, "boxes")
	return shape{now.At, boxes}, err
}

// Texts returns what steps type and choose to ask something.
func Texts(steps []page.Step) []string {
	var out []string
	for _, s := range steps {
		if (s.Do == page.TypeText || s.Do == page.Choose) && s.Text != "" && !s.Opens {
			out = append(out, s.Text)
		}
	}
	return out
}

// Leads returns where the controls lead that Explore pressed.
func (s *Stage) Leads() []page.Lead { return s.leads }
