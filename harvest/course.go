package harvest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/harvest/internal/finding"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// course is how the questions to one form have gone, behind each choice before it.
type course struct {
	*session.Session
	*finding.Finder
	*answering.Answerer
	wishes wishes

	parts     []part            // in the order in which they were begun; Planner is that of one of them
	found     int               // distinct records of all parts
	claims    int               // most records that match a question, as the site said of an answer from which none was read
	denied    int               // questions to which the site said that it has nothing
	rebuff    string            // why the last question that brought no answer did not
	idle      int               // questions in a row for which nothing was sent
	glanced   bool              // another search form was looked for on a few pages
	sole      bool              // no other search form was found
	said      map[string]string // by question, whatever choice stands before it: its first answer
	alike     int               // times that it had the same answer behind another choice
	unlike    int               // times that it had not
	strangers int               // records that no other search of the site brought
	untold    untold
	filled    map[string]bool // menus whose options were looked for, with what is chosen before them
	brings    map[string]bool // menus that a choice before them brought options
	barren    map[string]int  // times that one brought a menu none
}

func newCourse(s *session.Session, f *finding.Finder, a *answering.Answerer) *course {
	c := &course{Session: s, Finder: f, Answerer: a, wishes: wishes{Session: s}, untold: untold{}, filled: map[string]bool{}, brings: map[string]bool{}, barren: map[string]int{}}
	f.Object = c.wishes.byPost
	return c
}

// part is what is asked behind one choice before the search, or all that is asked where
// there is no such choice.
type part struct {
	choice string
	plan   *plan.Planner
}

func (p part) held() int {
	if p.plan == nil {
		return 0
	}
	return p.plan.Held()
}

// choiceOf returns the choice before the search that a question is put behind.
func (r *course) choiceOf(q querygen.Query) string {
	if before := r.State.Profile.Form.Before(); before != nil {
		for _, b := range q.Bind {
			if b.Name == before.Name {
				return b.Value
			}
		}
	}
	return ""
}

// choices returns the options of the choice before the search, those that the user says where
// some are, in their order, without those that were found to lead to no such form; nothing where there is no
// such choice.
func (r *course) choices() ([]forms.Option, error) {
	before := r.State.Profile.Form.Before()
	if before == nil {
		return nil, nil
	}
	fixed, err := r.wishes.fixed(*r.State.Profile.Form)
	if err != nil {
		return nil, err
	}
	said, err := plan.ChosenBefore(*r.State.Profile.Form, r.wishes.questions())
	if err != nil {
		return nil, r.wishes.misunderstood(err)
	}
	if len(said) == 0 {
		said = fixed[before.Name]
	}
	options := slices.DeleteFunc(slices.Clone(before.Options), func(o forms.Option) bool {
		return len(said) > 0 && !slices.Contains(said, o.Value) || r.nowhere(o)
	})
	slices.SortStableFunc(options, func(a, b forms.Option) int {
		return cmp.Compare(slices.Index(said, a.Value), slices.Index(said, b.Value))
	})
	return options, nil
}

// nowhere reports whether an option of the choice before the search was found to lead
// neither to its form nor to a further choice.
func (r *course) nowhere(o forms.Option) bool {
	form := r.State.Profile.Form
	g, seen := r.Survey.At(forms.Leads(o), form)
	return seen && g == nil && len(r.Survey.Expand(o, form.Before().Options[0])) == 0
}

// more reports whether there are choices before the search that were not begun.
func (r *course) more() bool {
	options, err := r.choices()
	return err == nil && len(r.parts) < len(options)
}

