package ordering_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// web is a made-up web: its pages link to other pages.
type web struct {
	links [][]ordering.Node
	page  func(ordering.Node) ordering.Page // nil: no URLs
	text  func(ordering.Node) string
	words func(from, to ordering.Node) string
}

// crawl visits up to limit pages from page 0 and returns them in order.
func (w web) crawl(t testing.TB, plan *ordering.Plan, limit int) (order []ordering.Node) {
	t.Helper()
	q := ordering.NewQueue(plan)
	depth := map[ordering.Node]int{0: 0}
	found := func(n ordering.Node, d int) {
		p := ordering.Page{Node: n}
		if w.page != nil {
			p = w.page(n)
		}
		p.Node, p.Depth = n, d
		depth[n] = d
		q.Found(p)
	}
	found(0, 0)
	for len(order) < limit {
		n, ok := q.Next()
		if !ok {
			break
		}
		order = append(order, n)
		v := ordering.Visit{Node: n}
		if w.text != nil {
			v.Text = w.text(n)
		}
		for _, to := range w.links[n] {
			if _, known := depth[to]; !known {
				found(to, depth[n]+1)
			}
			l := ordering.Link{To: to}
			if w.words != nil {
				l.Anchor = w.words(n, to)
			}
			v.Links = append(v.Links, l)
		}
		q.Visited(v)
	}
	return order
}

