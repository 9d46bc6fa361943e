package webgraph

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Node is a page of a graph.
type Node = ordering.Node

// Graph is a web: its pages, numbered from 0, and their links. No page links to
// itself or twice to another.
type Graph struct {
	Names   []string // of the pages, as the file has them
	Paths   []string // URLs or paths; nil: not known
	Dropped int      // links left out because they lead to the page itself or are there twice

	start   []int32 // of each page's links in targets, and the end
	targets []Node
}

// Pages is the number of pages.
func (g *Graph) Pages() int { return len(g.Names) }

// Edges is the number of links.
func (g *Graph) Edges() int { return len(g.targets) }

// Links returns the pages that n links to, in the file's order. The caller may
// not change it.
func (g *Graph) Links(n Node) []Node { return g.targets[g.start[n]:g.start[n+1]] }

// Find returns the page with a name.
func (g *Graph) Find(name string) (Node, bool) {
	i := slices.Index(g.Names, name)
	return Node(i), i >= 0
}

// longestLine bounds a line of a file of edges or nodes, in bytes.
const longestLine = 1 << 20

// Read reads a graph: a line an edge, the names of two pages (numbers or URLs)
// with white space between; what starts with # is a comment.
func Read(r io.Reader) (*Graph, error) {
	g := &Graph{}
	numbers := map[string]Node{}
	number := func(name []byte) Node {
		n, ok := numbers[string(name)]
		if !ok {
			n = Node(len(g.Names))
			g.Names = append(g.Names, string(name))
			numbers[g.Names[n]] = n
		}
		return n
	}
	var edges [][2]Node
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	for at := 1; lines.Scan(); at++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		end := bytes.IndexAny(line, " \t")
		if end < 0 {
			return nil, fmt.Errorf("line %d: an edge is two names", at)
		}
		from, to := line[:end], bytes.TrimSpace(line[end:])
		if bytes.ContainsAny(to, " \t") {
			return nil, fmt.Errorf("line %d: an edge is two names", at)
		}
		if len(edges) == math.MaxInt32 {
			return nil, errors.New("more than 2,147,483,647 edges")
		}
		edges = append(edges, [2]Node{number(from), number(to)})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(edges) == 0 {
		return nil, errors.New("no edges")
	}
	g.build(edges)
	return g, nil
}

// build sorts the edges by page, keeping their order, and drops what a crawler
// does not follow.
func (g *Graph) build(edges [][2]Node) {
	pages := len(g.Names)
	start := make([]int32, pages+1)
	for _, e := range edges {
		start[e[0]+1]++
	}
	for n := range pages {
		start[n+1] += start[n]
	}
	targets := make([]Node, len(edges))
	next := slices.Clone(start[:pages])
	for _, e := range edges {
		targets[next[e[0]]] = e[1]
		next[e[0]]++
	}
	g.start = make([]int32, pages+1)
	seenBy := next // reused: 1 + the last page that linked there
	clear(seenBy)
	g.targets = targets[:0]
	for n := range Node(pages) {
		for _, to := range targets[start[n]:start[n+1]] {
			if to == n || seenBy[to] == int32(n)+1 {
				g.Dropped++
				continue
			}
			seenBy[to] = int32(n) + 1
			g.targets = append(g.targets, to)
		}
		g.start[n+1] = int32(len(g.targets))
	}
}

// ReadPaths reads the URLs or paths of g's pages: a line a page, its name first
// and its path last, with white space between; pages that are not in the graph
// are passed over.
func (g *Graph) ReadPaths(r io.Reader) error {
	numbers := make(map[string]int, len(g.Names))
	for i, name := range g.Names {
		numbers[name] = i
	}
	g.Paths = make([]string, len(g.Names))
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) < 2 || fields[0][0] == '#' {
			continue
		}
		if i, ok := numbers[string(fields[0])]; ok {
			g.Paths[i] = string(fields[len(fields)-1])
		}
	}
	return lines.Err()
}

// Reachable returns the part of g that can be reached from the start pages, the
// numbers of these in it, and keeps the order of the pages.
func (g *Graph) Reachable(starts ...Node) (*Graph, []Node) {
	reached := make([]bool, g.Pages())
	var stack []Node
	visit := func(n Node) {
		if !reached[n] {
			reached[n] = true
			stack = append(stack, n)
		}
	}
	for _, n := range starts {
		visit(n)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range g.Links(n) {
			visit(to)
		}
	}
	part := &Graph{Dropped: g.Dropped, start: []int32{0}}
	number := make([]Node, g.Pages())
	for n, ok := range reached {
		if ok {
			number[n] = Node(len(part.Names))
			part.Names = append(part.Names, g.Names[n])
			if g.Paths != nil {
				part.Paths = append(part.Paths, g.Paths[n])
			}
		}
	}
	for n, ok := range reached {
		if ok {
			for _, to := range g.Links(Node(n)) {
				part.targets = append(part.targets, number[to])
			}
			part.start = append(part.start, int32(len(part.targets)))
		}
	}
	var at []Node
	for _, n := range starts {
		at = append(at, number[n])
	}
	return part, at
}

// path returns what is known of where n is.
func (g *Graph) path(n Node) string {
	if g.Paths != nil && g.Paths[n] != "" {
		return g.Paths[n]
	}
	return g.Names[n]
}

// Roots returns of every host, or first folder of the paths, the page with the
// greatest Location, the first of several: where a visitor would begin.
func (g *Graph) Roots() (roots []Node) {
	at := map[string]int{}
	for n, path := range g.Paths {
		h := host(path)
		i, ok := at[h]
		switch {
		case !ok:
			at[h] = len(roots)
			roots = append(roots, Node(n))
		case ordering.Location(path) > ordering.Location(g.Paths[roots[i]]):
			roots[i] = Node(n)
		}
	}
	return roots
}
