package locate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/locate"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/crawls"
)

// host is one site of a made-up web, at an address of its own.
type host struct {
	*fixtures.Server
	start page.URL
}

// serveWeb serves sites at addresses 127.x.y.z, each a host of its own.
func serveWeb(t *testing.T, sites []*fixtures.Site) []host {
	t.Helper()
	var out []host
	for i, site := range sites {
		s, err := fixtures.ServeOn(fmt.Sprintf("127.%d.%d.%d:0", 20+i/200, i%200, 7+i%11), site)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		out = append(out, host{s, page.MustParseURL(s.URL())})
	}
	return out
}

func openStore(t *testing.T, path string) *storage.DB {
	t.Helper()
	db, err := storage.Open(t.Context(), path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func newClient(t *testing.T, o fetch.Options) *fetch.Client {
	t.Helper()
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// seeds returns the start pages of hosts.
func seeds(hosts []host) (out []page.URL) {
	for _, h := range hosts {
		out = append(out, h.start)
	}
	return out
}

// measured is how well a run located the search interfaces of a web.
type measured struct {
	truth, found, wrong, answering int
	missed, mistaken               []string
	unanswered                     []string
	requests                       []int // by host
}

func measure(sum locate.Summary, hosts []host) (m measured) {
	at := map[string]locate.Source{}
	for _, s := range sum.Sources {
		at[s.Site] = s
	}
	for _, h := range hosts {
		s, located := at[h.start.Site()]
		located = located && s.Status != locate.Refused && s.Status != locate.Failed
		there := h.Site.Search != ""
		switch {
		case there && located:
			m.found++
			if s.Records > 0 {
				m.answering++
			} else {
				m.unanswered = append(m.unanswered, fmt.Sprintf("%s (%s): %s %s", h.Site.Name, h.Site.About, s.Status, s.Note))
			}
		case there:
			m.missed = append(m.missed, fmt.Sprintf("%s (%s): %s %s", h.Site.Name, h.Site.About, s.Status, s.Note))
		case located:
			m.wrong++
			m.mistaken = append(m.mistaken, fmt.Sprintf("%s (%s): form on %s", h.Site.Name, h.Site.About, s.Page))
		}
		if there {
			m.truth++
		}
		m.requests = append(m.requests, len(h.Log()))
	}
	slices.Sort(m.requests)
	return m
}

func (m measured) String() string {
	total := 0
	for _, n := range m.requests {
		total += n
	}
	return fmt.Sprintf("%d of %d interfaces located (recall %.2f), %d of them brought records, %d wrong (precision %.2f); %d requests, a site: mean %.1f, median %d, most %d",
		m.found, m.truth, float64(m.found)/float64(m.truth), m.answering, m.wrong, float64(m.found)/float64(max(1, m.found+m.wrong)),
		total, float64(total)/float64(len(m.requests)), m.requests[len(m.requests)/2], m.requests[len(m.requests)-1])
}

// The interfaces of many hosts are located, those that have none are told
// apart, and no host is asked but politely: never two requests at once, never
// what its robots.txt forbids, never by a form that is no search.
//
// HADAL_LOCATE=200 makes it the evaluation that `make eval-locate` runs, with a
// pause of 0.2 s between two requests to a host.
func TestLocateManyHosts(t *testing.T) {
	n, delay := 20, time.Duration(0)
	if s := os.Getenv("HADAL_LOCATE"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
		delay = 200 * time.Millisecond
	}
	hosts := serveWeb(t, fixtures.Web(fixtures.Options{CrawlDelay: 20 * time.Millisecond, Hang: 200 * time.Millisecond}, n))
	client := newClient(t, fetch.Options{LoopbackDelay: delay, Backoff: 20 * time.Millisecond})
	began := time.Now()
	sum, err := locate.Run(context.Background(), locate.Options{Seeds: seeds(hosts), Topic: "lighthouses"}, client, crawls.Of(openStore(t, filepath.Join(t.TempDir(), "l.db"))))
	if err != nil {
		t.Fatal(err)
	}
	m := measure(sum, hosts)
	t.Logf("%d hosts, delay %s: %s; %s, of which %s crawling", n, delay, m, time.Since(began).Round(100*time.Millisecond), sum.Crawl.Elapsed.Round(100*time.Millisecond))
	for _, s := range slices.Concat(m.missed, m.mistaken, m.unanswered) {
		t.Log(s)
	}
	if 10*m.found < 9*m.truth || 10*m.answering < 9*m.found || m.wrong > 0 {
		t.Errorf("%d of %d interfaces were located, and %d that are none", m.found, m.truth, m.wrong)
	}
	for _, h := range hosts {
		log := h.Log()
		if at := log.MaxInFlight(); at > 1 {
			t.Errorf("%s (%s): %d requests at once", h.Site.Name, h.Site.About, at)
		}
		if gap, ok := log.MinGap(); ok && gap < delay {
			t.Errorf("%s (%s): asked again after %s, the delay is %s", h.Site.Name, h.Site.About, gap, delay)
		}
		for _, e := range log.Violations() {
			t.Errorf("%s: %s %s: %s", h.Site.Name, e.Method, e.Target, e.Violation)
		}
	}
}
