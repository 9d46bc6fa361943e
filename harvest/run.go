package harvest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/behind"
	"github.com/hadal-crawler/hadal/harvest/internal/budget"
	"github.com/hadal-crawler/hadal/harvest/internal/evidence"
	"github.com/hadal-crawler/hadal/harvest/internal/paging"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/surface"
)

// Run harvests one site, or goes on with its harvest, until a stop. report is
// called for every event, from one goroutine; it may be nil.
//
// The error is nil whenever the stop could be committed, whatever its kind;
// it is not nil where the options are wrong or the store fails. Cancelling ctx
// ends the run with an Interrupted stop, everything saved.
func Run(ctx context.Context, site Site, o Options, n Network, s Store, report func(Event)) (Summary, error) {
	r := newRun(site, o, n, s, report)
	var err error
	if r.state, err = s.Begin(ctx, site, o.Fresh); err != nil {
		return Summary{}, fmt.Errorf("open the harvest: %w", err)
	}
	if err := r.believe(o.Profile); err != nil {
		return Summary{}, err
	}
	n.Restore(r.state.Hosts)
	if err := r.replay(ctx); err != nil {
		return Summary{}, err
	}
	stop, err := r.work(ctx)
	if err != nil {
		return Summary{}, err
	}
	stop = r.judgeEnd(stop)
	if err := r.end(ctx, &stop); err != nil {
		return Summary{}, err
	}
	return r.summary(stop), nil
}

// end commits a stop, and what was spent since the last step.
func (r *run) end(ctx context.Context, stop *Stop) error {
	stop.At = time.Now()
	c := Commit{Stop: stop, Step: r.remainder(*stop)}
	r.notice(&c)
	// The stop itself must be saved even though ctx may be cancelled.
	if err := r.commit(context.WithoutCancel(ctx), c); err != nil {
		return err
	}
	if c.Step != nil {
		r.visits += c.Step.Visit.Requests
	}
	r.tell("stop", stop.Reason)
	return nil
}

func newRun(site Site, o Options, n Network, s Store, report func(Event)) *run {
	if report == nil {
		report = func(Event) {}
	}
	r := &run{
		site:    site,
		o:       o.withDefaults(),
		net:     n,
		store:   s,
		report:  report,
		details: details{opened: map[string]bool{}},
		titles:  map[string]string{},
	}
	r.budget = budget.New(budget.Limits{Requests: r.o.MaxRequests, Duration: r.o.MaxDuration, Attempts: r.o.MaxAttempts, Wait: r.o.MaxWait}, n, watch{r})
	r.questions = r.newQuestions()
	r.behind = behind.New(asking{r}, r.o.Browser != RenderAuto)
	r.survey = survey.New(site.Start, r.o.Seed, r.o.Browser != RenderNever)
	return r
}

// run is the fold of one harvest's ledger, and what it needs to take the next step.
type run struct {
	site   Site
	o      Options
	net    Network
	store  Store
	report func(Event)
	budget *budget.Budget

	state    State
	resumed  bool
	survey   *survey.Survey
	behind   *behind.Behind
	details  details           // pages of single records
	visits   int               // requests of the survey, and those whose answers count for nothing
	titles   map[string]string // by key, of this run
	heldThen int               // records held when this run began
	query    string            // being asked, in words
	planned  []string

	noBrowser error    // why no page can be shown in a browser
	loaded    []string // titles in the data that the scripts of the form's page load
	questions
}

// questions is what asking one form has brought. Another form begins with a new one.
type questions struct {
	planner  *plan.Planner // nil before the first question is planned
	paging   *paging.Paging
	evidence *evidence.Evidence
	lesson   lesson    // what told what an empty answer is
	strange  []strange // the latest odd pages with records
	unvaried string    // which choice before the search was not varied, as aside tells it; "": none is known

	barren   int  // questions so far that brought no record
	denied   int  // questions so far to which the site said that it has nothing
	refused  int  // asks in a row that a guard refused
	idle     int  // questions in a row for which nothing was sent
	sole     bool // no other search form was found
	doubtful bool // the last answer says that the ways to ask must be compared
	anew     bool // planning is to begin anew

	vouches page.Request      // answered lately, to see whether the site still answers
	vouched map[string]string // titles of its records by key
	doubted int               // times in a row that it was doubted to block
	choosy  bool              // it has refused single questions
	turned  turned            // whether its latest answers turned us away
}

func (r *run) newQuestions() questions {
	return questions{paging: paging.New(paged{r}), evidence: evidence.New()}
}

// discard lets what was asked so far count for nothing but its requests.
func (r *run) discard() {
	if r.planner != nil {
		r.visits += r.planner.Requests()
	}
	r.planner = nil
	r.paging.Forget()
}

// plan makes the planner for the profile's form.
func (r *run) plan() error {
	if r.state.Profile.Form == nil {
		return fmt.Errorf("the harvest of %s has answers but no form: start over with --fresh", r.site.Name)
	}
	form, err := r.overruled(*r.state.Profile.Form)
	if err != nil {
		return err
	}
	fixed, err := r.fixed(form)
	if err != nil {
		return err
	}
	r.state.Profile.Form = &form
	p, err := plan.New(querygen.Options{
		Form:     form,
		Strategy: r.o.Strategy,
		Seeds:    slices.Concat(r.o.SeedWords, r.state.Profile.Seeds, commonWords),
		Lang:     r.state.Profile.Lang,
		Terms:    r.o.Terms,
		Fixed:    fixed,
		Known:    r.state.Profile.Known,
		Seed:     r.o.Seed,

		Capabilities: r.capabilities(),
	})
	if err != nil {
		return &OptionError{Err: err}
	}
	r.planner, r.unvaried = p, r.survey.Step(&form)
	return nil
}

