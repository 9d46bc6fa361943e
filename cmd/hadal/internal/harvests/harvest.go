// Package harvests has the commands that ask sites: harvest and what begins, follows
// or repeats one (probe, init, refresh, replay), locate, and the demo. harvestAll runs
// several harvests at once; all but locate and replay go through it.
package harvests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/interrupt"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// Harvest is the command hadal harvest.
func Harvest(env *cli.Env) *cobra.Command {
	var fresh, dryRun, located bool
	var top int
	var meant many
	cmd := &cobra.Command{
		Use:   "harvest TARGET...",
		Short: "Harvest sites: find the search form, ask, read, store",
		Long: `Harvest sites into the database: look a site over, find its search form, ask
question after question, read the answers into records, follow the result pages,
and stop when it can be shown that little is left. A site's other searches follow, each
as a source with a name of its own; --form chooses one alone.

A TARGET is a URL, the name of a site in the configuration or the database, or a
site profile (a YAML file that hadal init wrote and you edited). With --located the sources that
hadal locate found are harvested too, best first.
Of the sites in the configuration --all harvests all, --tag those with a tag, and --due those whose time has come
(every: 7d in an entry), so that one line of cron does for all. The same command again goes on where the last one ended. Ctrl-C ends it cleanly, everything
saved; a second Ctrl-C kills it, and no more than the answer in flight is lost.`,
		Example: `  hadal harvest https://books.example/
  hadal harvest books.example --max-requests 200 --delay 3s
  hadal harvest books cars --config sites.yaml
  hadal harvest books.yaml --details always
  hadal harvest --located --top 5
  hadal harvest --due --quiet                a line for cron
  hadal harvest --tag books --from more.txt
  hadal harvest https://books.example/ --form /search --fixed lang=en --dry-run`,
		Args: func(cmd *cobra.Command, args []string) error {
			if located || meant.says() {
				return nil
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("top") && (!located || top < 1) {
				return exit.Usage(errors.New("--top goes with --located, and is at least 1"))
			}
			s, err := env.Settings(cmd)
			if err != nil {
				return err
			}
			for _, p := range s.Idle {
				if !env.JSON {
					fmt.Fprintf(env.Stderr, "no effect: %s\n", p)
				}
			}
			var targets []target.Target
			sites := target.Known(cmd.Context(), s)
			named, err := meant.targets(s, args)
			if err != nil {
				return err
			}
			for _, arg := range named {
				t, err := sites.Target(arg)
				if err != nil {
					return err
				}
				targets = append(targets, t)
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
				targets = append(targets, best...)
			}
			due, err := meant.timely(cmd.Context(), db, s, time.Now())
			if err != nil {
				return err
			}
			anew := map[string]bool{}
			targets = slices.DeleteFunc(targets, func(t target.Target) bool { // named twice, or not due
				_, before := anew[t.Site.Name]
				is, again := due(t.Site.Name)
				anew[t.Site.Name] = again
				return before || !is
			})
			labels, err := db.Labels(cmd.Context())
			if err != nil {
				return err
			}
			summaries, err := harvestAll(cmd.Context(), env, db, targets, s.SitesAtOnce, harvest.RunAll, func(t target.Target) harvest.Options {
				o := target.Options(t.Settings)
				o.Fresh, o.DryRun = fresh || anew[t.Site.Name], dryRun
				o.Known = labels.Except(t.Site.Name)
				return o
			})
			printed := printSummaries(env, summaries)
			tellUnused(env, targets, summaries)
			return errors.Join(printed, err, stops(summaries), db.Close())
		},
	}
	cmd.Flags().BoolVar(&fresh, "fresh", false, "start over; records of earlier harvests stay")
	cmd.Flags().BoolVar(&located, "located", false, "harvest the sources that hadal locate found, best first")
	cmd.Flags().IntVar(&top, "top", 0, "with --located: how many of them (default all)")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "find the form and show what would be asked, but submit nothing")
	meant.addFlags(cmd)
	config.AddFlags(cmd.Flags(), "sites-at-once")
	config.AddFlags(cmd.Flags(), config.SiteFlags()...)
	return cmd
}

// oneTarget returns the settings of a command, and its TARGET. Flags named in own are the
// command's, whatever setting has the same name.
func oneTarget(env *cli.Env, cmd *cobra.Command, arg string, own ...string) (s config.Settings, t target.Target, err error) {
	if s, err = env.Settings(cmd, own...); err == nil {
		t, err = target.Known(cmd.Context(), s).Target(arg)
	}
	return s, t, err
}

