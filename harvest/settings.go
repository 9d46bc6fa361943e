package harvest

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/finding"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/internal/glob"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// What a person set is held against the form before the first question: a value
// that no browser would send makes every question one that cannot be asked.

// OptionError is returned by Run for options that do not fit the site's form.
type OptionError struct {
	Setting string // of which one value does not fit: fixed, roles, columns or questions; "": what is wrong is no single value
	Control string // as the setting names it
	Profile bool   // it stands in the profile, not in the options
	Err     error

	Path []string // of questions: in the plan
}

func (e *OptionError) Error() string {
	if e.Setting == "" {
		return e.Err.Error()
	}
	return e.Setting + ": " + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *OptionError) Unwrap() error { return e.Err }

// wishes are what the user and the profile of a person want of the site.
type wishes struct {
	*session.Session
	unused []plan.Unused // of what they set
}

// overruled returns a form with the roles that the user gives its controls: in the profile,
// whose form that is behind one choice before the search, and by settings.
func (r *wishes) overruled(f forms.Form) (forms.Form, error) {
	if g, is := glob.Any(r.Options.Reach.Exclude, f.Action.String()); is {
		return f, &OptionError{Setting: "exclude", Err: fmt.Errorf("%s leaves out %s, where the search that was found is sent: take it out, or say which form is meant (form)", g, f.Action)}
	}
	if p := r.Options.Profile; p != nil && p.Form != nil && (p.Form.ID == f.ID || f.Before() != nil && p.Form.Alike(&f)) {
		f = f.As(*p.Form)
	}
	for _, control := range slices.Sorted(maps.Keys(r.Options.Roles)) {
		var err error
		if f, err = f.Overrule(map[string]forms.Role{control: r.Options.Roles[control]}); err != nil {
			return f, &OptionError{Setting: "roles", Control: control, Err: err}
		}
	}
	return f, nil
}

// fixed returns the values bound in every query, in the words of the form f: of two that are
// said of a control the later one, which is that of a flag.
func (r *wishes) fixed(f forms.Form) (forms.Values, error) {
	out := forms.Values{}
	for i, c := range r.questions().Controls {
		if c.Always.IsZero() {
			continue
		}
		name, values, err := settle(f, c.Control, c.Always.List)
		if err != nil {
			return nil, r.misunderstood(&plan.Misunderstood{Path: []string{"controls", strconv.Itoa(i), "always"}, Err: err})
		}
		out[name] = values
	}
	return out, nil
}

// settle is forms.Settle; what calls an endpoint has controls of its own, which take any value.
func settle(f forms.Form, control string, values []string) (string, []string, error) {
	if endpoint.OwnControl(control) {
		return control, values, nil
	}
	return f.Settle(control, values)
}

// questions returns what a person says of what is asked: in the options, or else in the
// profile, or in that which the harvest was begun with, with what flags add to it.
func (r *wishes) questions() *questions.Plan { return r.said().Flat() }

// said is questions as they stand, perhaps in steps.
func (r *wishes) said() *questions.Plan {
	p := r.Options.Questions
	if r.byProfile() {
		p = r.State.Profile.Questions.With(beside(p))
	}
	return p.With(nil)
}

// placed has what the planner found of no effect point at the plan as it stands.
func (r *wishes) placed(unused []plan.Unused) []plan.Unused {
	out := slices.Clone(unused)
	for i := range out {
		out[i].Path = r.said().Place(out[i].Path)
	}
	return out
}

// byProfile reports whether the profile says what is asked.
func (r *wishes) byProfile() bool {
	p := r.Options.Questions
	return r.State.Profile.Questions != nil && (p == nil || len(p.Beside()) > 0)
}

func beside(p *questions.Plan) []questions.Control {
	if p == nil {
		return nil
	}
	return p.Beside()
}

// byPost returns an error where forms that were seen have a step of the plan, and all of them
// send it by POST.
func (r *wishes) byPost(seen []forms.Form) error {
	for i, c := range r.questions().Controls {
		if c.Step <= 0 {
			continue
		}
		var posted *forms.Form
		for j := range seen {
			f := &seen[j]
			if _, err := f.Called(c.Control); err != nil || finding.Chooses(f) == "" {
				continue
			}
			if posted = f; f.Method != http.MethodPost {
				posted = nil
				break
			}
		}
		if posted != nil {
			return r.misunderstood(&plan.Misunderstood{Path: []string{"controls", strconv.Itoa(i), "control"}, Err: fmt.Errorf("%q is a choice that form %d of %s sends by POST, and that is never sent, since it may do something: "+
				"make it in a browser, start at the page that it leads to (with cookie-file, where the site keeps the choice in a cookie), and take this step out of the plan", c.Control, posted.Index, posted.Page)})
		}
	}
	return nil
}

