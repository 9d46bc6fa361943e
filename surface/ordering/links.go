package ordering

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
