//go:build unix

// Watched measures by how much ten open pages of hadal serve slow a harvest down.
//
//	watched [-pairs N] [-records N] [-pages N] [-most PERCENT] HADAL
//
// It serves a made-up site and runs the given binary over it again and again, each time
// beside a hadal serve of the same file: once with that many pages open, once with none, by
// turns. A page listens as its script does: it holds the stream of events, fetches itself when
// it is told that something moved, and rests for 2.5 seconds then. No pause is made between
// requests, so that whatever the pages take from the harvest is seen: a harvest that waits for
// its site has time for them. It prints the median of the ratios of the pairs, and their
// spread, of the time that a harvest took and of its processor time. The exit status is 1
// where the median of the former is above -most.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hadal-crawler/hadal/fixtures"
)

func main() {
	pairs := flag.Int("pairs", 10, "pairs of harvests")
	records := flag.Int("records", 12000, "records of the site")
	pages := flag.Int("pages", 10, "pages that are open")
	most := flag.Float64("most", 3, "percent that a harvest may be slowed down by")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *pairs, *records, *pages, *most); err != nil {
		fmt.Fprintln(os.Stderr, "watched:", err)
		os.Exit(1)
	}
}

func measure(hadal string, pairs, records, pages int, most float64) error {
	site, err := fixtures.Serve(fixtures.BooksOf(fixtures.Options{}, records))
	if err != nil {
		return err
	}
	defer site.Close()
	if _, err := harvest(hadal, site.URL(), 0); err != nil { // what is cold at first is so for none of the pairs
		return err
	}
	var slower, busier []float64
	var shown, idle time.Duration
	for i := range pairs {
		var with, without run
		for k := range 2 {
			into, open := &with, pages
			if k != i%2 { // each is the first one in every other pair
				into, open = &without, 0
			}
			if *into, err = harvest(hadal, site.URL(), open); err != nil {
				return err
			}
		}
		shown, idle = shown+with.shown, idle+without.shown
		slower = append(slower, with.took.Seconds()/without.took.Seconds())
		busier = append(busier, with.used.Seconds()/without.used.Seconds())
		fmt.Printf("pair %2d: %.2f s with %d pages open (fetched %d times in %.2f s of the processor), %.2f s without: %+.1f %%; processor time %+.1f %%\n",
			i+1, with.took.Seconds(), pages, with.fetched, with.shown.Seconds(), without.took.Seconds(), percent(slower[i]), percent(busier[i]))
	}
	fmt.Printf("%d records, %d pages open: a harvest takes %s; processor time of it %s; hadal serve takes %.2f s of the processor, %.2f s without pages\n", records, pages,
		spread(slower), spread(busier), shown.Seconds()/float64(pairs), idle.Seconds()/float64(pairs))
	if m := median(slower); m > most {
		return fmt.Errorf("%.1f %% slower is more than %g %%", m, most)
	}
	return nil
}

func percent(ratio float64) float64 { return 100 * (ratio - 1) }

// median sorts ratios.
func median(ratios []float64) float64 {
	slices.Sort(ratios)
	n := len(ratios)
	return percent((ratios[(n-1)/2] + ratios[n/2]) / 2)
}

func spread(ratios []float64) string {
	m, n := median(ratios), len(ratios)
	return fmt.Sprintf("%+.1f %% (median of %d; half of them %+.1f to %+.1f %%, all %+.1f to %+.1f %%)", m, n,
		percent(ratios[n/4]), percent(ratios[(3*n)/4]), percent(ratios[0]), percent(ratios[n-1]))
}

// run is a harvest that ended.
type run struct {
	took, used time.Duration
	shown      time.Duration // of the processor, by hadal serve
	fetched    int64         // pages, by those that were open
}

// harvest harvests a site into a new file, beside hadal serve with pages that are open.
func harvest(hadal, site string, open int) (r run, err error) {
	dir, err := os.MkdirTemp("", "hadal-watched-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	file := "--db=" + filepath.Join(dir, "hadal.db")
	serve := exec.Command(hadal, "serve", "--json", "--addr=127.0.0.1:0", file)
	out, err := serve.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := serve.Start(); err != nil {
		return r, err
	}
	defer func() {
		_ = serve.Process.Kill()
		_ = serve.Wait()
		r.shown = processor(serve)
	}()
	var said struct{ URL string }
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &said)
	}
	if err != nil {
		return r, fmt.Errorf("hadal serve said %q: %w", line, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	address := strings.TrimSuffix(said.URL, "/")
	name := strings.TrimSuffix(strings.TrimPrefix(site, "http://"), "/")
	var fetched atomic.Int64
	for i := range open {
		path := []string{"/", "/sites/" + name, "/sites/" + name + "/questions", "/sites/" + name, "/sites/" + name + "/records"}[i%5]
		go listen(ctx, address, path, &fetched)
	}
	cmd := exec.Command(hadal, "harvest", "--json", "--quiet", "--delay=0s", file, site)
	began := time.Now()
	result, err := cmd.Output()
	r.took, r.used, r.fetched = time.Since(began), processor(cmd), fetched.Load()
	if err != nil {
		return r, fmt.Errorf("%s: %w: %s", cmd, err, result)
	}
	return r, nil
}

// processor is the processor time of a process that has ended.
func processor(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// listen is a page that is open: see dashboard/assets/app.js.
func listen(ctx context.Context, address, path string, fetched *atomic.Int64) {
	get := func(path string) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+path, nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Accept", "text/html")
		return http.DefaultClient.Do(r)
	}
	answer, err := get("/events")
	if err != nil {
		return
	}
	defer answer.Body.Close()
	moved := make(chan bool, 1)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-moved:
			}
			if page, err := get(path); err == nil {
				if n, _ := io.Copy(io.Discard, page.Body); page.StatusCode == http.StatusOK && n > 0 {
					fetched.Add(1)
				}
				page.Body.Close()
			}
			select {
			case <-ctx.Done():
			case <-time.After(2500 * time.Millisecond):
			}
		}
	}()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if lines.Text() == "event: moved" {
			select {
			case moved <- true:
			default: // it is told already
			}
		}
	}
}
