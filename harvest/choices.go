package harvest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/finding"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// A choice before the search (a state, a library) is a control of the form, and each of its
// values a part of the site: what is asked behind it is chosen by a planner of its own, since
// words, menus and totals are those of that part. Parts are asked one after the other, each
// to its own end, and what is told of the site is their sum.
//
// What is asked behind a choice is asked of the form as the page of that choice shows it, and
// that page is fetched before: so it does not matter whether the server knows the choice by
// the form, its address or the session.

// part is what is asked behind one choice before the search, or all that is asked where
// there is no such choice.
type part struct {
	choice string
	plan   *plan.Planner
}

// choiceOf returns the choice before the search that a question is put behind.
func (r *run) choiceOf(q querygen.Query) string {
	if before := r.State.Profile.Form.Before(); before != nil {
		for _, b := range q.Bind {
			if b.Name == before.Name {
				return b.Value
			}
		}
	}
	return ""
}

// choices returns the options of the choice before the search, those that are fixed where
// some are, without those that were found to lead to no such form; nothing where there is no
// such choice.
func (r *run) choices() ([]forms.Option, error) {
	before := r.State.Profile.Form.Before()
	if before == nil {
		return nil, nil
	}
	fixed, err := r.wishes.fixed(*r.State.Profile.Form)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(before.Options), func(o forms.Option) bool {
		return len(fixed[before.Name]) > 0 && !slices.Contains(fixed[before.Name], o.Value) || r.nowhere(o)
	}), nil
}

// nowhere reports whether an option of the choice before the search was found to lead
// neither to its form nor to a further choice.
func (r *run) nowhere(o forms.Option) bool {
	form := r.State.Profile.Form
	g, seen := r.Survey.At(forms.Leads(o), form)
	return seen && g == nil && len(r.Survey.Expand(o, forms.Leads(form.Before().Options[0]))) == 0
}

// more reports whether there are choices before the search that were not begun.
func (r *run) more() bool {
	options, err := r.choices()
	return err == nil && len(r.parts) < len(options)
}

// option returns the option of the choice before the search that has a value.
func (r *run) option(choice string) (forms.Option, bool) {
	if before := r.State.Profile.Form.Before(); before != nil {
		for _, o := range before.Options {
			if o.Value == choice {
				return o, true
			}
		}
	}
	return forms.Option{}, false
}

// plan makes the planner of the first part that is asked.
func (r *run) plan() error {
	first := ""
	if r.State.Profile.Form != nil {
		options, err := r.choices()
		if err != nil {
			return err
		}
		if len(options) > 0 {
			first = options[0].Value
		}
	}
	return r.turn(first)
}

// turn has what follows asked behind a choice, "" where there is none.
func (r *run) turn(choice string) error {
	if r.State.Profile.Form == nil {
		return fmt.Errorf("the harvest of %s has answers but no form: start over with --fresh", r.Site.Name)
	}
	form := *r.State.Profile.Form
	if o, ok := r.option(choice); ok && form.Before().Value != choice {
		if g, _ := r.Survey.At(forms.Leads(o), &form); g != nil {
			form = g.Behind(*form.Before(), choice)
		}
	}
	form, err := r.wishes.overruled(form)
	if err != nil {
		return err
	}
	r.State.Profile.Form = &form
	if i := slices.IndexFunc(r.parts, func(p part) bool { return p.choice == choice }); i >= 0 {
		r.Planner = r.parts[i].plan
		return nil
	}
	fixed, err := r.wishes.fixed(form)
	if err != nil {
		return err
	}
	if before := form.Before(); before != nil {
		fixed[before.Name] = []string{choice}
	}
	p, err := plan.New(querygen.Options{
		Form:     form,
		Strategy: r.Options.Strategy,
		Seeds:    slices.Concat(r.Options.SeedWords, r.elsewhere(), finding.Examples(form), r.State.Profile.Seeds, finding.Common(r.State.Profile.Lang)),
		Lang:     r.State.Profile.Lang,
		Terms:    r.Options.Terms,
		Fixed:    fixed,
		Known:    r.State.Profile.Known,
		Seed:     r.Options.Seed,
		Versed:   r.found > 0,

		Capabilities: r.wishes.capabilities(),
	})
	if err != nil {
		return &OptionError{Err: err}
	}
	r.parts = append(r.parts, part{choice, p})
	r.Planner = p
	return nil
}

