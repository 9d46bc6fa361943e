package harvest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// A harvest that ends by itself ends well where nothing tells that much is missing. It
// does not where the site shows far more than is held, where a good part of the questions
// never got an answer, or where the search was never really asked: then it is Incomplete,
// whatever ended it. Limits that the user set are the user's to judge.

// Of judgeEnd.
const (
	nearlyAll       = 0.95 // of what the site shows must be held: totals count what vanishes, merges and repeats, too
	unansweredShare = 0.05 // of the questions may stay without an answer
	fewFailed       = 3    // or so many of them
	hardlyAny       = 2    // records that may stand beside a form whatever is asked of it
)

// ending tells when a harvest ends, and how well.
type ending struct{ *course }

// judgeEnd returns the stop as people should be told of it.
func (r ending) judgeEnd(stop Stop) Stop {
	if r.Socket != "" && (r.Planner == nil || r.Planner.Held() == 0) {
		stop.Reason += fmt.Sprintf(". Its pages open a WebSocket (%s), over which hadal asks nothing: the answers may come by that alone; look for a page or an interface of the site that answers without", r.Socket)
	}
	if stop.Kind != Exhausted && stop.Kind != Complete && stop.Kind != Incomplete || r.Options.DryRun {
		return stop
	}
	if why := r.lacking(stop); why != "" && stop.Kind != Incomplete && len(r.parts) < 2 && !r.same() { // parts were judged one by one
		stop.Kind, stop.Reason = Incomplete, why+". It ended because "+stop.Reason
	}
	if why := r.barren(); why != "" && stop.Kind != Incomplete {
		stop.Kind, stop.Reason = Incomplete, why+". It ended because "+stop.Reason
	}
	if r.Planner != nil && !strings.Contains(stop.Reason, "(pages)") {
		if why := r.Planner.Unread(); why != "" {
			stop.Reason += "; " + why
		}
		if total := r.Planner.Exceeded(); total > 0 {
			stop.Reason += fmt.Sprintf(". %d records are held, more than the %d that the site says it has: its list leaves some out, or answers of something else or records twice are among them: look at what `hadal export` shows, and refuse with --exclude what does not belong there", r.Planner.Held(), total)
		}
	}
	if aside := r.aside(); len(aside) > 0 {
		stop.Reason += ". Left aside: " + strings.Join(aside, "; ")
	}
	return stop
}

