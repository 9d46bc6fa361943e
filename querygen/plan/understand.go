package plan

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// A plan of questions is understood once it is put in the words of the form: which controls
// are bound, and to what. What it says of controls and values that the form does not have is
// an error where it stands in the plan, and is told where it comes from elsewhere, as from a
// file: nothing of a plan is left out in silence.

// Misunderstood is something in a plan of questions that the form does not have.
type Misunderstood struct {
	Path []string // in the plan
	Err  error
}

func (m *Misunderstood) Error() string { return m.Err.Error() }

// Unwrap returns what is wrong.
func (m *Misunderstood) Unwrap() error { return m.Err }

// Unused is something that a person set, and that has no effect.
type Unused struct {
	Setting string   `json:"setting"`           // questions, columns
	Control string   `json:"control,omitempty"` // as the setting names it
	Path    []string `json:"path,omitempty"`    // in the plan of questions
	Profile bool     `json:"profile,omitempty"` // it stands in the profile
	Message string   `json:"message"`
}

func (u *understood) ignore(path []string, format string, args ...any) {
	u.unused = append(u.unused, Unused{Setting: "questions", Path: path, Message: fmt.Sprintf(format, args...)})
}

// axis is a control, or a pair of bounds, and what it is bound to.
type axis struct {
	whole choice   // all of it, where one question can say so
	ends  bool     // which is all that the form offers
	parts []choice // one question each
	stop  int      // so many parts in a row without a record end it; 0: none
	path  []string // to where the plan says it
	but   []string // what it leaves out of a menu whose options are yet to be seen
}

// choice is what a question binds of an axis.
type choice struct {
	pairs []page.Pair
	said  string
}

// understood is a plan in the words of a form.
type understood struct {
	axes   []axis
	split  string
	rest   bool            // what is still cut is left to auto
	late   map[string]bool // menus of which a plan says what it leaves out, or a range, and whose options come with what is chosen before
	fixed  forms.Values    // bound in each question, in the words of the form
	words  []string        // to begin with
	unused []Unused
}

// leaving returns a form without what a plan has never bound, or a person says to be nothing
// to search by (role other).
func leaving(f forms.Form, p *questions.Plan) (forms.Form, error) {
	if p == nil {
		return f, nil
	}
	f.Fields = slices.Clone(f.Fields)
	left := map[string]string{} // what the plan calls it
	for _, c := range f.Fields {
		if c.Name != "" && c.Other() {
			left[c.Name] = c.Name
		}
	}
	for i, c := range p.Controls {
		if !c.Leave {
			continue
		}
		names, err := controlsOf(f, c.Control)
		if err != nil {
			return f, &Misunderstood{controlPath(i, "control"), err}
		}
		for _, name := range names {
			left[name] = c.Control
		}
	}
	for i, c := range p.Controls {
		if names, err := controlsOf(f, c.Control); !c.Leave && err == nil {
			for _, name := range names {
				if left[name] != "" {
					return f, &Misunderstood{controlPath(i, "control"), fmt.Errorf("%q is bound here, and never is by leave: true or role other of %q: take out one of them", c.Control, left[name])}
				}
			}
		}
	}
	for j := range f.Fields {
		if g := &f.Fields[j]; left[g.Name] != "" {
			g.Disabled, g.DependsOn = true, ""
		}
	}
	return f, nil
}

func controlPath(i int, member ...string) []string {
	return append([]string{"controls", strconv.Itoa(i)}, member...)
}

// rangePath leads to a member of a range; "" for the range itself.
func rangePath(i int, member string) []string {
	return slices.DeleteFunc(controlPath(i, "range", member), func(s string) bool { return s == "" })
}

// controlsOf returns the names of the controls that a person calls so: of one control, or of
// a pair of bounds, whose labels may say more than what is bounded.
func controlsOf(f forms.Form, called string) ([]string, error) {
	name, err := f.Called(called)
	if s := spanOf(f, nil, called); s != nil && name != called { // by its name it is one of the two
		return []string{s.Min.Name, s.Max.Name}, nil
	}
	return []string{name}, err
}

