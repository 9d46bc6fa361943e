package harvest

import (
	"context"
	"fmt"
	"slices"
)

// A menu may be filled by a script once another one is chosen. Over HTTP nothing shows its
// options, so that parts which it would divide stay cut, and a plan that says them by their labels
// cannot be asked. Then the form is shown in a browser with
// that chosen, and its options are read there; nothing is sent but what the page's script asks
// for. They are kept in the profile's form, by which all that was answered is folded anew.

// mostFilled bounds the pages that are shown for the options of menus.
const mostFilled = 200

// mostBarren is after how many choices that brought a menu no option it is not looked at again: no
// script fills it.
const mostBarren = 3

// fill reads the options of menus that would divide what is cut, or that a plan asks, and reports
// whether there is more to go by.
func (r *run) fill(ctx context.Context, ended bool) (found bool, stop *Stop, err error) {
	if !r.MayRender() || r.Renders() {
		return false, nil, nil
	}
	for _, want := range r.Planner.Wants(ended) {
		key := fmt.Sprint(want)
		if r.filled[key] || len(r.filled) >= mostFilled || !r.brings[want.Name] && r.barren[want.Name] >= mostBarren {
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
		switch {
		case !any:
			r.barren[want.Name]++
		case !r.brings[want.Name]:
			r.brings[want.Name] = true
			r.Tell("note", fmt.Sprintf("a script fills the menu %s: its options are read in a browser, and questions go by them", want.Name))
		}
		profile := r.State.Profile
		profile.Form, found = &more, found || r.brings[want.Name]
		if err := r.Commit(ctx, Commit{Profile: &profile}); err != nil {
			return found, nil, err
		}
	}
	if !found {
		return false, nil, nil
	}
	at := slices.IndexFunc(r.parts, func(p part) bool { return p.plan == r.Planner })
	choice := r.parts[at].choice
	if err := r.refold(ctx); err != nil {
		return true, nil, err
	}
	return true, nil, r.turn(choice)
}
