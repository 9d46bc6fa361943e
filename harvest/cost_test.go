package harvest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// cost is what a harvest took.
type cost struct {
	whole   time.Duration // processor time of hadal and of Chrome's processes
	asking  time.Duration // of that, after the site had been looked at: for questions alone
	records int
	sum     harvest.Summary
	shown   int
}

// BenchmarkDirectMode harvests sites twice, with every page shown in a browser
// and with the request behind the page asked directly, and compares what a
// record costs in processor time, that of Chrome and its children counted. The
// sites are made-up ones, or those that HADAL_SITES names: URLs on this machine.
func BenchmarkDirectMode(b *testing.B) {
	type target struct {
		name, url string
		close     func()
	}
	var targets []target
	if sites := strings.Fields(os.Getenv("HADAL_SITES")); len(sites) > 0 {
		for _, s := range sites {
			targets = append(targets, target{strings.TrimSuffix(strings.TrimPrefix(s, "http://"), "/"), s, func() {}})
		}
	} else {
		for _, site := range fixtures.Endpoints(fixtures.Options{}) {
			if slices.Contains([]string{"instruments", "minerals", "coins", "kites", "tiles"}, site.Name) {
				server, err := fixtures.Serve(site)
				if err != nil {
					b.Fatal(err)
				}
				targets = append(targets, target{site.Name, server.URL(), server.Close})
			}
		}
	}
	for _, t := range targets {
		b.Run(t.name, func(b *testing.B) {
			defer t.close()
			for b.Loop() {
				rendered := harvestAt(b, t.url, harvest.RenderAlways)
				direct := harvestAt(b, t.url, harvest.RenderAuto)
				report := func(mode string, c cost) {
					n := float64(max(c.records, 1))
					b.ReportMetric(float64(c.whole.Milliseconds())/n, mode+"-ms/record")
					b.ReportMetric(float64(c.asking.Milliseconds())/n, mode+"-asking-ms/record")
					b.ReportMetric(float64(c.sum.Requests), mode+"-requests")
					b.ReportMetric(float64(c.shown), mode+"-pages")
					b.ReportMetric(n, mode+"-records")
					b.Logf("%s: %d records, %d requests, %d pages shown, %v of processor time, %v of it for questions: %s", mode, c.records, c.sum.Requests, c.shown, c.whole, c.asking, c.sum.Stop.Reason)
				}
				report("rendered", rendered)
				report("direct", direct)
				perRecord := func(d time.Duration, c cost) float64 {
					return max(d.Seconds(), 0.01) / float64(max(c.records, 1)) // clock ticks are 10 ms
				}
				b.ReportMetric(perRecord(rendered.whole, rendered)/perRecord(direct.whole, direct), "times-whole")
				b.ReportMetric(perRecord(rendered.asking, rendered)/perRecord(direct.asking, direct), "times-asking")
			}
		})
	}
}

// harvestAt harvests a site for four minutes at most, and counts what that takes.
func harvestAt(b *testing.B, url string, mode harvest.Rendering) cost {
	before := treeTime(b)
	n := newShownNetwork(b)
	db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	start := page.MustParseURL(url)
	n.AddTarget(start)
	planned := before
	c := cost{}
	c.sum, err = harvest.Run(b.Context(), harvest.Site{Name: "site", Start: start}, harvest.Options{Browser: mode, MaxDuration: 4 * time.Minute}, n, db, func(e harvest.Event) {
		if e.Kind == "form" {
			planned = treeTime(b)
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	after := treeTime(b)
	n.browser.Close()
	c.whole, c.asking, c.records, c.shown = after-before, after-planned, c.sum.Records, n.shown
	return c
}

// treeTime is the processor time of this process and of all below it that still
// run, with that of their children that ended.
func treeTime(b *testing.B) time.Duration {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		b.Skip("processor time of Chrome's processes is read from /proc, which is not here")
	}
	parent, ticks := map[int]int{}, map[int]int{}
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // ended meanwhile
		}
		var pid int
		fmt.Sscan(string(text), &pid)
		_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), " ")
		fields := strings.Fields(rest) // from the third, the state, on
		parent[pid], _ = strconv.Atoi(fields[1])
		own := 4 // utime, stime, and those of children that were waited for
		if pid == os.Getpid() {
			own = 2 // earlier browsers are none of this harvest's
		}
		for _, f := range fields[11 : 11+own] {
			t, _ := strconv.Atoi(f)
			ticks[pid] += t
		}
	}
	sum := 0
	for pid := range ticks {
		for p := pid; p > 1; p = parent[p] {
			if p == os.Getpid() {
				sum += ticks[pid]
				break
			}
		}
	}
	return time.Duration(sum) * 10 * time.Millisecond // USER_HZ is 100 on every Linux
}