// spanOf returns the pair of bounds that a person calls so, nil for none or several.
func spanOf(f forms.Form, fixed forms.Values, called string) (out *space.Span) {
	si := space.NewSearchInterface(f, fixed)
	words := querygen.LabelWords(called)
	says := func(c forms.Field) bool {
		of := append(querygen.LabelWords(c.Label), querygen.LabelWords(c.Name)...)
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) })
	}
	for _, s := range si.Spans {
		if s.Min.Name == called || s.Max.Name == called {
			return s
		}
	}
	if slices.ContainsFunc(f.Fields, func(c forms.Field) bool {
		return c.Name == called || strings.EqualFold(c.Label, called) && !strings.HasPrefix(string(c.Role), "range")
	}) {
		return nil
	}
	for _, s := range si.Spans {
		if says(s.Min) || says(s.Max) {
			if out != nil {
				return nil
			}
			out = s
		}
	}
	return out
}

// understand puts a plan in the words of a form.
func understand(f forms.Form, fixed forms.Values, p *questions.Plan) (understood, error) {
	u := understood{split: p.Split, words: p.Words.List, rest: len(p.Combine) == 0 && p.Depth == 0, late: map[string]bool{}, fixed: fixed}
	called, by := map[string]axis{}, map[string]string{}
	var order []string
	for i, c := range p.Controls {
		if err := inItsStep(f, c); err != nil {
			return u, &Misunderstood{controlPath(i, "control"), err}
		}
		if !c.Narrows() {
			continue
		}
		if BeforeSearch(f, c.Control) {
			if c.StopAfterEmpty > 0 {
				u.ignore(controlPath(i, "stop-after-empty"), "stop-after-empty has no effect: %q is chosen before the search, and behind each of its values the whole plan is asked", c.Control)
			}
			continue
		}
		a, err := u.axis(f, c, i)
		if err != nil {
			return u, err
		}
		if err := a.unbound(c.Control, controlPath(i, "control"), fixed, by); err != nil {
			return u, err
		}
		a.stop, a.path = c.StopAfterEmpty, controlPath(i)
		called[fold(c.Control)] = a
		order = append(order, c.Control)
	}
	if slices.ContainsFunc(p.Combine, isWords) || p.Words.NothingElse {
		a, err := u.wordAxis(f, fixed, p)
		if err != nil {
			return u, err
		}
		if err := a.unbound("words", []string{"words"}, fixed, by); err != nil {
			return u, err
		}
		called["words"], order = a, append(order, "words")
	}
	if len(p.Combine) > 0 {
		order = slices.DeleteFunc(slices.Clone(p.Combine), func(name string) bool { return BeforeSearch(f, name) })
		for i, c := range p.Controls {
			if c.Narrows() && !BeforeSearch(f, c.Control) && !slices.ContainsFunc(order, func(o string) bool { return fold(o) == fold(c.Control) }) {
				u.ignore(controlPath(i), "values of %q are not asked: combine leaves it out; write it into combine", c.Control)
			}
		}
	}
	if p.Depth > 0 && p.Depth < len(order) {
		order = order[:p.Depth]
	}
	for _, name := range order {
		u.axes = append(u.axes, called[fold(name)])
	}
	if err := u.order(f, p); err != nil {
		return u, err
	}
	if err := u.settle(f, p); err != nil {
		return u, err
	}
	if len(p.Words.List) > 0 && len(u.axes) == 0 && space.NewSearchInterface(f, fixed).Box == nil {
		return u, &Misunderstood{[]string{"words"}, errors.New("the form has no search box that takes words: write an item of controls for the box that is meant")}
	}
	return u, nil
}

