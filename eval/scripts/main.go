// Scripts measures harvests of sites that scripts drive, beside twins of them that
// need no script.
//
//	scripts [-v] [-locate] [-first] [-at-once N] [-most N] [-time D] [-seed N] [KIND...]
//
// Each kind of fixtures.Kinds is harvested without configuration, in a browser where
// that is needed, and so is its twin. A line says how many of the records are held and
// how many are none of the site's, the requests of all sorts by the server's log, those
// of the twin, the question that brought the first record, what ended the harvest, and
// how many deeds arrived. The exit status is 1 where one did. With -locate the kinds are
// not harvested: they are located, among hosts whose forms are no searches. With -first
// they, and the sites of fixtures.Cold, which show nothing to start from, are harvested
// to their first records only; a line says which question brought it, those counted by
// which the ways to ask are compared, and the last lines are the distribution.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// measure is how kinds are harvested.
type measure struct {
	verbose  bool
	locating bool
	first    bool
	most     int           // requests of each harvest
	time     time.Duration // of each harvest
	coverage float64       // at which it may end
	dir      string
	browser  *browser.Browser
	client   *fetch.Client
}

// network sends what needs a browser to one.
type network struct {
	*fetch.Client
	browser *browser.Browser
}

func (n network) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if r.Render {
		return n.browser.Fetch(ctx, r)
	}
	return n.Client.Fetch(ctx, r)
}

// result is what came of one harvest.
type result struct {
	sum      harvest.Summary
	held     int // records of the site
	foreign  int // records that are none of its own, or there twice
	requests int // by the server's log
	first    int // the question that brought the first record; 0: none did
	deeds    int
	err      error
}

func main() {
	var m measure
	var seed uint64
	atOnce := flag.Int("at-once", 2, "kinds harvested at the same time")
	flag.BoolVar(&m.verbose, "v", false, "say what harvests do")
	flag.BoolVar(&m.locating, "locate", false, "locate all kinds at once among hosts that have no search")
	flag.BoolVar(&m.first, "first", false, "harvest to the first record, sites that show nothing to start from, too")
	flag.IntVar(&m.most, "most", 1200, "requests of each harvest")
	flag.DurationVar(&m.time, "time", 3*time.Minute, "time of each harvest")
	flag.Float64Var(&m.coverage, "coverage", 1, "share of the records at which a harvest may end")
	flag.Uint64Var(&seed, "seed", 0, "of the contents")
	flag.Parse()
	deeds, err := m.run(fixtures.Options{Seed: seed}, flag.Args(), *atOnce)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scripts:", err)
		os.Exit(2)
	}
	if deeds > 0 {
		os.Exit(1)
	}
}

func (m *measure) run(o fixtures.Options, names []string, atOnce int) (deeds int, err error) {
	path, err := browser.Find("")
	if err != nil {
		return 0, err
	}
	if m.client, err = fetch.New(fetch.Options{LoopbackDelay: time.Microsecond, Backoff: time.Millisecond}); err != nil {
		return 0, err
	}
	defer m.client.Close()
	var guard forms.ShownGuard
	if m.browser, err = browser.New(browser.Options{Path: path, Judge: browser.Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}}, m.client); err != nil {
		return 0, err
	}
	defer m.browser.Close()
	if m.dir, err = os.MkdirTemp("", "hadal-scripts-"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(m.dir)

	all := fixtures.Kinds(o)
	if len(names) > 0 {
		all = slices.DeleteFunc(all, func(k fixtures.Kind) bool { return !slices.Contains(names, k.Site.Name) })
	}
	switch {
	case m.locating:
		return m.locate(all)
	case m.first:
		sites := slices.DeleteFunc(fixtures.Cold(o), func(s *fixtures.Site) bool { return len(names) > 0 && !slices.Contains(names, s.Name) })
		for _, k := range all {
			sites = append(sites, k.Site)
		}
		return m.firsts(sites, atOnce), nil
	}
	return m.harvestAll(all, atOnce), nil
}

// harvestAll harvests kinds beside their twins.
func (m *measure) harvestAll(all []fixtures.Kind, atOnce int) (deeds int) {
	fmt.Printf("%-20s %7s %7s %8s %6s %6s  %s\n", "kind", "records", "foreign", "requests", "twin", "first", "end")
	var mu sync.Mutex
	var running sync.WaitGroup
	slots := make(chan bool, max(atOnce, 1))
	whole, kinds, early := 0, 0, 0
	for _, k := range all {
		slots <- true
		running.Go(func() {
			defer func() { <-slots }()
			twin := m.harvest(k.Twin)
			r := m.harvest(k.Site)
			end := string(r.sum.Stop.Kind)
			switch {
			case r.err != nil:
				end = r.err.Error()
			case len(r.sum.Profile.Endpoints) == 0:
				end += ", no request learned"
			}
			mu.Lock()
			defer mu.Unlock()
			kinds++
			if r.held == len(k.Site.Records) {
				whole++
			}
			if r.first > 0 && r.first <= 10 {
				early++
			}
			deeds += r.deeds
			fmt.Printf("%-20s %7d %7d %8d %6d %6d  %s", k.Site.Name, r.held, r.foreign, r.requests, twin.requests, r.first, end)
			if twin.held < len(k.Twin.Records) {
				fmt.Printf(" (its twin: %d records)", twin.held)
			}
			if r.deeds > 0 {
				fmt.Printf(" %d DEEDS", r.deeds)
			}
			fmt.Println()
			if m.verbose {
				fmt.Println("    ", r.sum.Stop.Reason)
			}
		})
	}
	running.Wait()
	fmt.Printf("%d of %d kinds whole; the first record within ten questions on %d; %d deeds\n", whole, kinds, early, deeds)
	return deeds
}

// harvest harvests one site from its start.
func (m *measure) harvest(site *fixtures.Site) (out result) {
	server, err := fixtures.Serve(site)
	if err != nil {
		out.err = err
		return out
	}
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	counted := firstRecord{end: cancel}
	db, err := storage.Open(ctx, filepath.Join(m.dir, site.Name+".db"), storage.Options{})
	if err != nil {
		out.err = err
		return out
	}
	defer db.Close()
	start := page.MustParseURL(server.URL())
	m.client.AddTarget(start)
	out.sum, out.err = harvest.Run(ctx, harvest.Site{Name: site.Name, Start: start}, harvest.Options{MaxRequests: m.most, MaxDuration: m.time, TargetCoverage: m.coverage}, network{m.client, m.browser}, db, func(e harvest.Event) {
		switch {
		case out.first > 0:
		case m.first:
			out.first = counted.see(e)
		case e.Progress.Records > 0:
			out.first = e.Progress.Queries
		}
		if m.verbose {
			fmt.Printf("  %s %s: %s\n", site.Name, e.Kind, e.Message)
		}
	})
	out.requests, out.deeds = len(server.Log()), len(server.Violations())
	if m.first {
		return out
	}
	planted := map[string]bool{}
	for _, rec := range site.Records {
		planted[rec.Title] = true
	}
	for rec, err := range db.Records(ctx, site.Name) {
		switch {
		case err != nil:
			out.err = err
			return out
		case planted[rec.Title]:
			planted[rec.Title] = false
			out.held++
		default:
			out.foreign++
		}
	}
	return out
}
