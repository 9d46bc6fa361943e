// Package stored has the commands over what the database holds: status, explain,
// diff, search, export and db. They ask no site.
package stored

import (
	"errors"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// DB is the command hadal db.
func DB(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Check, compact or back up the database; list and forget its sites",
		Example: `  hadal db list
  hadal db forget bokos.example
  hadal db check`,
		Long: `Look after the database, one SQLite file.

A harvest that meets a full or failing disk ends with status 1 and says so; what
it had read before is kept, and the same command goes on once there is space. A
file of a newer hadal, or of another program, is refused and not touched. One
site is harvested by one process at a time; reading is always possible.`,
	}
	cmd.AddCommand(dbCheckCommand(env), dbCompactCommand(env), dbBackupCommand(env), dbListCommand(env), dbForgetCommand(env))
	return cmd
}

// errProblems ends `hadal db check` where it found something; it has been told.
var errProblems = errors.New("the database has problems: keep a copy, then take a backup (`hadal db backup`) or try sqlite3's .recover")

func dbCheckCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "check",
		Short:   "Read the whole database and say what is wrong with it",
		Example: `  hadal db check --db books.db`,
		Args:    cobra.NoArgs,
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			problems, err := db.Check(cmd.Context())
			if err != nil {
				return err
			}
			switch {
			case env.JSON:
				err = visible.Encode(env.Stdout, struct {
					OK       bool     `json:"ok"`
					Problems []string `json:"problems"`
				}{len(problems) == 0, append([]string{}, problems...)})
			case len(problems) == 0:
				_, err = fmt.Fprintln(env.Stdout, "ok")
			default:
				for _, p := range problems {
					fmt.Fprintln(env.Stdout, show.Printable(p))
				}
			}
			if len(problems) > 0 {
				return errors.Join(err, errProblems)
			}
			return err
		}),
	}
}

func dbCompactCommand(env *cli.Env) *cobra.Command {
	var drop time.Duration
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Give unused space back, and drop old pages if wanted",
		Long: `Merge the search index and give the space that is not used any more back to the
system. It needs as much free space as the file is large, and waits for no
harvest: end those first.

With --drop-pages, pages that were answered longer ago are dropped first. What
was read from them stays; only replay and WARC export miss them.`,
		Example: `  hadal db compact
  hadal db compact --drop-pages 720h`,
		Args: cobra.NoArgs,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if drop < 0 {
				return exit.Usage(errors.New("--drop-pages must not be negative"))
			}
			return nil
		},
		RunE: env.Writing(func(cmd *cobra.Command, args []string, s config.Settings, db *storage.DB) error {
			if err := db.Idle(); err != nil {
				return err
			}
			var before time.Time
			if cmd.Flags().Changed("drop-pages") {
				before = time.Now().Add(-drop)
			}
			c, err := db.Compact(cmd.Context(), before)
			if err != nil {
				return err
			}
			if env.JSON {
				return visible.Encode(env.Stdout, c)
			}
			_, err = fmt.Fprintf(env.Stdout, "%s: %s before, %s now, %s dropped\n", s.DB,
				humanize.Bytes(uint64(c.Before)), humanize.Bytes(uint64(c.After)), show.Plural(int(c.Dropped), "page"))
			return err
		}),
	}
	cmd.Flags().DurationVar(&drop, "drop-pages", 0, "drop pages that are older than this (0s: all)")
	return cmd
}

func dbBackupCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "backup FILE",
		Short:   "Write a copy of the database, while harvests go on",
		Long:    "Write a compact copy of the database as it is at one moment into a new file. Harvests into it go on meanwhile.",
		Example: `  hadal db backup books-$(date +%F).db`,
		Args:    cobra.ExactArgs(1),
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			return db.Backup(cmd.Context(), args[0])
		}),
	}
}

func dbListCommand(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the sites that the database holds",
		Example: `  hadal db list
  hadal db list --db books.db --json`,
		Args: cobra.NoArgs,
		RunE: env.Reading(func(cmd *cobra.Command, args []string, db *storage.DB) error {
			sites, err := db.Sites(cmd.Context())
			if err != nil {
				return err
			}
			if env.JSON {
				for _, site := range sites {
					err = errors.Join(err, visible.Encode(env.Stdout, struct {
						Name     string `json:"name"`
						Start    string `json:"start"`
						View     string `json:"view"`
						Records  int    `json:"records"`
						Harvests int    `json:"harvests"`
					}{site.Name, site.Start, site.View, site.Records, site.Harvests}))
				}
				return err
			}
			return show.Rows(env.Stdout, []string{"SITE", "START", "VIEW", "RECORDS", "HARVESTS", "LAST"}, sites, func(s storage.SiteStatus) []string {
				return []string{s.Name, s.Start, s.View, show.Count(s.Records), show.Count(s.Harvests), show.Since(s.LastAt)}
			})
		}),
	}
}

func dbForgetCommand(env *cli.Env) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "forget SITE",
		Short: "Remove a site with everything of it",
		Long: `Remove a site, by its name, with everything of it: its harvests, questions,
answers, pages and records, its view, what locate said of it, and what is known of
its hosts unless one still asks to be left alone. All of it goes or nothing. A site
that holds records is removed with --yes only. The file grows no smaller by it:
hadal db compact gives the space back.`,
		Example: `  hadal db list
  hadal db forget bokos.example
  hadal db forget books.example --yes`,
		Args: cobra.ExactArgs(1),
		RunE: env.Writing(func(cmd *cobra.Command, args []string, _ config.Settings, db *storage.DB) error {
			sites, err := db.Sites(cmd.Context())
			if err != nil {
				return err
			}
			var names []string
			for _, site := range sites {
				names = append(names, site.Name)
				if site.Name == args[0] && site.Records > 0 && !yes {
					return exit.Usage(fmt.Errorf("%s holds %s: say --yes to remove them (or keep a copy first: hadal db backup FILE)", site.Name, show.Plural(site.Records, "record")))
				}
			}
			f, err := db.Forget(cmd.Context(), args[0])
			if errors.Is(err, storage.ErrNoSuchSite) {
				return cli.NoSite(args[0], names)
			}
			if err != nil {
				return err
			}
			if env.JSON {
				return visible.Encode(env.Stdout, f)
			}
			_, err = fmt.Fprintf(env.Stdout, "%s is forgotten: %s, %s, %s, %s, %s removed\n", show.Printable(f.Site), show.Plural(int(f.Harvests), "harvest"),
				show.Plural(int(f.Answers), "answer"), show.Plural(int(f.Records), "record"), show.Plural(int(f.Pages), "page"), show.Plural(int(f.Sources), "located source"))
			return err
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "remove the records that it holds, too")
	return cmd
}
