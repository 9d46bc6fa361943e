package harvest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// A choice before the search (a state, a library) is a control of the form, and each of its
// values a part of the site: what is asked behind it is chosen by a planner of its own, since
// words, menus and totals are those of that part. Parts are asked one after the other, each
// to its own end, and what is told of the site is their sum.
//
// What is asked behind a choice is asked of the form as the page of that choice shows it, and
// that page is fetched before: so it does not matter whether the server knows the choice by
// the form, its address or the session.

// askAll asks behind each choice before the search until there is a reason to stop.
func (r *run) askAll(ctx context.Context) (Stop, error) {
	if r.State.Profile.Form.Before() == nil {
		return r.ask(ctx)
	}
	var ends []partEnd
	for i := 0; ; {
		options, err := r.choices()
		if err != nil {
			return Stop{}, err
		}
		if i >= len(options) {
			return r.allEnded(ends), nil
		}
		o := options[i]
		r.Tell("note", fmt.Sprintf("the choice before the search is %q, %d of %d", o.Value, i+1, len(options)))
		there, stop, err := r.behind(ctx, o)
		switch {
		case err != nil || stop != nil && !r.partial(*stop):
			return deref(stop), err
		case stop != nil:
			ends = append(ends, partEnd{o.Value, *stop})
			i++
			continue
		case there == nil:
			more := r.Survey.Expand(o, r.State.Profile.Form.Before().Options[0])
			if len(more) == 0 {
				r.Tell("note", fmt.Sprintf("the choice %q leads to no such form: it is left out", o.Value))
				continue // it is none of the choices any more
			}
			if err := r.replace(ctx, o, more); err != nil {
				return Stop{}, err
			}
			continue
		}
		if err := r.turn(o.Value); err != nil {
			return Stop{}, err
		}
		end, err := r.ask(ctx)
		if err != nil || !r.partial(end) {
			return end, err
		}
		// Behind a choice the form may have nothing that can be asked.
		if asked, _, _ := r.Planner.Put(); asked <= 1 && r.held() > 0 && r.Planner.Held() == 0 && end.Kind != Complete {
			end = Stop{Kind: Exhausted, Reason: "the form has nothing there that can be asked"}
		}
		if why := r.ending.lacking(end); r.Planner.Queries() > 1 && !r.same() && why != "" && end.Kind != Incomplete {
			end.Kind, end.Reason = Incomplete, why+". It ended because "+end.Reason
		}
		ends = append(ends, partEnd{o.Value, end})
		if r.idleChoice() {
			end = ends[0].stop
			end.Reason = "the choice before the search changes nothing of it, and of one value: " + end.Reason
			return end, nil
		}
		i++
	}
}

// behind returns the form that a choice leads to, once its page was had; nil where that has none.
func (r *run) behind(ctx context.Context, o forms.Option) (*forms.Form, *Stop, error) {
	form := r.State.Profile.Form
	if g, seen := r.Survey.At(forms.Leads(o), form); seen {
		return g, nil, nil
	}
	if stop, err := r.Reach(ctx, forms.Leads(o), fmt.Sprintf("the choice %q before the search", o.Value)); stop != nil || err != nil {
		return nil, stop, err
	}
	g, seen := r.Survey.At(forms.Leads(o), form)
	if !seen {
		return nil, &Stop{Kind: Incomplete, Reason: fmt.Sprintf("the page that it leads to (%s) cannot be had", o.Leads)}, nil
	}
	if g != nil { // its tokens are fresh
		r.State.Profile.Form = new(g.Behind(*form.Before(), o.Value))
		r.State.Profile.Spent, r.Requests.Inherited = false, false
	}
	return g, nil, nil
}

// replace puts further options in the place of one.
func (r *run) replace(ctx context.Context, o forms.Option, by []forms.Option) error {
	profile := r.State.Profile
	before := *profile.Form.Before()
	i := slices.IndexFunc(before.Options, func(p forms.Option) bool { return p.Value == o.Value })
	before.Options = slices.Concat(before.Options[:i], forms.ChoiceBefore(by).Options, before.Options[i+1:])
	form := profile.Form.Behind(before, before.Value)
	profile.Form = &form
	return r.Commit(ctx, Commit{Profile: &profile})
}

// enter has the site's session led to the choice that a question is put behind, and the form
// taken as the page of that choice shows it.
func (r *run) enter(ctx context.Context, q querygen.Query) (*Stop, error) {
	choice := r.choiceOf(q)
	o, ok := r.option(choice)
	if !ok || r.Last == forms.Leads(o) {
		return nil, nil
	}
	g, stop, err := r.Forms(ctx, forms.Leads(o), r.State.Profile.Form)
	if stop != nil {
		return stop, nil
	}
	if g == nil {
		return &Stop{Kind: Incomplete, Reason: fmt.Sprintf("the page of the choice %q before the search (%s) does not show its form: %v", choice, o.Leads, err)}, nil
	}
	form, err := r.wishes.overruled(g.Behind(*r.State.Profile.Form.Before(), choice))
	if err != nil {
		return nil, err
	}
	profile := r.State.Profile
	profile.Form, profile.Spent, r.Requests.Inherited = &form, false, false
	return nil, r.Commit(ctx, Commit{Profile: &profile})
}

// partEnd is how the questions behind a choice ended.
type partEnd struct {
	choice string
	stop   Stop
}

// allEnded returns the stop of a harvest whose questions behind all choices have ended.
func (r *run) allEnded(ends []partEnd) Stop {
	worst, least := Complete, 0
	for _, kind := range []StopKind{Limit, Exhausted, Incomplete} {
		n := 0
		for _, e := range ends {
			if e.stop.Kind == kind {
				n++
			}
		}
		if n > 0 {
			worst, least = kind, n
		}
	}
	if len(ends) == 0 {
		return Stop{Kind: Exhausted, Reason: "no choice before the search leads to its form any more"}
	}
	first := ends[max(0, slices.IndexFunc(ends, func(e partEnd) bool { return e.stop.Kind == worst }))]
	if worst == Complete {
		return Stop{Kind: Complete, Reason: fmt.Sprintf("all %d records behind %d choices before the search are held (of %q: %s)", r.held(), len(ends), first.choice, first.stop.Reason)}
	}
	return Stop{Kind: worst, Reason: fmt.Sprintf("all %d choices before the search were asked, %d of them ended so: of %q, %s", len(ends), least, first.choice, first.stop.Reason)}
}
