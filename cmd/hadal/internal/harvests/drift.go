package harvests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/target"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/drift"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

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
	if believed.Form != nil && t.Settings.Form == "" {
		// The form of the profile, however many others there are.
		path, _, _ := strings.Cut(believed.Form.Action.PathQuery(), "?")
		t.Settings.Form = path
	}
	for _, p := range believed.Fixed {
		t.Settings.Fixed = append(t.Settings.Fixed, config.Binding{Name: p.Name, Value: p.Value})
	}
	if believed.Details.Pages > 0 {
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
