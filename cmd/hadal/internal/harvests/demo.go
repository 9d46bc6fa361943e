package harvests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// demoCoverage is the share of a site's reachable records that the demo must find.
const demoCoverage = 0.95

// demoPause is the Crawl-delay that the bundled sites ask for, and the first
// back-off after their faults: enough to see that both are kept.
const demoPause = 250 * time.Millisecond

// Demo is the command hadal demo.
func Demo(env *cli.Env) *cobra.Command {
	var names []string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Serve the bundled sites on loopback, harvest them and compare with the truth",
		Long: `Serve the bundled made-up sites on this machine, harvest them without any
configuration, and compare what was found with what is there. Nothing else is
contacted. The harvest goes into a temporary database unless --db names one.
Sites that need scripts are left out, by name, where there is no Chrome.

The exit status is 1 where less than 95 % of the records of a site were found
that can be reached, where a site that cannot be harvested was not recognised as
such, or where a server noticed behaviour that a careful robot would not show.
Ctrl-C ends it and shows what was found so far.`,
		Example: `  hadal demo
  hadal demo --site books --site cars --db demo.db`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := env.Settings(cmd)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("db") {
				dir, err := os.MkdirTemp("", "hadal-demo-")
				if err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				s.DB = filepath.Join(dir, "demo.db")
			}
			var leftOut string
			if len(names) == 0 {
				names, leftOut = demoSites(s.SiteSettings)
			}
			if !cmd.Flags().Changed("backoff") {
				s.Backoff = demoPause
			}
			sites, err := fixtures.Named(fixtures.Options{Seed: s.Seed, CrawlDelay: demoPause}, names...)
			if err != nil {
				return exit.Usage(err)
			}
			return demo(cmd.Context(), env, s, sites, leftOut)
		},
	}
	cmd.Flags().StringArrayVar(&names, "site", nil, "bundled site to harvest, by name (may be repeated; default all)")
	config.AddFlags(cmd.Flags(), "sites-at-once")
	config.AddFlags(cmd.Flags(), config.SiteFlags()...)
	return cmd
}

// demoSites returns the names of all bundled sites that can be harvested here,
// and what to say about those that cannot.
func demoSites(s config.SiteSettings) (names []string, leftOut string) {
	names = fixtures.Names()
	scripted := fixtures.ScriptedNames()
	why := ""
	switch _, err := browser.Find(s.BrowserPath); {
	case s.Browser == string(harvest.RenderNever):
		why = "--browser is never"
	case s.BrowserRemote == "" && err != nil:
		why = err.Error()
	default:
		return append(names, scripted...), ""
	}
	return names, fmt.Sprintf("left out %s that need scripts (%s): %s", show.Plural(len(scripted), "site"), strings.Join(scripted, ", "), why)
}

// demoResult is one bundled site, harvested.
type demoResult struct {
	Site     string        `json:"site"`
	About    string        `json:"about"`
	Found    int           `json:"found"`
	There    int           `json:"there"`  // that some permitted query brings
	Hidden   int           `json:"hidden"` // that none brings
	Requests int           `json:"requests"`
	Floor    int           `json:"floor"`
	Elapsed  time.Duration `json:"elapsed"`
	Stop     harvest.Stop  `json:"stop"`
	Expected string        `json:"expected"` // outcome of an honest harvest
	Why      string        `json:"why,omitempty"`
	Faults   []string      `json:"faults,omitempty"` // what is wrong with this result
}

