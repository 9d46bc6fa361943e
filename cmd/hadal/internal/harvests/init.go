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
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/drift"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Init is the command hadal init.
func Init(env *cli.Env) *cobra.Command {
	var output string
	var check bool
	cmd := &cobra.Command{
		Use:   "init TARGET",
		Short: "Write what is believed about a site as a profile to edit, or check one",
		Long: `Look at a site, ask it a few questions, and write what hadal believes about it as
YAML, each part with its evidence: the search form and what its controls mean,
what the interface can do, where result pages have their records and what their
columns are, the link to the next page, what an empty page says. With --details
always, what a few pages of single records show.

A person corrects the file, renames columns, takes parts out to have them found
anew; hadal harvest FILE uses it. It is what a harvest learns by itself, no more
and no less. The questions and their records go into the database like those of a
harvest, which goes on from there.

With --check, TARGET is such a file: the site is looked at anew, apart from the
database, and what is no longer so is told, pages of single records included where
the file knows their columns. The exit status is 1 where the site
has changed.`,
		Example: `  hadal init https://books.example/ --output books.yaml
  hadal harvest books.yaml
  hadal init --check books.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, t, err := oneTarget(env, cmd, args[0])
			if err != nil {
				return err
			}
			if check {
				if t.Profile == nil {
					return exit.Usage(fmt.Errorf("--check needs a site profile: %s is none", args[0]))
				}
				return checkDrift(env, cmd, t)
			}
			return writeInit(env, cmd, s.DB, t, output)
		},
	}
	cmd.Flags().StringVar(&output, "output", "", "file to write (default: standard output)")
	cmd.Flags().BoolVar(&check, "check", false, "tell where the site has drifted from the profile TARGET")
	cmd.Flags().Int("max-requests", initRequests, "requests that the look may cost")
	addLookFlags(cmd)
	return cmd
}

func writeInit(env *cli.Env, cmd *cobra.Command, file string, t target.Target, output string) error {
	if output != "" {
		// Found out before the site is asked anything.
		if _, err := os.Stat(output); err == nil {
			return exit.Usage(fmt.Errorf("%s exists: it may hold your corrections; name another file or remove it", output))
		}
	}
	db, err := storage.Open(cmd.Context(), file, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	summary, stop := look(env, cmd, db, t, initRequests)
	if stop == nil && summary.Profile.Wrapper.Unplaced() && summary.Stop.Kind == harvest.Limit && !cmd.Flags().Changed("max-requests") {
		summary, stop = look(env, cmd, db, t, initRequests) // without columns a profile is half of one: the look goes on, once
	}
	if summary.Profile.Form == nil {
		if stop == nil {
			stop = fmt.Errorf("no profile was written, since no search form was found with %s: %s", show.Plural(summary.Requests, "request"), show.Printable(summary.Stop.Reason))
		}
		return errors.Join(stop, db.Close())
	}
	examples, err := target.Examples(cmd.Context(), db, t.Site.Name)
	if err != nil {
		return err
	}
	text, err := target.WriteProfile(t.Site, summary.Profile, summary.Requests, time.Now(), examples, summary.Aside)
	if err != nil {
		return err
	}
	if output == "" {
		_, err = env.Stdout.Write(text)
	} else {
		err = os.WriteFile(output, text, 0o644)
	}
	return errors.Join(err, stop, db.Close())
}

// errDrifted is returned where a site has changed: it has been told.
var errDrifted = errors.New("the site is no longer as its profile says")

// checkDrift looks at a site anew and compares. The look has a database of its
// own, so that nothing known before decides what is seen.
func checkDrift(env *cli.Env, cmd *cobra.Command, t target.Target) error {
	dir, err := os.MkdirTemp("", "hadal-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := storage.Open(cmd.Context(), filepath.Join(dir, "check.db"), storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	believed := *t.Profile
	t.Profile = nil
	t.Settings.KeepPages = string(harvest.KeepAll)
	if believed.Form != nil && len(t.Settings.Form) == 0 {
		// The form of the profile, however many others there are.
		path, _, _ := strings.Cut(believed.Form.Action.PathQuery(), "?")
		t.Settings.Form = []string{path}
	}
	t.Settings.Questions = believed.Questions.Always()
	if believed.Details.Pages > 0 || len(believed.Details.Wanted()) > 0 {
		t.Settings.Details = string(harvest.FollowAlways)
	}
	now, err := look(env, cmd, db, t, checkRequests)
	var drifts []drift.Drift
	switch {
	case now.Stop.Kind == harvest.NoForm && now.Profile.Form == nil:
		drifts = append(drifts, drift.Drift{Part: "form", Message: "the form is gone: " + now.Stop.Reason, Change: true})
	case err != nil:
		return err
	default:
		steps, err := lookedAt(cmd.Context(), db, now.Site)
		if err != nil {
			return err
		}
		drifts = drift.Of(believed, now, steps)
	}
	if err := printDrift(env, t, drifts); err != nil {
		return err
	}
	if slices.ContainsFunc(drifts, func(d drift.Drift) bool { return d.Change }) {
		return errDrifted
	}
	return nil
}

func printDrift(env *cli.Env, t target.Target, drifts []drift.Drift) error {
	if env.JSON {
		return visible.Encode(env.Stdout, append([]drift.Drift{}, drifts...))
	}
	for _, d := range drifts {
		kind := "changed"
		if !d.Change {
			kind = "more"
		}
		if _, err := fmt.Fprintf(env.Stdout, "%s: %s: %s\n", d.Part, kind, show.Printable(d.Message)); err != nil {
			return err
		}
	}
	if len(drifts) == 0 {
		_, err := fmt.Fprintf(env.Stdout, "%s is as its profile says\n", t.Site.Name)
		return err
	}
	return nil
}

// lookedAt returns what a look at a site has seen.
func lookedAt(ctx context.Context, db *storage.DB, site string) (out []drift.Seen, err error) {
	pages := map[int64]*page.Page{}
	var id int64
	for k, err := range db.SitePages(ctx, site) {
		if err != nil {
			return nil, err
		}
		pages[k.Seq], id = &k.Page, k.Harvest
	}
	for step, err := range db.Steps(ctx, id) {
		if err != nil {
			return nil, err
		}
		if p := pages[step.Seq]; p != nil {
			out = append(out, drift.Seen{Step: step, Page: p})
		}
	}
	return out, nil
}

// What a look at a site may cost, in requests.
const (
	initRequests  = 40
	checkRequests = 25
	DetailPages   = 6 // of single records, where these are read, in addition
)

// addLookFlags adds the settings of a look at a site, which is short whatever it finds.
func addLookFlags(cmd *cobra.Command) {
	config.AddFlags(cmd.Flags(), slices.DeleteFunc(config.SiteFlags(), func(name string) bool {
		return slices.Contains([]string{"max-requests", "max-records", "target-coverage", "min-yield", "patience", "strategy", "terms"}, name)
	})...)
}

// ask asks a site about what it can do. Where the settings have the pages of single
// records read, details bounds them; 0 does not.
func ask(env *cli.Env, cmd *cobra.Command, db *storage.DB, t target.Target, requests, details int) ([]harvest.Summary, error) {
	if named := t.Settings.Form; len(named) > 1 && !env.JSON {
		fmt.Fprintf(env.Stderr, "%s: this is about one form at a time, and about %s here: for another one give --form %s\n", t.Site.Name, named[0], strings.Join(named[1:], " or --form "))
	}
	summaries, err := harvestAll(cmd.Context(), env, db, []target.Target{t}, 1, harvest.Run, func(t target.Target) harvest.Options {
		o := target.Options(t.Settings)
		o.Strategy, o.Terms = "probe", nil
		o.MaxDetails = details
		if o.MaxRequests == 0 {
			o.MaxRequests = requests
			if o.Details == harvest.FollowAlways {
				o.MaxRequests += details
			}
		}
		return o
	})
	for _, s := range summaries {
		for _, aside := range s.Aside {
			if !env.JSON {
				fmt.Fprintf(env.Stderr, "%s: %s\n", s.Site, show.Printable(aside))
			}
		}
	}
	return summaries, err
}

// look asks a site a few questions for its profile.
func look(env *cli.Env, cmd *cobra.Command, db *storage.DB, t target.Target, requests int) (harvest.Summary, error) {
	summaries, err := ask(env, cmd, db, t, requests, DetailPages)
	if err != nil {
		return harvest.Summary{}, err
	}
	if err := stops(summaries); err != nil {
		if !env.JSON { // its events tell it
			fmt.Fprintf(env.Stderr, "%s: stopped because %s\n", summaries[0].Site, show.Printable(summaries[0].Stop.Reason))
		}
		return summaries[0], err
	}
	return summaries[0], nil
}
