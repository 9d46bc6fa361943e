package webgraph

import (
	"fmt"
	"math"
	"strings"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Importances returns the names of the measures of importance.
func Importances() []string { return []string{"backlink", "pagerank", "forward", "location"} }

// Importance returns what each page is worth (Cho, Garcia-Molina and Page 1998,
// section 2): "backlink", the number of pages that link to it; "pagerank", with
// d = 0.9, of mean 1; "forward", the number of its links; "location", by its URL
// or path alone.
func (g *Graph) Importance(measure string) ([]float64, error) {
	value := make([]float64, g.Pages())
	switch measure {
	case "backlink":
		for _, to := range g.targets {
			value[to]++
		}
	case "forward":
		for n := range value {
			value[n] = float64(len(g.Links(Node(n))))
		}
	case "location":
		for n := range value {
			value[n] = ordering.Location(g.path(Node(n)))
		}
	case "pagerank":
		g.pageRank(value)
	default:
		return nil, fmt.Errorf("there is no importance %q (%s)", measure, strings.Join(Importances(), ", "))
	}
	return value, nil
}

// pageRank iterates IR(p) = (1-d) + d * sum IR(t)/c(t) until the pages change by
// less than a millionth in the mean; pages without links link to all.
func (g *Graph) pageRank(rank []float64) {
	for n := range rank {
		rank[n] = 1
	}
	next := make([]float64, len(rank))
	for range 500 {
		clear(next)
		dangling := 0.0
		for n, r := range rank {
			links := g.Links(Node(n))
			if len(links) == 0 {
				dangling += r
				continue
			}
			share := ordering.Damping * r / float64(len(links))
			for _, to := range links {
				next[to] += share
			}
		}
		base := 1 - ordering.Damping + ordering.Damping*dangling/float64(len(rank))
		change := 0.0
		for n := range next {
			next[n] += base
			change += math.Abs(next[n] - rank[n])
		}
		copy(rank, next)
		if change < 1e-6*float64(len(rank)) {
			return
		}
	}
}
