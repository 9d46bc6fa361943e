package forms

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// Way is how a person sends a form that a script answers.
type Way string

// The ways.
const (
	ByRequest Way = ""       // as the request that a browser sends for a form without scripts
	ByEnter   Way = "enter"  // fill in, press Enter
	ByTyping  Way = "typing" // fill in: answers come at once
	ByButton  Way = "button" // fill in, press the button
)

// Ways returns the ways in which a browser may send f, the likeliest first.
func (f Form) Ways() []Way {
	var out []Way
	for _, by := range f.allWays() {
		if f.guardSteps(f.stepButton(Submission{}), Submission{By: by}) == nil {
			out = append(out, by)
		}
	}
	return out
}

func (f *Form) allWays() []Way {
	var out []Way
	if f.entryBox(nil) != nil {
		out = append(out, ByEnter)
	}
	if f.stepButton(Submission{}) != nil {
		out = append(out, ByButton)
	}
	return append(out, ByTyping)
}

// Askable reports whether the guard lets a browser send f by steps in some way,
// and why not: a box outside any form is no hindrance to it. A form that does something
// when it is sent as it is meant to be is none to type into either.
func (f Form) Askable() error {
	var no error
	if f.Unseen {
		return &GuardError{Form: f.ID, Reasons: []string{"it cannot be seen: something has to be pressed first"}}
	}
	if f.IsRow() {
		return &GuardError{Form: f.ID, Reasons: []string{"it is a row of links: they are followed"}}
	}
	meant, _ := f.submitter(Submission{})
	if does, _ := f.against(meant); len(does) > 0 {
		return f.refusal(does, nil, false)
	}
	for _, by := range f.allWays() {
		err := f.guardSteps(f.stepButton(Submission{}), Submission{By: by})
		if err == nil {
			return nil
		}
		if no == nil {
			no = err
		}
	}
	return no
}

// guardSteps is the guard for what a browser does. Enter presses the first
// button, as far as a script does not see to it; what sends the form while one
// types is not known.
func (f *Form) guardSteps(button *control.Field, s Submission) error {
	var pressed []*control.Field
	switch s.By {
	case ByButton:
		pressed = []*control.Field{button}
	case ByEnter:
		first, _ := f.submitter(Submission{})
		pressed = []*control.Field{nil, first}
	default:
		pressed = []*control.Field{nil}
	}
	var no, doubts []string
	for _, b := range pressed {
		n, d := f.against(b)
		no, doubts = append(no, n...), append(doubts, d...)
	}
	slices.Sort(no)
	slices.Sort(doubts)
	return f.refusal(slices.Compact(no), slices.Compact(doubts), s.Named)
}

// steps returns f's page as asked of a browser that fills in what is bound and
// sends it.
func (f *Form) steps(fields []control.Field, bound []bool, s Submission) (page.Request, error) {
	steps := slices.Clone(f.Opened)
	var typed []page.Step
	order := make([]int, len(fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return fields[a].Pos - fields[b].Pos })
	for _, i := range order {
		if !bound[i] || fields[i].Control == "hidden" || fields[i].Control == control.Before {
			continue
		}
		c := &fields[i]
		switch {
		case c.Control.IsMenu():
			for _, o := range c.Options {
				if o.Selected {
					steps = append(steps, page.Step{Do: page.Choose, At: f.at(c), Text: o.Value})
				}
			}
		case c.Control.IsTick():
			steps = append(steps, f.ticks(&f.Fields[i], c)...)
		case chosen(c) != "":
			steps = append(steps, page.Step{Do: page.Choose, At: f.at(c), Text: chosen(c)})
		default:
			typed = append(typed, page.Step{Do: page.TypeText, At: f.at(c), Text: c.Value})
		}
	}
	steps = append(steps, typed...) // last, so that Enter follows
	switch s.By {
	case ByEnter:
		box := f.entryBox(bound)
		if box == nil {
			return page.Request{}, fmt.Errorf("form %s has no box to press Enter in", f.ID)
		}
		steps = append(steps, page.Step{Do: page.Press, At: f.at(box), Text: "Enter"})
	case ByButton:
		button := f.stepButton(s)
		if button == nil {
			return page.Request{}, fmt.Errorf("form %s has no button that sends it", f.ID)
		}
		steps = append(steps, page.Step{Do: page.Click, At: f.at(button)})
	}
	return page.Get(f.Page).Rendered(steps...), nil
}

// chosen returns what a box that suggests calls the option that it holds, "" where it
// holds none.
func chosen(c *control.Field) string {
	for _, o := range c.Options {
		if c.Suggests && o.Value == c.Value {
			return o.Label
		}
	}
	return ""
}

// tickAt is where a browser finds an option of radio buttons or checkboxes.
func tickAt(c *control.Field, o control.Option) string {
	return fmt.Sprintf("input[name=%s][value=%s]", page.QuoteCSS(c.Name), page.QuoteCSS(o.Value))
}

// ticks returns the steps that make radio buttons or checkboxes as wanted.
func (f *Form) ticks(served, wanted *control.Field) []page.Step {
	var out []page.Step
	for j, o := range wanted.Options {
		if o.Selected == served.Options[j].Selected {
			continue
		}
		text := o.Value
		if !o.Selected {
			if wanted.Control == "radio" {
				continue // another one takes its place
			}
			text = ""
		}
		at := tickAt(wanted, o)
		if len(wanted.Options) == 1 {
			at = f.at(wanted)
		}
		out = append(out, page.Step{Do: page.Choose, At: at, Text: text})
	}
	return out
}

// entryBox returns the box in which Enter is pressed: the query's, else the
// last one that is bound, else the first one.
func (f *Form) entryBox(bound []bool) *control.Field {
	var box *control.Field
	for i := range f.Fields {
		c := &f.Fields[i]
		if !c.Control.IsText() || c.Control == "textarea" || c.Disabled || c.ReadOnly || c.Control == "hidden" {
			continue
		}
		switch {
		case c.Role == control.QueryRole && (box == nil || box.Role != control.QueryRole):
			box = c
		case box == nil, bound != nil && bound[i] && box.Role != control.QueryRole:
			box = c
		}
	}
	return box
}

// stepButton returns the button that a person presses to send f.
func (f *Form) stepButton(s Submission) *control.Field {
	if f.Index < 0 && s.Button == "" {
		return f.looseButton()
	}
	if button, err := f.submitter(s); button != nil && (err == nil || f.looseButton() == nil) {
		return button
	}
	return f.looseButton()
}
