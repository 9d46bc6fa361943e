package forms

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/constraint"
	"github.com/hadal-crawler/hadal/forms/internal/encode"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Fill returns the request that a browser would send for f with values bound,
// by the form submission algorithm of the HTML standard.
//
// It is an error to name a control that f lacks, to bind a value that breaks a
// constraint attribute or is not among the options (*ValueError), or to fill a
// form that the side-effect guard refuses (*GuardError). A value of a name that
// several controls share goes to the first of them that takes it.
func (f Form) Fill(v Values, s Submission) (page.Request, error) {
	button, err := f.submitter(s)
	switch {
	case s.By != ByRequest:
		button = f.stepButton(s) // a script may enable one that is disabled
		err = f.guardSteps(button, s)
	case err == nil:
		err = f.guard(button, s.Named)
	}
	if err != nil {
		return page.Request{}, err
	}
	fields, bound, err := f.bind(v)
	if err != nil {
		return page.Request{}, err
	}
	for i := range fields {
		if c := &fields[i]; bound[i] && c.Unnamed && s.By == ByRequest {
			return page.Request{}, &ValueError{Control: c.Name, Reason: "the page gives it no name, so that no request holds it: only a script reads it"}
		}
	}
	// What a menu or a hidden field is set to may be a command.
	if v := deeds.Judge(f.act(fields, bound, button)); v.Kind == deeds.Deed {
		return page.Request{}, &GuardError{Form: f.ID, Reasons: []string{v.Reason}}
	}
	if !f.NoValidate && !s.Script && (button == nil || !button.NoValidate) {
		for i := range fields {
			if reason := constraint.Violation(&fields[i], &f.Fields[i], bound[i]); reason != "" {
				return page.Request{}, &ValueError{Control: fields[i].Name, Reason: reason}
			}
		}
	} else {
		for i := range fields {
			if reason := constraint.TooLong(&fields[i]); bound[i] && reason != "" {
				return page.Request{}, &ValueError{Control: fields[i].Name, Reason: reason}
			}
		}
	}
	if row := f.rowOf(fields); row != nil {
		return f.follow(row)
	}
	if s.By != ByRequest {
		return f.steps(fields, bound, s)
	}
	return f.request(f.entries(fields, button), button)
}

// ValueError is returned for values that a browser's user could not enter or
// send.
type ValueError struct {
	Control string // its name
	Reason  string // for people
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("control %q: %s", e.Control, e.Reason)
}

// submitter finds the button that s presses, the first unless that does something
// else and another says that it searches; nil where the form has none. One that is
// disabled as served comes with an error: a person presses it once the form is filled in.
func (f *Form) submitter(s Submission) (*control.Field, error) {
	if s.Script {
		return nil, nil
	}
	var buttons []string
	var first, shut *control.Field
	for i := range f.Fields {
		b := &f.Fields[i]
		if !b.Control.Submits() {
			continue
		}
		buttons = append(buttons, fmt.Sprintf("%q (%s)", b.Name, cmp.Or(b.Label, b.Value)))
		if s.Button != "" && (b.Name != s.Button || s.Value != "" && b.Value != s.Value) {
			continue
		}
		if b.Disabled {
			shut = cmp.Or(shut, b)
			continue
		}
		says := cmp.Or(b.Label, b.Value)
		switch {
		case s.Button != "", first == nil && deeds.Label(says) == "", first != nil && lexicon.Search.Within(lexicon.Fold(says)):
			return b, nil
		case first == nil: // "Clear all" may stand before "Search", and nobody presses it to search
			first = b
		}
	}
	switch {
	case first != nil:
		return first, nil
	case shut != nil:
		return shut, fmt.Errorf("form %s: the submit button is disabled in the page as served; a script may enable it: use a browser", f.ID)
	case s.Button != "" && len(buttons) == 0:
		return nil, fmt.Errorf("form %s has no submit button; leave Button empty", f.ID)
	case s.Button != "":
		return nil, fmt.Errorf("form %s has no submit button %q; it has %s", f.ID, s.Button, strings.Join(buttons, ", "))
	}
	return nil, nil
}