// order has menus whose options come with what is chosen before them divided behind that.
func (u *understood) order(f forms.Form, p *questions.Plan) error {
	for range u.axes { // they may depend on each other in a row
		for i, a := range u.axes {
			name := a.name()
			if !u.late[name] {
				continue
			}
			over := f.Above(name)
			at := slices.IndexFunc(u.axes, func(b axis) bool { return b.name() == over })
			switch {
			case at > i:
				u.axes = slices.Insert(slices.Delete(u.axes, i, i+1), at, a)
			case at < 0 && len(u.fixed[over]) == 0 && !slices.ContainsFunc(p.Controls, func(c questions.Control) bool {
				called, _ := f.Called(c.Control)
				return called == over && !c.Always.IsZero()
			}):
				return &Misunderstood{a.path, fmt.Errorf("%s: say which of %q are asked, too, or write only", lateList(f, name), over)}
			}
		}
	}
	return nil
}

// name returns the control that an axis binds alone.
func (a axis) name() string {
	if len(a.parts) > 0 && len(a.parts[0].pairs) == 1 {
		return a.parts[0].pairs[0].Name
	}
	return ""
}

// settle puts what is bound in each question of menus that depend on another one in the words of
// the form. Until it is known what they offer beside the other's value, or where the plan's
// questions choose that, it is what each of these binds.
func (u *understood) settle(f forms.Form, p *questions.Plan) error {
	u.fixed = maps.Clone(u.fixed)
	for range p.Controls { // they may depend on each other in a row
		for i, c := range p.Controls {
			name, err := f.Called(c.Control)
			over := f.Above(name)
			if c.Always.IsZero() || err != nil || over == "" || len(u.fixed[name]) == 0 {
				continue
			}
			options := f.Beside(name, strings.Join(u.fixed[over], ""))
			if slices.ContainsFunc(u.axes, func(a axis) bool { return a.name() == name }) {
				continue
			}
			if options == nil && len(u.fixed[over]) > 0 || slices.ContainsFunc(u.axes, func(a axis) bool { return a.name() == over }) {
				of := choice{said: c.Control + " = " + strings.Join(c.Always.List, ", ")}
				for _, v := range u.fixed[name] {
					of.pairs = append(of.pairs, page.Pair{Name: name, Value: v})
				}
				u.axes = append(u.axes, axis{parts: []choice{of}, path: controlPath(i)})
				continue
			}
			if options == nil {
				continue
			}
			if _, u.fixed[name], err = offering(f, name, options).Settle(c.Control, u.fixed[name]); err != nil {
				return &Misunderstood{controlPath(i, "always"), err}
			}
		}
	}
	return nil
}

// offering returns a form with a menu that has these options, whatever else is chosen.
func offering(f forms.Form, name string, options []forms.Option) forms.Form {
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		if c := &f.Fields[i]; c.Name == name {
			c.DependsOn, c.Disabled, c.Options = "", false, options
		}
	}
	return f
}

// unbound returns an error where a control that an item binds is bound beside it, by what
// holds for each question or by another item that calls it otherwise: no question has room
// for both. It notes which item binds what.
func (a axis) unbound(called string, path []string, fixed forms.Values, by map[string]string) error {
	for _, part := range append(slices.Clone(a.parts), a.whole) {
		for _, b := range part.pairs {
			if values := fixed[b.Name]; len(values) > 0 {
				return &Misunderstood{path, fmt.Errorf("%q is bound to %s in each question by always or fixed: its values here cannot be asked", called, strings.Join(values, ", "))}
			}
			if other := by[b.Name]; other != "" && other != called {
				return &Misunderstood{path, fmt.Errorf("%q and %q are the same control (%s): write all of it into one item", called, other, b.Name)}
			}
			by[b.Name] = called
		}
	}
	return nil
}

// ChosenBefore returns the values that a plan says of the choice that is made before the
// search, in the order in which they are asked behind; nil where it says nothing of it. Behind
// each of them stands a planner of its own, with all else that the plan says. It is an error
// where a plan in steps has a control on another page than the form.
func ChosenBefore(f forms.Form, p *questions.Plan) (out []string, err error) {
	for i, c := range p.Controls {
		if err := inItsStep(f, c); err != nil {
			return nil, &Misunderstood{controlPath(i, "control"), err}
		}
	}
	before := f.Before()
	if before == nil {
		return nil, nil
	}
	options, said := slices.Clone(before.Options), false
	for i, c := range p.Controls {
		if !c.Narrows() || !BeforeSearch(f, c.Control) {
			continue
		}
		said = true
		if at, of := f.Step(c.Control); at >= 0 && of > 1 {
			options, err = ofStep(options, c, i, at, of)
		} else {
			options, err = ofChoice(f, options, c, i)
		}
		if err != nil {
			return nil, err
		}
	}
	if !said {
		return nil, nil
	}
	for _, o := range options {
		out = append(out, o.Value)
	}
	return out, nil
}

