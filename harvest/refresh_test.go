package harvest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/eval/revisits"
	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/refresh"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// board is a changing site, the database that it is harvested into, and the
// made-up time of both.
type board struct {
	*storage.DB
	t        *testing.T
	site     *fixtures.Changing
	handler  http.Handler
	now      time.Time
	requests int
	breakAt  int // the request at which the context is cancelled; 0: none
	cancel   context.CancelFunc
}

var boardSite = harvest.Site{Name: "board", Start: page.MustParseURL("http://board.example/")}

func newBoard(t *testing.T, site *fixtures.Changing) *board {
	b := openBoard(t)
	b.site, b.handler = site, site.Handler()
	sum, err := harvest.Run(t.Context(), boardSite, harvest.Options{}, b, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Records != len(site.Now()) {
		t.Fatalf("harvested %d of %d records: %s", sum.Records, len(site.Now()), sum.Stop.Reason)
	}
	return b
}

func openBoard(t *testing.T) *board {
	db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &board{DB: db, t: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// wait lets time pass.
func (b *board) wait(d time.Duration) {
	b.now = b.now.Add(d)
	b.site.Advance(d)
}

func (b *board) Begin(ctx context.Context, s harvest.Site, fresh bool) (harvest.State, error) {
	st, err := b.DB.Begin(ctx, s, fresh)
	st.Started = b.now
	return st, err
}

func (b *board) Commit(ctx context.Context, c harvest.Commit) error {
	if c.Step != nil {
		c.Step.At = b.now
	}
	return b.DB.Commit(ctx, c)
}

func (b *board) Hosts(string) []fetch.HostState { return nil }
func (b *board) Restore([]fetch.HostState)      {}

func (b *board) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if b.requests++; b.requests == b.breakAt {
		b.cancel()
		return nil, ctx.Err()
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, httptest.NewRequest(r.Method, r.URL.String(), nil))
	return &page.Page{Request: r, Final: r.URL, Status: w.Code, Header: w.Header(), Body: w.Body.Bytes(), Requests: 1, FetchedAt: b.now}, nil
}

func (b *board) refresh(o harvest.Options, requests int, policy refresh.Policy) harvest.RefreshSummary {
	b.t.Helper()
	sum, err := harvest.Refresh(b.t.Context(), boardSite, o, harvest.Refreshing{Requests: requests, Policy: policy}, b, b, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return sum
}

// held returns the prices of the copies, by the path of the record.
func (b *board) held() map[string]string {
	b.t.Helper()
	out := map[string]string{}
	for rec, err := range b.Records(b.t.Context(), boardSite.Name) {
		if err != nil {
			b.t.Fatal(err)
		}
		for _, f := range rec.Fields {
			if f.Name == "price" {
				u := page.MustParseURL(rec.URL)
				out[u.PathQuery()] = f.Value
			}
		}
	}
	return out
}

// freshness returns the share of the site's records of which held says what the
// site says. Records that are not held are not fresh.
func (b *board) freshness(held map[string]string) float64 {
	there := b.site.Now()
	fresh := 0
	for _, r := range there {
		if held[r.Path] == r.Fields["price"] {
			fresh++
		}
	}
	return float64(fresh) / float64(len(there))
}

func prices(records []fixtures.Record) map[string]string {
	out := map[string]string{}
	for _, r := range records {
		out[r.Path] = r.Fields["price"]
	}
	return out
}

// A refresh that may ask everything again finds exactly what was added, edited
// and removed.
func TestRefreshDiffIsExact(t *testing.T) {
	b := newBoard(t, fixtures.NewChanging(3, 12, 15, 0.05, 1, 0.4))
	last := int64(1)
	for range 4 {
		was := prices(b.site.Now())
		b.wait(5 * 24 * time.Hour)
		sum := b.refresh(harvest.Options{}, 40, refresh.Uniform)
		want := map[string]string{}
		is := prices(b.site.Now())
		for path, price := range is {
			if old, ok := was[path]; !ok {
				want[path] = "added"
			} else if old != price {
				want[path] = "changed " + old + " " + price
			}
		}
		for path := range was {
			if _, ok := is[path]; !ok {
				want[path] = "gone"
			}
		}
		got := map[string]string{}
		for c, err := range b.Diff(t.Context(), boardSite.Name, last, sum.Harvest) {
			if err != nil {
				t.Fatal(err)
			}
			said := string(c.Kind)
			if c.Kind == storage.Changed {
				said += fmt.Sprintf(" %s %s", c.Fields[0].Old, c.Fields[0].New)
			}
			got[page.MustParseURL(c.URL).PathQuery()] = said
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) < 10 {
			t.Fatalf("harvest %d, %d changes (-done +told):\n%s", sum.Harvest, len(want), diff)
		}
		last = sum.Harvest
	}
}

// After rounds that learn, with requests for a fifth of the questions a day, the
// share of fresh copies comes to at least 90 % of the optimum that knows the true
// rates, and beats what it would be by visiting all equally often.
func TestRefreshKeepsFreshWhatTheOptimumWould(t *testing.T) {
	const districts, requests, learning, rounds, samples = 20, 4, 20, 55, 4
	site := fixtures.NewChanging(5, districts, 8, 0.15, 2, 0.1)
	var rates []float64
	for _, d := range site.Districts {
		rates = append(rates, d.Edits+d.Turns)
	}
	var optimum float64
	for i, f := range revisits.Frequencies(refresh.Optimum, rates, requests) {
		optimum += revisits.Freshness(rates[i], f) / districts
	}
	b := newBoard(t, site)
	var reached, n float64
	for round := range rounds {
		held := b.held()
		for range samples {
			b.wait(24 * time.Hour / samples / 2)
			if round >= learning+5 {
				reached, n = reached+b.freshness(held), n+1
			}
			b.wait(24 * time.Hour / samples / 2)
		}
		budget, policy := requests, refresh.Optimum
		if round < learning {
			budget, policy = 2*requests, refresh.Uniform
		}
		if sum := b.refresh(harvest.Options{}, budget, policy); sum.Requests != budget {
			t.Fatalf("round %d spent %d requests: %s", round, sum.Requests, sum.Stop.Reason)
		}
	}
	reached /= n
	uniform := 0.0
	for _, rate := range rates {
		uniform += revisits.Freshness(rate, float64(requests)/districts) / districts
	}
	t.Logf("fresh %.3f, the optimum is %.3f, uniform visits %.3f: %.1f %%", reached, optimum, uniform, 100*reached/optimum)
	if reached < 0.9*optimum || reached <= uniform {
		t.Errorf("fresh %.3f, less than 90 %% of the optimum %.3f, or no more than uniform visits give (%.3f)", reached, optimum, uniform)
	}
}

// An interrupted refresh goes on to what it would have come to undisturbed, and
// asks nothing twice.
func TestRefreshGoesOn(t *testing.T) {
	run := func(interrupt bool) (map[string]string, int64, int) {
		b := newBoard(t, fixtures.NewChanging(9, 12, 10, 0.1, 1, 0.2))
		b.wait(3 * 24 * time.Hour)
		began := b.requests
		if interrupt {
			ctx, cancel := context.WithCancel(t.Context())
			b.breakAt, b.cancel = began+4, cancel
			sum, err := harvest.Refresh(ctx, boardSite, harvest.Options{}, harvest.Refreshing{Requests: 7, Policy: refresh.Optimum}, b, b, nil)
			if err != nil || sum.Stop.Kind != harvest.Interrupted || sum.Requests != 3 {
				t.Fatalf("%+v %v", sum, err)
			}
			began++ // the request that was cut off
		}
		sum := b.refresh(harvest.Options{}, 7, refresh.Optimum)
		if sum.Resumed != interrupt || sum.Requests != 7 {
			t.Errorf("%+v", sum)
		}
		return b.held(), sum.Harvest, b.requests - began
	}
	held, at, requests := run(false)
	heldThen, atThen, requestsThen := run(true)
	if diff := cmp.Diff(held, heldThen); diff != "" || at != atThen || requests != requestsThen {
		t.Errorf("harvest %d with %d requests, interrupted %d with %d:\n%s", at, requests, atThen, requestsThen, diff)
	}
}

// A harvest that follows a refresh goes on from what both held.
func TestHarvestGoesOnAfterRefresh(t *testing.T) {
	b := newBoard(t, fixtures.NewChanging(4, 10, 6, 0.05, 1, 0))
	b.wait(24 * time.Hour)
	b.refresh(harvest.Options{}, 2, refresh.Optimum)
	before := b.requests
	sum, err := harvest.Run(t.Context(), boardSite, harvest.Options{}, b, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Records != 60 || b.requests != before {
		t.Errorf("%d records, %d more requests: %s", sum.Records, b.requests-before, sum.Stop.Reason)
	}
}

// Own pages are opened where that shows more for a request, and one that is not
// there any more is not opened again.
func TestRefreshOpensOwnPages(t *testing.T) {
	b := newBoard(t, fixtures.NewChanging(6, 4, 5, 0.2, 0.1, 0.5))
	b.wait(10 * 24 * time.Hour)
	sum := b.refresh(harvest.Options{Details: harvest.FollowAlways}, 6, refresh.Optimum)
	if sum.Requests > 6 || sum.Seen < 10 {
		t.Errorf("%+v", sum)
	}
	dry := b.refresh(harvest.Options{Details: harvest.FollowAlways, DryRun: true}, 50, refresh.Uniform)
	own, pages := 0, 0
	for _, l := range dry.Planned {
		if l.Page == 0 {
			own++
		} else {
			pages++
		}
	}
	if pages == 0 || own > 20 {
		t.Errorf("%d pages of answers and %d own pages are planned", pages, own)
	}
}

// A later page of an answer is asked for alone where its address says all, and
// after the pages before it where it takes a form that is sent.
func TestRefreshAsksForLaterPages(t *testing.T) {
	for _, sent := range []bool{false, true} {
		t.Run(fmt.Sprintf("sent by POST %t", sent), func(t *testing.T) {
			b, s := openBoard(t), newShop(t)
			s.postback = sent
			site := harvest.Site{Name: "shop", Start: page.MustParseURL("http://shop.example/")}
			first, err := harvest.Run(t.Context(), site, harvest.Options{MaxRequests: 40}, s, b, nil)
			if err != nil {
				t.Fatal(err)
			}
			b.now = b.now.Add(24 * time.Hour)
			want := harvest.Refreshing{Requests: 1000, Policy: refresh.Uniform}
			plan, err := harvest.Refresh(t.Context(), site, harvest.Options{DryRun: true}, want, s, b, nil)
			if err != nil {
				t.Fatal(err)
			}
			later := 0
			for _, l := range plan.Planned {
				if l.Page > 1 {
					later++
					if alone := l.From == l.Page; alone == sent {
						t.Errorf("page %d is planned from page %d", l.Page, l.From)
					}
				}
			}
			before := len(s.asked)
			sum, err := harvest.Refresh(t.Context(), site, harvest.Options{}, want, s, b, nil)
			if err != nil {
				t.Fatal(err)
			}
			if later == 0 || sum.Stop.Kind != harvest.Exhausted || sum.Seen != first.Records || sum.New != 0 || len(s.asked)-before != sum.Requests {
				t.Errorf("%d later pages, %d requests sent: %+v", later, len(s.asked)-before, sum)
			}
			for step, err := range b.Steps(t.Context(), sum.Harvest) {
				if err != nil || step.Answer.Outcome.Status != "answered" || step.Answer.Outcome.Query.Strategy != "refresh" {
					t.Errorf("%+v %v", step.Answer.Outcome, err)
				}
			}
		})
	}
}

// A refresh looks at a part of the records: what status, export, diff and a replay show
// of the site afterwards is all of it.
func TestRefreshLeavesTheWholeInSight(t *testing.T) {
	b := newBoard(t, fixtures.NewChanging(3, 12, 15, 0.05, 1, 0))
	all := len(b.site.Now())
	b.wait(24 * time.Hour)
	sum := b.refresh(harvest.Options{}, 2, refresh.Uniform)
	if sum.Seen == 0 || sum.Seen >= all/2 {
		t.Fatalf("the refresh saw %d of %d records: not a part of them", sum.Seen, all)
	}
	gone := 0
	for c, err := range b.Diff(t.Context(), boardSite.Name, sum.Of, sum.Harvest) {
		if err != nil {
			t.Fatal(err)
		}
		switch c.Kind {
		case storage.Missing:
			t.Errorf("%s is told to be missing, though no question for it was asked again", c.Key)
		case storage.Gone:
			gone++
		}
	}
	b.inSight(all+sum.New, gone)
	if _, err := harvest.Replay(t.Context(), boardSite, harvest.Options{}, b, nil); err != nil {
		t.Fatal(err)
	}
	b.inSight(all+sum.New, 0)
}

// inSight checks what status and an export of what is there now count.
func (b *board) inSight(want, gone int) {
	b.t.Helper()
	sites, err := b.Sites(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	if s := sites[0]; s.Found != want {
		b.t.Errorf("status: %d records found of %d", s.Found, want)
	}
	list, err := b.Harvests(b.t.Context(), boardSite.Name)
	if err != nil {
		b.t.Fatal(err)
	}
	if n := list[len(list)-1].Records; n != want {
		b.t.Errorf("harvest %d has %d records of %d", list[len(list)-1].ID, n, want)
	}
	n := 0
	for _, err := range b.RecordsWhere(b.t.Context(), boardSite.Name, storage.Filter{Current: true}) {
		if err != nil {
			b.t.Fatal(err)
		}
		n++
	}
	if n != want-gone {
		b.t.Errorf("an export of what is there now has %d records of %d", n, want-gone)
	}
}