// lacking tells in one line what was shown, what is held and what to set; "" where nothing
// tells that much is missing.
func (r ending) lacking(stop Stop) string {
	if r.Planner == nil {
		switch b := r.State.Profile.Barren; {
		case b == nil:
			return ""
		case b.Unsent:
			return "no search form brought a record"
		case b.Claims > 0:
			return unread(b.Claims)
		}
		also := "give words that it finds with --seed-words"
		if choices := r.State.Profile.Barren.Choices; len(choices) > 0 {
			also = "say what brings records (--fixed NAME=VALUE, with one of " + strings.Join(choices, ", ") + "), or read the answers with --browser always"
		}
		return "no search form brought a record: name one with --form (`hadal forms " + r.Site.Start.String() + "` lists those of a page), or " + also
	}
	held := r.Planner.Held()
	asked, answered, failed := r.Planner.Put()
	beyond := r.Planner.Estimate()
	switch shown := r.Planner.Shown(); {
	case held == 0 && r.claims > 0:
		return unread(r.claims)
	case answered == 0 && r.Planner.Planned() && len(r.Planner.Unused(true)) > 0:
		return "nothing of the plan of questions could be asked: what has no effect is told below"
	case held == 0 && answered == 0:
		return fmt.Sprintf("the search was never really asked: of %d questions the site answered none; choose the form with --form, what it must be given with --fixed, or a browser with --browser always", asked)
	case held > 0 && r.Options.Strategy == "probe": // it asks what the interface can do, not for all records
		return ""
	case float64(held) < nearlyAll*float64(shown):
		return fmt.Sprintf("the site shows %d records and %d are held (%.0f %%): %s", shown, held, 100*float64(held)/float64(shown), r.advice())
	case float64(held) < nearlyAll*float64(held+beyond.Unreachable):
		give := "give values for the form's boxes with values, or take one that divides further with --form"
		if f := r.State.Profile.Form; f != nil && takesWords(f) {
			give = r.advice()
		}
		return fmt.Sprintf("%d records are held, and about %d more are out of reach: %s; %s", held, beyond.Unreachable, beyond.Beyond, give)
	case float64(beyond.Cut) > (1-nearlyAll)*float64(held):
		return fmt.Sprintf("%d records are held, %d of them from answers that are cut: %s; give values for the form's boxes with values, or take one that divides further with --form", held, beyond.Cut, beyond.Beyond)
	case stop.Kind != Complete && failed >= fewFailed && float64(failed) > unansweredShare*float64(asked):
		return fmt.Sprintf("%d of %d questions never got an answer, and %d records are held: run the same command again, which asks them anew, or slower (--delay)", failed, asked, held)
	}
	if parts, rows := r.Planner.Undivided(); stop.Kind == Exhausted && float64(rows) > (1-nearlyAll)*float64(held) {
		return fmt.Sprintf("%d records are held, and %d parts match more than the site shows of them, of which nothing else is held: ask on with --min-yield and --patience", held, parts)
	}
	if parts, say := r.Planner.TooMuch(); stop.Kind == Exhausted && parts > 0 {
		return fmt.Sprintf("%d records are held, and %d parts that match too much, as the site says, were not divided to their end (%s, say): ask on with --min-yield and --patience", held, parts, say)
	}
	if why := r.Planner.Doubtful(); stop.Kind == Exhausted && why != "" {
		return fmt.Sprintf("%d records are held; %s: ask on with --min-yield and --patience, or give values for the form's boxes with values", held, why)
	}
	if r.idleOnly() && held <= hardlyAny && r.Options.Form == "" && len(r.others()) == 0 {
		return fmt.Sprintf("only what stood on the form's page before anything was asked is held (%d), so the search may not have been asked: %s", held, r.otherForm())
	}
	if f := r.State.Profile.Form; f != nil && slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Guessed }) {
		c := f.Fields[slices.IndexFunc(f.Fields, func(c forms.Field) bool { return c.Guessed })]
		return fmt.Sprintf("nothing lists all values of %q, so that records may be missing beside those that the %d known ones bring; give further ones with values", cmp.Or(c.Label, c.Name), len(c.Options))
	}
	if _, _, is := r.unproven(); is {
		return fmt.Sprintf("all that is held is listed unasked (%d), and no word of that finds it, so the search may not have been asked: %s", held, r.otherForm())
	}
	return ""
}

// unproven is plan.Unproven for a form that hadal chose itself and asks as it sees fit.
func (r ending) unproven() (ask querygen.Ask, more, is bool) {
	if auto := slices.Contains([]string{"", "auto"}, r.Options.Strategy); !auto || r.Options.Form != "" || r.Options.Profile != nil || r.Options.Held != nil || len(r.parts) > 1 ||
		r.wishes.questions().Asks() || r.State.Profile.Refresh != nil ||
		slices.ContainsFunc(r.State.Profile.Endpoints, func(e endpoint.Endpoint) bool { return e.Whole }) {
		return ask, false, false
	}
	return r.Planner.Unproven()
}

// otherForm advises to choose another form, and names what else looks like a search.
func (r ending) otherForm() string {
	var seen []string
	for _, f := range r.Survey.Unasked(r.State.Profile.Form) {
		seen = append(seen, fmt.Sprintf("%s (%s %s, on %s)", f.ID, f.Method, f.Action.PathQuery(), f.Page))
	}
	if len(seen) == 0 {
		return "choose the form with --form (`hadal forms " + r.Site.Start.String() + "` lists those of a page), or a browser with --browser always"
	}
	return "choose the form with --form, say " + strings.Join(seen, " or ") + ", or a browser with --browser always"
}

