package ordering_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

// crawlPages plays a crawl engine: a list of waiting pages with the priorities
// that the ordering gave them.
func (w web) crawlPages(t *testing.T, o surface.Ordering) (order []ordering.Node) {
	t.Helper()
	url := func(n ordering.Node) page.URL {
		p := w.page(n)
		return page.MustParseURL(p.URL)
	}
	type entry struct {
		node     ordering.Node
		priority float64
		depth    int
	}
	var waiting []entry
	known := map[surface.ID]bool{}
	add := func(n ordering.Node, depth int, on *surface.Visit) {
		id := surface.IDOf(url(n))
		if known[id] {
			return
		}
		known[id] = true
		f := surface.Found{Link: surface.Link{URL: url(n), ID: id}, Depth: depth}
		waiting = append(waiting, entry{n, o.Found(f, on), depth})
	}
	add(0, 0, nil)
	for len(waiting) > 0 {
		best := 0
		for i, e := range waiting {
			if e.priority > waiting[best].priority {
				best = i
			}
		}
		e := waiting[best]
		waiting = slices.Delete(waiting, best, best+1)
		order = append(order, e.node)
		v := &surface.Visit{URL: url(e.node), Status: 200, Depth: e.depth, Text: w.text(e.node)}
		for _, to := range w.links[e.node] {
			v.Links = append(v.Links, surface.Link{URL: url(to), Kind: "a", Anchor: w.words(e.node, to)})
		}
		v.Identify()
		o.Visited(v, func(id surface.ID, priority float64) {
			for i := range waiting {
				if surface.IDOf(url(waiting[i].node)) == id {
					waiting[i].priority = priority
				}
			}
		})
		for _, to := range w.links[e.node] {
			add(to, e.depth+1, v)
		}
	}
	return order
}

// A crawl engine that keeps its own frontier visits the pages in the order of a
// Queue.
func TestForCrawlOrdersAsAQueue(t *testing.T) {
	for _, spec := range everySpec {
		t.Run(spec, func(t *testing.T) {
			w := randomWeb(rand.New(rand.NewPCG(5, 6)), 60)
			w.page = func(n ordering.Node) ordering.Page {
				host := fmt.Sprintf("http://h%d.example", int(n)%7)
				return ordering.Page{Host: host, URL: fmt.Sprintf("%s/%d/%d", host, n%5, n)}
			}
			words := w.words
			w.words = func(from, to ordering.Node) string { return words(from, to) + " " + w.page(to).URL } // a Link has no URL in crawl
			o := ordering.Options{Query: "river 7", Batch: 4, Limit: 1000}
			if d := cmp.Diff(w.crawl(t, plan(t, spec, o), 99), w.crawlPages(t, ordering.ForCrawl(plan(t, spec, o)))); d != "" {
				t.Errorf("queue and engine differ (-queue +engine):\n%s", d)
			}
		})
	}
}

func TestForCrawlReadsTextsWhereNeeded(t *testing.T) {
	for spec, want := range map[string]bool{"pagerank": false, "hot": true, "opic+0.1*similarity": true, "best-n-first": true, "best-n-first(opic)": false} {
		o := ordering.ForCrawl(plan(t, spec, ordering.Options{Query: "trout"}))
		if o.ReadsText() != want {
			t.Errorf("%s: ReadsText is %v", spec, !want)
		}
	}
}
