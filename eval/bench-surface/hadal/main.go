// hadal's crawler with forms judged and everything stored: hadal URL FILE.
// CPUPROFILE names a file for a profile.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"runtime/pprof"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// nearest is breadth-first.
type nearest struct{}

func (nearest) Found(f surface.Found, _ *surface.Visit) float64   { return -float64(f.Depth) }
func (nearest) Visited(*surface.Visit, func(surface.ID, float64)) {}
func (nearest) Stale() bool                                       { return false }
func (nearest) Rescore(f surface.Found) float64                   { return -float64(f.Depth) }
func (nearest) ReadsText() bool                                   { return false }
func (nearest) Why(surface.Found) string                          { return "the nearest" }

func judge(doc *page.Document) (v crawl.Verdict) {
	for _, f := range forms.Parse(doc) {
		v.Forms = append(v.Forms, crawl.Form{ID: f.ID, Purpose: string(f.Purpose), Score: f.Score, Reward: f.Purpose == forms.Search, Value: f})
	}
	return v
}

func run(start, file string) error {
	if profile := os.Getenv("CPUPROFILE"); profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	ctx := context.Background()
	db, err := storage.Open(ctx, file, storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		return err
	}
	defer client.Close()
	store := crawls.New(db)
	defer store.Close()
	seed, err := page.ParseURL(start)
	if err != nil {
		return err
	}
	s, err := crawl.Run(ctx, crawl.Options{Name: "bench", Seeds: []page.URL{seed}, Ordering: nearest{}, Judge: judge, Shell: survey.ScriptsOnly, KeepPages: true}, client, store)
	fmt.Println(s.Pages)
	return err
}

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(350) // as `hadal locate` does
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
