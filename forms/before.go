package forms

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/page"
)

// A site may ask for a choice (a state, a library) before it shows its search. Then each
// value leads to a page of its own with a form that is alike, and the server knows the
// choice by that form, by its address or by the session. The choice is a control like any
// other of these forms, but nothing of it is sent.

// Before returns the control for the choice that is made before f's page; nil where there
// is none.
func (f *Form) Before() *control.Field {
	i := slices.IndexFunc(f.Fields, func(c control.Field) bool { return c.Control == control.Before })
	if i < 0 {
		return nil
	}
	return &f.Fields[i]
}

// Behind returns f as it is behind the value of the choice c, in place of what it had of that.
func (f Form) Behind(c control.Field, value string) Form {
	f.Fields = slices.DeleteFunc(slices.Clone(f.Fields), func(g control.Field) bool { return g.Control == control.Before })
	c.Control, c.Role, c.Score, c.Pos = control.Before, control.CategoryRole, 1, control.AfterAll
	c.Name, c.Value = f.unused(c.Name), value
	f.Fields = append(f.Fields, c)
	return f
}

// unused returns name, or what is close to it and no control of f has.
func (f *Form) unused(name string) string {
	for slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Name == name }) {
		name += "-before"
	}
	return name
}

// ChoiceBefore returns a choice before a form with these options, made in steps that the
// pages call so. A value is what the page
// calls it, as people would, or its address where that does not tell it from the others.
func ChoiceBefore(options []control.Option, asks ...string) control.Field {
	out := control.Field{Name: "choice", Label: "choice before the search"}
	if len(asks) > 0 && !slices.Contains(asks, "") {
		out.Label = strings.Join(asks, betweenSteps)
	}
	for _, o := range options {
		same := func(p control.Option) bool { return strings.EqualFold(p.Label, o.Label) }
		i := slices.IndexFunc(options, same)
		if o.Value = o.Label; o.Label == "" || i >= 0 && slices.ContainsFunc(options[i+1:], same) {
			o.Value = o.Leads
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// betweenSteps stands between what pages call the steps of a choice, and between the values
// of these.
const betweenSteps = " / "

// Stepped returns the option that stands for one at a step and for one behind it. The values
// of the steps stand in Option.Of.
func Stepped(first, then control.Option) control.Option {
	if first.Label != "" && then.Label != "" {
		then.Label = betweenSteps + then.Label
	}
	then.Label = first.Label + then.Label
	then.Of = slices.Concat(first.Of, then.Of)
	return then
}

// Step returns which step of the choice before f a person calls so, counted from 0, and how
// many there are; -1 where it is none of them.
func (f *Form) Step(called string) (at, of int) {
	before := f.Before()
	if before == nil {
		return -1, 0
	}
	steps := strings.Split(before.Label, betweenSteps)
	return slices.IndexFunc(steps, func(s string) bool { return sameText(s, control.Unmarked(called)) }), len(steps)
}

// StepOf returns what an option of a choice in so many steps has at one of them, as its page
// calls it, and the value that is sent; "" where what stands behind the steps before it was
// not looked at, or where that is not known.
func StepOf(o control.Option, at, of int) (label, value string) {
	if parts := strings.SplitN(o.Label, betweenSteps, of); at < len(parts) {
		label = parts[at]
	}
	if at < len(o.Of) {
		value = o.Of[at]
	}
	return label, value
}

// Leads returns the page that an option of a choice before a form leads to.
func Leads(o control.Option) page.Request {
	at, script, drawn := strings.Cut(o.Leads, " ")
	u, _ := page.ParseURL(at)
	to := page.Get(u)
	to.Render, to.Script = drawn, script
	return to
}

// LeadingTo returns what an option has that leads to a page (Option.Leads).
func LeadingTo(to page.Request) string {
	if to.Script == "" {
		return to.URL.String()
	}
	return to.URL.String() + " " + to.Script
}

// Alike reports whether g is f behind another choice: it is sent in the same way, and
// people see the same controls. Its address, what nobody sees of it and the options of
// its menus may differ.
func (f *Form) Alike(g *Form) bool {
	return f.Purpose == g.Purpose && f.Method == g.Method && f.Action.Site() == g.Action.Site() &&
		strings.Count(markup.PathOf(f.Action), "/") == strings.Count(markup.PathOf(g.Action), "/") && slices.Equal(f.seen(), g.seen())
}

// Likest returns that of forms which is alike to f, of several the one whose address is most
// like its; nil where there is none.
func (f *Form) Likest(fs []Form) (g *Form) {
	best := -1
	want := strings.Split(markup.PathOf(f.Action), "/")
	for i := range fs {
		if !f.Alike(&fs[i]) {
			continue
		}
		same := 0
		for k, p := range strings.Split(markup.PathOf(fs[i].Action), "/") {
			if k < len(want) && p == want[k] {
				same++
			}
		}
		if same > best {
			g, best = &fs[i], same
		}
	}
	return g
}

// seen lists the controls that people see and fill in.
func (f *Form) seen() (out []string) {
	for _, c := range f.Fields {
		if c.Control.IsFilled() && c.Control != control.Before {
			name := c.Name
			if f.Index < 0 { // it is made of what the control is called
				name = ""
			}
			out = append(out, string(c.Control)+" "+name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Sends reports whether whatever is asked of f has value: on the path to what answers, or
// in a control that nobody sees.
func (f *Form) Sends(value string) bool {
	path, query, _ := strings.Cut(f.Action.PathQuery(), "?")
	if parts := strings.Split(path, "/"); slices.Contains(parts[:len(parts)-1], value) {
		return true
	}
	if f.Method != "GET" { // by GET the form drops them
		for _, p := range page.Pairs(query) {
			if p.Value == value {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Control == "hidden" && c.Value == value })
}
