package harvests

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
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
	if summary.Profile.Form == nil {
		return errors.Join(stop, db.Close())
	}
	examples := map[string][]string{}
	n := 0
	for r, err := range db.Records(cmd.Context(), t.Site.Name) {
		if err != nil {
			return err
		}
		target.ExampleValues(examples, r.Fields)
		if n++; n == 50 {
			break
		}
	}
	text, err := target.WriteProfile(t.Site, summary.Profile, summary.Requests, time.Now(), examples)
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