// bestSources returns the located sources that are worth harvesting as targets,
// best first: all, or the first top of them.
func bestSources(ctx context.Context, db *storage.DB, s config.Settings, top int) ([]target.Target, error) {
	sources, err := crawls.Of(db).Sources(ctx)
	if err != nil {
		return nil, err
	}
	topical := slices.ContainsFunc(sources, func(s locate.Source) bool { return s.Topic != "" })
	locate.Rank(sources, topical)
	var out []target.Target
	for _, source := range sources {
		if source.Status == locate.Refused || source.Status == locate.Failed || top > 0 && len(out) == top {
			continue
		}
		t := target.Target{Site: harvest.Site{Name: source.Name, Start: source.Page}, Settings: s.ForSite(source.Name)}
		if len(t.Settings.Form) == 0 {
			t.Settings.Form = []string{source.FormID}
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, exit.Usage(fmt.Errorf("%s has no located source that may be asked: run hadal locate first", s.DB))
	}
	return out, nil
}

// Of more than a few sites at once what is known of them is most of the memory,
// and lives on: there a seventh again for what does not is enough, and saves memory
// for a few percent of processor time.
const (
	fewSites      = 8
	garbageOfMany = 15 // percent
)

// runner is harvest.Run, or harvest.RunAll where all searches of a site are harvested.
type runner func(context.Context, harvest.Site, harvest.Options, harvest.Network, harvest.Store, func(harvest.Event)) (harvest.Summary, error)

// harvestAll runs the harvests of all targets, several sites at once, and returns
// the summaries of those that ended with a stop, in the order of the targets.
// A site that fails does not end the others; all errors come back joined.
func harvestAll(ctx context.Context, env *cli.Env, db *storage.DB, targets []target.Target, atOnce int, run runner, options func(target.Target) harvest.Options) ([]harvest.Summary, error) {
	for _, t := range targets { // before they run: several may have one plan
		if err := target.Fill(ctx, env.Source, db, t); err != nil {
			return nil, err
		}
	}
	n := network.New(env.Log)
	defer n.Close()
	progress := newProgress(env)
	defer progress.close()

	index := map[string]int{}
	for i, t := range targets {
		index[t.Site.Name] = i
	}
	// What is not there when the harvests are waited for no longer was left behind.
	var mu sync.Mutex
	summaries := make([]*harvest.Summary, len(targets))
	failures := make([]error, len(targets))
	one := func(t target.Target) (summary harvest.Summary, err error) {
		client, err := n.Site(t.Settings, t.Site.Start)
		if err != nil {
			return summary, target.Blame(env.Source, t, err)
		}
		o := options(t)
		o.Profile = t.Profile
		if summary, err = run(ctx, t.Site, o, client, db, progress.report); err != nil {
			return summary, target.Blame(env.Source, t, err)
		}
		return summary, nil
	}
	groups := target.BySite(targets)
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
					i := index[t.Site.Name]
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
	case <-interrupt.Overdue(ctx, interrupt.WindUp):
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
			unended = append(unended, targets[i].Site.Name)
		}
	}
	if len(unended) > 0 {
		failures = append(slices.Clone(failures), fmt.Errorf("interrupted before %s ended; what is committed is saved, the same command goes on (%w)", strings.Join(unended, ", "), context.Canceled))
	}
	return ended, errors.Join(failures...)
}

// searches returns summaries with those of a site's other searches after its own.
func searches(summaries []harvest.Summary) (out []harvest.Summary) {
	for _, s := range summaries {
		out = append(append(out, s), s.Sources...)
	}
	return out
}

// stops returns the stops of summaries as an error that has been told: it is
// for the exit status only. It is nil where all are done; other searches of a site count
// where they brought records.
func stops(summaries []harvest.Summary) error {
	var errs []error
	for _, s := range summaries {
		if exit.OfStop(s.Stop.Kind) != exit.Done {
			errs = append(errs, exit.Stopped(s.Stop))
		}
		for _, other := range s.Sources {
			if (other.Records > 0 || other.Named) && exit.OfStop(other.Stop.Kind) != exit.Done {
				errs = append(errs, exit.Stopped(other.Stop))
			}
		}
	}
	return errors.Join(errs...)
}

// tellUnused tells what was set and had no effect, each with its place.
func tellUnused(env *cli.Env, targets []target.Target, summaries []harvest.Summary) {
	for _, s := range summaries {
		for _, t := range targets {
			for _, u := range s.Unused {
				if t.Site.Name == s.Site && !env.JSON {
					fmt.Fprintf(env.Stderr, "no effect: %s\n", target.Unused(env.Source, t, u))
				}
			}
		}
	}
}

func printSummaries(env *cli.Env, summaries []harvest.Summary) error {
	if env.JSON {
		return visible.EncodeAll(env.Stdout, summaries)
	}
	summaries = searches(summaries)
	for _, s := range summaries {
		if r := s.Rehearsal; r != nil && r.Questions > 0 {
			fmt.Fprintf(env.Stdout, "%s: the plan asks %s, %s at most where answers are cut: at least %s, with %d to find the form and %d to see an empty page\n", s.Site, show.Plural(r.Questions, "question"), show.Count(r.AtMost), show.Plural(s.Requests+r.Questions+r.Own, "request"), s.Requests, r.Own)
		}
		for _, planned := range s.Planned {
			fmt.Fprintf(env.Stdout, "would ask %s\n", show.Printable(planned))
		}
	}
	if len(summaries) == 0 {
		return nil
	}
	headings := []string{"SITE", "FORM", "RECORDS", "NEW", "ESTIMATED", "COVERAGE", "REQUESTS", "FLOOR", "TIME", "STOP"}
	err := show.Rows(env.Stdout, headings, summaries, func(s harvest.Summary) []string {
		return []string{s.Site, show.Form(s.Form), show.Count(s.Records), show.Count(s.NewRecords), show.Estimate(s.Estimate), show.Coverage(s.Estimate),
			show.Count(s.Requests), show.Floor(s.Floor), show.Duration(s.Elapsed), string(s.Stop.Kind)}
	})
	if err != nil {
		return err
	}
	for _, s := range summaries {
		fmt.Fprintf(env.Stdout, "%s: stopped because %s\n", s.Site, show.Printable(s.Stop.Reason))
		if e := s.Estimate; e.Beyond != "" {
			fmt.Fprintf(env.Stdout, "%s: out of reach: %s (%s)\n", s.Site, show.Plural(e.Unreachable, "record"), e.Beyond)
		}
		if said := show.Calibrated(s.Calibration); said != "" && !env.Verbose {
			fmt.Fprintf(env.Stdout, "%s: %s\n", s.Site, said)
		}
	}
	if env.Verbose {
		for _, s := range summaries {
			fmt.Fprintln(env.Stdout)
			if err := show.Calibration(env.Stdout, s.Site, s.Calibration); err != nil {
				return err
			}
		}
	}
	return nil
}
