package harvest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// What a person set is held against the form before the first question: a value
// that no browser would send makes every question one that cannot be asked.

// OptionError is returned by Run for options that do not fit the site's form.
type OptionError struct {
	Setting string // of which one value does not fit: fixed, roles, values or the profile's known; "": what is wrong is no single value
	Control string // as the setting names it
	Profile bool   // it stands in the profile, not in the options
	Err     error
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
type wishes struct{ *session.Session }

// overruled returns a form with the roles that the user gives its controls.
func (r *wishes) overruled(f forms.Form) (forms.Form, error) {
	for _, control := range slices.Sorted(maps.Keys(r.Options.Roles)) {
		var err error
		if f, err = f.Overrule(map[string]forms.Role{control: r.Options.Roles[control]}); err != nil {
			return f, &OptionError{Setting: "roles", Control: control, Err: err}
		}
	}
	return f, nil
}

// fixed returns the values bound in every query, in the words of the form f: the
// user's, and for other controls the profile's.
func (r *wishes) fixed(f forms.Form) (forms.Values, error) {
	out, said := forms.Values{}, forms.Values{}
	for _, p := range r.State.Profile.Fixed {
		said[p.Name] = append(said[p.Name], p.Value)
	}
	for _, of := range []struct {
		values  forms.Values
		profile bool
	}{{said, true}, {r.Options.Fixed, false}} {
		for _, control := range slices.Sorted(maps.Keys(of.values)) {
			if endpoint.OwnControl(control) {
				out[control] = of.values[control]
				continue
			}
			name, values, err := f.Settle(control, of.values[control])
			if err != nil {
				if _, theirs := r.Options.Fixed[control]; theirs && of.profile {
					continue // it does not count
				}
				return nil, &OptionError{Setting: "fixed", Control: control, Profile: of.profile, Err: err}
			}
			out[name] = values
		}
	}
	return out, nil
}

// labels holds the labels that values are given for against the form f.
func (r *wishes) labels(f forms.Form) error {
	type row struct {
		querygen.LabelledValues
		setting string
		must    bool
	}
	var rows []row
	for _, l := range r.Options.Known {
		if must, theirs := r.Options.Labels[l.Label]; theirs {
			rows = append(rows, row{l, "values", must})
		}
	}
	if r.Options.Profile != nil {
		for _, l := range r.Options.Profile.Known {
			rows = append(rows, row{l, "known", true})
		}
	}
	for _, l := range rows {
		if l.Label == "" || len(plan.KnownFor(f, []querygen.LabelledValues{l.LabelledValues})) > 0 {
			continue
		}
		switch name, err := f.Called(l.Label); {
		case err == nil:
			r.Tell("note", fmt.Sprintf("%s: %q is not asked for in a box (control %s): it is asked as the form offers it", l.setting, l.Label, name))
		case !l.must:
			r.Tell("note", fmt.Sprintf("%s: %v", l.setting, err))
		default:
			return &OptionError{Setting: l.setting, Control: l.Label, Profile: l.setting == "known", Err: err}
		}
	}
	return nil
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
	now := &r.State.Profile
	if p.Form != nil && r.Options.Form == "" {
		if now.Form != nil && now.Form.ID != p.Form.ID && r.State.Steps > 0 && !r.Options.Fresh {
			return &OptionError{Err: fmt.Errorf("the harvest of %s has answers of form %s, the profile names form %s: start over with --fresh",
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
	if !p.Wrapper.IsZero() {
		now.Wrapper, now.Misfits = p.Wrapper, 0
	}
	if p.Details.Pages > 0 {
		now.Details = p.Details
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
	now.Fixed, now.Frozen = p.Fixed, p.Frozen
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
