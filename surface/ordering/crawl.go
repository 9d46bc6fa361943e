package ordering

import (
	"fmt"

	"github.com/hadal-crawler/hadal/surface"
)

// ForCrawl makes p the ordering of a crawl of real pages. Its frontier is to
// hold p.Limit pages at most.
//
// A page that some page links to is known to p even where the crawl leaves it
// out (another site, say): it counts as a page that nobody has visited yet.
func ForCrawl(p *Plan) surface.Ordering {
	c := &crawl{plan: p, queue: NewQueue(p), nodes: map[surface.ID]Node{}}
	c.queue.track = true
	return c
}

// crawl numbers the pages of a crawl.
type crawl struct {
	plan  *Plan
	queue *Queue // what a batch is taken from
	nodes map[surface.ID]Node
	ids   []surface.ID // by node
	links []Link       // of the last visit
	seen  map[surface.ID]bool
	left  int // visits until the next batch
}

// ReadsText implements surface.Ordering.
func (c *crawl) ReadsText() bool { return c.plan.Text }

// Stale implements surface.Ordering: pages that change their place are ranked by Visited.
func (c *crawl) Stale() bool { return false }

// Rescore implements surface.Ordering.
func (c *crawl) Rescore(f surface.Found) float64 { return c.plan.Priority(c.nodes[f.Link.ID]) }

// Why implements surface.Ordering.
func (c *crawl) Why(f surface.Found) string {
	return fmt.Sprintf("%d links from a start page", f.Depth)
}

// Found implements surface.Ordering.
func (c *crawl) Found(f surface.Found, _ *surface.Visit) float64 {
	n, ok := c.nodes[f.Link.ID]
	if !ok {
		n = c.enter(f.Link, f.Depth)
	}
	if c.plan.Batch > 1 && c.queue.state[n] == taken { // by the visit that found it
		return lifted + c.plan.Priority(n)
	}
	return c.plan.Priority(n)
}

func (c *crawl) enter(l surface.Link, depth int) Node {
	n := Node(len(c.ids))
	c.nodes[l.ID] = n
	c.ids = append(c.ids, l.ID)
	c.queue.Found(Page{Node: n, URL: l.URL.String(), Host: l.URL.Origin(), Depth: depth})
	return n
}

// Visited implements surface.Ordering.
func (c *crawl) Visited(v *surface.Visit, rank func(surface.ID, float64)) {
	n, ok := c.nodes[v.ID]
	if !ok {
		n = c.enter(surface.Link{URL: v.URL, ID: v.ID}, v.Depth)
	}
	c.links, c.seen = c.links[:0], map[surface.ID]bool{v.ID: true}
	for _, l := range v.Links {
		if c.seen[l.ID] {
			continue
		}
		c.seen[l.ID] = true
		to, ok := c.nodes[l.ID]
		if !ok {
			to = c.enter(l, v.Depth+1)
		}
		c.links = append(c.links, Link{To: to, URL: l.URL.String(), Anchor: l.Anchor, Context: l.Around})
	}
	c.queue.Visited(Visit{Node: n, Text: v.Text, Links: c.links})
	c.queue.moved(func(n Node) { rank(c.ids[n], c.plan.Priority(n)) })
	if c.plan.Batch > 1 {
		c.batch(rank)
	}
}

// batch lifts the N best pages above all others once those of the last batch
// were visited, so that what is found meanwhile comes after them.
func (c *crawl) batch(rank func(surface.ID, float64)) {
	if c.left--; c.left > 0 {
		return
	}
	for c.left = 0; c.left < c.plan.Batch; c.left++ {
		n, ok := c.queue.Next()
		if !ok {
			return
		}
		rank(c.ids[n], lifted+c.plan.Priority(n))
	}
}

// lifted is above any priority of the orderings that best-n-first is used with.
const lifted = 1e6
