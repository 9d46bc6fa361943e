package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"github.com/hadal-crawler/hadal/harvest"
)

// plainEvery is the time between two lines on what is no terminal.
const plainEvery = 10 * time.Second

// notable are the kinds of events that are told one by one.
var notable = []string{"form", "wait", "note", "stop"}

// progress shows how harvests go on standard error: on a terminal a block with
// a line a site that is rewritten in place, elsewhere a log line at notable
// events and every 10 s, as text or, with --json, as JSON.
type progress struct {
	w       io.Writer
	log     *slog.Logger
	live    bool // on a terminal
	every   bool // tell every event
	width   int
	mu      sync.Mutex
	sites   []string
	current map[string]harvest.Event
	told    map[string]time.Time // last plain line, by site
	drawn   int                  // lines of the block on the screen
	drawnAt time.Time
}

func (a *app) newProgress() *progress {
	p := &progress{
		w:       a.stderr,
		log:     a.log,
		live:    isTerminal(a.stderr) && !a.json && !a.verbose && !a.quiet,
		every:   a.verbose || a.json,
		width:   80,
		current: map[string]harvest.Event{},
		told:    map[string]time.Time{},
	}
	if f, ok := a.stderr.(*os.File); ok && p.live {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 20 {
			p.width = width
		}
	}
	return p
}

// report takes one event. It may be called from several goroutines.
func (p *progress) report(e harvest.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.sites, e.Site) {
		p.sites = append(p.sites, e.Site)
	}
	p.current[e.Site] = e
	tell := slices.Contains(notable, e.Kind)
	if p.live {
		p.draw(e, tell)
		return
	}
	level := slog.LevelInfo
	if !tell && e.At.Sub(p.told[e.Site]) < plainEvery {
		level = slog.LevelDebug
		if !p.every {
			return
		}
	} else {
		p.told[e.Site] = e.At
	}
	if p.every {
		level = slog.LevelInfo
	}
	g := e.Progress
	p.log.LogAttrs(context.Background(), level, e.Message,
		slog.String("site", e.Site), slog.String("kind", e.Kind), slog.Int("requests", g.Requests), slog.Int("records", g.Records),
		slog.Float64("coverage", g.Estimate.Coverage), slog.Float64("rate", g.Rate), slog.String("query", g.Query))
}

// draw rewrites the block, at most ten times a second, below a line for a
// notable event.
func (p *progress) draw(e harvest.Event, tell bool) {
	if !tell && e.At.Sub(p.drawnAt) < 100*time.Millisecond {
		return
	}
	p.drawnAt = e.At
	var b strings.Builder
	b.WriteString(p.erase())
	if tell {
		fmt.Fprintf(&b, "%s  %s: %s\n", e.At.Format(time.TimeOnly), e.Site, printable(e.Message))
	}
	if e.Kind == "stop" {
		p.sites = slices.DeleteFunc(p.sites, func(name string) bool { return name == e.Site })
	}
	for _, name := range p.sites {
		b.WriteString(ansi.Truncate(line(p.current[name]), p.width-1, "…") + "\n")
	}
	p.drawn = len(p.sites)
	_, _ = io.WriteString(p.w, b.String()) // a terminal that went away is no reason to stop
}

// erase moves to the top of the block and clears it.
func (p *progress) erase() string {
	if p.drawn == 0 {
		return ""
	}
	return ansi.CursorUp(p.drawn) + "\r" + ansi.EraseScreenBelow
}

// line is one site's place in the block.
func line(e harvest.Event) string {
	g := e.Progress
	text := fmt.Sprintf("%s  %s  %s", e.Site, plural(g.Records, "record"), plural(g.Requests, "request"))
	if g.Estimate.Size > 0 {
		text += "  coverage " + percent(g.Estimate.Coverage)
	}
	text += fmt.Sprintf("  %.1f new a request", g.Rate)
	if g.Query != "" {
		text += "  asking " + short(g.Query, 40)
	}
	return printable(text)
}

// close clears the block: what follows is the result.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		_, _ = io.WriteString(p.w, p.erase())
		p.drawn = 0
	}
}
