package ordering

// hot follows hot links before all others, and among each by another ordering:
// the two queues of Cho, Garcia-Molina and Page 1998, section 5.2. A link is hot
// where its anchor or URL has a topic word, or where it is at most three links
// away from a hot page: one with a topic word in its title, or ten in its text.
type hot struct {
	changes
	Metric // within each queue
	links
	topic map[string]bool
	named []bool  // a topic word was in a link's anchor or URL
	heat  []uint8 // 4: a hot page, 3, 2, 1: so many links less away from one; 0: farther
}

// Bounds of hot pages, as in the paper.
const (
	hotWords = 10
	hotHeat  = 4
)

func newHot(topic string, within Metric) *hot {
	o := &hot{Metric: within, topic: map[string]bool{}}
	eachWord(topic, func(w string) { o.topic[w] = true })
	return o
}

func (o *hot) Found(p Page) {
	o.Metric.Found(p)
	o.named, o.heat = grow(o.named, p.Node), grow(o.heat, p.Node)
	o.named[p.Node] = o.count(p.URL) > 0
}

func (o *hot) Visited(v Visit) {
	o.Metric.Visited(v)
	o.links.add(v)
	for _, l := range v.Links {
		if !o.named[l.To] && o.count(l.Anchor)+o.count(l.URL) > 0 {
			o.named[l.To] = true
			o.touch(l.To)
		}
	}
	if o.count(v.Title) > 0 || o.count(v.Text) >= hotWords {
		o.heat[v.Node] = hotHeat
	}
	o.spread(v.Node)
}

// spread warms the pages that n links to, and through visited ones those behind.
func (o *hot) spread(n Node) {
	heat := o.heat[n]
	if heat <= 1 {
		return
	}
	for _, to := range o.links.of(n) {
		if o.heat[to] < heat-1 {
			o.heat[to] = heat - 1
			o.touch(to)
			o.spread(to)
		}
	}
}

func (o *hot) count(text string) (n int) {
	if text == "" {
		return 0
	}
	eachWord(text, func(w string) {
		if o.topic[w] {
			n++
		}
	})
	return n
}

func (o *hot) Priority(n Node) float64 {
	value := squash(o.Metric, o.Metric.Priority(n)) / 2
	if o.named[n] || o.heat[n] > 0 {
		value += 0.5
	}
	return value
}

func (o *hot) Changed() (pages []Node, all bool) {
	pages, all = o.changes.Changed()
	more, moreAll := o.Metric.Changed()
	return append(pages, more...), all || moreAll
}