// bind returns copies of f's fields with v applied, and which of them v set.
func (f *Form) bind(v Values) (fields []control.Field, bound []bool, err error) {
	fields = slices.Clone(f.Fields)
	bound = make([]bool, len(fields))
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names) // so that of two errors always the same is returned
	for _, name := range names {
		members, err := f.bindable(name)
		if err != nil {
			return nil, nil, err
		}
		for _, i := range members {
			bound[i] = true
			clearField(&fields[i])
		}
		filled := make([]bool, len(members))
		for _, value := range v[name] {
			took := false
			for j, i := range members {
				if took, err = takeValue(&fields[i], &f.Fields[i], value, &filled[j]); took || err != nil {
					break
				}
			}
			if err != nil {
				return nil, nil, err
			}
			if !took {
				return nil, nil, &ValueError{Control: name, Reason: f.untaken(members, value)}
			}
		}
	}
	return fields, bound, nil
}

// bindable lists the fields of a name that values may be bound to. A hidden
// field beside a visible one of its name is the latter's stand-in for
// "unticked" and keeps its value.
func (f *Form) bindable(name string) ([]int, error) {
	var visible, hidden []int
	reason := ""
	for i := range f.Fields {
		c := &f.Fields[i]
		if c.Name != name || name == "" {
			continue
		}
		switch {
		case c.Control.IsButton():
			reason = "is a button: press it by Submission.Button"
		case c.Disabled && c.DependsOn == "": // one that waits for another is enabled with it
			reason = "is disabled: a browser never sends it"
		case c.ReadOnly:
			reason = "is read-only: a person cannot change it"
		case c.Control == "hidden":
			hidden = append(hidden, i)
		default:
			visible = append(visible, i)
		}
	}
	switch {
	case len(visible) > 0:
		return visible, nil
	case len(hidden) > 0:
		return hidden, nil
	case reason != "":
		return nil, &ValueError{Control: name, Reason: reason}
	}
	return nil, f.unknown(name)
}

func clearField(c *control.Field) {
	if !c.Control.IsChoice() {
		c.Value = ""
		return
	}
	c.Options = slices.Clone(c.Options)
	for i := range c.Options {
		c.Options[i].Selected = false
	}
}

// takeValue puts one value into a control if it can take one more. filled is
// the control's memory that it holds one.
func takeValue(c, served *control.Field, value string, filled *bool) (bool, error) {
	if c.Control.IsChoice() {
		single := c.Control == "radio" || c.Control.IsMenu() && !c.Multiple
		if single && *filled {
			return false, nil
		}
		best := -1
		for i, o := range c.Options {
			if o.Value == value && !o.Disabled && !o.Selected && (best < 0 || served.Options[i].Selected && !served.Options[best].Selected) {
				best = i
			}
		}
		if best < 0 {
			return false, nil
		}
		c.Options[best].Selected, *filled = true, true
		return true, nil
	}
	if *filled {
		return false, nil
	}
	*filled = true
	if c.Control == "textarea" {
		c.Value = constraint.Newlines(value, "\n")
		return true, nil
	}
	if c.Value = constraint.Sanitize(c, value); c.Value != value {
		switch c.Control {
		case "number", "date", "month":
			return false, &ValueError{Control: c.Name, Reason: fmt.Sprintf("%q is not a %s", value, c.Control)}
		case "range":
			return false, &ValueError{Control: c.Name, Reason: fmt.Sprintf("%q cannot be set, it would become %q", value, c.Value)}
		}
	}
	return true, nil
}

