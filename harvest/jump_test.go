package harvest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// lampAsk is a page asked for and what should come: the status, and whether the
// pages of such answers are numbered.
type lampAsk struct {
	word     string
	page     int
	status   querygen.Status
	numbered bool
}

// Pages of answers come in any order by their number, where the site keeps to
// it: those of questions of which nothing else was asked, beyond the end, and
// after a stop in between. Each is asked for by the address that the site's own
// pager has for it.
func TestPagesByNumber(t *testing.T) {
	learn := []lampAsk{
		{"brass", 1, "answered", false}, {"brass", 2, "answered", false}, {"brass", 3, "answered", true},
	}
	jumps := []lampAsk{
		{"paper", 1, "answered", true}, {"copper", 3, "answered", false}, {"copper", 2, "answered", true}, {"copper", 7, "empty", false},
		{"paper", 3, "answered", true}, {"paper", 4, "answered", true}, {"paper", 2, "answered", true}, {"paper", 5, "answered", false},
		{"copper", 1, "answered", true}, {"glass", 2, "empty", false}, {"glass", 1, "answered", false},
		{"brass", 8, "answered", true}, {"brass", 9, "answered", false}, {"brass", 4, "answered", true}, {"brass", 5, "answered", true},
		{"brass", 6, "answered", true}, {"brass", 7, "answered", true},
	}
	second := []lampAsk{{"paper", 1, "answered", false}}
	for name, c := range map[string]struct {
		site  *pager
		learn []lampAsk
	}{
		"pages":     {byParameter("page", 1, 1, ""), learn},
		"rows":      {byParameter("start", 0, 10, ""), learn},
		"rows of 1": {byParameter("first", 1, 10, ""), learn},
		// What the pager adds must be seen twice.
		"more": {byParameter("page", 0, 1, "cmd=list&"), slices.Concat(learn[:2], []lampAsk{{"brass", 3, "answered", false}}, second)},
		"path": {byPath(), slices.Concat(learn[:2], []lampAsk{{"brass", 3, "answered", false}}, second)},
		"404":  {func() *pager { s := byParameter("page", 1, 1, ""); s.beyond = "404"; return s }(), learn},
	} {
		t.Run(name, func(t *testing.T) {
			site := c.site
			ask := askLamps(t, site)
			ask(c.learn)
			ask(jumps[:3])
			ask(jumps[3:6])
			records := ask(jumps[6:])
			if records != 90 {
				t.Errorf("%d records, want 90", records)
			}
			for _, target := range site.asked {
				known := false
				for word := range lampWords {
					known = known || target == "/find?q="+word
					for k := 2; k < 12; k++ {
						known = known || target == site.link(word, k)
					}
				}
				if !known {
					t.Errorf("asked for %s, which no pager leads to", target)
				}
			}
			if want := len(c.learn) + len(jumps) + 2; len(site.asked) != want { // two to see that the first last page is it
				t.Errorf("%d requests, want %d", len(site.asked), want)
			}
		})
	}
}