func plan(t testing.TB, spec string, o ordering.Options) *ordering.Plan {
	t.Helper()
	p, err := ordering.New(spec, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func nodes(n ...ordering.Node) []ordering.Node { return n }

func TestOrders(t *testing.T) {
	links := [][]ordering.Node{
		0: {1, 2, 3},
		1: {4},
		2: {5, 6},
		3: {6, 5, 7},
		4: {}, 5: {7}, 6: {}, 7: {},
	}
	hosts := []string{"a", "a", "a", "b", "c", "b", "b", "b"}
	paths := []string{"/", "/x/y/z", "/x", "/home.html", "/q?a=1&b=2", "/x/index.html", "/x/y", "/x/y/z/w"}
	w := web{links: links, page: func(n ordering.Node) ordering.Page {
		return ordering.Page{Host: hosts[n], URL: "http://" + hosts[n] + ".example" + paths[n]}
	}}
	for _, c := range []struct {
		spec string
		want []ordering.Node
	}{
		{"breadth-first", nodes(0, 1, 2, 3, 4, 5, 6, 7)},
		// b's first page before a's second and third, c's before b's second.
		{"server-breadth-first", nodes(0, 3, 1, 4, 6, 2, 5, 7)},
		// 5 and 6 have two links once 2 and 3 were visited, 7 has two after 5.
		{"backlink", nodes(0, 1, 2, 3, 5, 6, 7, 4)},
		{"location", nodes(0, 3, 2, 5, 6, 1, 4, 7)},
		// 1, 2, 3 hold a third each; 1 gives it to 4 alone, 2 and 3 share among two and three.
		{"opic", nodes(0, 1, 2, 3, 4, 5, 7, 6)},
		// a has two pages waiting, b three after 2 was visited.
		{"larger-sites-first", nodes(0, 1, 2, 3, 5, 6, 4, 7)},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if d := cmp.Diff(c.want, w.crawl(t, plan(t, c.spec, ordering.Options{}), 99)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestLocation(t *testing.T) {
	order := []string{
		"http://a.example/", "http://a.example/home", "http://a.example/about", "http://a.example/x/index.html", "http://a.example/x/y", "http://a.example/x?q=1&r=2",
	}
	for i := 1; i < len(order); i++ {
		if a, b := ordering.Location(order[i-1]), ordering.Location(order[i]); a <= b {
			t.Errorf("%s is worth %.3f, %s %.3f", order[i-1], a, order[i], b)
		}
	}
	for _, u := range []string{"", "doc/usr/share/index.html", "%zz", "http://a.example/?" + "a=1&b=2&c=3"} {
		if v := ordering.Location(u); v < 0 || v > 1 {
			t.Errorf("Location(%q) = %v", u, v)
		}
	}
}

// randomWeb has pages with few links in and some with many.
func randomWeb(rnd *rand.Rand, size int) web {
	w := web{links: make([][]ordering.Node, size)}
	for n := range w.links {
		for range rnd.IntN(8) {
			to := ordering.Node(float64(size) * math.Pow(rnd.Float64(), 3))
			if int(to) != n && !slices.Contains(w.links[n], to) {
				w.links[n] = append(w.links[n], to)
			}
		}
		if next := ordering.Node(n + 1); n+1 < size && !slices.Contains(w.links[n], next) {
			w.links[n] = append(w.links[n], next) // all is reachable
		}
	}
	w.page = func(n ordering.Node) ordering.Page {
		host := fmt.Sprintf("h%d.example", int(n)%7)
		return ordering.Page{Host: host, URL: fmt.Sprintf("http://%s/%d/%d", host, n%5, n)}
	}
	w.text = func(n ordering.Node) string { return fmt.Sprintf("fish %d river %d", n%11, n%3) }
	w.words = func(_, to ordering.Node) string { return fmt.Sprintf("see %d", to%11) }
	return w
}

var everySpec = []string{
	"breadth-first", "server-breadth-first", "backlink", "pagerank", "opic", "location", "similarity", "larger-sites-first", "random", "hot", "hot(pagerank)",
	"0.7*similarity+0.3*pagerank", "opic+0.5*larger-sites-first", "best-n-first",
}

// Every ordering visits each reachable page once, and the same run gives the
// same order.
func TestEveryPageOnce(t *testing.T) {
	for _, spec := range everySpec {
		t.Run(spec, func(t *testing.T) {
			for seed := range uint64(5) {
				w := randomWeb(rand.New(rand.NewPCG(seed, 1)), 300)
				o := ordering.Options{Query: "river 7", Batch: 5, Limit: 400}
				got := w.crawl(t, plan(t, spec, o), 1000)
				again := w.crawl(t, plan(t, spec, o), 1000)
				if !slices.Equal(got, again) {
					t.Fatal("two runs differ")
				}
				slices.Sort(got)
				for i, n := range got {
					if int(n) != i {
						t.Fatalf("page %d is missing or there twice", i)
					}
				}
				if len(got) != 300 {
					t.Fatalf("%d pages visited of 300", len(got))
				}
			}
		})
	}
}

// An ordering tells of every change: what a frontier knows from Changed is
// always what Priority says.
func TestChangedIsComplete(t *testing.T) {
	for _, spec := range everySpec {
		t.Run(spec, func(t *testing.T) {
			w := randomWeb(rand.New(rand.NewPCG(9, 9)), 200)
			p := plan(t, spec, ordering.Options{Query: "river 7"})
			value := map[ordering.Node]float64{}
			visited := map[ordering.Node]bool{}
			check := func() {
				t.Helper()
				pages, all := p.Changed()
				for _, n := range pages {
					value[n] = p.Priority(n)
				}
				for n, v := range value {
					if all {
						value[n] = p.Priority(n)
					} else if got := p.Priority(n); !visited[n] && math.Abs(got-v) > 0.02*max(1, v) { // scales of combinations move slowly between two batches
						t.Fatalf("%d was worth %v, is worth %v, and nobody was told", n, v, got)
					}
				}
			}
			for n := range ordering.Node(200) {
				v := ordering.Visit{Node: n, Text: w.text(n)}
				pages := append([]ordering.Node{n}, w.links[n]...)
				for _, m := range pages {
					if _, known := value[m]; !known {
						page := w.page(m)
						page.Node = m
						p.Found(page)
						value[m] = p.Priority(m)
					}
				}
				for _, m := range w.links[n] {
					v.Links = append(v.Links, ordering.Link{To: m, Anchor: w.words(n, m)})
				}
				visited[n] = true
				p.Visited(v)
				check()
			}
		})
	}
}

// The PageRank of a crawl that has seen everything is that of the whole web.
func TestPageRankOfTheWholeWeb(t *testing.T) {
	w := randomWeb(rand.New(rand.NewPCG(3, 4)), 60)
	w.links[59] = nil
	w.text, w.words = nil, nil
	p := plan(t, "pagerank", ordering.Options{})
	w.crawl(t, p, 60)
	want := make([]float64, 60)
	for i := range want {
		want[i] = 1
	}
	for range 300 {
		next := make([]float64, 60)
		for n, links := range w.links {
			targets := links
			if len(links) == 0 {
				for to := range ordering.Node(60) {
					targets = append(targets, to)
				}
			}
			for _, to := range targets {
				next[to] += 0.9 * want[n] / float64(len(targets))
			}
		}
		for i := range next {
			next[i] += 0.1
		}
		want = next
	}
	for n := range ordering.Node(60) {
		if got := p.Priority(n); math.Abs(got-want[n]) > 0.02*want[n] {
			t.Errorf("page %d: %.4f, want %.4f", n, got, want[n])
		}
	}
}

// random takes each waiting page with the same chance, however long it waited.
func TestRandomIsFair(t *testing.T) {
	// 0 links to 1..4, each of those to two more: the second page visited after
	// page 1 is one of 2, 3, 4, 5, 6 with the same chance.
	w := web{links: [][]ordering.Node{{1}, {2, 3}, {4, 5}, {6, 7}, {}, {}, {}, {}}}
	fourth := map[ordering.Node]int{} // after 0, 1, 2: 3, 4 or 5
	for seed := range uint64(6000) {
		if order := w.crawl(t, plan(t, "random", ordering.Options{Seed: seed}), 4); order[2] == 2 {
			fourth[order[3]]++
		}
	}
	all := fourth[3] + fourth[4] + fourth[5]
	for n, times := range fourth {
		if share := float64(times) / float64(all); math.Abs(share-1.0/3) > 0.04 {
			t.Errorf("page %d was next in %.3f of the crawls, want a third", n, share)
		}
	}
}
