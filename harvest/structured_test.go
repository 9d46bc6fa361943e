package harvest_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
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
	slots := make(chan struct{}, 2)
	for _, c := range structuredCases(seeds, sizes) {
		t.Run(fmt.Sprint(c.seed, " totals=", c.totals), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			judgeStructured(t, c)
		})
	}
}

// Sites at the edges of what forms and pages are like: some where empty answers are doubted
// while others are cut (1511, 1611), where the form's page says that nothing was found (1667),
// and where a page has one record, beside a form that the empty page lacks (1773); or those of the seeds that HADAL_EDGES names (500-599).
func TestStructuredEdges(t *testing.T) {
	seeds := []uint64{1511, 1611, 1667, 1773}
	var from, to uint64
	if _, err := fmt.Sscanf(os.Getenv("HADAL_EDGES"), "%d-%d", &from, &to); err == nil {
		seeds = nil
		for seed := from; seed <= to; seed++ {
			seeds = append(seeds, seed)
		}
	}
	slots := make(chan struct{}, 2)
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			judgeStructured(t, drawEdge(seed))
		})
	}
}

// judgeStructured harvests a site, and the same with familiar words, and judges what is
// held, what it cost, and what the end said of it.
func judgeStructured(t *testing.T, c knobs) {
	sum, held := harvestStructured(t, c)
	reachable := newStructuredSite(c).reachable()
	c.known = true
	familiar, familiarHeld := harvestStructured(t, c)
	c.known = false
	row := fmt.Sprintf("%-90s %5d of %5d (%5.1f %%), familiar %5d; %5d requests, familiar %5d (%.2f); %s: %s", c, held, reachable, 100*float64(held)/float64(reachable), familiarHeld,
		sum.Requests, familiar.Requests, float64(sum.Requests)/float64(familiar.Requests), sum.Stop.Kind, sum.Stop.Reason)
	t.Log(row)
	if float64(held) < 0.99*float64(reachable) {
		t.Errorf("too little: %s", row)
	}
	if float64(sum.Requests) > 1.3*float64(familiar.Requests)+3 {
		t.Errorf("too dear: %s", row)
	}
	switch ended := sum.Stop.Kind; {
	case ended == harvest.Complete && held < c.n:
		t.Errorf("falsely complete: %s", row)
	case ended == harvest.Incomplete && float64(held) >= 0.97*float64(c.n):
		t.Errorf("false alarm: %s", row)
	case ended == harvest.Exhausted && float64(held) < 0.9*float64(c.n):
		t.Errorf("silent: %s", row)
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

// Where a form has menus only, choices that no record has together show what an empty page
// looks like: pages that say nothing familiar are neither asked for again nor divided.
// A site that ignores one of them teaches no falsehood.
func TestImpossibleChoicesShowTheEmptyPage(t *testing.T) {
	for _, d := range dresses {
		c := knobs{seed: 513, n: 113, size: 10, k: 10, choices: 3, totals: true, dress: d}
		s, m := newStructuredSite(c), newMemory()
		sum, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever}, s, m, nil)
		if err != nil || len(m.records) < 113 || sum.Stop.Kind != harvest.Complete || sum.Requests > 90 {
			t.Errorf("%s: %d of 113 records after %d requests: %s: %s, %v", c, len(m.records), sum.Requests, sum.Stop.Kind, sum.Stop.Reason, err)
		}
	}
	for _, deaf := range []bool{false, true} {
		s, m := newStructuredSite(knobs{seed: 513, n: 113, size: 10, k: 10, choices: 3, dress: "silent", deaf: deaf}), newMemory()
		if _, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever, MaxRequests: 25}, s, m, nil); err != nil {
			t.Fatal(err)
		}
		if got := m.state.Profile.Background.Pages > 0; got == deaf {
			t.Errorf("a site that ignores choices: %t; the page of the impossible question was learned: %t", deaf, got)
		}
	}
}