// misunderstood returns an error of the planner as one that names its setting.
func (r *wishes) misunderstood(err error) error {
	if wrong, ok := errors.AsType[*plan.Misunderstood](err); ok {
		if controls := r.questions().Controls; len(wrong.Path) > 1 && wrong.Path[0] == "controls" {
			if i, err := strconv.Atoi(wrong.Path[1]); err == nil && controls[i].Setting != "" {
				return &OptionError{Setting: controls[i].Setting, Control: controls[i].Control, Err: wrong.Err}
			}
		}
		return &OptionError{Setting: "questions", Path: r.said().Place(wrong.Path), Profile: r.byProfile(), Err: err}
	}
	return &OptionError{Err: err}
}

// ignore takes note of something set that has no effect.
func (r *wishes) ignore(u plan.Unused) {
	if !slices.ContainsFunc(r.unused, func(o plan.Unused) bool { return o.Message == u.Message }) {
		r.unused = append(r.unused, u)
		r.Tell("note", u.Setting+": "+u.Message)
	}
}

// believe puts what a person says about the site in the place of what the
// harvest knows: each part that the profile has. Parts that it lacks are
// learned as ever; unless it is frozen, the others are learned on from there.
func (r *wishes) believe(p *Profile) error {
	if p == nil {
		return nil
	}
	if err := p.Wrapper.Check(); err != nil {
		return &OptionError{Err: fmt.Errorf("profile: wrapper: %w", err)}
	}
	if err := p.Details.Check(); err != nil {
		return &OptionError{Err: fmt.Errorf("profile: details: %w", err)}
	}
	r.State.Profile.Questions = p.Questions
	if r.Options.Questions != nil && p.Questions != nil && !r.byProfile() {
		r.ignore(plan.Unused{Setting: "questions", Profile: true, Message: "the questions of the profile are not asked, since those of the site's entry in the configuration are: take out one of them"})
	}
	now := &r.State.Profile
	if p.Form != nil && r.Options.Form == "" {
		if now.Form != nil && now.Form.ID != p.Form.ID && r.State.Steps > 0 && !r.Options.Fresh {
			return &OptionError{Err: fmt.Errorf("the harvest of %s has answers of form %s, the profile names form %s: start over with hadal harvest --fresh, or in another database (--db)",
				r.Site.Name, now.Form.ID, p.Form.ID)}
		}
		if now.Form == nil || now.Form.ID != p.Form.ID || !p.Form.HasToken() {
			form := *p.Form
			now.Form = &form
			now.Spent = now.Spent || form.HasToken() // whatever token it had is old
			now.OneToken = now.OneToken || form.HasToken()
		}
		now.Why = p.Why
	}
	switch {
	case !p.Wrapper.Unplaced():
		now.Wrapper, now.Misfits = p.Wrapper, 0
	case now.Wrapper.Unplaced():
		now.Wrapper = p.Wrapper // what is said of columns holds before anything is learned
	case len(p.Wrapper.Columns) > 0 || p.Wrapper.Next != "":
		now.Wrapper = now.Wrapper.Following(p.Wrapper)
	}
	if p.Details.Pages > 0 || len(p.Details.Columns) > 0 {
		now.Details = p.Details
	}
	if now.Barren == nil {
		now.Barren = p.Barren
	}
	if p.Background.Pages > 0 && now.Background.Pages == 0 {
		now.Background = p.Background
	}
	if p.Browser != nil && r.State.Steps == 0 {
		now.Browser = p.Browser
	}
	if p.Empty != "" {
		now.Empty = p.Empty
	}
	if p.Keys != "" {
		now.Keys = p.Keys
	}
	if len(p.Seeds) > 0 {
		now.Seeds = p.Seeds
	}
	if len(p.Endpoints) > 0 {
		now.Endpoints = p.Endpoints
	}
	now.Direct.Off = p.Direct.Off
	now.Frozen = p.Frozen
	return nil
}

// capabilities returns what the user says that the interface can do, and what a
// profile says beside it.
func (r *wishes) capabilities() querygen.Capabilities {
	out := slices.Clone(r.Options.Capabilities)
	if r.Options.Profile == nil {
		return out
	}
	for _, c := range r.Options.Profile.Capabilities {
		if out.Get(c.Name).Verdict == querygen.Unknown {
			out = append(out, c)
		}
	}
	return out
}