// ofChoice returns those of the options of a choice that are said of all of it, in their order.
func ofChoice(f forms.Form, options []forms.Option, c questions.Control, i int) (out []forms.Option, err error) {
	for _, list := range []*questions.Values{&c.Only, &c.Except} { // by the value that is sent, too
		list.List = slices.Clone(list.List)
		for j, v := range list.List {
			for _, o := range options {
				if len(o.Of) == 1 && o.Of[0] == v && v != "" {
					list.List[j] = o.Value
				}
			}
		}
	}
	u := understood{late: map[string]bool{}}
	a, err := u.axis(f, c, i)
	if err != nil {
		return nil, err
	}
	for _, part := range a.parts {
		for _, o := range options {
			if o.Value == part.pairs[0].Value {
				out = append(out, o)
			}
		}
	}
	return out, nil
}

// ofStep returns those of the options of a choice in several steps that have at one of them
// what is said of it, or may have: what stands behind an earlier step is seen once that was made.
func ofStep(options []forms.Option, c questions.Control, i, at, of int) (out []forms.Option, err error) {
	list, member := c.Only, "only"
	if c.Only.IsZero() {
		list, member = c.Except, "except"
	}
	place := func(o forms.Option) int {
		label, value := forms.StepOf(o, at, of)
		return slices.IndexFunc(list.List, func(v string) bool { return fold(v) == fold(label) || value != "" && v == value })
	}
	var seen, called []string // options at the step, and all that they may be called
	unseen := false
	for _, o := range options {
		switch label, value := forms.StepOf(o, at, of); {
		case label == "":
			unseen = true
			out = append(out, o)
			continue
		case !slices.Contains(called, label):
			seen, called = append(seen, forms.Naming(label, value)), append(called, label, value)
		}
		if (place(o) >= 0) == (member == "only") {
			out = append(out, o)
		}
	}
	for j, v := range list.List {
		known := slices.ContainsFunc(called, func(s string) bool { return fold(s) == fold(v) })
		if !known && !unseen && !list.Elsewhere() {
			return nil, &Misunderstood{controlPath(i, member, strconv.Itoa(j)), fmt.Errorf("%q has no value %q%s; it has %s", c.Control, v, nearest.Hint(v, called), strings.Join(seen[:min(len(seen), 12)], ", "))}
		}
	}
	if len(out) == 0 {
		return nil, &Misunderstood{controlPath(i, member), fmt.Errorf("no value of %q is left to ask", c.Control)}
	}
	if c.InOrder {
		slices.SortStableFunc(out, func(a, b forms.Option) int { return cmp.Compare(place(a), place(b)) })
	}
	return out, nil
}

// BeforeSearch reports whether a person means the choice that is made before the search, or a
// step of it.
func BeforeSearch(f forms.Form, called string) bool {
	before := f.Before()
	if before == nil {
		return false
	}
	name, err := f.Called(called)
	if err != nil {
		at, _ := f.Step(called)
		return at >= 0
	}
	return name == before.Name
}

// inItsStep returns what is wrong with a control of a plan in steps that is not on the page
// which the plan says.
func inItsStep(f forms.Form, c questions.Control) error {
	switch before := BeforeSearch(f, c.Control); {
	case c.Step == 0 || c.Step < 0 && !before:
	case c.Step < 0:
		return fmt.Errorf("%q is chosen before the search: write it before then, not into it", c.Control)
	case f.Before() == nil:
		return fmt.Errorf("no choice stands before the search that was found (on %s), so %q cannot be chosen there: take then out, and write its controls beside the others; or say which form is meant (form)", f.Page, c.Control)
	case !before:
		return fmt.Errorf("%q is not chosen before the search; %q is: call it so, or write the controls of the search into then", c.Control, f.Before().Label)
	default:
		if at, of := f.Step(c.Control); of > 1 && at >= 0 && at != c.Step-1 {
			return fmt.Errorf("%q is chosen on page %d of %d before the search, and stands here on page %d: write then in the order of the pages", c.Control, at+1, of, c.Step)
		}
	}
	return nil
}