// untaken explains why none of the controls took the value.
func (f *Form) untaken(members []int, value string) string {
	var options, near []string
	for _, i := range members {
		c := &f.Fields[i]
		if !c.Control.IsChoice() {
			return fmt.Sprintf("no room for %q: it takes %d value(s)", value, len(members))
		}
		for _, o := range c.Options {
			if o.Value == value && o.Disabled {
				return fmt.Sprintf("option %q is disabled", value)
			}
			if o.Value == value {
				return fmt.Sprintf("no room for %q: it takes one value", value)
			}
			if !o.Disabled {
				options = append(options, Naming(o.Label, o.Value))
				near = append(near, o.Value, o.Label)
			}
		}
	}
	more := ""
	if n := len(options) - shownOptions; n > 0 {
		options, more = options[:shownOptions], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%q is not an option%s; it has %s%s", value, nearest.Hint(value, near), strings.Join(options, ", "), more)
}

// shownOptions bounds the options that an error lists.
const shownOptions = 12

// entries constructs the entry list of the HTML standard: the successful
// controls in tree order.
func (f *Form) entries(fields []control.Field, button *control.Field) []page.Pair {
	type entry struct {
		pos int
		page.Pair
	}
	var list []entry
	add := func(pos int, name, value string) {
		list = append(list, entry{pos, page.Pair{Name: constraint.Newlines(name, "\r\n"), Value: constraint.Newlines(value, "\r\n")}})
	}
	for i := range fields {
		c := &fields[i]
		pressed := button != nil && c.Control.IsButton() && c.Pos == button.Pos
		switch {
		case c.Control == "image" && pressed:
			// Where Enter or a script presses it, the pointer is at 0,0.
			prefix := ""
			if c.Name != "" {
				prefix = c.Name + "."
			}
			add(c.Pos, prefix+"x", "0")
			add(c.Pos, prefix+"y", "0")
		case c.Name == "", c.Unnamed, c.Control.IsButton() && !pressed, c.Control == "image", c.Control == control.Before:
		case c.Control.IsChoice():
			for _, o := range c.Options {
				if !o.Selected || o.Disabled || c.Disabled {
					continue
				}
				if c.Control.IsMenu() {
					add(c.Pos, c.Name, o.Value)
				} else {
					add(o.Pos, c.Name, o.Value)
				}
			}
		case c.Disabled:
		case c.Control == "hidden" && strings.EqualFold(c.Name, "_charset_"):
			add(c.Pos, c.Name, charsetName(f.Charset))
		default:
			add(c.Pos, c.Name, c.Value)
		}
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.pos, b.pos) })
	pairs := make([]page.Pair, len(list))
	for i, e := range list {
		pairs[i] = e.Pair
	}
	return pairs
}

// charsetName is the name of an encoding as browsers write it into a _charset_ field.
func charsetName(name string) string {
	if strings.HasPrefix(name, "windows") {
		return name
	}
	return strings.ToUpper(cmp.Or(name, "utf-8"))
}

// target is where and how the form is sent when button is pressed.
func (f *Form) target(button *control.Field) (method string, action page.URL, enctype string) {
	method, action, enctype = f.Method, f.Action, cmp.Or(f.Enctype, encode.URLEncodedType)
	if button != nil {
		method = cmp.Or(button.FormMethod, method)
		enctype = cmp.Or(button.FormEnctype, enctype)
		if button.FormAction != "" {
			action, _ = page.ParseURL(button.FormAction) // zero where it is no http(s) URL
		}
	}
	return method, action, enctype
}

// request writes the entry list into a request.
func (f *Form) request(entries []page.Pair, button *control.Field) (page.Request, error) {
	method, action, enctype := f.target(button)
	switch {
	case method == "DIALOG":
		return page.Request{}, fmt.Errorf("form %s has the method dialog: it closes a dialog and sends nothing", f.ID)
	case action.IsZero():
		return page.Request{}, fmt.Errorf("form %s: %w", f.ID, errNoTarget)
	case method == "POST":
		r := page.Request{Method: "POST", URL: action, ContentType: enctype, Referer: f.Page}
		switch enctype {
		case encode.MultipartType:
			r.ContentType, r.Body = encode.Multipart(entries, f.Charset)
		default:
			r.Body = encode.URLEncoded(entries, f.Charset)
		}
		return r, nil
	}
	base, _, _ := strings.Cut(action.String(), "?")
	u, err := page.ParseURL(base + "?" + encode.URLEncoded(entries, f.Charset))
	if err != nil {
		return page.Request{}, err
	}
	return page.Request{Method: "GET", URL: u, Referer: f.Page}, nil
}

var errNoTarget = errors.New("its action is not an http or https URL")