// resume has the planner at hand that a question of the ledger was chosen by.
func (r *run) resume(q querygen.Query) error {
	if r.State.Profile.Form == nil {
		return r.turn("")
	}
	if choice := r.choiceOf(q); r.Planner == nil || !slices.ContainsFunc(r.parts, func(p part) bool { return p.choice == choice && p.plan == r.Planner }) {
		return r.turn(choice)
	}
	return nil
}

// elsewhere returns words that the records behind other choices have most often.
func (r *run) elsewhere() []string {
	const most = 30
	best := slices.MaxFunc(append(r.parts, part{}), func(a, b part) int { return cmp.Compare(a.held(), b.held()) })
	if best.plan == nil {
		return nil
	}
	return best.plan.Frequent(most)
}

func (p part) held() int {
	if p.plan == nil {
		return 0
	}
	return p.plan.Held()
}

// vacant reports whether there is nothing behind a choice: the search lists nothing there
// that lists all records behind another one.
func (r *run) vacant(p *plan.Planner) bool {
	return p.ListsNone() && slices.ContainsFunc(r.parts, func(o part) bool { return o.plan.ListsAll() })
}

// A choice before the search may change nothing of it: a language, a greeting. Then its
// first values have the same answers to the same questions.

// compare notes whether an answer is the same behind another choice.
func (r *run) compare(a Answer) {
	before := r.State.Profile.Form.Before()
	o := a.Outcome
	if before == nil || o.Page != 1 || o.Status != querygen.Answered {
		return
	}
	const rowsSure, most = 10, 200
	q := o.Query
	q.Form, q.Bind = "", slices.DeleteFunc(slices.Clone(q.Bind), func(b page.Pair) bool { return b.Name == before.Name })
	said := fmt.Sprint(o.Total)
	for _, row := range o.Rows {
		said += "\n" + row.Key
	}
	first, asked := r.said[q.Key()]
	switch {
	case r.Planner != r.parts[0].plan && asked && first == said && len(o.Rows) >= rowsSure:
		r.alike += 2
	case r.Planner != r.parts[0].plan && asked && first == said:
		r.alike++
	case r.Planner != r.parts[0].plan && asked:
		r.unlike++
	case r.Planner == r.parts[0].plan && !asked && len(r.said) < most:
		if r.said == nil {
			r.said = map[string]string{}
		}
		r.said[q.Key()] = said
	}
}

// idleChoice reports whether the choice before the search changes nothing of it.
func (r *run) idleChoice() bool { return r.alike >= 2 && r.unlike == 0 }

// discard lets what was asked so far count for nothing but its requests.
func (r *run) discard() {
	for _, p := range r.parts {
		if p.plan != r.Planner {
			r.Visits += p.plan.Requests()
		}
	}
	r.Discard()
	r.forget()
}

// forget has what was asked folded anew.
func (r *run) forget() {
	r.Planner, r.parts, r.found, r.strangers, r.said, r.alike, r.unlike = nil, nil, 0, 0, nil, 0, 0
}

// held returns the number of distinct records seen.
func (r *run) held() int { return r.found }

