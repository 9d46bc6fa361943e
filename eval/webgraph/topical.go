package webgraph

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Hunt measures crawls for topics of a collection, as Menczer, Pant and
// Srinivasan 2004 (Topical web crawlers: evaluating adaptive algorithms) did
// with topics of a directory:
//
//   - static: the share of a topic's pages that was visited;
//   - dynamic: the mean similarity (cosine, tf-idf) of the visited pages and the
//     topic's description, the texts of all its pages.
//
// A crawl starts at pages from which it is Distance links to the nearest page on
// the topic, and knows the topic's name only.
type Hunt struct {
	Collection *Collection
	Distance   int    // links
	Starts     int    // pages
	Limit      int    // pages visited a crawl
	Seed       uint64 // of the choice of the start pages

	pages  []ordering.Vector
	corpus ordering.Corpus
}

// Chase is a crawl for a topic. The elements of its lists belong to the parts of
// Limit that Marks returns.
type Chase struct {
	Static, Dynamic []float64
	Visited         int
}

// marksOfChase is the number of points of a chase's curves.
const marksOfChase = 50

// Marks are the numbers of visited pages at which chases are measured.
func (h *Hunt) Marks() (marks []int) {
	for i := 1; i <= marksOfChase; i++ {
		if k := i * h.Limit / marksOfChase; k > 0 && (len(marks) == 0 || k > marks[len(marks)-1]) {
			marks = append(marks, k)
		}
	}
	return marks
}

// Prepare weighs the words of all pages.
func (h *Hunt) Prepare() {
	c := h.Collection
	for n := range c.Pages() {
		title, text := c.page(Node(n))
		h.corpus.Add(title + "\n" + text)
	}
	h.pages = make([]ordering.Vector, c.Pages())
	for n := range h.pages {
		title, text := c.page(Node(n))
		h.pages[n] = h.corpus.Vector(title + "\n" + text)
	}
}

// describe is the description of a topic.
func (h *Hunt) describe(t Topic) ordering.Vector {
	var b strings.Builder
	for _, n := range t.Targets {
		title, text := h.Collection.page(n)
		b.WriteString(title + "\n" + text + "\n")
	}
	return h.corpus.Vector(b.String())
}

// StartPages returns where a crawl for the topic starts: pages Distance links
// from it, or as far as there are any.
func (h *Hunt) StartPages(t Topic) []Node {
	c := h.Collection
	back := make([][]Node, c.Pages())
	for n := range Node(c.Pages()) {
		for _, to := range c.Links(n) {
			back[to] = append(back[to], n)
		}
	}
	reached := make([]bool, c.Pages())
	ring := slices.Clone(t.Targets)
	for _, n := range ring {
		reached[n] = true
	}
	for range h.Distance {
		var next []Node
		for _, n := range ring {
			for _, from := range back[n] {
				if !reached[from] {
					reached[from] = true
					next = append(next, from)
				}
			}
		}
		if len(next) == 0 {
			break
		}
		ring = next
	}
	slices.Sort(ring)
	rnd := rand.New(rand.NewPCG(h.Seed, uint64(len(t.Targets))))
	rnd.Shuffle(len(ring), func(i, j int) { ring[i], ring[j] = ring[j], ring[i] })
	return ring[:min(len(ring), h.Starts)]
}

// Run crawls for a topic.
func (h *Hunt) Run(ctx context.Context, spec string, t Topic, o ordering.Options) (Chase, error) {
	o.Query = t.Name
	plan, err := ordering.New(spec, o)
	if err != nil {
		return Chase{}, err
	}
	trace, err := h.Collection.crawl(ctx, plan, h.StartPages(t), 0, h.Limit, h.Collection)
	if err != nil {
		return Chase{}, err
	}
	target := make([]bool, h.Collection.Pages())
	for _, n := range t.Targets {
		target[n] = true
	}
	description := h.describe(t)
	chase := Chase{Visited: len(trace.Order)}
	found, similar, visited := 0, 0.0, 0
	for _, mark := range h.Marks() {
		for ; visited < mark && visited < len(trace.Order); visited++ {
			n := trace.Order[visited]
			if target[n] {
				found++
			}
			similar += h.pages[n].Cosine(description)
		}
		chase.Static = append(chase.Static, float64(found)/float64(len(t.Targets)))
		chase.Dynamic = append(chase.Dynamic, similar/float64(max(visited, 1)))
	}
	return chase, nil
}

// MeanAndError is the mean of values and its standard error (0 for one value).
func MeanAndError(values []float64) (mean, standardError float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	if n < 2 {
		return mean, 0
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sum / (n - 1) / n)
}
