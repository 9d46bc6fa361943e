package harvests

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

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/querygen"
)

const (
	liveEvery  = 150 * time.Millisecond // between two pictures on a terminal
	plainEvery = 10 * time.Second       // between two lines a site elsewhere
)

// notable are the kinds of events that are told one by one.
var notable = []string{"form", "note", "stop"}

// progress shows on standard error how harvests go: on a terminal a block with
// a line a site that is rewritten in place, elsewhere a log line at notable
// events and every 10 s. With --json or --verbose every event is a log line.
type progress struct {
	w     io.Writer
	log   *slog.Logger
	live  bool // on a terminal
	every bool // tell every event
	json  bool // log lines are JSON
	width int  // of the terminal, in cells
	stop  chan struct{}
	done  chan struct{}

	mu      sync.Mutex
	sites   []string                 // being harvested, in the order in which they began
	current map[string]harvest.Event // last event, by site
	fresh   map[string]bool          // it has not been shown yet
	drawn   int                      // lines of the block on the screen
}

func newProgress(env *cli.Env) *progress {
	p := &progress{
		w:       env.Stderr,
		log:     env.Log,
		live:    show.IsTerminal(env.Stderr) && !env.JSON && !env.Verbose && !env.Quiet,
		every:   env.Verbose || env.JSON,
		json:    env.JSON,
		width:   80,
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
		current: map[string]harvest.Event{},
		fresh:   map[string]bool{},
	}
	if f, ok := env.Stderr.(*os.File); ok && p.live {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 20 {
			p.width = width
		}
	}
	go p.run()
	return p
}

func (p *progress) run() {
	defer close(p.done)
	period := plainEvery
	if p.live {
		period = liveEvery
	}
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.mu.Lock()
			p.show()
			p.mu.Unlock()
		case <-p.stop:
			return
		}
	}
}

// report takes one event. It may be called from several goroutines.
func (p *progress) report(e harvest.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.sites, e.Site) {
		p.sites = append(p.sites, e.Site)
	}
	p.current[e.Site], p.fresh[e.Site] = e, true
	if e.Kind == "stop" {
		p.sites = slices.DeleteFunc(p.sites, func(name string) bool { return name == e.Site })
	}
	switch {
	case p.live && slices.Contains(notable, e.Kind):
		p.draw(fmt.Sprintf("%s  %s: %s\n", e.At.Format(time.TimeOnly), e.Site, show.Printable(e.Message)))
	case !p.live && (p.every || slices.Contains(notable, e.Kind)):
		p.tell(e)
	}
}

// show brings what is seen up to date.
func (p *progress) show() {
	if p.live {
		p.draw("")
		return
	}
	for _, name := range p.sites {
		if p.fresh[name] && !p.every {
			p.tell(p.current[name])
		}
	}
}

// tell writes an event as a log line.
func (p *progress) tell(e harvest.Event) {
	p.fresh[e.Site] = false
	g := e.Progress
	p.log.LogAttrs(context.Background(), slog.LevelInfo, e.Message,
		slog.String("site", e.Site), slog.String("kind", e.Kind), slog.Int("requests", g.Requests), slog.Int("records", g.Records),
		p.shareAttr(g.Estimate), slog.Float64("rate", show.Thousandths(g.Rate)), slog.String("query", g.Query))
}

// shareAttr is the share held, as far as it is known: "-" for people, null in JSON.
func (p *progress) shareAttr(e querygen.Estimate) slog.Attr {
	switch {
	case e.Known():
		return slog.Float64("coverage", show.Thousandths(e.Coverage))
	case p.json:
		return slog.Any("coverage", nil)
	}
	return slog.String("coverage", show.Unknown)
}

// draw writes text above the block and the block anew.
func (p *progress) draw(text string) {
	var b strings.Builder
	b.WriteString(p.erase())
	b.WriteString(text)
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
	text := fmt.Sprintf("%s  %s  %s", e.Site, show.Plural(g.Records, "record"), show.Plural(g.Requests, "request"))
	if g.Estimate.Known() {
		text += "  coverage " + show.Percent(g.Estimate.Coverage)
	}
	text += fmt.Sprintf("  %.1f new a request  ", g.Rate)
	switch {
	case e.Kind == "wait" || e.Kind == "visit":
		text += e.Message
	case g.Query != "":
		text += "asking " + g.Query
	}
	return show.Printable(text)
}

// close ends the display and clears the block: what follows is the result.
func (p *progress) close() {
	close(p.stop)
	<-p.done
	if p.live {
		_, _ = io.WriteString(p.w, p.erase())
		p.drawn = 0
	}
}
