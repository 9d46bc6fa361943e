package stored

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// Status is the command hadal status.
func Status(env *cli.Env) *cobra.Command {
	var watch, skips, works bool
	var interval time.Duration
	cmd := &cobra.Command{
		Use:   "status [SITE...]",
		Short: "Show the sites of the database: records, coverage, requests, why it stopped",
		Long: `Show where each site of the database stands: the records held, how many there
are by the estimate (with its interval), the share held, requests and queries of
the latest harvest, new records per request (RATE over the whole harvest, NOW
over its last 100 requests), when the last answer came, and what ended it. Below
that, where there is something to say: why, how the site has changed meanwhile,
the last error, and when the next request is allowed.

With --watch it is shown again and again until Ctrl-C; with --json too, one line
each time.

With --skips it shows instead which pages crawls (hadal locate) left out, and
why: skipped for good, held back until more of their kind turn out well, links
passed over without entering them, and pages asked for of which nothing was
used, such as one that only says that there is no page.

With --workers it shows the workers that a coordinator has heard of, which sites they
have, and which are to be done.`,
		Example: `  hadal status
  hadal status books.example
  hadal status --watch
  hadal status --skips
  hadal status --workers
  hadal status --db books.db --json`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if (skips || works) && len(args) > 0 {
				return exit.Usage(errors.New("--skips shows all crawls and --workers all workers: name no site"))
			}
			if (skips || works) && watch || skips && works {
				return exit.Usage(errors.New("--skips and --workers are each shown alone, and once: leave --watch out"))
			}
			if interval < 100*time.Millisecond {
				return exit.Usage(errors.New("--interval must be at least 100ms"))
			}
			return nil
		},
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			switch {
			case skips:
				return showSkips(cmd.Context(), env, db)
			case works:
				return showWorkers(cmd.Context(), env, db)
			case watch:
				return watchStatus(cmd.Context(), env, db, args, interval)
			}
			return showStatus(cmd.Context(), env, db, args)
		}),
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "show it again and again")
	cmd.Flags().BoolVar(&works, "workers", false, "show the workers of a coordinator, what each has and what is to be done")
	cmd.Flags().BoolVar(&skips, "skips", false, "show what crawls left out, and why")
	cmd.Flags().DurationVar(&interval, "interval", 2*time.Second, "of --watch")
	return cmd
}

// showStatus shows where sites stand, each with its other searches; none wanted means all.
func showStatus(ctx context.Context, env *cli.Env, db cli.SiteList, wanted []string) error {
	if _, err := cli.KnownSites(ctx, db, wanted); err != nil {
		return err
	}
	sites, err := db.Sites(ctx)
	if err != nil {
		return err
	}
	sites = slices.DeleteFunc(sites, func(s storage.SiteStatus) bool {
		return len(wanted) > 0 && !slices.ContainsFunc(wanted, func(name string) bool { return s.Name == name || strings.HasPrefix(s.Name, name+"/") })
	})
	if env.JSON {
		return visible.Encode(env.Stdout, append([]storage.SiteStatus{}, sites...))
	}
	return printStatus(env, sites)
}

// watchStatus shows the status until ctx ends, which is how it is meant to end.
func watchStatus(ctx context.Context, env *cli.Env, db cli.SiteList, wanted []string, interval time.Duration) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for first := true; ; first = false {
		switch {
		case env.JSON:
		case show.IsTerminal(env.Stdout):
			fmt.Fprint(env.Stdout, ansi.CursorHomePosition+ansi.EraseEntireScreen)
		case !first:
			fmt.Fprintln(env.Stdout)
		}
		if err := showStatus(ctx, env, db, wanted); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func printStatus(env *cli.Env, sites []storage.SiteStatus) error {
	headings := []string{"SITE", "RECORDS", "ESTIMATED", "COVERAGE", "REQUESTS", "QUERIES", "RATE", "NOW", "LAST", "STOP"}
	err := show.Rows(env.Stdout, headings, sites, func(s storage.SiteStatus) []string {
		var e querygen.Estimate
		if s.Estimate != nil {
			e = *s.Estimate
		}
		stop := "unfinished"
		if s.Stop != nil {
			stop = string(s.Stop.Kind)
		}
		return []string{s.Name, show.Count(s.Records), show.Estimate(e), show.Coverage(e), show.Count(s.Requests), show.Count(s.Queries),
			fmt.Sprintf("%.1f", s.Rate), fmt.Sprintf("%.1f", s.RecentRate), show.Since(s.LastAt), stop}
	})
	if err != nil {
		return err
	}
	for _, s := range sites {
		if s.Stop != nil {
			fmt.Fprintf(env.Stdout, "%s: stopped because %s\n", s.Name, show.Printable(s.Stop.Reason))
		}
		if s.Changed != "" {
			fmt.Fprintf(env.Stdout, "%s: changed: %s\n", s.Name, show.Printable(s.Changed))
		}
		if s.LastError != "" {
			fmt.Fprintf(env.Stdout, "%s: last error: %s\n", s.Name, show.Printable(s.LastError))
		}
		if wait := time.Until(s.NextAt); wait > time.Second {
			fmt.Fprintf(env.Stdout, "%s: next request in %s (%s)\n", s.Name, show.Duration(wait), show.Printable(s.NextWhy))
		}
	}
	return nil
}

// showSkips shows what crawls left out, and why.
func showSkips(ctx context.Context, env *cli.Env, db *storage.DB) error {
	skips, err := crawls.Of(db).Skips(ctx)
	if err != nil {
		return err
	}
	if env.JSON {
		return visible.Encode(env.Stdout, append([]crawls.Skips{}, skips...))
	}
	if len(skips) == 0 {
		if !env.Quiet {
			fmt.Fprintln(env.Stderr, "no crawl left anything out")
		}
		return nil
	}
	return show.Rows(env.Stdout, []string{"CRAWL", "SITE", "PAGES", "KIND", "REASON", "EXAMPLE"}, skips, func(s crawls.Skips) []string {
		return []string{s.Crawl, s.Site, show.Count(s.Pages), string(s.Kind), s.Reason, show.Short(s.Example, 80)}
	})
}
