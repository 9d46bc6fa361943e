package harvest_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

var site = harvest.Site{Name: "shop.example", Start: page.MustParseURL("http://shop.example/")}

func run(t *testing.T, o harvest.Options, n harvest.Network, s harvest.Store) harvest.Summary {
	t.Helper()
	sum, err := harvest.Run(t.Context(), site, o, n, s, func(e harvest.Event) { t.Logf("%s: %s", e.Kind, e.Message) })
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestRunHarvestsEverything(t *testing.T) {
	s, m := newShop(t), newMemory()
	sum := run(t, harvest.Options{}, s, m)
	if len(m.records) != 60 || sum.Records != 60 {
		t.Errorf("%d records in the store, %d in the summary, want 60", len(m.records), sum.Records)
	}
	if sum.Requests != len(s.asked) {
		t.Errorf("summary counts %d requests, the site saw %d", sum.Requests, len(s.asked))
	}
	if *sum.Floor != 12 {
		t.Errorf("floor %d, want 12", *sum.Floor)
	}
	if sum.Stop.Reason == "" || sum.Stop.Kind != harvest.Exhausted && sum.Stop.Kind != harvest.Complete {
		t.Errorf("stop %+v", sum.Stop)
	}
}

// The ledger is the state: a harvest cut after any number of requests and gone
// on with asks the same questions as one that was never cut.
func TestRunResumesAnywhere(t *testing.T) {
	whole, undisturbed := newShop(t), newMemory()
	all := run(t, harvest.Options{}, whole, undisturbed)
	for cut := 1; cut < len(whole.asked); cut += 1 + cut/4 {
		m := newMemory()
		first, second := newShop(t), newShop(t)
		run(t, harvest.Options{MaxRequests: cut}, first, m)
		sum := run(t, harvest.Options{}, second, m)
		if !sum.Resumed {
			t.Errorf("cut at %d: not resumed", cut)
		}
		if sum.Requests != all.Requests || sum.Records != all.Records {
			t.Errorf("cut at %d: %d requests and %d records in all, %d and %d without a cut", cut, sum.Requests, sum.Records, all.Requests, all.Records)
		}
		if d := cmp.Diff(asked(whole), append(asked(first), asked(second)...)); d != "" {
			t.Fatalf("cut after %d requests: other requests (-undisturbed +resumed):\n%s", cut, d)
		}
		if d := cmp.Diff(undisturbed.records, m.records); d != "" {
			t.Fatalf("cut after %d requests: other records:\n%s", cut, d)
		}
	}
}

func asked(s *shop) (out []string) {
	for _, r := range s.asked {
		out = append(out, r.Method+" "+r.URL.String()+" "+r.Body)
	}
	return out
}

func TestRunAgainAsksNothing(t *testing.T) {
	m := newMemory()
	run(t, harvest.Options{}, newShop(t), m)
	again := newShop(t)
	sum := run(t, harvest.Options{}, again, m)
	if len(again.asked) != 0 || sum.Records != 60 || sum.NewRecords != 0 {
		t.Errorf("%d requests, %d records, %d new; want 0, 60, 0", len(again.asked), sum.Records, sum.NewRecords)
	}
}

func TestRunStops(t *testing.T) {
	robots := func(paths ...string) func(page.URL) error {
		return func(u page.URL) error {
			for _, p := range paths {
				if strings.HasPrefix(u.PathQuery(), p) {
					return &fetch.RefusedError{URL: u, Guard: "robots", Rule: "Disallow: " + p}
				}
			}
			return nil
		}
	}
	tests := []struct {
		name    string
		options harvest.Options
		break_  func(*shop)
		kind    harvest.StopKind
		reason  string // in it
		asked   int    // requests at most
	}{
		{"request limit", harvest.Options{MaxRequests: 7}, nil, harvest.Limit, "7 requests", 7},
		{"record limit", harvest.Options{MaxRecords: 10}, nil, harvest.Limit, "10 records", 60},
		{"yield", harvest.Options{MinYield: 4, Patience: 10}, nil, harvest.Incomplete, "less than min-yield 4", 40},
		{"coverage", harvest.Options{TargetCoverage: 0.3}, func(s *shop) {
			for i := 60; i < 900; i++ {
				s.articles = append(s.articles, fmt.Sprintf("%s lot%02d shelf%02d number%03d", strings.Join(strings.Fields(s.articles[i*7%60])[:2], " "), i%90, i*11%70, i))
			}
		}, harvest.Limit, "the target coverage of 30 % is reached", 400},
		{"duration", harvest.Options{MaxDuration: time.Nanosecond}, nil, harvest.Limit, "the limit of 1ns", 5},
		{"start page forbidden", harvest.Options{}, func(s *shop) { s.robots = robots("/") }, harvest.Forbidden, "Disallow: /", 0},
		{"search forbidden", harvest.Options{}, func(s *shop) { s.robots = robots("/find") }, harvest.Forbidden, "Disallow: /find", 3},
		{"captcha", harvest.Options{}, func(s *shop) { s.captcha = 9 }, harvest.Blocked, "blocks us", 11},
		{"no form", harvest.Options{}, func(s *shop) { s.noForm = true }, harvest.NoForm, "no search form", 5},
		{"dead site", harvest.Options{}, func(s *shop) { s.fail = func(int) error { return errors.New("connection refused") } },
			harvest.Broken, "connection refused", 4},
		{"site dies", harvest.Options{}, func(s *shop) {
			s.fail = func(n int) error {
				if n > 8 {
					return errors.New("connection refused")
				}
				return nil
			}
		}, harvest.Broken, "in a row failed", 60},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, m := newShop(t), newMemory()
			if tt.break_ != nil {
				tt.break_(s)
			}
			sum := run(t, tt.options, s, m)
			if sum.Stop.Kind != tt.kind || !strings.Contains(sum.Stop.Reason, tt.reason) {
				t.Errorf("stopped by %s: %s; want %s with %q", sum.Stop.Kind, sum.Stop.Reason, tt.kind, tt.reason)
			}
			if len(s.asked) > tt.asked {
				t.Errorf("%d requests, want at most %d", len(s.asked), tt.asked)
			}
			if m.state.Stop == nil || m.state.Stop.Kind != tt.kind {
				t.Errorf("stored stop %+v, want %s", m.state.Stop, tt.kind)
			}
		})
	}
}

