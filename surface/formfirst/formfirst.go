// Package formfirst orders the links of a site by how likely they lead to its search
// interface. It knows what words and shapes of links lead there, in many languages, and
// learns from the visits of each site; it fetches nothing and stores nothing.
package formfirst

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/surface"
)

// Ordering asks how likely a link leads to a search
// interface: on its target, one link behind it or two. It is the adaptive link
// learner of Barbosa and Freire (An adaptive crawler for locating hidden-web
// entry points, WWW 2007): levels told apart by what is seen of a link (words
// of its anchor, of its address and around it, themes of many languages, its
// shape), with a start trained in advance and learning on the way. Where they
// use naive Bayes, this is softmax regression, trained by gradient descent with
// a step of its own for each weight (Duchi, Hazan and Singer, Adaptive
// subgradient methods, JMLR 12, 2011): the start outweighs a few visits, and
// not many.
//
// It learns from the visits of a site up to its first search interface. A page
// without one says that its link was not of level 0; the first page with one
// says what the links on the way there were.
//
// One page in twenty is drawn at random from those found, so that what the
// judge undervalues is tried too; but not before it has seen a few.
type Ordering struct {
	rnd     *rand.Rand
	learned map[uint32]*weight // by sign; the others have the weight to start with

	ways    map[surface.ID]way
	oldest  []surface.ID // of ways, in a ring
	next    int
	settled map[string]bool // sites whose first interface was found
	visits  int
	taught  int // examples since the last rescoring
	pool    []surface.ID
	seen    int // pages offered to pool since it was drawn from
}

// way is how a page was found.
type way struct {
	signs  signs
	from   surface.ID
	covers bool // it is a sitemap, and nearly all that it lists was known before
}

const (
	maxWays     = 1 << 16 // pages found whose way is remembered; the oldest are forgotten
	exploration = 0.05    // share of visits drawn at random
	unexplored  = 10      // first visits that are not
	maxPool     = 64      // pages that one is drawn from
	patience    = 8       // examples after which the pages that wait are judged again
	fewUnlinked = 5       // one page in so many of a sitemap's, at most, has no link to it where that is a sign
)

// weight is what a sign says of each level.
type weight struct {
	value   [levels]float64
	squares [levels]float64 // sum of squared gradients
}

// trained are the weights to start with, by sign. There are tens of thousands of
// signs for words, which all start at nothing, and one site teaches a few of them.
var trained = sync.OnceValue(func() [][levels]float64 {
	weights := make([][levels]float64, firstWord)
	for i, o := range shapeOdds {
		weights[i] = o
	}
	for i, t := range themes {
		for p := range places {
			for level := range levels {
				weights[themeSign(i, p)][level] = trust[p] * t.odds[level]
			}
		}
	}
	return weights
})

// worths are what a link is worth by the level of its target.
var worths = [levels]float64{1, 0.5, 0.2}

// New returns an ordering whose random choices come from seed.
func New(seed uint64) *Ordering {
	return &Ordering{
		rnd:     rand.New(rand.NewPCG(seed, 0x666f726d)),
		learned: map[uint32]*weight{},
		ways:    map[surface.ID]way{},
		settled: map[string]bool{},
	}
}

// weight returns what a sign says of each level, as far as it was learned.
func (j *Ordering) weight(sign uint32) (w [levels]float64) {
	if l := j.learned[sign]; l != nil {
		return l.value
	}
	if sign < firstWord {
		return trained()[sign]
	}
	return w
}

// Found implements surface.Ordering.
func (j *Ordering) Found(f surface.Found, on *surface.Visit) float64 {
	s := j.signsOf(f)
	j.remember(f.Link.ID, way{signs: s, from: f.From})
	if f.Link.Kind != surface.Seed {
		j.seen++
		if len(j.pool) < maxPool {
			j.pool = append(j.pool, f.Link.ID)
		} else if i := j.rnd.IntN(j.seen); i < maxPool {
			j.pool[i] = f.Link.ID
		}
	}
	return j.value(f, s)
}

// Rescore implements surface.Ordering.
func (j *Ordering) Rescore(f surface.Found) float64 { return j.value(f, j.signsOf(f)) }

// ReadsText implements surface.Ordering: links and forms say enough.
func (j *Ordering) ReadsText() bool { return false }

// Stale implements surface.Ordering.
func (j *Ordering) Stale() bool {
	if j.taught < patience {
		return false
	}
	j.taught = 0
	return true
}

// value is what a page found is worth: 1 for a sure search interface, above
// that for what must come first.
func (j *Ordering) value(f surface.Found, s signs) float64 {
	if f.Link.Kind == surface.Seed {
		return 2
	}
	worth := 0.0
	p := j.levels(s)
	for level, w := range worths {
		worth += w * p[level]
	}
	return worth
}

// levels returns the probabilities that the interface is so far away.
func (j *Ordering) levels(s signs) [levels]float64 {
	var x [levels]float64
	for _, sign := range s {
		for level, w := range j.weight(sign) {
			x[level] += w
		}
	}
	top := max(0, x[0], x[1], x[2])
	sum := math.Exp(-top)
	for level := range x {
		x[level] = math.Exp(x[level] - top)
		sum += x[level]
	}
	for level := range x {
		x[level] /= sum
	}
	return x
}