// barren says that what the plan asks, behind whatever choice, has brought nothing at all; ""
// where that is not so.
func (r ending) barren() string {
	if r.Planner == nil || r.held() > 0 || !r.wishes.questions().Asks() {
		return ""
	}
	asked := 0
	for _, p := range r.parts {
		n, _, _ := p.plan.Put()
		asked += n
	}
	if slices.ContainsFunc(r.State.Profile.Endpoints, func(e endpoint.Endpoint) bool { return e.Whole }) {
		return fmt.Sprintf("none of the questions of the plan (%d) found a record on the page, whose script searches in a list that it loads: without the plan that list is read whole, by few requests, and hadal search asks what is held", asked)
	}
	return fmt.Sprintf("none of the questions of the plan (%d) found a record: look at what they ask with --dry-run, try one on the page of the form, or see without the plan what the site finds", asked)
}

// unread says that answers claim records and show none that can be read.
func unread(claims int) string {
	return fmt.Sprintf("the site says that %d records match a question, and none could be read from its answers (0 are held): read them with --browser always, or choose another form with --form", claims)
}

// advice is what to set where less is held than the site shows.
func (r ending) advice() string {
	if why := r.LeftOut(); why != "" {
		return "further pages of answers are not read (" + why + "): take that out"
	}
	if pager := r.unturned(); pager != "" {
		return pager + ": take it out, so that hadal finds out how pages are turned"
	}
	if r.wishes.questions().Asks() {
		return "ask for more in the plan of questions, or set --browser always where scripts turn the pages"
	}
	var set []string
	if r.Options.Strategy != "" && r.Options.Strategy != "auto" {
		set = append(set, "--strategy auto")
	}
	if f := r.State.Profile.Form; f != nil && takesWords(f) {
		set = append(set, "words that the records may hold with --seed-words")
	}
	set = append(set, "--patience and --min-yield to ask on", "--browser always where scripts turn the pages")
	return "set " + strings.Join(set, ", ")
}

// unturned says that the pager which the user has set turned no page; "" where it did, or none had
// to be turned.
func (r ending) unturned() string {
	by, n := r.Options.Reach.Pager, r.Unturned()
	said := "next " + by.Next
	if by.Parameter != "" {
		said = fmt.Sprintf("parameter %s, from %d by %d,", by.Parameter, by.Start, by.Step)
	}
	if n == 0 || by.Next+by.Parameter == "" || r.wishes.questions().Pages == 1 {
		return ""
	}
	return fmt.Sprintf("pager: %s turned no page of %d answers that claim more than their first page shows", said, n)
}

// idleOnly reports whether all titles that are held stood on the form's page already.
func (r ending) idleOnly() bool {
	for _, title := range r.Learner.Titles {
		if !slices.Contains(r.State.Profile.Idle, title) {
			return false
		}
	}
	return len(r.Learner.Titles) > 0
}

// What a harvest says of its records is about the form as it was asked. What was left
// aside is told beside it: other searches of the site, choices that the form makes by
// itself, and pages like the form's that stand for another choice before the search. No
// share is claimed over these.

// aside tells, a sentence each, what was left aside and how to ask it.
func (r ending) aside() []string {
	f := r.State.Profile.Form
	if f == nil || r.Planner == nil {
		return nil
	}
	var out []string
	for _, other := range r.others() {
		if r.Options.Beside || slices.ContainsFunc(r.Options.Also, other.form.CalledBy) {
			continue
		}
		out = append(out, fmt.Sprintf("another search on this site (%s %s, on %s) was not asked: ask it with --fresh --form %s",
			other.form.Method, other.form.Action.PathQuery(), other.form.Page, other.form.ID))
	}
	for _, p := range r.Planner.Presets() {
		out = append(out, fmt.Sprintf("the form's own choice %q of %s was kept: ask others with --fixed %s=VALUE", p.Value, p.Name, p.Name))
	}
	if before := f.Before(); before != nil {
		var left []string
		for _, o := range before.Options {
			if r.nowhere(o) {
				left = append(left, o.Value)
			}
		}
		if len(left) > 0 {
			out = append(out, fmt.Sprintf("%d values of the choice before the search (%q, say) lead to no such form", len(left), left[0]))
		}
	}
	if like := r.Survey.Like(f); len(like) > 0 {
		out = append(out, fmt.Sprintf("%d pages like that of the form (%s, say) stand for other choices before the search, and were not asked: harvest them by their addresses", len(like), like[0]))
	}
	return out
}