func TestRunInterrupted(t *testing.T) {
	for _, at := range []int{1, 2, 10} {
		s, m := newShop(t), newMemory()
		ctx, cancel := context.WithCancel(t.Context())
		s.cancelAt, s.cancel = at, cancel
		sum, err := harvest.Run(ctx, site, harvest.Options{}, s, m, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sum.Stop.Kind != harvest.Interrupted || m.state.Stop == nil {
			t.Errorf("cancelled at request %d: stop %+v, stored %+v", at, sum.Stop, m.state.Stop)
		}
		run(t, harvest.Options{}, newShop(t), m)
		if len(m.records) != 60 {
			t.Errorf("cancelled at request %d and gone on: %d records, want 60", at, len(m.records))
		}
	}
}

// One failure that goes away by itself costs a request and nothing else.
func TestRunRetries(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.fail = func(n int) error {
		if n%5 == 0 {
			return errors.New("connection reset")
		}
		return nil
	}
	run(t, harvest.Options{}, s, m)
	if len(m.records) != 60 {
		t.Errorf("%d records, want 60", len(m.records))
	}
}

func TestRunLeavesALoopingPager(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.loop = true
	run(t, harvest.Options{}, s, m)
	if len(m.records) != 60 {
		t.Errorf("%d records, want 60", len(m.records))
	}
	times := map[string]int{}
	for _, r := range s.asked {
		times[r.Key()]++
		if times[r.Key()] > 2 {
			t.Fatalf("%s asked %d times", r.URL, times[r.Key()])
		}
	}
}

// A site that answers requests beyond its last page with that page again.
func TestRunLeavesAnEndlessPager(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.endless = true
	run(t, harvest.Options{}, s, m)
	if len(m.records) != 60 {
		t.Errorf("%d records, want 60", len(m.records))
	}
	beyond := map[string]int{}
	for _, r := range s.asked {
		_, query, _ := strings.Cut(r.URL.PathQuery(), "?")
		v, _ := url.ParseQuery(query)
		if n, err := strconv.Atoi(v.Get("from")); err == nil && n >= 10 {
			if beyond[v.Get("q")]++; beyond[v.Get("q")] > 1 {
				t.Fatalf("%q: a page further beyond the last, %s", v.Get("q"), r.URL)
			}
		}
	}
}

// A token is taken from the answer where the answer carries the form, and from
// the form's page where it does not; no record is missed either way.
func TestRunRefreshesTokens(t *testing.T) {
	for _, forgotten := range []bool{false, true} {
		t.Run(fmt.Sprintf("answers without form %t", forgotten), func(t *testing.T) {
			s, m := newShop(t), newMemory()
			s.token, s.forgotten = true, forgotten
			sum := run(t, harvest.Options{}, s, m)
			if len(m.records) != 60 {
				t.Errorf("%d records, want 60 (%+v)", len(m.records), sum.Stop)
			}
			sent := map[string]int{}
			for _, r := range s.asked {
				if r.Method == "POST" {
					sent[r.Body]++
				}
			}
			if len(sent) == 0 {
				t.Error("nothing was posted")
			}
		})
	}
}

// A run that is killed when a token was sent and nothing saved leaves a token that is used
// up: the next run gets a fresh one, and is not taken to be blocked.
func TestATokenSentBeforeACrashIsRenewed(t *testing.T) {
	for at := 2; at < 9; at++ {
		s, m := newShop(t), newMemory()
		s.token, m.failAt = true, at
		if _, err := harvest.Run(t.Context(), site, harvest.Options{}, s, m, nil); err == nil {
			t.Fatalf("commit %d did not fail", at)
		}
		sum := run(t, harvest.Options{}, s, m)
		if len(m.records) != 60 {
			t.Errorf("commit %d lost: %d records, want 60: %s: %s", at, len(m.records), sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// A fresh token that cannot be had now may be had later: its question failed, and is not
// refused for good.
func TestATokenThatIsNotHadIsAskedForAgain(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.token, s.forgotten = true, true
	lost := 0
	s.fail = func(n int) error {
		if s.asked[n-1].Method != "POST" && n > 8 && n < 16 {
			lost++
			return errors.New("connection reset by peer")
		}
		return nil
	}
	sum := run(t, harvest.Options{}, s, m)
	if len(m.records) != 60 || lost == 0 {
		t.Errorf("%d records, want 60, %d forms were not had: %s: %s", len(m.records), lost, sum.Stop.Kind, sum.Stop.Reason)
	}
	for _, step := range m.steps {
		if strings.Contains(step, `"refused"`) {
			t.Errorf("refused: %s", step)
		}
	}
}

// A pager of ASP.NET's __doPostBack links is followed without a browser, and
// resumed from the ledger.
func TestRunFollowsPostbacks(t *testing.T) {
	s, m := newShop(t), newMemory()
	s.postback = true
	run(t, harvest.Options{MaxRequests: 12}, s, m)
	again := newShop(t)
	again.postback = true
	run(t, harvest.Options{}, again, m)
	if len(m.records) != 60 {
		t.Errorf("%d records, want 60", len(m.records))
	}
	turned := 0
	for _, r := range append(s.asked, again.asked...) {
		if strings.Contains(r.Body, "__EVENTTARGET=pager") {
			turned++
			if strings.Contains(r.Body, "go=Search") {
				t.Errorf("a script presses no button: %s", r.Body)
			}
		}
	}
	if turned < 5 {
		t.Errorf("%d pages turned", turned)
	}
}

func TestRunFailsWithItsStore(t *testing.T) {
	for _, at := range []int{1, 2, 5} {
		m := newMemory()
		m.failAt = at
		_, err := harvest.Run(t.Context(), site, harvest.Options{}, newShop(t), m, nil)
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("commit %d fails: error %v", at, err)
		}
		run(t, harvest.Options{}, newShop(t), m)
		if len(m.records) != 60 {
			t.Errorf("commit %d failed, gone on: %d records, want 60", at, len(m.records))
		}
	}
}

func TestDryRunSubmitsNothing(t *testing.T) {
	s, m := newShop(t), newMemory()
	sum := run(t, harvest.Options{DryRun: true}, s, m)
	for _, r := range s.asked {
		if strings.HasPrefix(r.URL.PathQuery(), "/find") {
			t.Errorf("sent %s", r.URL)
		}
	}
	if len(sum.Planned) == 0 || !strings.HasPrefix(sum.Planned[0], "GET http://shop.example/find?q=") {
		t.Errorf("planned %q", sum.Planned)
	}
	if m.commits != 0 {
		t.Errorf("%d commits", m.commits)
	}
}