// MostPromising returns at most n of a page's links, in their order: those that
// an Ordering would follow first, had it learned nothing yet.
func MostPromising(links []surface.Link, n int) []surface.Link {
	if len(links) <= n {
		return links
	}
	j := New(0)
	promised := make([]float64, len(links))
	for i, l := range links {
		f := surface.Found{Link: l, Depth: 1}
		promised[i] = j.value(f, j.signsOf(f))
	}
	least := slices.Sorted(slices.Values(promised))[len(links)-n]
	above := 0
	for _, w := range promised {
		if w > least {
			above++
		}
	}
	var out []surface.Link
	for i, l := range links {
		if promised[i] > least {
			out = append(out, l)
		} else if promised[i] == least && above < n {
			above++
			out = append(out, l)
		}
	}
	return out
}

// Why says for people what speaks most for a page found.
func (j *Ordering) Why(f surface.Found) string {
	if f.Link.Kind == surface.Seed {
		return "the start page"
	}
	s := j.signsOf(f)
	best, most := -1, 0.3
	for i := range themes {
		for p := range places {
			if w := j.weight(themeSign(i, p)); max(w[0], w[1]) > most && s.has(themeSign(i, p)) {
				best, most = i, max(w[0], w[1])
			}
		}
	}
	switch {
	case s.has(namedSearch):
		return "the site names it as its search"
	case s.has(moves), s.has(partOfPage):
		return "it is part of the page, or the page leads on to it"
	case s.has(toSitemap):
		return "it lists the pages of the site"
	case s.has(unlinked):
		return "only the sitemap has it, while links lead to nearly all else that it lists"
	case best < 0:
		return "a link of the site"
	}
	text := f.Link.Anchor + " " + decoded(f.Link.URL.PathQuery()) + " " + f.Link.Around
	word := themes[best].words.Find(lexicon.Split(text))
	if word == "" {
		word = themes[best].words.Find(lexicon.Fold(text))
	}
	return fmt.Sprintf("its link says %q", strings.TrimSpace(word))
}

func (s signs) has(sign uint32) bool { return slices.Contains(s, sign) }

func (j *Ordering) remember(id surface.ID, w way) {
	if _, known := j.ways[id]; known {
		return
	}
	if len(j.oldest) < maxWays {
		j.oldest = append(j.oldest, id)
	} else {
		delete(j.ways, j.oldest[j.next])
		j.oldest[j.next] = id
		j.next = (j.next + 1) % maxWays
	}
	j.ways[id] = w
}

// signsOf returns the signs of a page found, with what only the other pages tell.
func (j *Ordering) signsOf(f surface.Found) signs {
	s := signsOf(f)
	if f.Link.Kind == surface.Listed && j.ways[f.From].covers {
		s.add(unlinked)
	}
	return s
}

// compare holds what a sitemap lists against the links found before. Where these
// lead to nearly all of it, the rest is what menus do not show; of a site whose
// links were not seen yet it says nothing.
func (j *Ordering) compare(v *surface.Visit) {
	listed, fresh := 0, 0
	for _, l := range v.Links {
		if l.Kind == surface.Listed {
			listed++
			if _, known := j.ways[l.ID]; !known {
				fresh++
			}
		}
	}
	if w, known := j.ways[v.ID]; known && listed >= fewUnlinked*fresh && fresh > 0 {
		w.covers = true
		j.ways[v.ID] = w
	}
}

// Visited implements surface.Ordering.
func (j *Ordering) Visited(v *surface.Visit, rank func(surface.ID, float64)) {
	j.visits++
	j.learn(v)
	j.compare(v)
	if j.visits > unexplored && len(j.pool) > 0 && j.rnd.Float64() < exploration {
		i := j.rnd.IntN(len(j.pool))
		rank(j.pool[i], 1.5)
		j.pool, j.seen = append(j.pool[:i], j.pool[i+1:]...), len(j.pool)
	}
}

// learn takes a visit for what it says about the links on the way to it.
func (j *Ordering) learn(v *surface.Visit) {
	at, known := j.ways[v.ID]
	site := v.URL.Site()
	if !known || v.Status == 0 || v.Status >= 500 || j.settled[site] {
		return // nothing is known of the page, or how it was come by
	}
	if v.Reward <= 0 {
		if at.from != 0 {
			j.teach(at.signs, -1)
		}
		return
	}
	j.settled[site] = true
	for level := 0; level < levels && known && at.from != 0; level++ {
		j.teach(at.signs, level)
		at, known = j.ways[at.from]
	}
}

// teach moves the weights towards an example: a link of a level, or, where
// that is -1, of another level than 0.
func (j *Ordering) teach(s signs, level int) {
	const step = 0.5
	j.taught++
	p := j.levels(s)
	slope := p
	if level >= 0 {
		slope[level]--
	} else { // of -log(1 - p[0])
		for i := 1; i < levels; i++ {
			slope[i] = -p[i] * p[0] / math.Max(1-p[0], 1e-3)
		}
	}
	for _, sign := range s {
		w := j.learned[sign]
		if w == nil {
			stiffness := 1.0
			if sign < firstWord {
				stiffness = 4 // what was trained in advance
			}
			w = &weight{value: j.weight(sign), squares: [levels]float64{stiffness, stiffness, stiffness}}
			j.learned[sign] = w
		}
		for i, g := range slope {
			w.squares[i] += g * g
			w.value[i] -= step * g / math.Sqrt(w.squares[i])
		}
	}
}
