package locate_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/survey"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/formfirst"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

// order returns an ordering for one site.
func order(t *testing.T, name string) surface.Ordering {
	if name == "form-first" {
		return formfirst.New(1)
	}
	plan, err := ordering.New(name, ordering.Options{Query: "search catalogue database", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return ordering.ForCrawl(plan)
}

const (
	mostPages = 60  // of a site that are looked at
	surely    = 0.8 // what a search interface is worth that a harvest takes without looking further
)

// firstForm returns the number of requests until the first search interface is
// found, redirects counted and robots.txt not: every ordering asks for that
// first. Where none is found it is more than mostPages.
func firstForm(t *testing.T, client *fetch.Client, o surface.Ordering, start page.URL) int {
	t.Helper()
	patient := fetch.Patient(client, 0, nil)
	if _, err := patient.Fetch(context.Background(), page.Get(start)); err != nil { // with robots.txt
		t.Fatal(err)
	}
	frontier := surface.NewFrontier(func(u page.URL) bool { return u.Site() == start.Site() }, o, start)
	requests := 0
	for requests <= mostPages {
		u, _, ok := frontier.Next()
		if !ok {
			return mostPages + 1
		}
		v := surface.Visit{URL: u}
		p, err := patient.Fetch(context.Background(), page.Get(u))
		requests++
		if err == nil {
			requests += max(p.Requests-1, 0)
			v.Final, v.Status = p.Final, p.Status
			reading, _ := surface.Read(p) // what is no page has no links
			v.Links = append(reading.Links, surface.Sitemaps(client.State(p.Final.Origin()).Robots, p.Final)...)
			if doc := reading.Document; doc != nil {
				v.Text = doc.Text()
				for _, f := range forms.Parse(doc) {
					if survey.Worth(&f, false) >= surely {
						return requests
					}
				}
			}
		}
		frontier.Observe(v)
	}
	return mostPages + 1
}

// entrance is a site whose form is to be found.
type entrance struct {
	name  string
	start page.URL
	near  bool // the form is linked from the start page or from a page linked there
}

// entrances serves portals with forms up to three links away, in several
// languages and ways. The evaluation has more of them, the bundled sites, and
// the applications of HADAL_SITES (URLs with blanks between them).
func entrances(t *testing.T, evaluation bool) (out []entrance) {
	serve := func(site *fixtures.Site, near bool) {
		s, err := fixtures.Serve(site)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		out = append(out, entrance{site.Name, page.MustParseURL(s.URL()), near})
	}
	portals := 9
	if evaluation {
		portals = 240
		for _, u := range strings.Fields(os.Getenv("HADAL_SITES")) {
			out = append(out, entrance{u, page.MustParseURL(u), true})
		}
		for _, site := range fixtures.All(fixtures.Options{}) {
			if site.Search != "" && site.Outcome == fixtures.Complete {
				serve(site, site.Depth <= 2)
			}
		}
	}
	langs := []string{"en", "de", "fr", "es", "pl", "ru", "ja", "ar"}
	ways := []fixtures.Way{fixtures.ByLink, fixtures.ByAdvanced, fixtures.ByHere, fixtures.ByFrame, fixtures.ByRedirect}
	for i := range portals {
		e := fixtures.Entrance{Lang: langs[i%len(langs)], Depth: 1 + i%3, Menu: 20 + 30*(i%5), Plain: i%2 == 1, Way: ways[i/3%len(ways)]}
		serve(fixtures.Portal(fixtures.Options{Seed: uint64(100 + i)}, fmt.Sprintf("portal%d-%s", i, e), e), e.Depth <= 2)
	}
	return out
}

// Form-first finds the first search interface with fewer requests than any
// other ordering, and within five where it is linked from the start page or
// from a page linked there.
//
// HADAL_FIRSTFORM makes it the evaluation with all orderings that
// `make eval-firstform` runs.
func TestFormFirstIsFirst(t *testing.T) {
	orders, evaluation := []string{"form-first", "breadth-first"}, os.Getenv("HADAL_FIRSTFORM") != ""
	if evaluation {
		orders = append(orders, "server-breadth-first", "larger-sites-first", "backlink", "pagerank", "opic", "location", "random",
			"similarity", "hot", "best-n-first", "0.7*similarity+0.3*pagerank")
	}
	sites := entrances(t, evaluation)
	client := newClient(t, fetch.Options{})
	for _, s := range sites {
		client.AddTarget(s.start)
	}
	table := map[string][]int{}
	for _, name := range orders {
		for _, s := range sites {
			table[name] = append(table[name], firstForm(t, client, order(t, name), s.start))
		}
		within, far := 0, 0
		for _, n := range table[name] {
			if n <= 5 {
				within++
			}
			if n > mostPages {
				far++
			}
		}
		t.Logf("%-27s median %2d, mean %4.1f requests until the first form; within 5 on %d of %d sites, not within %d on %d",
			name, median(table[name]), mean(table[name]), within, len(sites), mostPages, far)
	}
	near, late := 0, 0
	for i, s := range sites {
		n := table["form-first"][i]
		if evaluation && !strings.HasPrefix(s.name, "portal") {
			t.Logf("%-36s form-first %2d, breadth-first %2d", s.name, n, table["breadth-first"][i])
		}
		if s.near {
			near++
			if n > 5 {
				late++
				t.Logf("%s: %d requests until the form", s.name, n)
			}
		}
	}
	t.Logf("form-first: within 5 requests on %d of %d sites where the form is at most two links away", near-late, near)
	if late > 0 {
		t.Errorf("on %d of %d sites the form, at most two links away, was not found within 5 requests", late, near)
	}
	for _, name := range orders[1:] {
		if mean(table["form-first"]) >= mean(table[name]) || median(table["form-first"]) > median(table[name]) {
			t.Errorf("form-first needs %.1f requests on average, %s %.1f", mean(table["form-first"]), name, mean(table[name]))
		}
	}
}

func median(all []int) int {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

func mean(all []int) float64 {
	sum := 0
	for _, n := range all {
		sum += n
	}
	return float64(sum) / float64(len(all))
}