func isWords(name string) bool { return fold(name) == "words" }

func fold(s string) string { return querygen.FoldText(s) }

// wordAxis has the words of a plan in the search box.
func (u *understood) wordAxis(f forms.Form, fixed forms.Values, p *questions.Plan) (axis, error) {
	var a axis
	si := space.NewSearchInterface(f, fixed)
	if si.Box == nil {
		return a, &Misunderstood{[]string{"words"}, errors.New("the form has no search box that takes words: write an item of controls for the box that is meant")}
	}
	var useless []string
	for _, w := range p.Words.List {
		if !si.Accepts(w) {
			useless = append(useless, w)
			continue
		}
		a.parts = append(a.parts, choice{[]page.Pair{{Name: si.Box.Name, Value: w}}, w})
	}
	if len(useless) > 0 {
		u.ignore([]string{"words"}, "the search box (%s) does not take %s", f.Calling(*si.Box), quoted(useless))
	}
	u.words = nil
	return a, nil
}

// quoted names the first of some values, and says how many there are beside them.
func quoted(values []string) string {
	var out []string
	for _, v := range values[:min(len(values), 10)] {
		out = append(out, strconv.Quote(v))
	}
	if n := len(values) - len(out); n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(out, ", "), n)
	}
	return strings.Join(out, ", ")
}

// axis puts what is said of a control in the words of the form.
func (u *understood) axis(f forms.Form, c questions.Control, i int) (axis, error) {
	if c.Range != (questions.Range{}) {
		return u.rangeAxis(f, c, i)
	}
	var a axis
	said, member := c.Only, "only"
	if c.Only.IsZero() {
		said, member = c.Except, "except"
	}
	name, err := f.Called(c.Control)
	if err != nil {
		return a, &Misunderstood{controlPath(i, "control"), err}
	}
	offered := optionsOf(f, name)
	late := lateList(f, name)
	if member == "except" {
		if err := u.await(f, name); err != nil {
			return a, &Misunderstood{controlPath(i, member), fmt.Errorf("%w, so none can be left out before: write only", err)}
		}
	}
	if member == "except" && len(offered) == 0 && !u.late[name] {
		return a, &Misunderstood{controlPath(i, member), fmt.Errorf("%q is no menu, so there are no values of which some could be left out: write only", c.Control)}
	}
	var values []string
	var useless []string         // values from elsewhere
	var why error                // of the first of them
	first := map[string]string{} // what has a value asked
	dependent := late != "" || slices.ContainsFunc(f.Fields, func(g forms.Field) bool { return g.Name == name && g.Control.IsChoice() && g.DependsOn != "" })
	for j, v := range said.List {
		_, settled, err := f.Settle(c.Control, []string{v})
		var value string
		if err == nil {
			value = settled[0]
		}
		if all := fieldOf(f, name).Options; err == nil && member == "except" && len(offered) > 0 && !u.late[name] && among(all, v) < 0 {
			_, _, err = offering(f, name, all).Settle(c.Control, []string{v})
		}
		if dependent {
			value = fold(querygen.Spoken(f, name, value)) // a page that offers it is asked by its label
		}
		switch {
		case err == nil && first[value] != "":
			if !said.Elsewhere() {
				return a, &Misunderstood{controlPath(i, member, strconv.Itoa(j)), fmt.Errorf("%q and %q are the same value of %q: take one of them out", first[value], v, c.Control)}
			}
		case err == nil:
			first[value] = v
			values = append(values, settled[0])
		case said.Elsewhere():
			useless, why = append(useless, v), cmp.Or(why, err)
		default:
			return a, &Misunderstood{controlPath(i, member, strconv.Itoa(j)), err}
		}
	}
	switch n := len(useless); {
	case n == 1:
		u.ignore(controlPath(i, member), "%v", why)
	case n > 1:
		u.ignore(controlPath(i, member), "%d of %d values are of no use, such as %s: %v", n, len(said.List), quoted(useless), why)
	}
	switch {
	case member == "except":
		values = slices.DeleteFunc(offered, func(v string) bool {
			return slices.Contains(values, v) || dependent && first[fold(querygen.Spoken(f, name, v))] != ""
		})
	case !c.InOrder && len(offered) > 0:
		slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(slices.Index(offered, a), slices.Index(offered, b)) })
	}
	for _, v := range values {
		a.parts = append(a.parts, choice{[]page.Pair{{Name: name, Value: v}}, c.Control + " = " + querygen.Spoken(f, name, v)})
	}
	if u.late[name] && member == "except" {
		a.but = said.List
	}
	if len(a.parts) == 0 && u.late[name] {
		a.parts = yetUnknown(name, c.Control+" but "+quoted(said.List))
	}
	if len(a.parts) == 0 {
		return a, &Misunderstood{controlPath(i, member), fmt.Errorf("no value of %q is left to ask", c.Control)}
	}
	return a, nil
}

