package locate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Run crawls from the seeds, or goes on with the crawl of that name, glimpses
// at the sources found and ranks them. Cancelling ctx ends it with everything
// saved and an Interrupted stop.
func Run(ctx context.Context, o Options, net Network, store Store) (Summary, error) {
	o = o.withDefaults()
	ctx, metered := newMeter(ctx, net, o.MaxRequests)
	l := &locator{o: o, began: time.Now(), topic: newTopic(o.Topic), net: metered, store: store, found: map[string]int{}, admitted: map[string]bool{}, scripted: map[string]page.URL{}}
	var sum Summary
	if err := l.crawl(ctx, &sum.Crawl); err != nil {
		return sum, err
	}
	sources, err := l.sources(context.WithoutCancel(ctx)) // even an interrupted crawl has found something
	if err == nil {
		sources, err = l.covered(context.WithoutCancel(ctx), sources)
	}
	if err == nil && o.Probes > 0 {
		sources, err = l.glimpses(ctx, sources)
	}
	Rank(sources, len(l.topic) > 0)
	sum.Sources, sum.Requests = sources, l.net.spent()
	sum.Stop = l.stop(ctx, sum)
	return sum, err
}

// locator is one run.
type locator struct {
	o         Options
	began     time.Time
	topic     topic
	net       *meter
	store     Store
	found     map[string]int      // search interfaces by site
	admitted  map[string]bool     // sites that may be entered
	judging   sync.Mutex          // of scripted, while the crawl runs
	scripted  map[string]page.URL // the first page of each site that runs scripts, where they may be run
	forbidden int                 // seeds that robots.txt forbids
	failed    int                 // pages that could not be had
	failure   string              // why the last of them could not be had, or why a host is not asked
}

// patience is how long a host that asks to be left alone, or keeps failing, is
// waited for: there are others.
const patience = 20 * time.Second

// crawl runs the crawl until it ends or the requests are spent.
func (l *locator) crawl(ctx context.Context, sum *crawl.Summary) error {
	if !l.o.Fresh {
		before, err := l.store.Interfaces(ctx, l.o.Name)
		if err != nil {
			return err
		}
		for _, f := range before {
			l.found[f.Site]++
		}
	}
	for _, u := range l.o.Seeds {
		l.admitted[u.Site()] = true
	}
	order := l.o.Ordering
	if order == nil {
		order = newFocused(l.o.Seed, l.topic)
	}
	store, done := l.store.Crawl()
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	l.net.empty = cancel
	var err error
	*sum, err = crawl.Run(within, crawl.Options{
		Name: l.o.Name, Fresh: l.o.Fresh, Seeds: l.o.Seeds, Ordering: order, MaxPending: l.o.MaxPending, Judge: l.judge, Scope: l.scope, Leave: l.leave,
		Fetchers: l.o.Fetchers, Sitemaps: true, KeepPages: order.ReadsText(), // which a crawl that goes on reads again
		MaxWait: patience, MaxDuration: l.o.MaxDuration, Shell: l.shell(),
		SitePages: l.o.SitePages, SiteDepth: l.o.SiteDepth, SiteReward: l.o.SiteForms, Events: l.event,
	}, l.net, store)
	return errors.Join(err, done())
}

// left returns how much of the time of this run is left; where it has no limit, more
// than any wait.
func (l *locator) left() time.Duration {
	if l.o.MaxDuration <= 0 {
		return time.Duration(math.MaxInt64)
	}
	return l.o.MaxDuration - time.Since(l.began)
}

// browses reports whether pages may be shown in a browser.
func (l *locator) browses() bool { return l.o.Harvest.Browser != harvest.RenderNever }

// shell returns the judge of pages that show nothing without a browser; nil
// where none is to be used.
func (l *locator) shell() func(*page.Document) string {
	if !l.browses() {
		return nil
	}
	return survey.ScriptsOnly
}

