package ordering

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
