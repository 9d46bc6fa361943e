package webgraph

import (
	"context"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Trace is what a crawl did.
type Trace struct {
	Order []Node // the visited pages
	Left  []Node // by visit: the page that then left the buffer, -1 for none; nil without a buffer
}

// contents are the texts of a web's pages.
type contents interface {
	page(n Node) (title, text string)
	anchor(from Node, link int) string
}

// Crawl follows links from the start pages as the plan orders them, until none
// is left. A buffer of so many pages drops the page of lowest priority when it
// is full; 0: no buffer.
func (g *Graph) Crawl(ctx context.Context, plan *ordering.Plan, starts []Node, buffer int) (Trace, error) {
	return g.crawl(ctx, plan, starts, buffer, g.Pages(), nil)
}

// crawl visits up to limit pages, which have texts where these are not nil.
func (g *Graph) crawl(ctx context.Context, plan *ordering.Plan, starts []Node, buffer, limit int, texts contents) (t Trace, err error) {
	q := ordering.NewQueue(plan)
	left := Node(-1)
	if buffer > 0 {
		q.Keep(buffer, func(n Node) { left = n })
	}
	depth := make([]int32, g.Pages()) // 1 + links from the start; 0: not found
	found := func(n Node, d int32) {
		depth[n] = d
		p := ordering.Page{Node: n, Depth: int(d - 1)}
		if g.Paths != nil {
			p.URL = g.Paths[n]
			p.Host = host(p.URL)
		}
		q.Found(p)
	}
	for _, n := range starts {
		if depth[n] == 0 {
			found(n, 1)
		}
	}
	var links []ordering.Link
	for i := 0; i < limit; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return t, ctx.Err()
		}
		n, ok := q.Next()
		if !ok {
			break
		}
		links = links[:0]
		for i, to := range g.Links(n) {
			if depth[to] == 0 {
				found(to, depth[n]+1)
			}
			l := ordering.Link{To: to}
			if plan.Text && g.Paths != nil {
				l.URL = g.Paths[to]
			}
			if plan.Text && texts != nil {
				l.Anchor = texts.anchor(n, i)
			}
			links = append(links, l)
		}
		visit := ordering.Visit{Node: n, Links: links}
		if plan.Text && texts != nil {
			visit.Title, visit.Text = texts.page(n)
		}
		q.Visited(visit)
		t.Order = append(t.Order, n)
		if buffer > 0 {
			t.Left = append(t.Left, left)
			left = -1
		}
	}
	return t, nil
}