// scope lets other sites' pages wait where some may be entered: which ones,
// leave decides when their turn comes, so that the best are.
func (l *locator) scope(u page.URL) bool {
	if l.admitted[u.Site()] {
		return true
	}
	if l.o.MaxSites > 0 && l.o.AllowPrivate {
		l.net.AddTarget(u)
	}
	return l.o.MaxSites > 0
}

// When a site is left though its limits are not reached.
const (
	fewPages   = 6     // looked at in any case
	impatience = 0.004 // what the best page must promise more for each page looked at
	another    = 0.3   // what it must promise where an interface was found
)

// leave is asked before each page.
func (l *locator) leave(site string, pages int, best float64) string {
	switch {
	case !l.admitted[site] && len(l.admitted) >= l.o.MaxSites:
		return fmt.Sprintf("sites: %d were entered", len(l.admitted))
	case l.o.Ordering != nil: // its priorities are no chances
	case l.found[site] > 0 && best < another:
		return "site: an interface was found, and no other is promised"
	case pages >= fewPages && best < impatience*float64(pages):
		return fmt.Sprintf("site: nothing promising is left after %d pages", pages)
	}
	l.admitted[site] = true
	return ""
}

func (l *locator) event(e crawl.Event) {
	told := Event{Kind: e.Kind, Site: e.Site, Message: e.Reason, Pages: e.Pages, Pending: e.Pending}
	switch {
	case e.Guard == "robots":
		l.forbidden++
	case e.Guard != "", strings.HasPrefix(e.Reason, "host:"):
		l.failure = e.Reason
	}
	if e.Visit != nil {
		told.Message = e.Visit.URL.String()
		if why := failing(*e.Visit); why != "" {
			told.Message += ": " + why
			l.failed++
			l.failure = told.Message
		}
	}
	l.o.Events(told)
	for _, f := range e.Forms {
		l.found[e.Site]++
		l.o.Events(Event{Kind: "interface", Site: e.Site, Message: fmt.Sprintf("search form %s on %s, confidence %.2f", f.ID, e.Visit.URL, f.Score), Pages: e.Pages, Pending: e.Pending})
	}
}

// failing says why a page could not be had, or shows nothing that counts; "" else.
func failing(v surface.Visit) string {
	switch {
	case v.Status >= 400:
		return fmt.Sprintf("status %d", v.Status)
	case v.Note == "" && v.Status == http.StatusAccepted:
		return "status 202: the page is not ready"
	}
	return v.Note
}

// stop says why the run ended.
func (l *locator) stop(ctx context.Context, sum Summary) harvest.Stop {
	s := harvest.Stop{Kind: harvest.Complete, At: time.Now(), Reason: fmt.Sprintf("%d sources were found on %d sites", len(sum.Sources), sum.Crawl.Sites)}
	switch {
	case ctx.Err() != nil:
		s.Kind, s.Reason = harvest.Interrupted, "interrupted; the same command goes on"
	case l.net.out():
		s.Kind, s.Reason = harvest.Limit, fmt.Sprintf("the limit of %d requests is reached; the same command goes on", l.o.MaxRequests)
	case l.left() <= 0 && (!sum.Crawl.Done || slices.ContainsFunc(sum.Sources, func(s Source) bool { return l.o.Probes > 0 && s.Status == Located })):
		s.Kind, s.Reason = harvest.Limit, fmt.Sprintf("the limit of %s is reached; the same command goes on", l.o.MaxDuration)
	case len(sum.Sources) > 0:
	case sum.Crawl.Pages == 0 && l.forbidden > 0:
		s.Kind, s.Reason = harvest.Forbidden, "robots.txt forbids the seeds"
	case sum.Crawl.Pages <= l.failed && l.failure != "":
		s.Kind, s.Reason = harvest.Broken, "no seed can be had: "+l.failure
	default:
		s.Kind, s.Reason = harvest.NoForm, fmt.Sprintf("no search interface among %d forms on %d pages of %d sites", sum.Crawl.Forms, sum.Crawl.Pages, sum.Crawl.Sites)
	}
	return s
}