// option returns the option of the choice before the search that has a value.
func (r *course) option(choice string) (forms.Option, bool) {
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
func (r *course) plan() error {
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
func (r *course) turn(choice string) error {
	if r.State.Profile.Form == nil {
		return fmt.Errorf("the harvest of %s has answers but no form: start over with hadal harvest --fresh, or in another database (--db)", r.Site.Name)
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

		Questions:    r.wishes.questions(),
		Capabilities: r.wishes.capabilities(),
	})
	if err != nil {
		return r.wishes.misunderstood(err)
	}
	r.parts = append(r.parts, part{choice, p})
	r.Planner = p
	return nil
}

// resume has the planner at hand that a question of the ledger was chosen by.
func (r *course) resume(q querygen.Query) error {
	if r.State.Profile.Form == nil {
		return r.turn("")
	}
	if choice := r.choiceOf(q); r.Planner == nil || !slices.ContainsFunc(r.parts, func(p part) bool { return p.choice == choice && p.plan == r.Planner }) {
		return r.turn(choice)
	}
	return nil
}

// elsewhere returns words that the records behind other choices have most often.
func (r *course) elsewhere() []string {
	const most = 30
	best := slices.MaxFunc(append(r.parts, part{}), func(a, b part) int { return cmp.Compare(a.held(), b.held()) })
	if best.plan == nil {
		return nil
	}
	return best.plan.Frequent(most)
}

// vacant reports whether there is nothing behind a choice: the search lists nothing there
// that lists all records behind another one.
func (r *course) vacant(p *plan.Planner) bool {
	return p.ListsNone() && slices.ContainsFunc(r.parts, func(o part) bool { return o.plan.ListsAll() })
}

// discard lets what was asked so far count for nothing but its requests.
func (r *course) discard() {
	for _, p := range r.parts {
		if p.plan != r.Planner {
			r.Visits += p.plan.Requests()
		}
	}
	r.Discard()
	r.forget()
}

// forget has what was asked folded anew.
func (r *course) forget() {
	r.Planner, r.parts, r.found, r.strangers, r.said, r.alike, r.unlike = nil, nil, 0, 0, nil, 0, 0
}

// held returns the number of distinct records seen.
func (r *course) held() int { return r.found }

// holds reports whether a record is held.
func (r *course) holds(key string) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.plan.Holds(key) })
}

// fruitless reports whether hadal chose the form itself, and no question to it has
// brought a record.
func (r *course) fruitless() bool {
	return r.Planner != nil && r.held() == 0 && r.State.Profile.Form != nil &&
		r.Options.Form == "" && r.Options.Profile == nil && !r.wishes.questions().Asks() && !r.Planner.Planned() && !r.Options.DryRun && r.State.Profile.Refresh == nil
}

// forgive lets what failed be asked again.
func (r *course) forgive() {
	for _, p := range r.parts {
		p.plan.Forgive()
	}
}

// observe folds in the answer of a step; see Answerer.Observe.
func (r *course) observe(a Answer, step int64) {
	if r.State.Profile.Refresh != nil {
		step = 0 // only steps of the first harvest can be named
	}
	r.take(a, step)
	if a.Outcome.Status == querygen.Refused || a.Outcome.Status == querygen.Failed {
		r.rebuff = a.Outcome.Note
		r.claims = max(r.claims, a.Outcome.Total)
	}
	if o := a.Outcome; o.Status == querygen.Empty && !o.Query.Nonsense && o.Page == 1 {
		r.denied++
	}
}

// take folds an answer into the planner that is asked, and counts the records of it that
// were behind no choice yet. What the ledger says of a record only where it was seen first
// is left out behind a second one.
func (r *course) take(a Answer, step int64) {
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

// compare notes whether an answer is the same behind another choice. One that changes
// nothing of the search, as a language or a greeting, has the same answers to the same
// questions behind its first values.
func (r *course) compare(a Answer) {
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
func (r *course) idleChoice() bool { return r.alike >= 2 && r.unlike == 0 }

// enoughSame is how many records a search must have brought, all of them held from
// others of the site, to be taken for one of these in another dress.
const enoughSame = 40

// same reports whether a search brings only what others of the site brought.
func (r *course) same() bool {
	return r.Options.Held != nil && r.strangers == 0 && r.held() >= enoughSame
}

// partial reports whether a stop ends what is asked behind one choice only.
func (r *course) partial(stop Stop) bool {
	switch stop.Kind {
	case Complete, Exhausted, Incomplete:
		return true
	case Limit: // of the coverage
		return r.Budget.Over() == nil && (r.Options.MaxRecords == 0 || r.held() < r.Options.MaxRecords)
	}
	return false
}

// A question that cannot be asked costs no request, and so no limit of requests
// ends a harvest of nothing else.
const maxUnsent = 60

// unsent counts an answer for which nothing was sent. A stop is returned where
// there were too many in a row: something in all of them is impossible.
func (r *course) unsent(a Answer) *Stop {
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

// estimate is what is known of the number of records, behind all choices before the search.
func (r *course) estimate() querygen.Estimate {
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