// take folds an answer into the planner that is asked, and counts the records of it that
// were behind no choice yet. What the ledger says of a record only where it was seen first
// is left out behind a second one.
func (r *run) take(a Answer, step int64) {
	var shared []string
	if len(r.parts) > 1 {
		a.Outcome.Rows = slices.Clone(a.Outcome.Rows)
	}
	for i, row := range a.Outcome.Rows {
		if len(r.parts) > 1 && !r.Planner.Holds(row.Key) && slices.ContainsFunc(r.parts, func(p part) bool { return p.plan.Holds(row.Key) }) {
			a.Outcome.Rows[i] = querygen.Row{Key: row.Key}
			shared = append(shared, row.Key)
		}
	}
	r.compare(a)
	held := r.Planner.Held()
	if elsewhere := r.Options.Held; elsewhere != nil {
		for _, row := range a.Outcome.Rows {
			if !r.Planner.Holds(row.Key) && !elsewhere(row.Key) && a.Outcome.Status == querygen.Answered {
				r.strangers++
			}
		}
	}
	r.Answerer.Observe(a, step)
	r.found += r.Planner.Held() - held
	slices.Sort(shared)
	for _, key := range slices.Compact(shared) {
		if r.Planner.Holds(key) {
			r.found--
		}
	}
}

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
			more := r.Survey.Expand(o, forms.Leads(r.State.Profile.Form.Before().Options[0]))
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
		if why := r.lacking(end); r.Planner.Queries() > 1 && !r.same() && why != "" && end.Kind != Incomplete {
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

// partial reports whether a stop ends what is asked behind one choice only.
func (r *run) partial(stop Stop) bool {
	switch stop.Kind {
	case Complete, Exhausted, Incomplete:
		return true
	case Limit: // of the coverage
		return r.Budget.Over() == nil && (r.Options.MaxRecords == 0 || r.held() < r.Options.MaxRecords)
	}
	return false
}

// behind returns the form that a choice leads to, once its page was had; nil where that has none.
func (r *run) behind(ctx context.Context, o forms.Option) (*forms.Form, *Stop, error) {
	form := r.State.Profile.Form
	if g, seen := r.Survey.At(forms.Leads(o), form); seen {
		return g, nil, nil
	}
	if stop, err := r.Visit(ctx, forms.Leads(o), fmt.Sprintf("the choice %q before the search", o.Value)); stop != nil || err != nil {
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

// estimate is what is known of the number of records, behind all choices before the search.
func (r *run) estimate() querygen.Estimate {
	before := r.State.Profile.Form.Before()
	switch {
	case r.same():
		return querygen.Estimate{Held: r.held(), Low: float64(r.held()), Method: "unknown: it brings what other searches of the site brought"}
	case before == nil:
		return r.Planner.Estimate()
	case r.idleChoice():
		return r.parts[0].plan.Estimate()
	}
	out := querygen.Estimate{Held: r.held(), Exact: true}
	sum, unknown := 0, ""
	options, err := r.choices()
	if err != nil {
		options = before.Options
	}
	for _, o := range options {
		i := slices.IndexFunc(r.parts, func(p part) bool { return p.choice == o.Value })
		if i < 0 {
			unknown = cmp.Or(unknown, fmt.Sprintf("unknown: %d of %d choices before the search were asked so far", len(r.parts), len(options)))
			continue
		}
		e := r.parts[i].plan.Estimate()
		if !e.Known() && e.Held > 0 {
			unknown = cmp.Or(unknown, fmt.Sprintf("of %q, %s", o.Value, e.Method))
		}
		sum += e.Held
		out.Size, out.Low, out.High = out.Size+e.Size, out.Low+max(e.Low, float64(e.Held)), out.High+max(e.High, e.Size)
		out.Exact = out.Exact && (e.Exact || r.vacant(r.parts[i].plan))
		out.Unreachable, out.Cut, out.Beyond = out.Unreachable+e.Unreachable, out.Cut+e.Cut, cmp.Or(out.Beyond, e.Beyond)
		out.Method = cmp.Or(out.Method, e.Method)
	}
	if sum > out.Held { // records behind several choices
		once := float64(out.Held) / float64(sum)
		out.Size, out.Low, out.High = out.Size*once, out.Low*once, out.High*once
	}
	if unknown != "" || out.Size == 0 {
		return querygen.Estimate{Held: out.Held, Low: max(out.Low, float64(out.Held)), Unreachable: out.Unreachable, Cut: out.Cut, Beyond: out.Beyond, Method: cmp.Or(unknown, "unknown: nothing is held")}
	}
	out.Size, out.High = max(out.Size, float64(out.Held)), max(out.High, float64(out.Held))
	out.Coverage = float64(out.Held) / out.Size
	out.Method = fmt.Sprintf("the sum of %d choices before the search, each by what it shows: %s", len(options), out.Method)
	return out.Sound()
}
