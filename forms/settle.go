package forms

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/constraint"
	"github.com/hadal-crawler/hadal/internal/nearest"
)

// Settle returns what a person says of one control in the form's own words: the
// control by its name, or by its label where that is one control's only, and
// options by their value or label. It is a *ValueError where the form has no
// such control or option, where the control takes fewer values, or where no
// browser would send them: whatever Fill would refuse of these values alone.
//
// The options of a list that another control or a script fills are not known
// beforehand: any value is taken.
func (f Form) Settle(called string, values []string) (name string, settled []string, err error) {
	name, settled, err = f.inWords(called, values)
	if wrong, ok := errors.AsType[*ValueError](err); ok { // it is told as the person calls it
		err = &ValueError{Control: called, Reason: wrong.Reason}
	}
	return name, settled, err
}

func (f *Form) inWords(called string, values []string) (name string, settled []string, err error) {
	name, err = f.Called(called)
	if err != nil {
		return "", nil, err
	}
	members, err := f.bindable(name)
	if err != nil {
		return "", nil, err
	}
	if slices.ContainsFunc(members, func(i int) bool { return filledLater(&f.Fields[i]) }) {
		return name, values, nil
	}
	for _, value := range values {
		v, err := f.option(name, members, value)
		if err != nil {
			return "", nil, err
		}
		settled = append(settled, v)
	}
	fields, bound, err := f.bind(Values{name: settled})
	if err != nil {
		return "", nil, err
	}
	free := f.NoValidate || f.ByScript() != "" || slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.NoValidate })
	for _, i := range members {
		if reason := constraint.Violation(&fields[i], &f.Fields[i], bound[i]); reason != "" && !free {
			return "", nil, &ValueError{Control: name, Reason: reason}
		}
	}
	return name, settled, nil
}

// filledLater reports whether the options of a list are not those of the page
// as it was read.
func filledLater(c *control.Field) bool {
	if !c.Control.IsMenu() {
		return false
	}
	return c.DependsOn != "" || !slices.ContainsFunc(c.Options, func(o control.Option) bool { return o.Value != "" && !o.Any })
}

// Called returns the name of the control that a person calls so.
func (f *Form) Called(called string) (string, error) {
	if slices.Contains(f.names(), called) {
		return called, nil
	}
	var meant []string
	for _, c := range f.Fields {
		if c.Name == "" || !c.Control.IsFilled() {
			continue
		}
		if sameText(c.Label, control.Unmarked(called)) && !slices.Contains(meant, c.Name) {
			meant = append(meant, c.Name)
		}
	}
	switch {
	case len(meant) == 1:
		return meant[0], nil
	case len(meant) > 1:
		return "", &ValueError{Control: called, Reason: "several controls are labelled so: name one of " + strings.Join(meant, ", ")}
	}
	return "", f.unknown(called)
}

// unknown says that the form has no control that is called so, and which it has: by what the
// page calls them, with the name that a request has for each.
func (f *Form) unknown(called string) error {
	var calls, have []string
	for _, c := range f.Fields {
		if c.Name == "" || !c.Control.IsFilled() {
			continue
		}
		says := f.Calling(c)
		calls = append(calls, c.Name, says)
		if !sameText(says, c.Name) {
			says += " (" + c.Name + ")"
		}
		if !slices.Contains(have, says) {
			have = append(have, says)
		}
	}
	reason := "the form has no such control: none of its controls has a name"
	if len(have) > 0 {
		reason = "the form has no such control" + nearest.Hint(called, calls) + "; it has " + strings.Join(have, ", ")
	}
	return &ValueError{Control: called, Reason: reason}
}

// LongestCall is how long, in runes, a label may be that stands for a control or a value.
const LongestCall = 60

// Calling returns what people call a control of f: its label, where that means no other one,
// or else its name.
func (f Form) Calling(c control.Field) string {
	if label := strings.TrimSpace(c.Label); label != "" && utf8.RuneCountInString(label) <= LongestCall && strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		meant := 0
		for i, g := range f.Fields {
			if g.Name != "" && g.Control.IsFilled() && sameText(g.Label, label) && !slices.ContainsFunc(f.Fields[:i], func(h control.Field) bool { return h.Name == g.Name && sameText(h.Label, label) }) {
				meant++
			}
		}
		if meant == 1 && !slices.Contains(f.names(), label) || label == c.Name {
			return label
		}
	}
	return c.Name
}

// option returns the value of the option that a person calls so; of a control
// without options what was said.
func (f *Form) option(name string, members []int, said string) (string, error) {
	var choices []control.Option
	for _, i := range members {
		if !f.Fields[i].Control.IsChoice() {
			return said, nil
		}
		for _, o := range f.Fields[i].Options {
			if o.Value == said {
				return said, nil
			}
			choices = append(choices, o)
		}
	}
	for _, same := range []func(control.Option) bool{
		func(o control.Option) bool { return sameText(o.Label, said) },
		func(o control.Option) bool { return sameText(o.Value, said) },
	} {
		var meant []string
		for _, o := range choices {
			if same(o) && !slices.Contains(meant, o.Value) {
				meant = append(meant, o.Value)
			}
		}
		switch {
		case len(meant) == 1:
			return meant[0], nil
		case len(meant) > 1:
			return "", &ValueError{Control: name, Reason: fmt.Sprintf("%q means several options: name one by its value: %s", said, quoteAll(meant))}
		}
	}
	return "", &ValueError{Control: name, Reason: f.untaken(members, said)}
}

// Naming returns what an option is called where a person may choose it: its label, and its
// value where that is another text.
func Naming(label, value string) string {
	label = strings.Join(strings.Fields(label), " ")
	switch {
	case label == "" || utf8.RuneCountInString(label) > LongestCall:
		return value
	case value == "" || sameText(label, value):
		return label
	}
	return label + " (" + value + ")"
}

// sameText compares what stands on a page with what a person typed.
func sameText(shown, typed string) bool {
	return typed != "" && strings.EqualFold(strings.Join(strings.Fields(shown), " "), strings.Join(strings.Fields(typed), " "))
}

func quoteAll(values []string) string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprintf("%q", v))
	}
	return strings.Join(out, ", ")
}
