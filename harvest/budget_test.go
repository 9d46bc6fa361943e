package harvest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/harvest/refresh"
)

// metered is a bundled site whose own log counts what each run sends.
type metered struct {
	*served
	bad bool // it hangs and breaks off
}

func newMetered(t *testing.T, name string) *metered {
	t.Helper()
	return &metered{served: serveNamed(t, name, fixtures.Options{Hang: 100 * time.Millisecond})}
}

// once runs something with a network of its own, as a program of its own would,
// and returns how many requests came.
func (m *metered) once(f func(*fetch.Client)) int {
	m.t.Helper()
	o := fetch.Options{Backoff: time.Millisecond, Cooldown: time.Millisecond}
	if m.bad {
		o.Timeout = 50 * time.Millisecond
	}
	client, err := fetch.New(o)
	if err != nil {
		m.t.Fatal(err)
	}
	defer client.Close()
	client.AddTarget(m.site.Start)
	before := len(m.Log())
	f(client)
	return len(m.Log()) - before
}

func (m *metered) harvestAtMost(budget int) (sum harvest.Summary) {
	m.t.Helper()
	m.once(func(client *fetch.Client) {
		var err error
		if sum, err = harvest.Run(m.t.Context(), m.site, harvest.Options{MaxRequests: budget, Browser: harvest.RenderNever}, client, m, nil); err != nil {
			m.t.Fatal(err)
		}
	})
	return sum
}

func (m *metered) keys() map[string]bool {
	out := map[string]bool{}
	for rec, err := range m.Records(m.t.Context(), m.site.Name) {
		if err != nil {
			m.t.Fatal(err)
		}
		out[rec.Title+" "+strings.TrimPrefix(rec.URL, m.site.Start.Origin())] = true
	}
	return out
}

// No run sends more than it may, whatever it takes to believe an answer: fresh
// tokens, a page held against another one, a second attempt. Every request is
// booked, and run after run the harvest comes to what one without a limit has.
func TestNoHarvestPassesItsLimit(t *testing.T) {
	for _, name := range []string{"market", "archives", "registers"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := newMetered(t, name)
			all := whole.harvestAtMost(0)
			const budget = 11 // so that runs end at every step of a question
			m := newMetered(t, name)
			m.goOn(budget, all.Requests)
			if d := cmp.Diff(whole.keys(), m.keys()); d != "" {
				t.Errorf("limit %d: other records than without a limit:\n%s", budget, d)
			}
			for budget := range 5 {
				newMetered(t, name).goOn(budget+1, 15)
			}
		})
	}
	t.Run("a bad server", func(t *testing.T) {
		t.Parallel()
		for _, budget := range []int{2, 7} {
			m := newMetered(t, "lighthouses")
			m.bad = true
			m.goOn(budget, 12)
		}
	})
}

// goOn harvests run after run, each with the same limit, until one of them ends otherwise.
func (m *metered) goOn(budget, runs int) {
	m.t.Helper()
	for booked := 0; runs > 0; runs-- {
		sum := m.harvestAtMost(budget)
		missed := sum.Requests - len(m.Log())
		if sum.Requests-booked > budget || missed < 0 || missed > 0 && !m.bad { // a bad server may miss what does not get through, or log it late
			m.t.Fatalf("limit %d: %d requests are booked, the server missed %d", budget, sum.Requests-booked, missed)
		}
		if booked = sum.Requests; sum.Stop.Kind != harvest.Limit {
			return
		}
	}
}

// So does a run of a site that refuses single questions, where one that was answered
// is asked again, and it is not taken to block because that cannot be asked any more.
func TestDoubtKeepsToTheLimit(t *testing.T) {
	undisturbed := newMemory()
	shop := newShop(t)
	shop.choosy = true
	all := run(t, harvest.Options{}, shop, undisturbed)
	for budget := 4; budget < 12; budget++ {
		s, m := newShop(t), newMemory()
		s.choosy = true
		for range all.Requests {
			before := len(s.asked)
			sum := run(t, harvest.Options{MaxRequests: budget}, s, m)
			if sent := len(s.asked) - before; sent > budget || sum.Requests != len(s.asked) {
				t.Fatalf("limit %d: %d requests, %d booked of %d", budget, sent, sum.Requests, len(s.asked))
			}
			if sum.Stop.Kind != harvest.Limit {
				break
			}
		}
		if d := cmp.Diff(undisturbed.records, m.records); d != "" {
			t.Errorf("limit %d: other records than without a limit:\n%s", budget, d)
		}
	}
}

// A refresh keeps to its requests, with pages that come for their number too.
func TestNoRefreshPassesItsLimit(t *testing.T) {
	m := newMetered(t, "market")
	m.harvestAtMost(0)
	for budget := range 9 {
		for _, policy := range []refresh.Policy{refresh.Optimum, refresh.Uniform} {
			var sum harvest.RefreshSummary
			want := harvest.Refreshing{Requests: budget + 1, Policy: policy}
			sent := m.once(func(client *fetch.Client) {
				var err error
				if sum, err = harvest.Refresh(t.Context(), m.site, harvest.Options{Browser: harvest.RenderNever}, want, client, m, nil); err != nil {
					t.Fatal(err)
				}
			})
			if sent > want.Requests || sum.Requests != sent {
				t.Errorf("%s: %d requests of %d, %d booked", policy, sent, want.Requests, sum.Requests)
			}
			if want := fmt.Sprintf("the %d requests of this refresh are used", want.Requests); sent == budget+1 && sum.Stop.Reason != want {
				t.Errorf("stopped: %s, want %s", sum.Stop.Reason, want)
			}
		}
	}
}

// An answer that others came between is gone on with, though the token for its next
// page was forgotten meanwhile: a page for which it is refused is asked for with a fresh one.
func TestOldPagesGetFreshTokens(t *testing.T) {
	t.Parallel()
	m := newMetered(t, "registers")
	sum := m.harvestAtMost(0)
	if held := len(m.keys()); held != 260 || sum.Stop.Kind == harvest.Blocked {
		t.Errorf("%d of 260 records, stopped: %s", held, sum.Stop.Reason)
	}
}