// askLamps returns what asks for pages, each time in a run of its own, holds the
// outcomes against those wanted, and returns how many records are held then.
func askLamps(t *testing.T, site *pager, by ...endpoint.Endpoint) func([]lampAsk) int {
	t.Helper()
	site.seen, site.lamps = map[string]bool{}, fewLamps()
	start, client := serve(t, site)
	for i := range by {
		by[i].Request = page.Get(page.MustParseURL(start.String() + "data?q=brass&at=0"))
	}
	store := newMemory()
	return func(asks []lampAsk) int {
		t.Helper()
		i := 0
		o := harvest.Options{Browser: harvest.RenderNever, Profile: &harvest.Profile{Endpoints: by}}
		err := harvest.AskPages(t.Context(), harvest.Site{Name: "lamps", Start: start}, o, client, store, func(a harvest.Answer) (string, int, bool) {
			if i > 0 {
				want := asks[i-1]
				checkLamps(t, site, want, a)
			}
			if i == len(asks) {
				return "", 0, false
			}
			i++
			return asks[i-1].word, asks[i-1].page, true
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(store.records)
	}
}

func checkLamps(t *testing.T, site *pager, want lampAsk, a harvest.Answer) {
	t.Helper()
	o := a.Outcome
	if o.Status != want.status || o.Numbered != want.numbered {
		t.Errorf("%s, page %d: %s, numbered %v, want %s, %v (%s)", want.word, want.page, o.Status, o.Numbered, want.status, want.numbered, o.Note)
	}
	if o.Status != querygen.Answered {
		if len(o.Rows) > 0 {
			t.Errorf("%s, page %d: %s with %d rows", want.word, want.page, o.Status, len(o.Rows))
		}
		return
	}
	found := site.find(want.word)
	rows := found[10*want.page-10 : min(len(found), 10*want.page)]
	if more := 10*want.page < len(found); o.More != more {
		t.Errorf("%s, page %d: more %v, want %v (%s)", want.word, want.page, o.More, more, o.Note)
	}
	for i, rec := range a.Records {
		if i >= len(rows) || rec.Title != fmt.Sprintf("lamp %d", rows[i]) {
			t.Errorf("%s, page %d, row %d is %q", want.word, want.page, i, rec.Title)
		}
	}
	if len(a.Records) != len(rows) {
		t.Errorf("%s, page %d: %d rows, want %d", want.word, want.page, len(a.Records), len(rows))
	}
}

// A site that shows another page than the one asked for is found out, and from
// then on its pages are read as its pager leads through them.
func TestPagesByNumberAreDoubted(t *testing.T) {
	with := func(beyond string, opened bool) *pager {
		s := byParameter("page", 1, 1, "")
		s.beyond, s.opened = beyond, opened
		return s
	}
	for name, site := range map[string]*pager{
		"the last page beyond the end":  with("last", false),
		"the first page beyond the end": with("first", false),
		"sent to the first page":        with("sent", false),
		"the first page of any other":   with("", true),
	} {
		t.Run(name, func(t *testing.T) {
			ask := askLamps(t, site)
			ask([]lampAsk{{"brass", 1, "answered", false}, {"brass", 2, "answered", false}, {"brass", 3, "answered", true}, {"copper", 3, "failed", false}})
			// The ledger tells it, and what cannot be built fails without a request.
			requests := len(site.asked)
			ask([]lampAsk{{"paper", 4, "failed", false}})
			if len(site.asked) != requests {
				t.Errorf("asked for %s", site.asked[requests:])
			}
			records := ask([]lampAsk{{"copper", 1, "answered", false}, {"copper", 2, "answered", false}, {"copper", 3, "answered", false},
				{"brass", 4, "answered", false}, {"brass", 5, "answered", false}, {"brass", 6, "answered", false}, {"brass", 7, "answered", false},
				{"brass", 8, "answered", false}, {"brass", 9, "answered", false}})
			if records != 90 {
				t.Errorf("%d records, want 90", records)
			}
		})
	}
}

// The request behind a page is asked for any page where it has a place for the
// number of the page or of its first row, not where it needs what the page
// before said.
func TestEndpointPagesByNumber(t *testing.T) {
	by := func(part endpoint.Part) endpoint.Endpoint {
		part.At = "query at"
		return endpoint.Endpoint{
			Asked:  []page.Pair{{Name: "q", Value: "brass"}},
			Parts:  []endpoint.Part{{At: "query q", Is: endpoint.PartControl, Control: "q"}, part},
			Answer: endpoint.Answer{JSON: true, List: "/lamps", Title: "/name", Link: "/lamp/{/id}"},
			Rows:   10,
		}
	}
	learn := []lampAsk{{"brass", 1, "answered", false}, {"brass", 2, "answered", false}}
	for name, c := range map[string]struct {
		site *pager
		by   endpoint.Endpoint
		asks []lampAsk
	}{
		"rows": {&pager{}, by(endpoint.Part{Is: endpoint.PartOffset, Value: "0"}), []lampAsk{
			{"brass", 3, "answered", true}, {"copper", 2, "answered", true}, {"copper", 4, "empty", false}, {"paper", 4, "answered", true},
			{"paper", 5, "answered", false}, {"paper", 1, "answered", true}, {"brass", 8, "answered", true}, {"brass", 4, "answered", true}}},
		"the last page beyond the end": {&pager{beyond: "last"}, by(endpoint.Part{Is: endpoint.PartOffset, Value: "0"}), []lampAsk{
			{"brass", 3, "answered", true}, {"paper", 5, "failed", false}, {"paper", 1, "answered", false}, {"paper", 2, "answered", false}}},
		"cursor": {&pager{}, by(endpoint.Part{Is: endpoint.PartCursor, Found: &endpoint.Found{In: "json /cursor"}}), []lampAsk{
			{"copper", 2, "failed", false}, {"brass", 3, "answered", false}}},
	} {
		t.Run(name, func(t *testing.T) {
			ask := askLamps(t, c.site, c.by)
			ask(learn)
			ask(c.asks[:2])
			ask(c.asks[2:])
			for _, target := range c.site.asked {
				if !strings.HasPrefix(target, "/data?") {
					t.Errorf("asked for %s", target)
				}
			}
		})
	}
}

// A whole harvest gets every record that a word leads to, whatever the site makes
// of numbers, but for one that it may stop in front of: where it keeps to them, with pages of answers whose first page was
// not asked for.
func TestHarvestOfASiteThatHidesTotals(t *testing.T) {
	const honest = "honest"
	for name, change := range map[string]func(*pager){
		honest:                         func(*pager) {},
		"the last page beyond the end": func(s *pager) { s.beyond = "last" },
		"sent to the first page":       func(s *pager) { s.beyond = "sent" },
		"the first page of any other":  func(s *pager) { s.opened = true },
	} {
		t.Run(name, func(t *testing.T) {
			site := byParameter("page", 1, 1, "")
			site.seen, site.lamps = map[string]bool{}, manyLamps(300)
			change(site)
			start, _ := serve(t, site)
			store := newMemory()
			sum := lookOn(t, store, start, harvest.Options{MaxRequests: 25, SeedWords: strings.Fields(site.lamps[0])})
			apart, failed, late := 0, 0, 0
			read := map[string]bool{}
			for step, err := range store.Steps(t.Context(), 1) {
				if err != nil {
					t.Fatal(err)
				}
				if step.Answer == nil {
					continue
				}
				o := step.Answer.Outcome
				if o.Page > 1 && !read[fmt.Sprint(o.Query.Bind, o.Page-1)] {
					apart++
					if failed > 0 {
						late++
					}
					if o.Status == querygen.Failed {
						failed++
					}
				}
				read[fmt.Sprint(o.Query.Bind, o.Page)] = o.Status == querygen.Answered
			}
			t.Logf("%d of %d records with %d requests; %d pages asked for by their number, of which %d failed: %s", sum.Records, len(site.lamps), sum.Requests, apart, failed, sum.Stop.Reason)
			if sum.Records < len(site.lamps)-1 {
				t.Errorf("%d of %d records: %s", sum.Records, len(site.lamps), sum.Stop.Reason)
			}
			if name == honest && (apart < 10 || failed > 0) || name != honest && (failed != 1 || late > 0) {
				t.Errorf("%d pages were asked for by their number, of which %d failed, and %d more after that", apart, failed, late)
			}
		})
	}
}