// others returns the other searches of the site, as the survey saw them.
func (r ending) others() (out []source) {
	f := r.State.Profile.Form
	if f == nil || r.Planner == nil || r.Options.Held != nil {
		return nil
	}
	for _, other := range r.Survey.Others(f) {
		path, _, _ := strings.Cut(other.Action.PathQuery(), "?")
		if path = strings.Trim(path, "/"); path == "" {
			path = other.ID
		}
		out = append(out, source{r.Site.Name + "/" + path, other.ID, *other, session.NoSession(r.Survey.Whence(f, other, r.Site.Start), r.Site.Start)})
	}
	return out
}

// enough tells whether the harvest has what it can or should get.
func (r ending) enough() *Stop {
	if stop := r.Budget.Over(); stop != nil {
		return stop
	}
	held, est := r.Planner.Held(), r.Planner.Estimate()
	switch {
	case r.Options.MaxRecords > 0 && r.held() >= r.Options.MaxRecords:
		return &Stop{Kind: Limit, Reason: fmt.Sprintf("the limit of %d records is reached", r.Options.MaxRecords)}
	case est.Exact && float64(held) >= est.Size:
		return &Stop{Kind: Complete, Reason: fmt.Sprintf("all %d records are held (%s)", held, est.Method)}
	case r.same():
		return &Stop{Kind: Exhausted, Reason: fmt.Sprintf("all %d records that it brought are held from other searches of the site: it is taken for one of these", r.held())}
	case r.idleChoice() && r.Planner != r.parts[0].plan:
		return &Stop{Kind: Exhausted, Reason: "the choice before the search changes nothing of it"}
	case r.vacant(r.Planner):
		return &Stop{Kind: Complete, Reason: "the search lists nothing, which behind other choices lists all there is"}
	case r.Options.TargetCoverage > 0 && r.Options.TargetCoverage < 1 && est.Covers(r.Options.TargetCoverage):
		return &Stop{Kind: Limit, Reason: targetReached(est, r.Options.TargetCoverage)}
	}
	if why := r.Planner.Done(r.bounds()); why != "" {
		return &Stop{Kind: Exhausted, Reason: why}
	}
	return nil
}

// bounds are how long is asked. Behind no choice before the search, and before the first record,
// there is no yield to judge: patience is not shortened.
func (r ending) bounds() plan.Bounds {
	return plan.Bounds{Share: cmp.Or(r.Options.TargetCoverage, DefaultCoverage), MinYield: r.Options.MinYield, Patience: r.Options.Patience,
		Whole: r.held() == 0 && r.State.Profile.Form.Before() == nil}
}

// tellTarget tells at the start how the target coverage ends the harvest, where no total does.
func (r ending) tellTarget() {
	target := r.Options.TargetCoverage
	if target == 0 || target == 1 || r.Planner.Estimate().Exact {
		return
	}
	if can, why := r.Planner.Estimates(); !can {
		r.Tell("note", fmt.Sprintf("target-coverage %.2g cannot end this harvest unless the site shows how many records it has: %s", target, why))
		return
	}
	r.Tell("note", fmt.Sprintf("target-coverage %.2g: unless the site shows how many records it has, the harvest ends once an estimate tells to about %.0f points that so much is held. On small sites that may be well beyond it", target, 100*aboutTarget))
}

// aboutTarget is how far from a target a harvest may end without a word about it.
const aboutTarget = 0.03

// targetReached tells, for people, that a target ended a harvest, and where it is passed, why.
func targetReached(est querygen.Estimate, target float64) string {
	said := fmt.Sprintf("the target coverage of %.0f %% is reached: %d records of %.0f, at most %.0f (%s)", 100*target, est.Held, est.Size, est.High, est.Method)
	if !est.Exact && est.Coverage > target+aboutTarget {
		said += fmt.Sprintf("; %.0f %% are held, since no estimate was good enough to say so before", 100*est.Coverage)
	}
	return said
}

// takesWords reports whether a form has a box for words.
func takesWords(f *forms.Form) bool {
	return slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Role == forms.QueryRole })
}
