package harvest_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// A site that only scripts show, whose search is behind presses, is recognised as
// such without being told, used as a person would, and never made to change
// anything; the profile says why.
func TestScriptedSitesAreShown(t *testing.T) {
	n := newShownNetwork(t)
	sites, err := fixtures.Named(fixtures.Options{}, "labyrinth") // `make demo` harvests all of them
	if err != nil {
		t.Fatal(err)
	}
	for _, site := range sites {
		t.Run(site.Name, func(t *testing.T) {
			at := serveSite(t, site)
			at.harvest(n, harvest.Options{MaxRequests: 5}) // it is interrupted while it looks for the search
			sum := at.harvest(n, harvest.Options{MaxRequests: 50})
			t.Logf("%d of %d records: %+v", sum.Records, len(site.Records), sum.Profile.Browser)
			if b := sum.Profile.Browser; b == nil || !b.Render || !strings.Contains(b.Why, "as served it has") {
				t.Errorf("the profile does not say that and why pages are shown: %+v", b)
			}
			if sum.Records != len(site.Records) {
				t.Errorf("%d records: %s", sum.Records, sum.Stop.Reason)
			}
			at.behaved()
		})
	}
}

// With --browser never such a site has no search interface, and that is said;
// with always a site that needs no scripts is shown all the same.
func TestRenderingIsWhatTheUserWants(t *testing.T) {
	for _, c := range []struct {
		site     string
		browser  harvest.Rendering
		shown    bool
		requests int
		stop     harvest.StopKind
	}{
		{"orchards", harvest.RenderNever, false, 12, harvest.NoForm},
		{"recipes", harvest.RenderAuto, false, 6, harvest.Limit},
		{"recipes", harvest.RenderAlways, true, 3, harvest.Limit},
	} {
		t.Run(c.site+" "+string(c.browser), func(t *testing.T) {
			n := newShownNetwork(t)
			sum := serveNamed(t, c.site, fixtures.Options{}).harvest(n, harvest.Options{MaxRequests: c.requests, Browser: c.browser})
			t.Logf("%d records, %d pages shown: %+v", sum.Records, n.shown, sum.Stop)
			if (n.shown > 0) != c.shown {
				t.Errorf("%d pages were shown", n.shown)
			}
			if sum.Stop.Kind != c.stop || c.stop == harvest.NoForm && !strings.Contains(sum.Stop.Reason, "--browser never") {
				t.Errorf("stopped as %s: %s", sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}

// pressed is a site that scripts draw. It counts the requests that a control for more is
// pressed in.
type pressed struct {
	stub
	times int
}

func (p *pressed) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if steps, err := r.Steps(); err == nil && slices.ContainsFunc(steps, func(s page.Step) bool { return s.Do == page.More && s.At != "" }) {
		p.times++
	}
	if r.Render {
		return p.stub.Fetch(ctx, r)
	}
	return stub(func(*url.URL) (int, string) {
		return 200, "<title>Archive</title><div id=app></div><script src=/app.js></script>"
	}).Fetch(ctx, r)
}

// A button that shows more of something else is not pressed for each answer.
func TestWhatShowsNoMoreRecordsIsLeftAlone(t *testing.T) {
	words := strings.Fields("amber birch cedar delta ember falcon garnet harbor island jasper kestrel lagoon meadow nectar")
	site := &pressed{stub: func(u *url.URL) (int, string) {
		var names []string
		for i := range 60 {
			if name := words[i%14] + " " + words[i/14] + " " + words[i*5%13]; strings.Contains(name, u.Query().Get("q")) {
				names = append(names, fmt.Sprint(name, " ", i))
			}
		}
		switch {
		case u.Path != "/find":
			return 200, stubForm + "<p>Letters about amber, cedar and the garnet.</p>"
		case len(names) == 0 || u.Query().Get("q") == "":
			return 200, stubForm + "<p>No results found.</p>"
		}
		return 200, found(names, 60, len(names)) + "<button type=button id=m>Show more choices</button>"
	}}
	sum := run(t, harvest.Options{TargetCoverage: 1}, site, newMemory())
	if site.times == 0 || site.times > 6 || sum.Requests < 20 {
		t.Errorf("pressed in %d of %d requests", site.times, sum.Requests)
	}
}

// undrawn is a site whose scripts draw the answers: over HTTP each lists other things. It counts
// what is asked so.
type undrawn struct {
	stub
	plain int
}

func (s *undrawn) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if r.Render {
		return s.stub.Fetch(ctx, r)
	}
	s.plain++
	return stub(func(u *url.URL) (int, string) {
		if u.Path != "/find" {
			return 200, "<title>Archive</title><div id=app></div><script src=/app.js></script>"
		}
		rooms := ""
		for i := range 12 {
			rooms += fmt.Sprintf(`<li><h3><a href="/room/%d">Room of the archive %d</a></h3><p>Where letters are kept, the %dth.</p>`, i, i, i)
		}
		return 200, stubForm + "<ul>" + rooms + "</ul><script src=/app.js></script>"
	}).Fetch(ctx, r)
}

// Answers are shown in a browser as long as what it shows is not what comes without it, however
// much that lists.
func TestAnswersOfOtherThingsEndNoShowing(t *testing.T) {
	site := &undrawn{stub: func(u *url.URL) (int, string) {
		var names []string
		for i := range 500 {
			if name := fmt.Sprint(letters(i/2*7919), " ", letters(i/3*104729), " ", letters(i*31)); u.Query().Get("q") != "" && strings.Contains(name, u.Query().Get("q")) {
				names = append(names, name)
			}
		}
		switch {
		case u.Path != "/find":
			return 200, stubForm + "<p>Letters about the " + letters(0) + " and the " + letters(7919) + ".</p>"
		case len(names) == 0:
			return 200, stubForm + "<p>No results found.</p>"
		}
		return 200, found(names, 60, len(names))
	}}
	sum := run(t, harvest.Options{MaxRequests: 330}, site, newMemory())
	if b := sum.Profile.Browser; b == nil || !b.Render || sum.Requests < 300 || site.plain > 40 {
		t.Errorf("%d records by %d requests, %d of them over HTTP: %+v", sum.Records, sum.Requests, site.plain, b)
	}
}
