package ordering

import (
	"math"
	"math/rand/v2"
)

// random follows any link of the frontier with the same chance.
//
// Each waiting page has a clock that rings after an exponentially distributed
// time. Such clocks have no memory: whichever pages came when, each is the next
// to ring with the same chance. So a fixed number for each page is enough.
type random struct {
	changes
	rnd   *rand.Rand
	rings []float64
	now   float64
	done  []float64 // worth of visited pages; 0: not visited
}

func newRandom(seed uint64) *random {
	return &random{rnd: rand.New(rand.NewPCG(seed, 0x0dde5))}
}

func (o *random) Found(p Page) {
	o.rings, o.done = grow(o.rings, p.Node), grow(o.done, p.Node)
	o.rings[p.Node] = o.now + o.rnd.ExpFloat64()
}

func (o *random) Visited(v Visit) {
	o.now = math.Max(o.now, o.rings[v.Node])
	o.done[v.Node] = 1 - o.rnd.Float64()
}

func (o *random) Priority(n Node) float64 {
	if o.done[n] > 0 {
		return o.done[n]
	}
	return 1 / (1 + o.rings[n])
}
