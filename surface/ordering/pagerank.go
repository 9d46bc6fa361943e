package ordering

import "math"

// Damping is the chance that PageRank's surfer follows a link, as in the crawls
// of Cho, Garcia-Molina and Page 1998.
const Damping = 0.9

// pageRank prefers pages with a high PageRank among the pages and links known:
// IR' of Cho, Garcia-Molina and Page 1998, section 2, in the form
//
//	IR(p) = (1-d) + d * sum over links t->p of IR(t)/c(t)
//
// so that the mean is 1. Pages without links (those not visited among them)
// link to all pages, as there. It is recomputed in batches, from the values of
// the last one; in between, a page counts what the links found since give it.
type pageRank struct {
	changes
	links
	batch
	rank, next []float64
	known      []Node
}

// rankTolerance ends a recomputation: the mean change of a page in a round.
const rankTolerance = 1e-3

const maxRankRounds = 30

func (o *pageRank) Found(p Page) {
	o.rank = grow(o.rank, p.Node)
	o.rank[p.Node] = 1 - Damping
	o.known = append(o.known, p.Node)
}

func (o *pageRank) Visited(v Visit) {
	o.links.add(v)
	if n := len(v.Links); n > 0 {
		share := Damping * o.rank[v.Node] / float64(n)
		for _, l := range v.Links {
			o.rank[l.To] += share
			o.touch(l.To)
		}
	}
	if o.due() {
		o.recompute()
		o.touchAll()
	}
}

func (o *pageRank) Priority(n Node) float64 { return o.rank[n] }
func (o *pageRank) scale() float64          { return 1 }

func (o *pageRank) recompute() {
	for len(o.next) < len(o.rank) {
		o.next = append(o.next, 0)
	}
	size := float64(len(o.known))
	for range maxRankRounds {
		clear(o.next)
		linking := 0.0 // rank of the pages with links
		for _, p := range o.visited {
			if p.from == p.to {
				continue
			}
			r := o.rank[p.node]
			linking += r
			share := Damping * r / float64(p.to-p.from)
			for _, to := range o.targets[p.from:p.to] {
				o.next[to] += share
			}
		}
		all := 0.0
		for _, n := range o.known {
			all += o.rank[n]
		}
		base := 1 - Damping + Damping*(all-linking)/size
		change := 0.0
		for _, n := range o.known {
			o.next[n] += base
			change += math.Abs(o.next[n] - o.rank[n])
		}
		o.rank, o.next = o.next, o.rank
		if change < rankTolerance*size {
			return
		}
	}
}
