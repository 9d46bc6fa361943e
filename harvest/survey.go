package harvest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/surface"
)

// find commits the best search interface of the site as the profile's form. A stop
// is returned where there is none.
func (r *run) find(ctx context.Context) (*Stop, error) {
	best, stop, err := r.Search(ctx, r.Options.SurveyPages)
	if stop != nil || err != nil {
		return stop, err
	}
	if best == nil {
		return r.NoForm(), nil
	}
	if r.Options.Form == "" && best.IsRow() {
		parts, stop, err := r.Parts(ctx, *best)
		if stop != nil || err != nil {
			return stop, err
		}
		if parts == nil {
			r.Survey.Refute(best)
			return r.find(ctx)
		}
		return nil, r.choose(ctx, *parts)
	}
	form, stop, err := r.Beyond(ctx, *best)
	if stop != nil || err != nil {
		return stop, err
	}
	return nil, r.choose(ctx, form)
}

// choose commits the interface that will be asked.
func (r *run) choose(ctx context.Context, f forms.Form) error {
	if r.Planner != nil && r.Planner.Requests() > 0 {
		return fmt.Errorf("the harvest of %s has answers of another form (%s): start over with hadal harvest --fresh, or in another database (--db), to ask form %s",
			r.Site.Name, r.State.Profile.Form.ID, f.ID)
	}
	p := r.State.Profile
	p.Form = &f
	p.Why = f.Reasons
	p.Known = plan.KnownFor(f, r.Options.Known)
	p.Manner = Manner{}
	if at := r.Survey.HomeOf(f); !at.Rendered {
		p.Manner.Home, p.Manner.Beyond, p.Manner.Lang = at.Lines, at.Beyond, at.Lang
		if at.Closed {
			p.Manner.Closed = 1
		}
	}
	r.forget()
	return r.Commit(ctx, Commit{Profile: &p})
}

// A site may have a search form for each kind of thing that it holds, and none of
// some kinds: whatever is asked of such a form, nothing comes. Then the survey goes
// on where it ended, and the next form is asked.

// vain reports whether stop ends the questions to a form that hadal chose itself,
// none of which brought a record, or could be sent.
func (r *run) vain(stop *Stop) bool {
	return (stop.Kind == Exhausted || stop.Kind == NoForm) && r.fruitless()
}

// lookRound looks for another search form where a form has said of many words that it has
// nothing for them: on a few pages after those that bring a first record from nearly any site,
// on as many as a survey has after those that tell a yield, since by then the frequent words
// of large languages were among them, and as many of the site's own pages. Where there is
// another form the stop says so; where there is none, questions go on.
func (r *run) lookRound(ctx context.Context) (*Stop, error) {
	if r.denied < lookAfter || r.sole || r.glanced && r.denied < plan.LeastPatience || !r.fruitless() || r.more() {
		return nil, nil
	}
	most := r.Options.SurveyPages
	if r.denied < plan.LeastPatience {
		most = min(most, r.Survey.Visits()+glance)
	}
	other, stop, err := r.lookOn(ctx, most)
	if other != nil {
		stop = &Stop{Kind: Exhausted, Reason: fmt.Sprintf("%d questions brought nothing, and there is another search form", r.denied)}
	}
	r.sole, r.glanced = other == nil && r.denied >= plan.LeastPatience, true
	return stop, err
}

// lookOn goes on with the survey, up to as many pages, until it has another search form.
func (r *run) lookOn(ctx context.Context, most int) (*forms.Form, *Stop, error) {
	before := r.Survey.Barren()
	r.Survey.LeaveOut(append(slices.Clone(before), r.State.Profile.Form.ID))
	defer r.Survey.LeaveOut(before)
	return r.Search(ctx, most)
}

// Of lookRound.
const (
	lookAfter = 20 // questions without a record
	glance    = 5  // pages that are looked at then
)

// drop puts the form aside, with what was learned by asking it.
func (r *run) drop(ctx context.Context, stop Stop) error {
	old := r.State.Profile
	b := Barren{Why: stop.Reason, Unsent: stop.Kind == NoForm, Since: r.State.Steps, Forms: r.Survey.Variants(old.Form), Claims: r.claims}
	if !takesWords(old.Form) {
		b.Choices = choicesOf(old.Form)
	}
	if old.Barren != nil {
		b.Forms, b.Claims = slices.Concat(old.Barren.Forms, b.Forms), max(old.Barren.Claims, b.Claims)
	}
	r.Tell("note", fmt.Sprintf("form %s brings nothing (%s): another one is looked for", old.Form.ID, b.Why))
	r.discard()
	r.Begin()
	*r.course = *newCourse(r.Session, r.Finder, r.Answerer)
	r.Survey.LeaveOut(b.Forms)
	profile := Profile{Questions: old.Questions, Seeds: old.Seeds, Lang: old.Lang, SessionID: old.SessionID, Idle: old.Idle, Barren: &b}
	return r.Commit(ctx, Commit{Profile: &profile})
}

// choicesOf returns what people call the controls that a form can be asked by, the first ones.
func choicesOf(f *forms.Form) (out []string) {
	const most = 4
	for _, c := range f.Fields {
		if c.Name != "" && c.Control != "hidden" && c.Role != forms.SubmitRole && c.Role != forms.Token && !slices.Contains(out, f.Calling(c)) && len(out) < most {
			out = append(out, f.Calling(c))
		}
	}
	return out
}

// planAnew lets what was asked so far count for nothing.
func (r *run) planAnew(ctx context.Context) error {
	r.Anew = false
	profile := r.State.Profile
	profile.Browsing().Since = r.State.Steps
	r.discard()
	if err := r.Commit(ctx, Commit{Profile: &profile}); err != nil {
		return err
	}
	return r.plan()
}

// reconsider compares the ways to ask after all, after a question that brought nothing either. Where another one is better,
// the answers so far count for nothing: planning begins anew.
func (r *run) reconsider(ctx context.Context, asked querygen.Query) (*Stop, error) {
	if r.Example = nil; r.wishes.questions().Asks() && !asked.Nonsense { // what a plan leaves out is not asked for a trial
		r.Example = ledger.ValuesOf(asked)
	}
	stop, err := r.CompareWays(ctx, *r.State.Profile.Form)
	r.Anew, r.Whole = r.Anew || r.Whole, false
	if stop != nil || err != nil || !r.Renders() {
		return stop, err
	}
	r.discard()
	return nil, r.plan()
}

// settle holds the settings against the form of the profile. Where the form was
// read before this run (by whoever wrote the profile, or by the run before), and
// something is fixed, its page is read again first: a site may have dropped an
// option since. So it is where a plan says what is asked, and what the page lists
// unasked is not known: to a value that it does not offer a site answers with just that.
func (r *run) settle(ctx context.Context) (*Stop, error) {
	known := *r.State.Profile.Form
	if _, err := r.wishes.overruled(known); err != nil {
		return nil, err
	}
	fixed, err := r.wishes.fixed(known)
	furniture := r.wishes.questions().Asks() && r.State.Steps == 0
	if err != nil || len(fixed) == 0 && !furniture || len(known.Opened) > 0 || r.Survey.Shown(known) != nil {
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
