package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

func (a *app) harvestCommand() *cobra.Command {
	var fresh, dryRun, located bool
	var top int
	cmd := &cobra.Command{
		Use:   "harvest TARGET...",
		Short: "Harvest sites: find the search form, ask, read, store",
		Long: `Harvest sites into the database: look a site over, find its search form, ask
question after question, read the answers into records, follow the result pages,
and stop when it can be shown that little is left.

A TARGET is a URL, the name of a site in the configuration or the database, or a
site profile (a YAML file that hadal init wrote and you edited). With --located the sources that
hadal locate found are harvested too, best first. The same command again goes on where the last one ended. Ctrl-C ends it cleanly, everything
saved; a second Ctrl-C kills it, and no more than the answer in flight is lost.`,
		Example: `  hadal harvest https://books.example/
  hadal harvest books.example --max-requests 200 --delay 3s
  hadal harvest books cars --config sites.yaml
  hadal harvest books.yaml --details always
  hadal harvest --located --top 5
  hadal harvest https://books.example/ --form /search --fixed lang=en --dry-run`,
		Args: func(cmd *cobra.Command, args []string) error {
			if located {
				return nil
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("top") && (!located || top < 1) {
				return &usageError{errors.New("--top goes with --located, and is at least 1")}
			}
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			var targets []target
			seen := map[string]bool{}
			sites := a.lookup(cmd, s)
			for _, arg := range args {
				t, err := sites.target(arg)
				if err != nil {
					return err
				}
				if !seen[t.site.Name] {
					seen[t.site.Name] = true
					targets = append(targets, t)
				}
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{})
			if err != nil {
				return err
			}
			defer db.Close()
			if located {
				best, err := bestSources(cmd.Context(), db, s, top)
				if err != nil {
					return err
				}
				for _, t := range best {
					if !seen[t.site.Name] {
						seen[t.site.Name] = true
						targets = append(targets, t)
					}
				}
			}
			known := map[string][]querygen.LabelledValues{}
			for _, t := range targets {
				if known[t.site.Name], err = labelled(cmd.Context(), db, t); err != nil {
					return err
				}
			}
			summaries, err := a.harvest(cmd.Context(), db, targets, s.SitesAtOnce, func(t target) harvest.Options {
				o := harvestOptions(t.settings)
				o.Fresh, o.DryRun = fresh, dryRun
				o.Known, o.Labels = known[t.site.Name], labels(cmd, s, t)
				return o
			})
			return errors.Join(a.printSummaries(summaries), err, stops(summaries), db.Close())
		},
	}
	cmd.Flags().BoolVar(&fresh, "fresh", false, "start over; records of earlier harvests stay")
	cmd.Flags().BoolVar(&located, "located", false, "harvest the sources that hadal locate found, best first")
	cmd.Flags().IntVar(&top, "top", 0, "with --located: how many of them (default all)")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "find the form and show what would be asked, but submit nothing")
	config.AddFlags(cmd.Flags(), "sites-at-once")
	config.AddFlags(cmd.Flags(), config.SiteFlags()...)
	return cmd
}

