package harvest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/internal/answering"
	"github.com/hadal-crawler/hadal/harvest/internal/finding"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
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
	if r.State, err = s.Begin(ctx, site, o.Fresh); err != nil {
		return Summary{}, fmt.Errorf("open the harvest: %w", err)
	}
	was := r.State
	r.Budget.Inherit(was.Owed)
	stop, err := r.workAll(ctx)
	if err != nil {
		return Summary{}, r.takeBack(ctx, was, err)
	}
	looks := r.Options.Strategy == "probe" && r.Options.Form == "" // at what there is, to tell of it
	if (r.Options.Beside || looks) && r.partial(stop) {
		if err := r.lookBeside(ctx); err != nil {
			return Summary{}, err
		}
	}
	stop = r.ending.judgeEnd(stop)
	if err := r.end(ctx, &stop); err != nil {
		return Summary{}, err
	}
	return r.summary(stop), nil
}

// workAll takes up what is known and takes steps until there is a reason to stop.
func (r *run) workAll(ctx context.Context) (Stop, error) {
	if err := r.wishes.believe(r.Options.Profile); err != nil {
		return Stop{}, err
	}
	r.Net.Restore(r.State.Hosts)
	if err := r.replay(ctx); err != nil {
		return Stop{}, err
	}
	return r.work(ctx)
}