// yetUnknown stands for the options of a menu that a script fills, until some are known.
func yetUnknown(name, said string) []choice {
	return []choice{{[]page.Pair{{Name: name}}, said}}
}

// await takes note of a menu of which it cannot be said which options are asked before those are
// known; it is an error where nothing but an answer could show them.
func (u *understood) await(f forms.Form, name string) error {
	late := lateList(f, name)
	if c, over := fieldOf(f, name), fieldOf(f, f.Above(name)); c.Control.IsMenu() && over.Control.IsMenu() && !over.Reloads && (late != "" || c.Filled != nil) {
		u.late[name] = true
	} else if late != "" {
		return errors.New(late)
	}
	return nil
}

func fieldOf(f forms.Form, name string) (c forms.Field) {
	if i := slices.IndexFunc(f.Fields, func(c forms.Field) bool { return c.Name == name && name != "" }); i >= 0 {
		c = f.Fields[i]
	}
	return c
}

// lateList says of a menu why not all of its options are known before an answer shows them; ""
// where they are.
func lateList(f forms.Form, name string) string {
	i := slices.IndexFunc(f.Fields, func(c forms.Field) bool { return c.Name == name && c.Control.IsChoice() })
	if i < 0 {
		return ""
	}
	c := f.Fields[i]
	on := slices.IndexFunc(f.Fields, func(g forms.Field) bool { return c.DependsOn != "" && (g.Name == c.DependsOn || g.ID == c.DependsOn) })
	switch {
	case on >= 0 && !slices.ContainsFunc(c.Options, func(o forms.Option) bool { return len(o.Of) > 0 }):
		return fmt.Sprintf("the options of %q are shown once %q is chosen", f.Calling(c), f.Calling(f.Fields[on]))
	case len(optionsOf(f, name)) == 0:
		return fmt.Sprintf("the options of %q are not on the page of the form", f.Calling(c))
	}
	return ""
}

