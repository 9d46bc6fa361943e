package webgraph

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

// Collection is a web whose pages have texts, some of them on a topic.
type Collection struct {
	*Graph
	Topics []Topic

	titles, texts []string
	anchors       []string // by link, as targets; nil: not known
}

// Topic is what a crawl looks for.
type Topic struct {
	Name    string // its words are the query
	Targets []Node // the pages on it
}

// Page is one line of a collection.
type Page struct {
	URL    string   `json:"url"`
	Title  string   `json:"title,omitempty"`
	Text   string   `json:"text"`
	Links  []Anchor `json:"links,omitempty"`
	Topics []string `json:"topics,omitempty"` // that the page is on
}

// Anchor is a link. In JSON it may also be the bare URL.
type Anchor struct {
	URL  string `json:"url"`
	Text string `json:"text,omitempty"`
}

// UnmarshalJSON reads an object or a string.
func (a *Anchor) UnmarshalJSON(data []byte) error {
	*a = Anchor{}
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &a.URL)
	}
	type plain Anchor
	return json.Unmarshal(data, (*plain)(a))
}

// longestPage bounds a line of a collection, in bytes.
const longestPage = 16 << 20

// ReadPages reads a collection: a JSON object a line, see Page.
func ReadPages(r io.Reader) (*Collection, error) {
	var pages []Page
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestPage)
	for at := 1; lines.Scan(); at++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var p Page
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
		if p.URL == "" {
			return nil, fmt.Errorf("line %d: a page needs a url", at)
		}
		pages = append(pages, p)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return NewCollection(pages)
}

// NewCollection joins pages to a web. Links to other pages than these are
// dropped, and so are pages whose URL came before.
func NewCollection(pages []Page) (*Collection, error) {
	c := &Collection{Graph: &Graph{start: []int32{0}}}
	number := map[string]Node{}
	kept := pages[:0:0]
	for _, p := range pages {
		if _, again := number[p.URL]; !again {
			number[p.URL] = Node(len(kept))
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return nil, errors.New("no pages")
	}
	targets := map[string][]Node{}
	for i, p := range kept {
		n := Node(i)
		c.Names = append(c.Names, p.URL)
		c.titles, c.texts = append(c.titles, p.Title), append(c.texts, p.Text)
		from := len(c.targets)
		for _, l := range p.Links {
			to, ok := number[l.URL]
			if !ok || to == n || slices.Contains(c.targets[from:], to) {
				c.Dropped++
				continue
			}
			c.targets = append(c.targets, to)
			c.anchors = append(c.anchors, l.Text)
		}
		c.start = append(c.start, int32(len(c.targets)))
		for _, t := range p.Topics {
			targets[t] = append(targets[t], n)
		}
	}
	c.Paths = c.Names
	for name, nodes := range targets {
		c.Topics = append(c.Topics, Topic{name, slices.Compact(nodes)})
	}
	slices.SortFunc(c.Topics, func(a, b Topic) int { return strings.Compare(a.Name, b.Name) })
	return c, nil
}

// Collection makes the graph one whose pages say the words of their paths. A
// topic is a text; on it are the pages whose path has all of its words.
func (g *Graph) Collection(topics []string) (*Collection, error) {
	if g.Paths == nil {
		return nil, errors.New("the graph's pages have no paths")
	}
	c := &Collection{Graph: g, texts: g.Paths, titles: make([]string, g.Pages())}
	for _, name := range topics {
		t := Topic{Name: name}
		want := ordering.Words(name)
		for n, path := range g.Paths {
			have := ordering.Words(path)
			if !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) }) {
				t.Targets = append(t.Targets, Node(n))
			}
		}
		if len(want) == 0 || len(t.Targets) == 0 {
			return nil, fmt.Errorf("no page is on the topic %q", name)
		}
		c.Topics = append(c.Topics, t)
	}
	return c, nil
}

func (c *Collection) page(n Node) (title, text string) { return c.titles[n], c.texts[n] }

func (c *Collection) anchor(from Node, link int) string {
	if c.anchors == nil {
		return ""
	}
	return c.anchors[int(c.start[from])+link]
}

// Choose keeps the topics with these names, all where none is named.
func (c *Collection) Choose(names []string) error {
	if len(names) == 0 {
		return nil
	}
	var kept []Topic
	for _, name := range names {
		i := slices.IndexFunc(c.Topics, func(t Topic) bool { return t.Name == name })
		if i < 0 {
			return fmt.Errorf("no page is on the topic %q", name)
		}
		kept = append(kept, c.Topics[i])
	}
	c.Topics = kept
	return nil
}
