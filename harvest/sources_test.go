package harvest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Each search of a site is harvested, under a name of its own, also where runs end in
// between; one that only repeats another is seen to. Who names a form has that one alone, and
// who names several has these.
func TestSearchesOfASiteAreSources(t *testing.T) {
	site := fixtures.Searches(fixtures.Options{})
	for _, most := range []int{0, 6} {
		server, err := fixtures.Serve(site)
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		db, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "h.db"), storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		start := page.MustParseURL(server.URL())
		run := func(o harvest.Options) harvest.Summary {
			o.Browser = harvest.RenderNever
			before := len(server.Log())
			sum, err := harvest.RunAll(t.Context(), harvest.Site{Name: "archive", Start: start}, o, clientFor(t, start), db, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(server.Log()) - before; most > 0 && n > most {
				t.Errorf("%d requests in a run of at most %d", n, most)
			}
			return sum
		}
		sum := run(harvest.Options{MaxRequests: most})
		for range 20 {
			if most == 0 || len(sum.Sources) == 2 && sum.Sources[1].Stop.Kind != harvest.Limit {
				break
			}
			sum = run(harvest.Options{MaxRequests: most})
		}
		if len(sum.Sources) != 2 || len(sum.Aside) > 0 {
			t.Fatalf("%d other searches, %q: %s", len(sum.Sources), sum.Aside, sum.Stop.Reason)
		}
		letters, people, again := 0, 0, 0
		for _, s := range append(sum.Sources, sum) {
			var found []fixtures.Found
			for rec, err := range db.Records(t.Context(), s.Site) {
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, fixtures.Found{Path: page.MustParseURL(rec.URL).PathQuery(), Title: rec.Title})
			}
			score := site.Score(found)
			switch {
			case score.Foreign+score.Doubled > 0:
				t.Errorf("%s: %d records that are none, %d double", s.Site, score.Foreign, score.Doubled)
			case strings.Contains(s.Stop.Reason, "it is taken for one of these"):
				if again++; s.Estimate.Known() || s.Stop.Kind != harvest.Exhausted || s.Records > 60 {
					t.Errorf("%s, the same again: %d records of %+v, %s", s.Site, s.Records, s.Estimate, s.Stop.Kind)
				}
			case s.Records == 160 && s.Stop.Kind == harvest.Complete && s.Estimate.Exact:
				letters++
			case s.Records == 110 && s.Stop.Kind == harvest.Complete && s.Estimate.Exact:
				people++
			default:
				t.Errorf("%s: %d records of %+v, %s: %s", s.Site, s.Records, s.Estimate, s.Stop.Kind, s.Stop.Reason)
			}
		}
		if letters != 1 || people != 1 || again != 1 {
			t.Errorf("%d searches of letters, %d of people, %d that repeat", letters, people, again)
		}
		if v := server.Violations(); len(v) > 0 {
			t.Errorf("a violation: %+v", v[0])
		}
		if most == 0 {
			believed := sum.Profile
			by := run(harvest.Options{Fresh: true, Profile: &believed})
			if len(by.Sources) != 2 || by.Records != sum.Records || by.Sources[0].Records+by.Sources[1].Records != sum.Sources[0].Records+sum.Sources[1].Records {
				t.Errorf("by its profile: %d records, others %+v; without %d, %+v", by.Records, by.Sources, sum.Records, sum.Sources)
			}
			one := run(harvest.Options{Fresh: true, Form: "/people/find"})
			if len(one.Sources) > 0 || one.Records != 110 || one.Stop.Kind != harvest.Complete {
				t.Errorf("one alone: %d records, %d other searches, %s: %s", one.Records, len(one.Sources), one.Stop.Kind, one.Stop.Reason)
			}
			two := run(harvest.Options{Fresh: true, Form: "/people/find", Also: []string{"/letters/find", "/nowhere"}})
			if len(two.Sources) != 2 || two.Records != 110 || two.Sources[0].Site != "archive/letters/find" || two.Sources[0].Records != 160 || two.Sources[1].Stop.Kind != harvest.NoForm {
				t.Errorf("two by name and one that is not there: %d records, others %+v", two.Records, two.Sources)
			}
			rehearsed := run(harvest.Options{Fresh: true, DryRun: true, Form: "/people/find", Also: []string{"/letters/find"}})
			if len(rehearsed.Sources) != 1 || len(rehearsed.Planned) == 0 || len(rehearsed.Sources[0].Planned) == 0 {
				t.Errorf("a dry run of two shows %q and %+v", rehearsed.Planned, rehearsed.Sources)
			}
			t.Logf("%d requests", len(server.Log()))
		}
	}
}