// optionsOf returns the values that can be chosen of a control, in the order of the page.
func optionsOf(f forms.Form, name string) (out []string) {
	for _, c := range f.Fields {
		if c.Name != name {
			continue
		}
		for _, o := range c.Options {
			if c.Control.IsChoice() && !o.Any && !o.Disabled && o.Value != "" && !slices.Contains(out, o.Value) {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// partsBlind is into how many parts a range is divided whose plan says no step.
const partsBlind = 10

// rangeAxis puts a range in the words of a pair of bounds, of a menu of numbers, or of a box.
func (u *understood) rangeAxis(f forms.Form, c questions.Control, i int) (axis, error) {
	fail := func(member, format string, args ...any) (axis, error) {
		return axis{}, &Misunderstood{rangePath(i, member), fmt.Errorf(format, args...)}
	}
	if s := spanOf(f, nil, c.Control); s != nil {
		return u.spanAxis(s, c, i)
	}
	name, err := f.Called(c.Control)
	if err != nil {
		return axis{}, &Misunderstood{controlPath(i, "control"), err}
	}
	at := slices.IndexFunc(f.Fields, func(g forms.Field) bool { return g.Name == name })
	field := f.Fields[at]
	var a axis
	if err := u.await(f, name); err != nil {
		return fail("", "%v, so it is not known which are within a range: write only", err)
	}
	if field.Control.IsChoice() { // each option that is within
		low, top, err := bounds(c.Range, false)
		days := err != nil // of months or years, if anything
		if days {
			low, top, err = bounds(c.Range, true)
		}
		if err != nil {
			return fail("from", "%q: %v", c.Control, err)
		}
		within := func(text string) (is, ok bool) {
			if !days {
				x, ok := space.Number(text)
				return x >= low && x <= top, ok
			}
			first, last, err := bounds(questions.Range{From: text, To: text}, true)
			return last >= low && first <= top, err == nil && text != ""
		}
		for _, v := range optionsOf(f, name) {
			said := querygen.Spoken(f, name, v)
			is, ok := within(v)
			if !ok {
				is, ok = within(said)
			}
			if ok && is {
				a.parts = append(a.parts, choice{[]page.Pair{{Name: name, Value: v}}, c.Control + " = " + said})
			}
		}
		if len(a.parts) == 0 && u.late[name] {
			a.parts = yetUnknown(name, fmt.Sprintf("%s from %s to %s", c.Control, c.Range.From, c.Range.To))
		}
		if len(a.parts) == 0 {
			return fail("from", "no option of %q is a %s from %s to %s", c.Control, map[bool]string{true: "day, month or year such as 2020-01", false: "number"}[days], c.Range.From, c.Range.To)
		}
		if c.Range.Step != "" {
			u.ignore(controlPath(i, "range", "step"), "step %s has no effect: %q is a menu, each of its options from %s to %s is asked", c.Range.Step, c.Control, c.Range.From, c.Range.To)
		}
		return a, nil
	}
	dated := space.WantsDate(field)
	low, top, err := bounds(c.Range, dated)
	if err != nil || math.IsInf(low, 0) || math.IsInf(top, 0) {
		return fail("from", "%q is one box, and takes one value a question: write a range with from, to and step%s", c.Control, wrongly(err))
	}
	for _, x := range steps(c.Range, low, top, dated) {
		v := strconv.FormatFloat(x, 'f', -1, 64)
		if dated {
			v = cmp.Or(space.NotationOf(field), dates.ISO).Write(x, false)
		}
		if _, _, err := f.Settle(name, []string{v}); err != nil {
			return fail("", "%v", err)
		}
		a.parts = append(a.parts, choice{[]page.Pair{{Name: name, Value: v}}, c.Control + " = " + v})
	}
	return a, nil
}

func wrongly(err error) string {
	if err == nil {
		return ""
	}
	return " (" + err.Error() + ")"
}

// bounds reads the ends of a range: numbers, or days since 1970; infinite where they are open.
func bounds(r questions.Range, dated bool) (low, top float64, err error) {
	low, top = math.Inf(-1), math.Inf(1)
	for i, text := range []string{r.From, r.To} {
		if text == "" {
			continue
		}
		x, ok := questions.Number(text)
		if dated {
			day, isDay := questions.Day(text, i == 1)
			x, ok = math.Floor(float64(day.Unix())/86400), isDay
		}
		if !ok {
			return low, top, fmt.Errorf("%q is not what the control takes", text)
		}
		if i == 0 {
			low = x
		} else {
			top = x
		}
	}
	return low, top, nil
}

// steps returns where the parts of a range begin.
func steps(r questions.Range, low, top float64, dated bool) (out []float64) {
	n, unit, err := r.Steps()
	if r.Step == "" || err != nil {
		if n, unit = (top-low)/partsBlind, ""; dated || low == math.Floor(low) && top == math.Floor(top) {
			n = math.Max(math.Ceil(n), 1)
		}
	}
	if n <= 0 {
		return []float64{low}
	}
	start, _ := questions.Day(r.From, false)
	for k := 0; ; k++ {
		x := low + float64(k)*n
		switch unit {
		case "month":
			x = dayAfter(start, k*int(n))
		case "year":
			x = dayAfter(start, 12*k*int(n))
		}
		if x > top {
			return out
		}
		out = append(out, x)
	}
}

// dayAfter returns the day, counted from 1970, that is some months after another: the last of
// a month that has no such day.
func dayAfter(t time.Time, months int) float64 {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	day := min(t.Day(), first.AddDate(0, 1, -1).Day())
	return math.Floor(float64(first.AddDate(0, 0, day-1).Unix()) / 86400)
}

// spanAxis puts a range in the words of a pair of bounds.
func (u *understood) spanAxis(s *space.Span, c questions.Control, i int) (axis, error) {
	fail := func(member, format string, args ...any) (axis, error) {
		return axis{}, &Misunderstood{rangePath(i, member), fmt.Errorf(format, args...)}
	}
	if !s.Known() {
		known := *s
		known.Notation = dates.ISO
		s = &known
	}
	low, top, err := bounds(c.Range, s.Dates)
	if err != nil {
		return fail("from", "%q bounds %s: %v", c.Control, map[bool]string{true: "days, such as 2020-01-31", false: "numbers"}[s.Dates], err)
	}
	var a axis
	bind := func(low, top float64) choice {
		out := choice{said: c.Control}
		if !math.IsInf(low, -1) {
			out.pairs, out.said = append(out.pairs, page.Pair{Name: s.Min.Name, Value: s.Write(low, false)}), out.said+" from "+s.Say(low)
		}
		if !math.IsInf(top, 1) {
			out.pairs, out.said = append(out.pairs, page.Pair{Name: s.Max.Name, Value: s.Write(top, true)}), out.said+" to "+s.Say(top)
		}
		return out
	}
	if math.IsInf(low, -1) || math.IsInf(top, 1) {
		a.parts = []choice{bind(low, top)}
		return a, u.offered(s, a, c, i)
	}
	a.whole = bind(low, top)
	least, greatest := s.Least, s.Greatest
	if n := len(s.Tops); n > 0 && len(s.Lows) > 0 {
		least, greatest = s.Lows[0].At, s.Tops[n-1].At
	}
	a.ends = low <= least && top >= greatest
	starts := steps(c.Range, low, top, s.Dates)
	if n := len(starts); n > 1 && starts[n-1] == top && !s.Dates {
		starts = starts[:n-1] // it would be a part of one number
	}
	for j, x := range starts {
		end := top
		if j+1 < len(starts) {
			end = starts[j+1]
			if s.Dates || s.Lows != nil && s.Step == 1 {
				end--
			} else if below := s.JustBelow(end); below >= x {
				end = below
			}
		}
		a.parts = append(a.parts, bind(x, end))
	}
	return a, u.offered(s, a, c, i)
}

// offered returns an error where bounds are chosen from lists, and one is not among them.
func (u *understood) offered(s *space.Span, a axis, c questions.Control, i int) error {
	for _, part := range append(slices.Clone(a.parts), a.whole) {
		for _, b := range part.pairs {
			field := s.Min
			if b.Name == s.Max.Name {
				field = s.Max
			}
			if field.Control.IsBox() {
				continue
			}
			var values []string
			for _, o := range field.Options {
				if o.Value != "" {
					values = append(values, o.Value)
				}
			}
			if !slices.Contains(values, b.Value) {
				member := "step"
				if c.Range.Step == "" {
					member = "from"
				}
				return &Misunderstood{rangePath(i, member), fmt.Errorf("%q offers no bound %s%s: bounds must be among its options, %s",
					c.Control, b.Value, nearest.Hint(b.Value, values), strings.Join(values[:min(len(values), 12)], ", "))}
			}
		}
	}
	return nil
}
