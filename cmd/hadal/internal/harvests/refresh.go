package harvests

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/network"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
)

// Refresh is the command hadal refresh.
func Refresh(env *cli.Env) *cobra.Command {
	var requests int
	var policy string
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "refresh TARGET --max-requests N",
		Short: "Look again at the records that are worth it most",
		Long: `Look again at the records of a harvested site, with at most --max-requests requests.
How often each record changes is estimated from the times at which it was seen
and had changed. Questions of the ledger that show most records worth a look for
a request are asked again, and so are those that used to bring new records;
a record's own page is opened instead where that is cheaper (where such pages
were read before, or with --details always).

Policies: optimum keeps most records fresh, and gives up on those that change
faster than they can be visited; uniform visits all equally often; proportional
visits what changes more often more often; harmonic gives up on nothing.

A refresh is a harvest of its own in the ledger: ` + "`hadal diff`" + ` shows what it found
changed. The same command goes on with one that was interrupted, and otherwise
begins the next.`,
		Example: `  hadal refresh books.example --max-requests 100
  hadal refresh books --max-requests 20 --policy uniform --dry-run`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := refresh.ParsePolicy(policy)
			if err != nil {
				return exit.Usage(fmt.Errorf("--policy: %w", err))
			}
			if requests < 1 {
				return exit.Usage(errors.New("say with --max-requests how many requests the refresh may spend (at least 1)"))
			}
			s, t, err := oneTarget(env, cmd, args[0], "max-requests")
			if err != nil {
				return err
			}
			db, err := cli.OpenExisting(cmd, s.DB)
			if err != nil {
				return err
			}
			defer db.Close()
			n := network.New(env.Log)
			defer n.Close()
			client, err := n.Site(t.Settings, t.Site.Start)
			if err != nil {
				return target.Blame(env.Source, t, err)
			}
			progress := newProgress(env)
			o := target.Options(t.Settings)
			o.DryRun, o.Profile = dryRun, t.Profile
			done, err := harvest.Refresh(cmd.Context(), t.Site, o, harvest.Refreshing{Policy: p, Requests: requests}, client, db, progress.report)
			progress.close()
			if err != nil {
				return target.Blame(env.Source, t, err)
			}
			err = printRefresh(env, cmd, db, done)
			if exit.OfStop(done.Stop.Kind) != exit.Done {
				err = errors.Join(err, exit.Stopped(done.Stop))
			}
			return errors.Join(err, db.Close())
		},
	}
	cmd.Flags().IntVar(&requests, "max-requests", 0, "requests that may be spent (--requests, its name before, does as well)")
	cmd.Flags().IntVar(&requests, "requests", 0, "the same as --max-requests")
	_ = cmd.Flags().MarkHidden("requests")
	cmd.Flags().StringVar(&policy, "policy", string(refresh.Optimum), "optimum, uniform, proportional or harmonic")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be asked, and ask nothing")
	config.AddFlags(cmd.Flags(), network.Flags...)
	config.AddFlags(cmd.Flags(), "details", "max-duration")
	return cmd
}

// refreshed is a refresh with what it found, as `hadal diff` counts it.
type refreshed struct {
	harvest.RefreshSummary
	Changed int `json:"changed"`
	Gone    int `json:"gone"`
}

func printRefresh(env *cli.Env, cmd *cobra.Command, db *storage.DB, done harvest.RefreshSummary) error {
	all := refreshed{RefreshSummary: done}
	if done.Of != 0 {
		for c, err := range db.Diff(cmd.Context(), done.Site, done.Of, done.Harvest) {
			if err != nil {
				return err
			}
			switch c.Kind {
			case storage.Changed:
				all.Changed++
			case storage.Gone:
				all.Gone++
			}
		}
	}
	if env.JSON {
		return visible.Encode(env.Stdout, all)
	}
	if len(done.Planned) > 0 {
		err := show.Rows(env.Stdout, []string{"ASK", "PAGE", "REQUESTS", "RECORDS", "CHANGED", "NEW"}, done.Planned, func(l harvest.Look) []string {
			page := "own page"
			if l.Page > 0 {
				page = fmt.Sprintf("page %d", l.Page)
			}
			return []string{show.Short(l.Ask, 60), page, show.Count(l.Requests), show.Count(l.Records), fmt.Sprintf("%.1f", l.Changed), fmt.Sprintf("%.1f", l.New)}
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "%s: %s expected to have changed of those that would be seen (%s)\n", done.Site, show.Plural(int(done.Expected+0.5), "record"), done.Policy)
		return err
	}
	_, err := fmt.Fprintf(env.Stdout, "%s: %s seen again with %s (%s): %s changed, %s gone, %s new; %.0f changes were expected\n%[1]s: stopped because %[9]s\n",
		done.Site, show.Plural(done.Seen-done.New, "record"), show.Plural(done.Requests, "request"), done.Policy,
		show.Count(all.Changed), show.Count(all.Gone), show.Count(done.New), done.Expected, show.Printable(done.Stop.Reason))
	return err
}