func demo(ctx context.Context, env *cli.Env, s config.Settings, sites []*fixtures.Site, leftOut string) error {
	db, err := storage.Open(ctx, s.DB, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	var targets []target.Target
	servers := map[string]*fixtures.Server{}
	for _, site := range sites {
		server, err := fixtures.Serve(site)
		if err != nil {
			return err
		}
		defer server.Close()
		start, err := page.ParseURL(server.URL())
		if err != nil {
			return err
		}
		servers[site.Name] = server
		targets = append(targets, target.Target{Site: harvest.Site{Name: site.Name, Start: start}, Settings: s.SiteSettings})
	}
	summaries, err := harvestAll(ctx, env, db, targets, s.SitesAtOnce, harvest.Run, func(t target.Target) harvest.Options { return target.Options(t.Settings) })
	var results []demoResult
	for _, summary := range summaries {
		// What was found is shown after an interrupt, too.
		r, scoreErr := scoreDemo(context.WithoutCancel(ctx), db, servers[summary.Site], summary)
		if scoreErr != nil {
			return errors.Join(err, scoreErr)
		}
		results = append(results, r)
	}
	judged := func(s harvest.Summary) bool { return s.Stop.Kind != harvest.Interrupted }
	err = errors.Join(err, printDemo(env, results), stops(slices.DeleteFunc(summaries, judged)))
	if leftOut != "" {
		out := env.Stdout
		if env.JSON {
			out = env.Stderr
		}
		fmt.Fprintln(out, leftOut)
	}
	return err
}

func scoreDemo(ctx context.Context, db *storage.DB, server *fixtures.Server, s harvest.Summary) (demoResult, error) {
	site := server.Site
	var found []fixtures.Found
	for r, err := range db.Records(ctx, s.Site) {
		if err != nil {
			return demoResult{}, err
		}
		f := fixtures.Found{Title: r.Title}
		if u, err := page.ParseURL(r.URL); err == nil {
			f.Path = u.PathQuery()
		}
		found = append(found, f)
	}
	score := site.Score(found)
	r := demoResult{
		Site: site.Name, About: site.About,
		Found: score.Found, There: score.Reachable, Hidden: len(site.Records) - score.Reachable,
		Requests: len(server.Log()), Floor: site.Floor(), Elapsed: s.Elapsed, Stop: s.Stop,
		Expected: string(site.Outcome), Why: site.Why,
	}
	fault := func(format string, args ...any) { r.Faults = append(r.Faults, fmt.Sprintf(format, args...)) }
	switch want := expectedStop(site.Outcome); {
	case s.Stop.Kind == harvest.Interrupted: // what is missing says nothing
	case want != "" && s.Stop.Kind != want:
		fault("expected to stop as %s", want)
	case want == "" && score.Coverage() < demoCoverage:
		fault("%s of the records are missing", show.Percent(1-score.Coverage()))
	}
	if score.Doubled > 0 {
		fault("%s doubled", show.Plural(score.Doubled, "record"))
	}
	if violations := server.Violations(); len(violations) > 0 {
		fault("%s, first: %s %s: %s", show.Plural(len(violations), "violation"), violations[0].Method, violations[0].Target, violations[0].Violation)
	}
	return r, nil
}

// expectedStop is how the harvest of a site that is deliberately out of reach
// must end; "" for sites that can be had.
func expectedStop(o fixtures.Outcome) harvest.StopKind {
	switch o {
	case fixtures.NoSearch:
		return harvest.NoForm
	case fixtures.Forbidden:
		return harvest.Forbidden
	case fixtures.Blocked:
		return harvest.Blocked
	}
	return ""
}

func printDemo(env *cli.Env, results []demoResult) (err error) {
	if env.JSON {
		err = visible.Encode(env.Stdout, results)
	} else {
		err = printDemoTable(env, results)
	}
	faults := 0
	for _, r := range results {
		faults += len(r.Faults)
	}
	if err == nil && faults > 0 {
		err = fmt.Errorf("the demo found %s", show.Plural(faults, "fault"))
	}
	return err
}

func printDemoTable(env *cli.Env, results []demoResult) error {
	err := show.Rows(env.Stdout, []string{"SITE", "RECORDS", "SHARE", "REQUESTS", "FLOOR", "TIME", "STOP", ""}, results, func(r demoResult) []string {
		share := show.Unknown
		if r.There > 0 {
			share = show.Percent(float64(r.Found) / float64(r.There))
		}
		verdict := "ok"
		switch {
		case len(r.Faults) > 0:
			verdict = "FAULT"
		case r.Stop.Kind == harvest.Interrupted:
			verdict = show.Unknown
		}
		return []string{r.Site, show.Count(r.Found) + " / " + show.Count(r.There), share, show.Count(r.Requests), show.Count(r.Floor), show.Duration(r.Elapsed), string(r.Stop.Kind), verdict}
	})
	if err != nil {
		return err
	}
	for _, r := range results {
		if r.Expected != string(fixtures.Complete) {
			fmt.Fprintf(env.Stdout, "%s is out of reach on purpose (%s); hadal says: %s\n", r.Site, r.Why, show.Printable(r.Stop.Reason))
		} else if r.Hidden > 0 {
			fmt.Fprintf(env.Stdout, "%s holds %s that no permitted query brings\n", r.Site, show.Plural(r.Hidden, "more record"))
		}
		for _, fault := range r.Faults {
			fmt.Fprintf(env.Stdout, "%s: FAULT: %s; stopped because %s\n", r.Site, show.Printable(fault), show.Printable(r.Stop.Reason))
		}
	}
	return nil
}
