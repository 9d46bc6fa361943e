package stored

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// showSkips shows what crawls left out, and why.
func showSkips(ctx context.Context, env *cli.Env, db *storage.DB) error {
	skips, err := crawls.Of(db).Skips(ctx)
	if err != nil {
		return err
	}
	if env.JSON {
		return visible.Encode(env.Stdout, append([]crawls.Skips{}, skips...))
	}
	if len(skips) == 0 {
		if !env.Quiet {
			fmt.Fprintln(env.Stderr, "no crawl left anything out")
		}
		return nil
	}
	return show.Rows(env.Stdout, []string{"CRAWL", "SITE", "PAGES", "KIND", "REASON", "EXAMPLE"}, skips, func(s crawls.Skips) []string {
		return []string{s.Crawl, s.Site, show.Count(s.Pages), string(s.Kind), s.Reason, show.Short(s.Example, 80)}
	})
}
