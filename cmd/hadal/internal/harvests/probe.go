package harvests

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// defaultProbe is how many requests a probe may cost.
const defaultProbe = 40

// Probe is the command hadal probe.
func Probe(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe TARGET",
		Short: "Find out what a search interface can do",
		Long: `Find out what a search interface can do, and show it with the evidence: what
lists everything, how many rows a page can have, how many records one question
reaches, whether totals are right, which operators work, which words are not
searched for, what the orders and the menus do. Everything is judged by what the
answers show.

The questions and their records go into the database like those of a harvest,
under the same rules of politeness: a harvest of the same site goes on from
there and asks none of them again. After a harvest, probe asks what is still
unknown.`,
		Example: `  hadal probe https://books.example/
  hadal probe books.example --max-requests 20 --json
  hadal probe https://books.example/ --form /search --capabilities not=no`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, t, err := oneTarget(env, cmd, args[0])
			if err != nil {
				return err
			}
			db, err := storage.Open(cmd.Context(), s.DB, storage.Options{})
			if err != nil {
				return err
			}
			defer db.Close()
			summaries, err := ask(env, cmd, db, t, defaultProbe, 0)
			for _, summary := range summaries {
				err = errors.Join(err, printProbe(env, summary))
			}
			return errors.Join(err, stops(summaries), db.Close())
		},
	}
	cmd.Flags().Int("max-requests", defaultProbe, "requests that the probe may cost")
	addLookFlags(cmd)
	return cmd
}

// probed is what a probe prints as JSON.
type probed struct {
	Site         string                `json:"site"`
	Form         *forms.Form           `json:"form,omitempty"`
	Requests     int                   `json:"requests"`
	Records      int                   `json:"records"`
	Capabilities querygen.Capabilities `json:"capabilities"`
	Stop         harvest.Stop          `json:"stop"`
}

func printProbe(env *cli.Env, s harvest.Summary) error {
	if env.JSON {
		return visible.Encode(env.Stdout, probed{s.Site, s.Form, s.Requests, s.Records, append(querygen.Capabilities{}, s.Capabilities...), s.Stop})
	}
	err := show.Rows(env.Stdout, []string{"CAPABILITY", "VERDICT", "VALUE", "EVIDENCE"}, querygen.CapabilityNames(), func(name string) []string {
		c := s.Capabilities.Get(name)
		return []string{name, cmp.Or(string(c.Verdict), show.Unknown), show.Short(c.Value, 40), show.Short(c.Evidence, 120)}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s: form %s, %s requests, %s records held; stopped because %s\n",
		s.Site, show.Form(s.Form), show.Count(s.Requests), show.Count(s.Records), show.Printable(s.Stop.Reason))
	return err
}