// work harvests the best search interface, or the next best ones after any that
// bring nothing.
func (r *run) work(ctx context.Context) (Stop, error) {
	for {
		stop, err := r.workForm(ctx)
		if err != nil || !r.vain(&stop) {
			return stop, err
		}
		if err := r.drop(ctx, stop.Reason); err != nil {
			return Stop{}, err
		}
	}
}

// workForm takes steps until there is a reason to stop asking the form of the
// profile, which it finds where there is none.
func (r *run) workForm(ctx context.Context) (Stop, error) {
	if r.state.Profile.Form == nil || r.o.Form != "" && !survey.Chose(r.state.Profile.Form, r.o.Form) {
		stop, err := r.find(ctx)
		if stop != nil || err != nil {
			return deref(stop), err
		}
	}
	if stop, err := r.settle(ctx); stop != nil || err != nil {
		return deref(stop), err
	}
	if stop, err := r.tryWays(ctx); stop != nil || err != nil {
		return deref(stop), err
	}
	if r.planner == nil {
		if err := r.plan(); err != nil {
			return Stop{}, err
		}
	}
	r.tell("form", describe(r.state.Profile.Form))
	r.tellTarget()
	if r.o.DryRun {
		return r.rehearse(), nil
	}
	return r.ask(ctx)
}

// unfinished begins the note of the step that has what was spent on what a stop
// cut short. It is no visit of the survey.
const unfinished = "not finished: "

// remainder returns that step; nil where nothing was spent so.
func (r *run) remainder(stop Stop) *Step {
	if !r.budget.Owes() {
		return nil
	}
	return &Step{Visit: &surface.Visit{URL: r.site.Start, Note: unfinished + stop.Reason}}
}

// commit saves c, the state of the site's hosts with it.
func (r *run) commit(ctx context.Context, c Commit) error {
	if c.Profile != nil {
		r.state.Profile = *c.Profile
	}
	if c.Step != nil {
		r.budget.Book(c.Step)
	}
	if r.o.DryRun {
		return nil
	}
	c.Harvest = r.state.Harvest
	if !r.o.KeepPages.keeps(c.Step) {
		c.Page = nil
	}
	c.Hosts = r.net.Hosts(r.site.Start.Site())
	if r.planner != nil {
		e := r.estimate()
		c.Estimate = &e
	}
	if c.Step != nil {
		c.Step.Seq = r.state.Steps + 1
		if c.Step.At.IsZero() {
			c.Step.At = time.Now()
		}
	}
	// A step is committed whole even when the user interrupts: its answer was paid for.
	if err := r.store.Commit(context.WithoutCancel(ctx), c); err != nil {
		return fmt.Errorf("save the harvest: %w", err)
	}
	if c.Step != nil {
		r.state.Steps++
	}
	return nil
}

// fetch gets one page within the run's budget. A stop is returned where the run must
// end; then page and error are nil.
func (r *run) fetch(ctx context.Context, req page.Request) (*page.Page, *Stop, error) {
	p, stop, err := r.budget.Fetch(ctx, req)
	r.missing(err)
	return p, stop, err
}

// watch is what a run does about the waits of its budget.
type watch struct{ run *run }

func (w watch) Save(ctx context.Context) error { return w.run.commit(ctx, Commit{}) }

func (w watch) Teller() func(string) {
	at := w.run.progress()
	return func(message string) {
		w.run.report(Event{At: time.Now(), Site: w.run.site.Name, Kind: "wait", Message: message, Progress: at})
	}
}

func (r *run) tell(kind, message string) {
	r.report(Event{At: time.Now(), Site: r.site.Name, Kind: kind, Message: message, Progress: r.progress()})
}

func (r *run) progress() Progress {
	p := Progress{Requests: r.visits + r.details.requests, Details: r.details.requests, Query: r.query}
	if r.planner != nil {
		p.Requests += r.planner.Requests()
		p.Records = r.planner.Held()
		p.New = p.Records - r.heldThen
		p.Queries = r.planner.Queries()
		p.Rate, _ = r.planner.Yield(100)
		p.Estimate = r.estimate()
	}
	if size := r.paging.PageSize(); size > 0 {
		p.Floor = new((p.Records + size - 1) / size)
	}
	return p
}

func (r *run) summary(stop Stop) Summary {
	p := r.progress()
	var calibration []plan.CalibrationRow
	if r.planner != nil {
		calibration = r.planner.Calibration()
	}
	return Summary{
		Site: r.site.Name, Form: r.state.Profile.Form,
		Records: p.Records, NewRecords: p.New, Requests: p.Requests, Queries: p.Queries, Floor: p.Floor, Details: p.Details, Estimate: p.Estimate,
		Calibration:  calibration,
		Capabilities: r.state.Profile.Capabilities, Profile: r.state.Profile,
		Elapsed: time.Since(r.budget.Began()), Resumed: r.resumed, Aside: r.aside(), Planned: r.planned, Stop: stop,
	}
}

func describe(f *forms.Form) string {
	return fmt.Sprintf("%s form %s on %s (%s %s), confidence %.2f", f.Purpose, f.ID, f.Page, f.Method, f.Action, f.Score)
}

func deref(s *Stop) Stop {
	if s == nil {
		return Stop{}
	}
	return *s
}