// takeBack leaves the store as it was where the options were wrong: a harvest that was
// never wanted so is none, and one that had ended has.
func (r *run) takeBack(ctx context.Context, was State, err error) error {
	if _, wrong := errors.AsType[*OptionError](err); !wrong {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	switch {
	case was.Steps == 0 && was.Stop == nil:
		return errors.Join(err, r.Store.Retract(ctx, was.Harvest))
	case was.Stop != nil:
		return errors.Join(err, r.Commit(ctx, Commit{Stop: was.Stop}))
	}
	return err
}

// end commits a stop, and what was spent since the last step.
func (r *run) end(ctx context.Context, stop *Stop) error {
	if err := r.amend(ctx, true); err != nil {
		return err
	}
	stop.At = time.Now()
	c := Commit{Stop: stop, Step: r.Remainder(*stop)}
	r.notice(&c)
	// The stop itself must be saved even though ctx may be cancelled.
	if err := r.Commit(context.WithoutCancel(ctx), c); err != nil {
		return err
	}
	if c.Step != nil {
		r.Visits += c.Step.Visit.Requests
	}
	r.Tell("stop", stop.Reason)
	return nil
}

func newRun(site Site, o Options, n Network, s Store, report func(Event)) *run {
	share := session.New(site, o, n, s, report)
	course := newCourse(share, finding.New(share), answering.New(share))
	r := &run{course: course, ending: ending{course}, details: details{Session: share, opened: map[string]bool{}, came: map[string]bool{}, had: map[string]bool{}}}
	share.Gauge = r
	return r
}

// run is the fold of one harvest's ledger, and what it needs to take the next step.
type run struct {
	*course
	ending   ending
	details  details // pages of single records
	island   island
	resumed  bool
	heldThen int // records held when this run began
	planned  []string
}

// work harvests the best search interface, or the next best ones after any that
// bring nothing.
func (r *run) work(ctx context.Context) (Stop, error) {
	for {
		stop, err := r.workForm(ctx)
		if err != nil || !r.vain(&stop) {
			return stop, err
		}
		if err := r.drop(ctx, stop); err != nil {
			return Stop{}, err
		}
	}
}

// workForm takes steps until there is a reason to stop asking the form of the
// profile, which it finds where there is none.
func (r *run) workForm(ctx context.Context) (Stop, error) {
	if r.State.Profile.Form == nil || r.Options.Form != "" && !r.Survey.Chosen(r.State.Profile.Form, r.Options.Form) {
		stop, err := r.find(ctx)
		if stop != nil || err != nil {
			return deref(stop), err
		}
	}
	if stop, err := r.settle(ctx); stop != nil || err != nil {
		return deref(stop), err
	}
	if fresh := r.Planner == nil; fresh && r.TriesWays() { // what is learned then may change the plan
		if err := r.plan(); err != nil {
			return Stop{}, err
		}
		r.Example = r.Planner.Example()
		r.forget()
	}
	if stop, err := r.TryWays(ctx); stop != nil || err != nil {
		return deref(stop), err
	}
	if r.Planner == nil {
		if err := r.plan(); err != nil {
			return Stop{}, err
		}
	}
	r.Tell("form", describe(r.State.Profile.Form))
	r.ending.tellTarget()
	if r.Options.DryRun {
		return r.rehearse(ctx)
	}
	return r.askAll(ctx)
}

func (r *run) Estimated() *querygen.Estimate {
	if r.Planner == nil {
		return nil
	}
	e := r.estimate()
	return &e
}

func (r *run) Progress() Progress {
	p := Progress{Requests: r.Visits + r.details.requests, Details: r.details.requests, Query: r.Query}
	if r.Planner != nil {
		for _, part := range r.parts {
			p.Requests += part.plan.Requests()
			p.Queries += part.plan.Queries()
		}
		p.Records = r.held()
		p.New = p.Records - r.heldThen
		p.Rate, _ = r.Planner.Yield(100)
		p.Estimate = r.estimate()
	}
	if size := r.Paging.PageSize(); size > 0 {
		p.Floor = new((p.Records + size - 1) / size)
	}
	return p
}

func (r *run) summary(stop Stop) Summary {
	p := r.Progress()
	var calibration []plan.CalibrationRow
	var rehearsal *plan.Rehearsal
	var unused []plan.Unused
	if stop.Kind == NoForm && r.Options.Form != "" && r.State.Profile.Form == nil {
		unused = append(unused, plan.Unused{Setting: "form", Message: fmt.Sprintf("form %q is none of those that were seen", r.Options.Form)})
	}
	if r.Planner != nil {
		if r.Options.DryRun {
			if rehearsal = r.Planner.Rehearse(); rehearsal != nil {
				rehearsal.Unused = r.wishes.placed(rehearsal.Unused)
			}
			if options, err := r.choices(); err == nil && len(options) > 1 && rehearsal != nil {
				rehearsal.Behind(len(options))
			}
		}
		unused = slices.Concat(r.wishes.placed(r.Planner.Unused(r.MayRender())), r.wishes.unused, r.details.unused(!r.resumed && slices.Contains([]StopKind{Exhausted, Complete, Incomplete}, stop.Kind)))
		if said := r.ending.unturned(); said != "" {
			unused = append(unused, plan.Unused{Setting: "pager", Message: said})
		}
		for _, said := range r.Alone() {
			unused = append(unused, plan.Unused{Setting: "include", Message: said})
		}
		calibration = r.Planner.Calibration()
	}
	return Summary{
		Site: r.Site.Name, Form: r.State.Profile.Form,
		Records: p.Records, NewRecords: p.New, Requests: p.Requests, Queries: p.Queries, Floor: p.Floor, Details: p.Details, Estimate: p.Estimate,
		Calibration:  calibration,
		Capabilities: r.State.Profile.Capabilities, Profile: r.State.Profile,
		Elapsed: time.Since(r.Budget.Began()), Resumed: r.resumed, Aside: r.ending.aside(), Planned: r.planned, Rehearsal: rehearsal, Unused: unused, Stop: stop,
		others: r.ending.others(), holds: r.holds, sent: r.Budget.Sent(), whole: r.partial(stop),
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

// Summary is how a run ended.
type Summary struct {
	Site       string            `json:"site"`
	Form       *forms.Form       `json:"form,omitempty"`
	Records    int               `json:"records"`     // held by the harvest
	NewRecords int               `json:"new_records"` // brought by this run
	Requests   int               `json:"requests"`    // of the whole harvest
	Queries    int               `json:"queries"`
	Floor      *int              `json:"floor"`
	Details    int               `json:"details,omitempty"` // of the requests, those for pages of single records
	Estimate   querygen.Estimate `json:"estimate"`
	// Calibration compares what questions were expected to bring with what they brought.
	Calibration []plan.CalibrationRow `json:"calibration,omitempty"`
	Elapsed     time.Duration         `json:"elapsed"` // of this run
	Resumed     bool                  `json:"resumed"`
	Aside       []string              `json:"aside,omitempty"`     // what was not asked, and how to: nothing that the summary says is of it
	Planned     []string              `json:"planned,omitempty"`   // of a dry run: the first requests that would be sent
	Rehearsal   *plan.Rehearsal       `json:"rehearsal,omitempty"` // of a dry run: what the user's plan of questions comes to
	Unused      []plan.Unused         `json:"unused,omitempty"`    // settings that had no effect
	Stop        Stop                  `json:"stop"`

	Sources []Summary `json:"sources,omitempty"` // other searches of the site
	Named   bool      `json:"-"`                 // one of these, which the user chose by name

	others []source // other searches of the site
	holds  func(key string) bool
	sent   int  // requests of this run
	whole  bool // it was asked to its end

	Capabilities querygen.Capabilities `json:"capabilities,omitempty"` // of the interface, as far as they are known
	Profile      Profile               `json:"-"`                      // what is believed about the site now
}

// rehearse lists what would be asked first, without asking. Where a choice stands before the
// search, that is behind the first of its values.
func (r *run) rehearse(ctx context.Context) (Stop, error) {
	const first, tries = 10, 40
	r.planned = nil
	options, err := r.choices()
	for len(options) > 0 && err == nil {
		var there *forms.Form
		var stop *Stop
		if there, stop, err = r.behind(ctx, options[0]); stop != nil || err != nil {
			return deref(stop), err
		}
		if there != nil {
			err = r.turn(options[0].Value)
			break
		}
		if more := r.Survey.Expand(options[0], r.State.Profile.Form.Before().Options[0]); len(more) > 0 {
			err = r.replace(ctx, options[0], more)
		}
		if err == nil {
			options, err = r.choices()
		}
	}
	if err != nil {
		return Stop{}, err
	}
	for range tries {
		ask, ok := r.Planner.Next()
		if len(r.planned) == first {
			break
		}
		if found, stop, err := r.fill(ctx, !ok); stop != nil || err != nil {
			return deref(stop), err
		} else if found {
			return r.rehearse(ctx)
		}
		if !ok {
			break
		}
		req, stop, err := r.Requests.Fill(*r.State.Profile.Form, ask)
		said := ""
		switch {
		case stop != nil:
			return *stop, nil
		case err != nil:
			said = fmt.Sprintf("(not sent: %v)", err)
		case req.Method == "POST":
			said = fmt.Sprintf("POST %s  %s", req.URL, req.Body)
		default:
			said = "GET " + req.URL.String()
		}
		if of, is := strings.CutPrefix(ask.Query.Why, plan.OfPlan); is {
			said += "  (" + of + ")"
		}
		if !slices.Contains(r.planned, said) { // what failed would be asked again
			r.planned = append(r.planned, said)
		}
		// Without an answer nothing can be learned: the planner goes on as after a failure.
		r.Planner.Observe(querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Failed, Total: -1})
	}
	if len(options) > 1 {
		var others []string
		for _, o := range options[1:min(len(options), 1+first)] {
			others = append(others, cmp.Or(o.Label, o.Value))
		}
		r.planned = append(r.planned, fmt.Sprintf("the same behind %d other values of the choice before the search: %s", len(options)-1, strings.Join(others, ", ")))
	}
	return Stop{Kind: Limit, Reason: "a dry run submits nothing"}, nil
}
