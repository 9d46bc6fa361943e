package ordering_test

import (
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// A crawl of 20,000 pages, by ordering.
func BenchmarkCrawl(b *testing.B) {
	w := randomWeb(rand.New(rand.NewPCG(1, 1)), 20000)
	for _, spec := range []string{"breadth-first", "backlink", "opic", "pagerank", "larger-sites-first", "0.7*similarity+0.3*pagerank"} {
		b.Run(spec, func(b *testing.B) {
			for b.Loop() {
				w.crawl(b, plan(b, spec, ordering.Options{Query: "river 7"}), 20000)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20000, "ns/page")
		})
	}
}
