package ordering

import (
	"math"
	"math/rand/v2"
	"net/url"
	"strings"
)

// breadthFirst follows links in the order of the pages' distance from the start.
type breadthFirst struct {
	changes
	value []float64
}

func (o *breadthFirst) Found(p Page) {
	o.value = grow(o.value, p.Node)
	o.value[p.Node] = 1 / (1 + float64(p.Depth))
}
func (o *breadthFirst) Visited(Visit)           {}
func (o *breadthFirst) Priority(n Node) float64 { return o.value[n] }

// serverBreadthFirst takes one page of every host before the second of any, as
// the WebCrawler did (Pinkerton 1994) to cover as many servers as possible.
type serverBreadthFirst struct {
	changes
	value []float64
	found map[string]int
}

func (o *serverBreadthFirst) Found(p Page) {
	o.value = grow(o.value, p.Node)
	o.value[p.Node] = 1 / (1 + float64(o.found[p.Host]))
	o.found[p.Host]++
}
func (o *serverBreadthFirst) Visited(Visit)           {}
func (o *serverBreadthFirst) Priority(n Node) float64 { return o.value[n] }

// backlink prefers pages to which many of the visited pages link: IB' of Cho,
// Garcia-Molina and Page 1998, section 2.
type backlink struct {
	changes
	value []float64
}

func (o *backlink) Found(p Page) { o.value = grow(o.value, p.Node) }
func (o *backlink) Visited(v Visit) {
	for _, l := range v.Links {
		o.value[l.To]++
		o.touch(l.To)
	}
}
func (o *backlink) Priority(n Node) float64 { return o.value[n] }
func (o *backlink) scale() float64          { return 1 }

// location judges a page by its URL alone: Location.
type location struct {
	changes
	value []float64
}

func (o *location) Found(p Page) {
	o.value = grow(o.value, p.Node)
	o.value[p.Node] = Location(p.URL)
}
func (o *location) Visited(Visit)           {}
func (o *location) Priority(n Node) float64 { return o.value[n] }

// Location is the location metric IL of Cho, Garcia-Molina and Page 1998,
// section 2: URLs with few slashes are worth more, and so are those that name a
// home page or have a domain name alone; a query makes them worth less. From 0
// to 1; of text that is no URL, of the path that it is.
func Location(rawURL string) float64 {
	u, err := url.Parse(rawURL)
	if err != nil {
		return 0
	}
	segments := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	depth := float64(len(segments))
	if n := len(segments); n > 0 {
		last := strings.ToLower(segments[n-1])
		if stem, _, _ := strings.Cut(last, "."); stem == "index" || stem == "default" || strings.Contains(stem, "home") || stem == "welcome" {
			depth -= 0.75 // nearly as good as its folder
		}
	}
	if u.RawQuery != "" {
		depth += 1 + float64(strings.Count(u.RawQuery, "&"))
	}
	return 1 / (1 + max(depth, 0))
}

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

// largerSitesFirst prefers the hosts with most pages waiting (Baeza-Yates et al.
// 2005, Crawling a Country): politeness makes them last longest, and a crawl
// that leaves them for the end waits for a few hosts alone.
//
// A host's pages learn of a new number once it has changed by a sixteenth, so
// that a host of any size costs a constant number of updates a page.
type largerSitesFirst struct {
	changes
	hosts  map[string]*site
	siteOf []*site
	done   []bool
}

type site struct {
	waiting   int // pages found and not visited
	published int
	pages     []Node // waiting, or visited since the last publication
}

func (o *largerSitesFirst) Found(p Page) {
	s := o.hosts[p.Host]
	if s == nil {
		s = &site{}
		o.hosts[p.Host] = s
	}
	o.siteOf, o.done = grow(o.siteOf, p.Node), grow(o.done, p.Node)
	o.siteOf[p.Node] = s
	s.waiting++
	s.pages = append(s.pages, p.Node)
	o.publish(s)
}

func (o *largerSitesFirst) Visited(v Visit) {
	s := o.siteOf[v.Node]
	o.done[v.Node] = true
	s.waiting--
	o.publish(s)
}

func (o *largerSitesFirst) publish(s *site) {
	if d := s.waiting - s.published; 16*max(d, -d) < s.published || d == 0 {
		return
	}
	s.published = s.waiting
	kept := s.pages[:0]
	for _, n := range s.pages {
		if !o.done[n] {
			kept = append(kept, n)
			o.touch(n)
		}
	}
	s.pages = kept
}

func (o *largerSitesFirst) Priority(n Node) float64 { return float64(o.siteOf[n].published) }
func (o *largerSitesFirst) scale() float64          { return 100 }

// opic prefers the pages that hold most cash (Abiteboul, Preda and Cobena 2003,
// On-line Page Importance Computation): a start page has 1, and a visited page
// gives all it holds to the pages it links to, in equal parts. What a page was
// worth in all is the cash that passed through it and what it still holds.
type opic struct {
	changes
	cash, history []float64
	total         float64
	known         int
}

func (o *opic) Found(p Page) {
	o.cash, o.history = grow(o.cash, p.Node), grow(o.history, p.Node)
	if p.Depth == 0 {
		o.cash[p.Node] = 1
		o.total++
	}
	o.known++
}

func (o *opic) Visited(v Visit) {
	cash := o.cash[v.Node]
	o.cash[v.Node] = 0
	o.history[v.Node] += cash
	if len(v.Links) == 0 {
		o.total -= cash // lost: there is no page to give it to
		return
	}
	for _, l := range v.Links {
		o.cash[l.To] += cash / float64(len(v.Links))
		o.touch(l.To)
	}
}

func (o *opic) Priority(n Node) float64 { return o.history[n] + o.cash[n] }

// scale is the mean cash of a page.
func (o *opic) scale() float64 { return max(o.total, 1e-9) / float64(max(o.known, 1)) }
