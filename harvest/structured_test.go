package harvest_test

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// structuredCases are the sites that are harvested: seeds of them, each with and without
// totals, and from 50 rows of an answer to all of them.
func structuredCases(seeds int, sizes []int) []knobs {
	var out []knobs
	for seed := range uint64(seeds) {
		for i, k := range []int{50, 100, 300, 0} {
			for _, totals := range []bool{true, false} {
				n := sizes[(int(seed)+i)%len(sizes)]
				out = append(out, drawKnobs(100*seed+uint64(i)+1, totals, k, n))
			}
		}
	}
	return out
}

// Structured sites say in words never seen that nothing was found, or in none: what
// is held is the same as with familiar words, at hardly more requests.
func TestStructuredSites(t *testing.T) {
	seeds, sizes := 1, []int{200, 400, 300}
	if s, err := strconv.Atoi(os.Getenv("HADAL_STRUCTURED")); err == nil {
		seeds, sizes = s, []int{200, 5000, 700, 1500, 400, 3000, 1000}
	}
	cases := structuredCases(seeds, sizes)
	type result struct {
		held, asked, reachable, familiarHeld, familiar int
		stop                                           harvest.Stop
	}
	results := make([]result, len(cases))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i, c := range cases {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			r := &results[i]
			sum, held := harvestStructured(t, c)
			r.held, r.asked, r.stop, r.reachable = held, sum.Requests, sum.Stop, newStructuredSite(c).reachable()
			c.known = true
			sum, r.familiarHeld = harvestStructured(t, c)
			r.familiar = sum.Requests
		})
	}
	wg.Wait()
	for i, c := range cases {
		r := results[i]
		row := fmt.Sprintf("%-90s %5d of %5d (%5.1f %%), familiar %5d; %5d requests, familiar %5d (%.2f); %s: %s", c, r.held, r.reachable, 100*float64(r.held)/float64(r.reachable), r.familiarHeld,
			r.asked, r.familiar, float64(r.asked)/float64(r.familiar), r.stop.Kind, r.stop.Reason)
		t.Log(row)
		if float64(r.held) < 0.99*float64(r.reachable) || float64(r.asked) > 1.3*float64(r.familiar)+3 {
			t.Errorf("too little or too dear: %s", row)
		}
	}
}

// harvestStructured harvests a site and returns how many of its records are held.
func harvestStructured(t *testing.T, c knobs) (harvest.Summary, int) {
	t.Helper()
	s, m := newStructuredSite(c), newMemory()
	sum, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever}, s, m, nil)
	if err != nil {
		t.Error(err)
	}
	held := 0
	for _, r := range s.records {
		if m.records[fmt.Sprintf("http://shop.example/item/%d", r.id)] {
			held++
		}
	}
	if foreign := len(m.records) - held; foreign > 0 {
		t.Errorf("%s: %d foreign records", c, foreign)
	}
	return sum, held
}

// An impossible question that the site ignores, or complains about, teaches no falsehood.
func TestAbsurdNumbersTeachNothing(t *testing.T) {
	for absurd, learned := range map[string]bool{"": true, "all": false, "Invalid value: please enter a price of at most 100000.": false} {
		s, m := newStructuredSite(knobs{seed: 5, n: 120, size: 10, k: 50, choices: 1, numbers: true, dress: "plain", absurd: absurd}), newMemory()
		if _, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever, MaxRequests: 12}, s, m, nil); err != nil {
			t.Fatal(err)
		}
		if got := m.state.Profile.Background.Pages > 0; got != learned {
			t.Errorf("%q: the page of the impossible question was learned: %t, want %t", absurd, got, learned)
		}
	}
}