// What an empty page says of too much, or asks for, is advice where less of the same
// question was answered: nothing that is added to that makes it match more.
func TestAdviceOfFormsWithoutABox(t *testing.T) {
	for i := range 4 {
		plain := knobs{seed: 513, n: 113, size: 10, k: 10, choices: 3, totals: i&1 == 0, numbers: i&2 > 0, dress: "plain"}
		want, _ := harvestStructured(t, plain)
		for _, advice := range []string{
			"If too many results are found, narrow your search.", "Too many results? Choose more.", "Zu viele Treffer? Bitte wählen Sie mehr Merkmale.",
			"Please try again with fewer conditions.", "Demasiados resultados o ninguno: cambie los filtros.", "Refine your search.",
		} {
			c := plain
			c.advice = advice
			sum, held := harvestStructured(t, c)
			if held < 113 || 10*sum.Requests > 13*want.Requests {
				t.Errorf("%s, %q: %d of 113 records after %d requests, %d without it: %s: %s", c, advice, held, sum.Requests, want.Requests, sum.Stop.Kind, sum.Stop.Reason)
			}
		}
	}
	c := drawKnobs(700, true, 20, 300) // what is impossible there is a date
	c.advice = "Too many hits? Please select at least one more criterion."
	if sum, held := harvestStructured(t, c); held < 300 {
		t.Errorf("%s: %d of 300 records after %d requests: %s: %s", c, held, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// A limit may end answers in the middle of a page, short of the totals that they show:
// where two end after as many rows, none of those after them is doubted.
func TestALimitInTheMiddleOfAPage(t *testing.T) {
	for _, c := range []knobs{{seed: 514, n: 200, k: 12, size: 10, choices: 1}, {seed: 516, n: 700, k: 23, size: 5, choices: 2, depends: true}} {
		c.totals, c.dress = true, "plain"
		sum, held := harvestStructured(t, c)
		if reachable := newStructuredSite(c).reachable(); held < reachable || sum.Requests > 25 && c.choices == 1 || sum.Stop.Kind != harvest.Incomplete || strings.Contains(sum.Stop.Reason, "were not answered") {
			t.Errorf("%s: %d of %d records after %d requests: %s: %s", c, held, reachable, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// One answer is the longest of all, and without totals nothing tells whether it is cut: that
// is told, and is no reason to say that much is missing. It is where the form as served
// ended there, too, which cannot be all.
func TestTheLongestAnswerMayBeWhole(t *testing.T) {
	for _, c := range []knobs{{seed: 599, n: 300, size: 15, choices: 1, demand: true}, {seed: 557, n: 300, k: 50, size: 15, choices: 1}} {
		c.dress = "plain"
		want, says := harvest.Exhausted, "the longest answer ended after"
		if c.k > 0 {
			want, says = harvest.Incomplete, "of them from answers that are cut"
		}
		sum, held := harvestStructured(t, c)
		if reachable := newStructuredSite(c).reachable(); held < reachable || sum.Stop.Kind != want || !strings.Contains(sum.Stop.Reason, says) {
			t.Errorf("%s: %d of %d records after %d requests: %s: %s", c, held, reachable, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// Where a page shows one record, its terms and values are the only list. Before a question
// has found nothing, the form's page tells what is template, and the rest is the record.
func TestOneRecordAPage(t *testing.T) {
	for _, c := range []knobs{{seed: 970, n: 60, size: 1, choices: 1, dress: "silent"}, {seed: 1007, n: 60, size: 1, choices: 3, totals: true, dress: "sidebar"},
		{seed: 1077, n: 60, k: 12, size: 1, choices: 1, numbers: true, lists: true, dates: true, dress: "bare", echo: true}} {
		sum, held := harvestStructured(t, c)
		if held < 60 || sum.Stop.Kind != harvest.Complete && sum.Stop.Kind != harvest.Exhausted {
			t.Errorf("%s: %d of 60 records after %d requests: %s: %s", c, held, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// Asking ends because nothing new comes, while answers end at the limit of which nothing
// beside what they show is held: that is told, also where there is a box for words that
// searches one column, or nothing. It is not where all is held.
func TestPartsThatWereNotDividedAreTold(t *testing.T) {
	for seed, want := range map[uint64]harvest.StopKind{747: harvest.Incomplete, 949: harvest.Incomplete, 1283: harvest.Incomplete, 1311: harvest.Exhausted, 926: harvest.Exhausted, 987: harvest.Exhausted} {
		c := drawEdge(seed)
		if sum, held := harvestStructured(t, c); sum.Stop.Kind != want || want == harvest.Exhausted && held < c.n || want == harvest.Incomplete && !strings.Contains(sum.Stop.Reason, "of which nothing else is held") {
			t.Errorf("%s: %d of %d records: %s: %s", c, held, c.n, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// Popular records on the page of an empty answer are in answers, too, and the page is told
// from one that lists them.
func TestPopularRecordsBesideNothingFound(t *testing.T) {
	for i := range 8 {
		c := knobs{seed: 614, n: 313, size: 10, k: 50, choices: 3, dress: "popular", table: true, totals: i&1 > 0, demand: i&2 > 0, numbers: i&4 > 0}
		if sum, held := harvestStructured(t, c); held < 313 || sum.Requests > 85 {
			t.Errorf("%s: %d of 313 records after %d requests: %s: %s", c, held, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
	c := knobs{seed: 601, n: 300, size: 20, k: 60, choices: 2, totals: true, numbers: true, column: true, dress: "popular", table: true}
	if sum, held := harvestStructured(t, c); held < 300 || sum.Stop.Kind != harvest.Complete {
		t.Errorf("%s: %d of 300 records after %d requests: %s: %s", c, held, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// Links to news on the page of an empty answer, before any question has taught what that is,
// are no records: they lead where none was, and stand where none stood.
func TestNewsOnAnEmptyPageAreNoRecords(t *testing.T) {
	harvestStructured(t, knobs{seed: 303, n: 3000, size: 10, k: 300, choices: 2, depends: true, echo: true, dress: "sidebar"})
}

// Records that are drawn by chance where nothing was found are no answers: an impossible
// question, asked twice, tells.
func TestRecordsDrawnByChance(t *testing.T) {
	for _, seed := range []uint64{715, 749, 1094} {
		c := drawEdge(seed)
		if sum, held := harvestStructured(t, c); held < c.n || sum.Requests > 130 {
			t.Errorf("%s: %d of %d records after %d requests: %s: %s", c, held, c.n, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// What a site lists where nothing was found, its latest records, say, is not taken for a part
// of all its pages: these records come, too, where they are asked for.
func TestWhatIsListedInsteadComes(t *testing.T) {
	for _, seed := range []uint64{727, 1059, 1124} {
		c := drawEdge(seed)
		if sum, held := harvestStructured(t, c); held < c.n {
			t.Errorf("%s: %d of %d records after %d requests: %s: %s", c, held, c.n, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// A probe of a form without a box asks values until one brings records, and where none
// does it is not words that are asked of the user.
func TestProbingFormsWithoutABox(t *testing.T) {
	for _, c := range []knobs{{choices: 2, dress: "silent"}, {choices: 1, numbers: true, dress: "plain"}, {choices: 2, dress: "redirect", dates: true}} {
		c.seed, c.n, c.size, c.demand = 31, 300, 10, true
		s, m := newStructuredSite(c), newMemory()
		sum, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever, Strategy: "probe", MaxRequests: 40}, s, m, nil)
		if err != nil || len(m.records) < 10 || sum.Capabilities.Get("total").Verdict == "" {
			t.Errorf("%s: %d records, %v, %s: %s, %v", c, len(m.records), sum.Capabilities, sum.Stop.Kind, sum.Stop.Reason, err)
		}
		c.n = 0
		s, m = newStructuredSite(c), newMemory()
		sum, err = harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever, Strategy: "probe", MaxRequests: 40}, s, m, nil)
		if err != nil || strings.Contains(sum.Stop.Reason, "seed-words") || c.dress != "silent" && !strings.Contains(sum.Stop.Reason, "--fixed") {
			t.Errorf("%s: %s: %s, %v", c, sum.Stop.Kind, sum.Stop.Reason, err)
		}
	}
}

// A box that searches one column finds parts of words there: no part of what stands in others
// is divided, letter by letter, and none of their words' is asked in place of one that finds.
func TestPartsOfOtherColumnsAreNotDivided(t *testing.T) {
	s, m := newStructuredSite(drawKnobs(301, true, 50, 1500)), newMemory()
	parts := map[string]bool{}
	_, err := harvest.Run(t.Context(), site, harvest.Options{Details: harvest.FollowNever}, s, m, func(e harvest.Event) {
		if words := strings.Fields(e.Progress.Query); e.Kind == "answer" && len(words) == 2 && len(words[1]) == 1 && strings.Trim(words[0], "0123456789") == "" {
			parts[e.Progress.Query] = true
		}
	})
	if err != nil || len(parts) > 0 {
		t.Errorf("years and prices are divided by %d parts: %v", len(parts), err)
	}
	if held := len(m.records); held < 1485 {
		t.Errorf("%d of 1500 records", held)
	}
}
