package harvests

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Replay is the command hadal replay.
func Replay(env *cli.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replay [SITE|PROFILE...]",
		Short: "Read the kept pages again with what hadal knows now, without a request",
		Long: `Read the kept pages of each site's latest harvest again, with this hadal's
extractor and the site's profile as it is now (the one that the harvest learned,
or the YAML file that is named), without a single request. The
result is a new harvest of the same questions and times; ` + "`hadal diff SITE`" + ` shows
what the new reading changed, and the next ` + "`hadal harvest`" + ` goes on from it.

Records that only the old reading made stay in the database; ` + "`hadal export --current`" + `
leaves them out. Either all of a site is replayed or nothing changes.`,
		Example: `  hadal replay books.example
  hadal replay books.yaml
  hadal diff books.example`,
		RunE: env.Writing(func(cmd *cobra.Command, args []string, s config.Settings, db *storage.DB) error {
			names, profiles, err := replayTargets(s, args)
			if err != nil {
				return err
			}
			if names, err = cli.KnownSites(cmd.Context(), db, names); err != nil {
				return err
			}
			sites, err := db.Sites(cmd.Context())
			if err != nil {
				return err
			}
			progress := newProgress(env)
			defer progress.close()
			var errs []error
			for _, name := range names {
				o := target.Options(s.ForSite(name))
				o.Profile = profiles[name]
				errs = append(errs, replay(env, cmd, db, siteNamed(sites, name), o, progress.report))
			}
			return errors.Join(errs...)
		}),
	}
	config.AddFlags(cmd.Flags(), config.SiteFlags()...)
	return cmd
}

// replayTargets returns the names of the sites that are meant, and what people
// say about them in profiles.
func replayTargets(s config.Settings, args []string) (names []string, profiles map[string]*harvest.Profile, err error) {
	profiles = map[string]*harvest.Profile{}
	for _, arg := range args {
		name, file := arg, s.ForSite(arg).Profile
		if target.IsProfile(arg) {
			file = arg
		}
		if file != "" {
			site, profile, err := target.ReadProfile(file)
			if err != nil {
				return nil, nil, err
			}
			profiles[site.Name] = &profile
			if target.IsProfile(arg) {
				name = site.Name
			}
		}
		names = append(names, name)
	}
	return names, profiles, nil
}

func siteNamed(sites []storage.SiteStatus, name string) storage.SiteStatus {
	for _, s := range sites {
		if s.Name == name {
			return s
		}
	}
	return storage.SiteStatus{Name: name}
}

func replay(env *cli.Env, cmd *cobra.Command, db *storage.DB, status storage.SiteStatus, o harvest.Options, report func(harvest.Event)) error {
	start, err := page.ParseURL(status.Start)
	if err != nil {
		return fmt.Errorf("site %s: %w", status.Name, err)
	}
	done, err := harvest.Replay(cmd.Context(), harvest.Site{Name: status.Name, Start: start}, o, db, report)
	if err != nil {
		return err
	}
	if env.JSON {
		return visible.Encode(env.Stdout, done)
	}
	list, err := db.Harvests(cmd.Context(), status.Name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s: %s of harvest %d read again as harvest %d: %s, before %s\n", done.Site, show.Plural(done.Pages, "page"),
		done.From, done.To, show.Plural(list[len(list)-1].Records, "record"), show.Count(status.Found))
	return err
}
