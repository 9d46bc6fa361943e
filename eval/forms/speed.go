package main

import (
	"fmt"
	"io"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/cputime"
	"github.com/hadal-crawler/hadal/page"
)

// speed measures how much processor time reading a page into a tree takes, and
// how much understanding its forms. It counts what the process was given by
// the kernel, the collection of garbage included, and not the time on the
// wall, so that other work on the machine does not matter.
func speed(w io.Writer, pages []*labelledPage) error {
	var reading, understanding time.Duration
	for _, p := range pages {
		start, err := cputime.Used()
		if err != nil {
			return err
		}
		doc, err := page.ParseDocument(p.body, "text/html; charset=utf-8", p.url)
		if err != nil {
			return err
		}
		read, err := cputime.Used()
		if err != nil {
			return err
		}
		forms.Parse(doc)
		end, err := cputime.Used()
		if err != nil {
			return err
		}
		reading += read - start
		understanding += end - read
	}
	rate := func(t time.Duration) float64 { return float64(len(pages)) / max(t, time.Nanosecond).Seconds() }
	fmt.Fprintf(w, "speed on one core: %.0f pages/s (%d pages; page to tree %.0f/s, tree to forms %.0f/s, by processor time)\n",
		rate(reading+understanding), len(pages), rate(reading), rate(understanding))
	return nil
}
