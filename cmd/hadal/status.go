package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

func (a *app) statusCommand() *cobra.Command {
	var watch, skips bool
	var interval time.Duration
	cmd := &cobra.Command{
		Use:   "status",
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
used, such as one that only says that there is no page.`,
		Example: `  hadal status
  hadal status --watch
  hadal status --skips
  hadal status --db books.db --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if skips && watch {
				return &usageError{errors.New("--skips is shown once: leave --watch out")}
			}
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			if interval < 100*time.Millisecond {
				return &usageError{errors.New("--interval must be at least 100ms")}
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			defer db.Close()
			if skips {
				return a.skips(cmd.Context(), db)
			}
			if !watch {
				return a.status(cmd.Context(), db)
			}
			return a.watch(cmd.Context(), db, interval)
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "show it again and again")
	cmd.Flags().BoolVar(&skips, "skips", false, "show what crawls left out, and why")
	cmd.Flags().DurationVar(&interval, "interval", 2*time.Second, "of --watch")
	return cmd
}

func (a *app) status(ctx context.Context, db *storage.DB) error {
	sites, err := db.Sites(ctx)
	if err != nil {
		return err
	}
	if a.json {
		return visible.Encode(a.stdout, append([]storage.SiteStatus{}, sites...))
	}
	return a.printStatus(sites)
}

// watch shows the status until ctx ends, which is how it is meant to end.
func (a *app) watch(ctx context.Context, db *storage.DB, interval time.Duration) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for first := true; ; first = false {
		switch {
		case a.json:
		case isTerminal(a.stdout):
			fmt.Fprint(a.stdout, ansi.CursorHomePosition+ansi.EraseEntireScreen)
		case !first:
			fmt.Fprintln(a.stdout)
		}
		if err := a.status(ctx, db); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (a *app) printStatus(sites []storage.SiteStatus) error {
	var rows [][]string
	for _, s := range sites {
		var e querygen.Estimate
		if s.Estimate != nil {
			e = *s.Estimate
		}
		stop := "unfinished"
		if s.Stop != nil {
			stop = string(s.Stop.Kind)
		}
		rows = append(rows, []string{
			s.Name, count(s.Records), describeEstimate(e), coverage(e), count(s.Requests), count(s.Queries),
			fmt.Sprintf("%.1f", s.Rate), fmt.Sprintf("%.1f", s.RecentRate), since(s.LastAt), stop,
		})
	}
	if err := printTable(a.stdout, []string{"SITE", "RECORDS", "ESTIMATED", "COVERAGE", "REQUESTS", "QUERIES", "RATE", "NOW", "LAST", "STOP"}, rows); err != nil {
		return err
	}
	for _, s := range sites {
		if s.Stop != nil {
			fmt.Fprintf(a.stdout, "%s: stopped because %s\n", s.Name, printable(s.Stop.Reason))
		}
		if s.Changed != "" {
			fmt.Fprintf(a.stdout, "%s: changed: %s\n", s.Name, printable(s.Changed))
		}
		if s.LastError != "" {
			fmt.Fprintf(a.stdout, "%s: last error: %s\n", s.Name, printable(s.LastError))
		}
		if wait := time.Until(s.NextAt); wait > time.Second {
			fmt.Fprintf(a.stdout, "%s: next request in %s (%s)\n", s.Name, roundTime(wait), printable(s.NextWhy))
		}
	}
	return nil
}

func since(t time.Time) string {
	if t.IsZero() {
		return unknown
	}
	return roundTime(time.Since(t)) + " ago"
}
