package harvest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/surface"
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

// settle holds the settings against the form of the profile. Where the form was
// read before this run (by whoever wrote the profile, or by the run before), and
// something is fixed, its page is read again first: a site may have dropped an
// option since.
func (r *run) settle(ctx context.Context) (*Stop, error) {
	known := *r.State.Profile.Form
	if _, err := r.wishes.overruled(known); err != nil {
		return nil, err
	}
	if err := r.wishes.labels(known); err != nil {
		return nil, err
	}
	fixed, err := r.wishes.fixed(known)
	if err != nil || len(fixed) == 0 || len(known.Opened) > 0 || r.Survey.Shown(known) != nil {
		return nil, err
	}
	v := surface.Visit{URL: known.Page}
	p, stop, err := r.Look(ctx, known.Page, &v)
	if stop != nil {
		return stop, nil
	}
	if err != nil {
		r.Tell("note", fmt.Sprintf("%s cannot be had: what is fixed is not held against it: %v", known.Page, err))
		return nil, nil
	}
	if stop, err := r.Arrive(ctx, v, p, err, "is what is fixed still offered?"); stop != nil || err != nil {
		return stop, err
	}
	now := r.Survey.Shown(known)
	if before := known.Before(); before != nil && now != nil {
		now = new(now.Behind(*before, before.Value))
	}
	if now == nil {
		r.Tell("note", fmt.Sprintf("%s does not show form %s now: what is fixed cannot be held against it", known.Page, known.ID))
		return nil, nil
	}
	if _, err := r.wishes.fixed(*now); err != nil {
		if wrong, ok := errors.AsType[*OptionError](err); ok {
			wrong.Err = fmt.Errorf("%w; %s no longer offers what was there when its form was read", wrong.Err, known.Page)
		}
		return nil, err
	}
	return nil, nil
}

// A question that cannot be asked costs no request, and so no limit of requests
// ends a harvest of nothing else.
const maxUnsent = 60

// unsent counts an answer for which nothing was sent. A stop is returned where
// there were too many in a row: something in all of them is impossible.
func (r *run) unsent(a Answer) *Stop {
	if a.Outcome.Requests > 0 || a.Outcome.Status != querygen.Refused && a.Outcome.Status != querygen.Failed {
		r.idle = 0
		return nil
	}
	if r.idle++; r.idle < maxUnsent {
		return nil
	}
	return &Stop{Kind: Incomplete, Reason: fmt.Sprintf("%d questions in a row could not be sent, the last: %s; see `hadal forms %s`, and set fixed, roles or form",
		r.idle, a.Outcome.Note, r.State.Profile.Form.Page)}
}
