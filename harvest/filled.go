package harvest

import (
	"context"
	"fmt"
)

// A menu may be filled by a script once another one is chosen. Over HTTP nothing shows its
// options, so that parts which it would divide stay cut. Then the form is shown in a browser with
// that chosen, and its options are read there; nothing is sent but what the page's script asks
// for. They are kept in the profile's form, by which all that was answered is folded anew.

// mostFilled bounds the pages that are shown for the options of menus.
const mostFilled = 200

// fill reads the options of menus that would divide what is cut, and reports whether some were
// found.
func (r *run) fill(ctx context.Context) (found bool, stop *Stop, err error) {
	if !r.MayRender() || r.Renders() {
		return false, nil, nil
	}
	for _, want := range r.Planner.Wants() {
		key := fmt.Sprint(want)
		if r.filled[key] || len(r.filled) >= mostFilled {
			continue
		}
		r.filled[key] = true
		if stop := r.Budget.Over(); stop != nil {
			return found, stop, nil
		}
		form := r.State.Profile.Form
		req, err := form.Choosing(want.Beside, r.Options.Form != "")
		if err != nil {
			continue
		}
		last := want.Beside[len(want.Beside)-1].Value
		g, stop, err := r.ShownWith(ctx, req, fmt.Sprintf("the options of %s beside %q", want.Name, last), form)
		if stop != nil || err != nil {
			return found, stop, err
		}
		if g == nil {
			continue
		}
		more, any := form.Offering(g, want.Name, last)
		profile := r.State.Profile
		profile.Form, found = &more, found || any
		if err := r.Commit(ctx, Commit{Profile: &profile}); err != nil {
			return found, nil, err
		}
	}
	if !found {
		return false, nil, nil
	}
	r.Tell("note", "menus that a script fills were read in a browser: what is cut is divided by them")
	return true, nil, r.refold(ctx)
}
