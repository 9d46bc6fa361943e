package ordering

// Node is a page. The caller numbers pages 0, 1, 2, ... in any order; orderings
// keep arrays up to the greatest number that they are told.
type Node int32

// Page is what is known of a page when the first link to it is seen. Every
// field but Node may be missing.
type Page struct {
	Node  Node
	URL   string
	Host  string
	Depth int // links from a start page on the way by which it was found, 0: a start page
}

// Link is one link of a visited page, with what a reader sees of it. Text may
// be missing.
type Link struct {
	To      Node
	URL     string // of To, where known
	Anchor  string // its text or title
	Context string // the words around it
}

// Visit is one page that was fetched.
type Visit struct {
	Node  Node
	Title string
	Text  string // what a reader sees; "" where it is not known
	Links []Link // to other pages, each page once
}

// Metric gives pages priorities: the ordering metric of J. Cho, H. Garcia-Molina, L. Page,
// Efficient crawling through URL ordering. WWW 1998. ForCrawl makes a surface.Ordering of it.
//
// The order of events is: Found for each start page; then, for each visit,
// Found for every page that was unknown until then and to which the visit
// links, then Visited.
type Metric interface {
	// Found tells of a page that has not been found before.
	Found(Page)
	// Visited folds a visit in. Each page is visited at most once.
	Visited(Visit)
	// Priority is what following a link to a page that was found is worth;
	// greater is better, equal ones are followed in the order in which they were
	// found. Of a page that was visited it is what keeping the page is worth.
	Priority(Node) float64
	// Changed returns the pages whose priority may have changed since it was last
	// called, with repetitions; all means that any may have. The slice is valid
	// until the next event.
	Changed() (pages []Node, all bool)
}

// changes collects what Changed returns.
type changes struct {
	pages []Node
	taken bool
	all   bool
}

func (c *changes) touch(n Node) {
	if c.taken {
		c.pages, c.taken, c.all = c.pages[:0], false, false
	}
	c.pages = append(c.pages, n)
}

func (c *changes) touchAll() {
	if c.taken {
		c.pages, c.taken = c.pages[:0], false
	}
	c.all = true
}

// Changed implements Metric.
func (c *changes) Changed() (pages []Node, all bool) {
	if c.taken {
		return nil, false
	}
	c.taken = true
	return c.pages, c.all
}

// grow returns s with room for index n, new elements being zero.
func grow[T any](s []T, n Node) []T {
	for int(n) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	return s
}

// links are the links of the visited pages, append-only: of each page a run of
// targets.
type links struct {
	targets []Node
	visited []linksOf // in the order of the visits
	at      []int32   // 1 + index into visited by node, 0: not visited
}

type linksOf struct {
	node     Node
	from, to int32
}

func (l *links) add(v Visit) {
	l.at = grow(l.at, v.Node)
	from := int32(len(l.targets))
	for _, link := range v.Links {
		l.targets = append(l.targets, link.To)
	}
	l.visited = append(l.visited, linksOf{v.Node, from, int32(len(l.targets))})
	l.at[v.Node] = int32(len(l.visited))
}

// of returns the targets of n's links, nil where n was not visited.
func (l *links) of(n Node) []Node {
	if int(n) >= len(l.at) || l.at[n] == 0 {
		return nil
	}
	p := l.visited[l.at[n]-1]
	return l.targets[p.from:p.to]
}

// batch says when to recompute what is too dear to recompute after each visit:
// when the visits have grown by a twentieth. The cost over a whole crawl is so
// that of a constant number of recomputations of its end.
type batch struct{ visits, next int }

func (b *batch) due() bool {
	b.visits++
	if b.visits < b.next {
		return false
	}
	b.next = b.visits + max(1, b.visits/20)
	return true
}
