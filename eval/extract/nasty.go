package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
)

// What a page may cost, and how much of a body the fetcher lets through.
const (
	nastyTime   = time.Second
	nastyMemory = 300 << 20
	nastyBody   = 10 << 20
)

// cost is what reading one page took.
type cost struct {
	name   string
	bytes  int
	time   time.Duration // of the processor, parsing included
	memory uint64        // most bytes of heap in use at once, above those before
}

// measureNasty reads every file below dir as a page and prints the costliest.
func measureNasty(w io.Writer, dir string) error {
	var costs []cost
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".gz") {
			body = unzipped(body)
		}
		c, err := costOf(body)
		c.name, _ = filepath.Rel(dir, name)
		costs = append(costs, c)
		return err
	})
	if err != nil {
		return err
	}
	if len(costs) == 0 {
		return fmt.Errorf("no files in %s", dir)
	}
	over := 0
	for _, c := range costs {
		if c.time > nastyTime || c.memory > nastyMemory {
			over++
			fmt.Fprintf(w, "over the limit: %s\n", c)
		}
	}
	for _, by := range []struct {
		name    string
		compare func(a, b cost) int
	}{
		{"time", func(a, b cost) int { return cmp.Compare(b.time, a.time) }},
		{"memory", func(a, b cost) int { return cmp.Compare(b.memory, a.memory) }},
	} {
		slices.SortStableFunc(costs, by.compare)
		fmt.Fprintf(w, "most %s:\n", by.name)
		for _, c := range costs[:min(5, len(costs))] {
			fmt.Fprintf(w, "  %s\n", c)
		}
	}
	fmt.Fprintf(w, "%d pages, %d over the limits of %v and %d MB\n", len(costs), over, nastyTime, nastyMemory>>20)
	if over > 0 {
		return errors.New("pages over the limits")
	}
	return nil
}

func (c cost) String() string {
	return fmt.Sprintf("%s (%d KB): %v, %d MB", c.name, c.bytes>>10, c.time.Round(time.Millisecond), c.memory>>20)
}

// unzipped returns what can be unzipped of a body, up to the fetcher's limit.
func unzipped(body []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	out, _ := io.ReadAll(io.LimitReader(z, nastyBody)) // what is broken off counts as it is
	return out
}

// costOf reads a page and tells what that took. A body that is no page costs too.
func costOf(body []byte) (cost, error) {
	c := cost{bytes: len(body)}
	runtime.GC()
	before, stop, done := inUse(), make(chan struct{}), make(chan uint64)
	go func() {
		peak := before
		for {
			select {
			case <-stop:
				done <- max(peak, inUse())
				return
			case <-time.After(2 * time.Millisecond):
				peak = max(peak, inUse())
			}
		}
	}()
	start, err := cputime.Used()
	if err != nil {
		return c, err
	}
	doc, err := page.ParseDocument(body, "text/html", page.MustParseURL("http://nasty.example/"))
	if err == nil {
		extract.Read(doc, extract.Options{Query: []string{"word"}})
	} else if !errors.Is(err, page.ErrNotHTML) {
		return c, err
	}
	end, err := cputime.Used()
	close(stop)
	c.time, c.memory = end-start, <-done-before
	return c, err
}

func inUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