// bestSources returns the located sources that are worth harvesting as targets,
// best first: all, or the first top of them.
func bestSources(ctx context.Context, db *storage.DB, s config.Settings, top int) ([]target, error) {
	sources, err := crawls.Of(db).Sources(ctx)
	if err != nil {
		return nil, err
	}
	topical := slices.ContainsFunc(sources, func(s locate.Source) bool { return s.Topic != "" })
	locate.Rank(sources, topical)
	var out []target
	for _, source := range sources {
		if source.Status == locate.Refused || source.Status == locate.Failed || top > 0 && len(out) == top {
			continue
		}
		t := target{site: harvest.Site{Name: source.Name, Start: source.Page}, settings: s.ForSite(source.Name)}
		if t.settings.Form == "" {
			t.settings.Form = source.FormID
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, &usageError{fmt.Errorf("%s has no located source that may be asked: run hadal locate first", s.DB)}
	}
	return out, nil
}

func harvestOptions(s config.SiteSettings) harvest.Options {
	o := harvest.Options{
		MaxRequests:    s.MaxRequests,
		MaxRecords:     s.MaxRecords,
		MaxDuration:    s.MaxDuration,
		TargetCoverage: s.TargetCoverage,
		MinYield:       s.MinYield,
		Patience:       s.Patience,
		Strategy:       s.Strategy,
		SeedWords:      s.SeedWords,
		Terms:          s.Terms,
		Seed:           s.Seed,
		Form:           s.Form,
		SurveyPages:    s.SurveyPages,
		KeepPages:      harvest.Keep(s.KeepPages),
		Browser:        harvest.Rendering(s.Browser),
		Details:        harvest.Follow(s.Details),
		Columns:        s.Columns,
		MaxAttempts:    s.MaxAttempts,
		MaxWait:        s.MaxWait,
	}
	for _, b := range s.Roles {
		if o.Roles == nil {
			o.Roles = map[string]forms.Role{}
		}
		o.Roles[b.Name] = forms.Role(b.Value)
	}
	for _, c := range s.Capabilities {
		o.Capabilities = append(o.Capabilities, querygen.Capability{Name: c.Name, Verdict: querygen.Verdict(c.Verdict), Value: c.Value})
	}
	for _, b := range s.Fixed {
		if o.Fixed == nil {
			o.Fixed = forms.Values{}
		}
		o.Fixed[b.Name] = append(o.Fixed[b.Name], b.Value)
	}
	return o
}

// Of more than a few sites at once what is known of them is most of the memory,
// and lives on: there a quarter again for what does not is enough, and saves memory
// for a few percent of processor time.
const (
	fewSites      = 8
	garbageOfMany = 25 // percent
)

// harvest runs the harvests of all targets, several sites at once, and returns
// the summaries of those that ended with a stop, in the order of the targets.
// A site that fails does not end the others; all errors come back joined.
func (a *app) harvest(ctx context.Context, db *storage.DB, targets []target, atOnce int, options func(target) harvest.Options) ([]harvest.Summary, error) {
	n := newNetwork(a.log)
	defer n.close()
	progress := a.newProgress()
	defer progress.close()

	index := map[string]int{}
	for i, t := range targets {
		index[t.site.Name] = i
	}
	// What is not there when the harvests are waited for no longer was left behind.
	var mu sync.Mutex
	summaries := make([]*harvest.Summary, len(targets))
	failures := make([]error, len(targets))
	one := func(t target) (summary harvest.Summary, err error) {
		client, err := n.site(t.settings, t.site.Start)
		if err != nil {
			return summary, err
		}
		o := options(t)
		o.Profile = t.profile
		if summary, err = harvest.Run(ctx, t.site, o, client, db, progress.report); err != nil {
			return summary, a.blame(t, err)
		}
		return summary, nil
	}
	groups := bySite(targets)
	if min(atOnce, len(groups)) > fewSites && os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(garbageOfMany))
	}
	all := make(chan struct{})
	go func() {
		defer close(all)
		var group errgroup.Group
		group.SetLimit(atOnce)
		for _, sites := range groups {
			group.Go(func() error {
				for _, t := range sites {
					if ctx.Err() != nil {
						return nil // not begun
					}
					i := index[t.site.Name]
					summary, err := one(t)
					mu.Lock()
					if failures[i] = err; err == nil {
						summaries[i] = &summary
					}
					mu.Unlock()
				}
				return nil
			})
		}
		_ = group.Wait() // the failures have it all
	}()
	select {
	case <-all:
	case <-overdue(ctx, windUp):
	}
	mu.Lock()
	defer mu.Unlock()
	var ended []harvest.Summary
	var unended []string
	for i, s := range summaries {
		switch {
		case s != nil:
			ended = append(ended, *s)
		case failures[i] == nil:
			unended = append(unended, targets[i].site.Name)
		}
	}
	if len(unended) > 0 {
		failures = append(slices.Clone(failures), fmt.Errorf("interrupted before %s ended; what is committed is saved, the same command goes on (%w)", strings.Join(unended, ", "), context.Canceled))
	}
	return ended, errors.Join(failures...)
}

// stops returns the stops of summaries as an error that has been told: it is
// for the exit status only. It is nil where all are done.
func stops(summaries []harvest.Summary) error {
	var errs []error
	for _, s := range summaries {
		if stopStatus(s.Stop.Kind) != exitDone {
			errs = append(errs, &stopError{s.Stop})
		}
	}
	return errors.Join(errs...)
}

func (a *app) printSummaries(summaries []harvest.Summary) error {
	if a.json {
		for _, s := range summaries {
			if err := visible.Encode(a.stdout, s); err != nil {
				return err
			}
		}
		return nil
	}
	for _, s := range summaries {
		for _, planned := range s.Planned {
			fmt.Fprintf(a.stdout, "would ask %s\n", printable(planned))
		}
	}
	if len(summaries) == 0 {
		return nil
	}
	var rows [][]string
	for _, s := range summaries {
		rows = append(rows, []string{
			s.Site, formName(s.Form), count(s.Records), count(s.NewRecords), describeEstimate(s.Estimate), coverage(s.Estimate),
			count(s.Requests), floor(s.Floor), roundTime(s.Elapsed), string(s.Stop.Kind),
		})
	}
	if err := printTable(a.stdout, []string{"SITE", "FORM", "RECORDS", "NEW", "ESTIMATED", "COVERAGE", "REQUESTS", "FLOOR", "TIME", "STOP"}, rows); err != nil {
		return err
	}
	for _, s := range summaries {
		fmt.Fprintf(a.stdout, "%s: stopped because %s\n", s.Site, printable(s.Stop.Reason))
		if e := s.Estimate; e.Beyond != "" {
			fmt.Fprintf(a.stdout, "%s: out of reach: %s (%s)\n", s.Site, plural(e.Unreachable, "record"), e.Beyond)
		}
		if said := calibrated(s.Calibration); said != "" && !a.verbose {
			fmt.Fprintf(a.stdout, "%s: %s\n", s.Site, said)
		}
	}
	if a.verbose {
		for _, s := range summaries {
			fmt.Fprintln(a.stdout)
			if err := a.printCalibration(s.Site, s.Calibration); err != nil {
				return err
			}
		}
	}
	return nil
}

// fewCalibrated is the number of questions below which a sum of what was
// expected says nothing: of the first ones, those that were refused alone may
// have been read to their end.
const fewCalibrated = 10

// calibrated sums a harvest's calibration up; "" where it says nothing.
func calibrated(rows []plan.CalibrationRow) string {
	questions, expected, actual := 0, 0.0, 0.0
	for _, r := range rows {
		questions, expected, actual = questions+r.Questions, expected+r.Expected, actual+r.Actual
	}
	if expected == 0 || questions < fewCalibrated {
		return ""
	}
	return fmt.Sprintf("%s read to the end: %s new records expected, %s came, %.2f times as many (hadal explain --calibration)",
		plural(questions, "question"), rounded(expected), rounded(actual), actual/expected)
}
