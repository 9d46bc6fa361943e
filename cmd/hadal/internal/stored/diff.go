package stored

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// Diff is the command hadal diff.
func Diff(env *cli.Env) *cobra.Command {
	var from, to string
	var all bool
	cmd := &cobra.Command{
		Use:   "diff [SITE]",
		Short: "Show what changed on a site between two harvests",
		Long: `Show what changed on a site between two of its harvests (by default the last
two), the later begun with --fresh or a refresh:

  +  added: not held before
  ~  changed, field by field
  -  gone: every query that had returned the record was asked again, to the end,
     and did not return it
  ?  missing: not seen again, but not all of those queries were asked again, so
     it may still be there (listed with --all, counted otherwise)

--from and --to take the number of a harvest (--json and ` + "`hadal status --json`" + ` show
them) or a time, which means the last harvest begun by then. SITE may be left
out where the database holds one.`,
		Example: `  hadal diff
  hadal diff books.example --from 2026-10-01 --to 2026-11-01 --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			site, err := oneSite(cmd.Context(), db, args)
			if err != nil {
				return err
			}
			list, err := db.Harvests(cmd.Context(), site)
			if err != nil {
				return err
			}
			first, last, err := pickHarvests(list, from, to)
			if err != nil {
				return exit.Usage(fmt.Errorf("%s: %w", site, err))
			}
			return printDiff(cmd.Context(), env, db, site, first, last, all)
		}),
	}
	cmd.Flags().StringVar(&from, "from", "", "earlier harvest: its number, or a time (default the one before the later)")
	cmd.Flags().StringVar(&to, "to", "", "later harvest (default the last)")
	cmd.Flags().BoolVar(&all, "all", false, "list missing records too")
	return cmd
}

// oneSite returns the site that is named, or the only one.
func oneSite(ctx context.Context, db *storage.DB, args []string) (string, error) {
	sites, err := cli.KnownSites(ctx, db, args)
	if err != nil {
		return "", err
	}
	if len(sites) != 1 {
		return "", exit.Usage(fmt.Errorf("name one site; the database holds %s", cli.OrNone(sites)))
	}
	return sites[0], nil
}

// pickHarvests returns the two harvests that are meant.
func pickHarvests(list []storage.Harvest, from, to string) (first, last storage.Harvest, err error) {
	if len(list) < 2 {
		return first, last, errors.New("there is one harvest only: nothing to compare (harvest it again with --fresh)")
	}
	j := len(list) - 1
	if to != "" {
		if j, err = harvestAt(list, to); err != nil {
			return first, last, err
		}
	}
	i := j - 1
	if from != "" {
		if i, err = harvestAt(list, from); err != nil {
			return first, last, err
		}
	}
	if i < 0 || i >= j {
		return first, last, fmt.Errorf("no harvest comes before harvest %d: choose a later --to or an earlier --from", list[j].ID)
	}
	return list[i], list[j], nil
}

// harvestAt returns the index of the harvest that a number or a time means.
func harvestAt(list []storage.Harvest, text string) (int, error) {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		for i, h := range list {
			if h.ID == id {
				return i, nil
			}
		}
		return 0, fmt.Errorf("no harvest %d; they are %d to %d", id, list[0].ID, list[len(list)-1].ID)
	}
	at, err := parseSince(text, time.Now())
	if err != nil {
		return 0, fmt.Errorf("%w, or the number of a harvest", err)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if !list[i].Started.After(at) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no harvest was begun by %s; the first began %s", text, list[0].Started.Format(time.RFC3339))
}

func printDiff(ctx context.Context, env *cli.Env, db *storage.DB, site string, first, last storage.Harvest, all bool) error {
	counts := map[storage.ChangeKind]int{}
	for c, err := range db.Diff(ctx, site, first.ID, last.ID) {
		if err != nil {
			return err
		}
		counts[c.Kind]++
		switch {
		case env.JSON:
			err = visible.Encode(env.Stdout, c)
		case c.Kind != storage.Missing || all:
			err = printChange(env, c)
		}
		if err != nil {
			return err
		}
	}
	if env.JSON {
		return nil
	}
	_, err := fmt.Fprintf(env.Stdout, "%s from harvest %d (%s) to %d (%s): %s added, %s changed, %s gone, %s missing\n",
		site, first.ID, first.Started.Format(time.DateOnly), last.ID, last.Started.Format(time.DateOnly),
		show.Count(counts[storage.Added]), show.Count(counts[storage.Changed]), show.Count(counts[storage.Gone]), show.Count(counts[storage.Missing]))
	return err
}

func printChange(env *cli.Env, c storage.Change) error {
	sign := map[storage.ChangeKind]string{storage.Added: "+", storage.Changed: "~", storage.Gone: "-", storage.Missing: "?"}[c.Kind]
	name := show.Short(c.Title, 100)
	if name == "" {
		name = show.Printable(c.Key)
	}
	line := sign + " " + name
	if c.URL != "" {
		line += "  " + show.Printable(c.URL)
	}
	if c.Kind == storage.Missing {
		line += fmt.Sprintf("  (%d of %s asked again)", c.AskedAgain, queries(c.Queries))
	}
	if _, err := fmt.Fprintln(env.Stdout, line); err != nil {
		return err
	}
	for _, f := range c.Fields {
		if _, err := fmt.Fprintf(env.Stdout, "    %s: %s -> %s\n", show.Printable(f.Name), orNothing(f.Old), orNothing(f.New)); err != nil {
			return err
		}
	}
	return nil
}

func queries(n int) string {
	if n == 1 {
		return "1 query"
	}
	return show.Count(n) + " queries"
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return show.Short(s, 200)
}

// parseSince reads a date, an RFC 3339 time, or a duration before now.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: want 2026-11-21, 2026-11-21T08:00:00Z or 72h (ago)", text)
}
