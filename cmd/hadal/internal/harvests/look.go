package harvests

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/storage"
)

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
	return harvestAll(cmd.Context(), env, db, []target.Target{t}, 1, func(t target.Target) harvest.Options {
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
