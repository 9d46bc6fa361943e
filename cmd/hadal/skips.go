package main

import (
	"context"
	"fmt"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// skips shows what crawls left out, and why.
func (a *app) skips(ctx context.Context, db *storage.DB) error {
	skips, err := crawls.Of(db).Skips(ctx)
	if err != nil {
		return err
	}
	if a.json {
		return visible.Encode(a.stdout, append([]crawls.Skips{}, skips...))
	}
	if len(skips) == 0 {
		if !a.quiet {
			fmt.Fprintln(a.stderr, "no crawl left anything out")
		}
		return nil
	}
	var rows [][]string
	for _, s := range skips {
		rows = append(rows, []string{s.Crawl, s.Site, count(s.Pages), string(s.Kind), s.Reason, short(s.Example, 80)})
	}
	return printTable(a.stdout, []string{"CRAWL", "SITE", "PAGES", "KIND", "REASON", "EXAMPLE"}, rows)
}
