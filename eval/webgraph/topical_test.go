package webgraph_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/eval/webgraph"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

func TestReadPages(t *testing.T) {
	c, err := webgraph.ReadPages(strings.NewReader(`
{"url":"u1","text":"trout","links":["u2",{"url":"u3","text":"see"},"u2","u1","elsewhere"],"topics":["fish","all"]}
{"url":"u2","text":"rain","topics":["all"]}
{"url":"u3","text":"","links":[{"url":"u1"}]}
{"url":"u2","text":"the URL came before"}
`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Pages() != 3 || c.Edges() != 3 || c.Dropped != 3 {
		t.Errorf("%d pages, %d links, %d dropped; want 3, 3, 3", c.Pages(), c.Edges(), c.Dropped)
	}
	if d := cmp.Diff([]webgraph.Topic{{"all", []webgraph.Node{0, 1}}, {"fish", []webgraph.Node{0}}}, c.Topics); d != "" {
		t.Error(d)
	}
	if err := c.Choose([]string{"fish"}); err != nil || len(c.Topics) != 1 {
		t.Errorf("chosen: %v, %v", c.Topics, err)
	}
	if err := c.Choose([]string{"birds"}); err == nil {
		t.Error("no page is on birds")
	}
	for _, bad := range []string{"", "{", `{"text":"x"}`, `{"url":"u","links":[7]}`} {
		if _, err := webgraph.ReadPages(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestCollectionOfPaths(t *testing.T) {
	g := read(t, "a b\nb c\nc d\n")
	if _, err := g.Collection([]string{"fish"}); err == nil {
		t.Error("a graph without paths has no words")
	}
	if err := g.ReadPaths(strings.NewReader("a /index\nb /fish/cold-water\nc /fish/warm\nd /cold/fish/list.html\n")); err != nil {
		t.Fatal(err)
	}
	c, err := g.Collection([]string{"Fish cold"})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]webgraph.Topic{{"Fish cold", []webgraph.Node{1, 3}}}, c.Topics); d != "" {
		t.Error(d)
	}
}

func TestHunt(t *testing.T) {
	pages := []webgraph.Page{
		{URL: "far", Text: "index", Links: []webgraph.Anchor{{URL: "near"}, {URL: "dull"}}},
		{URL: "dull", Text: "rain and wind"},
		{URL: "near", Text: "trout once", Links: []webgraph.Anchor{{URL: "on1"}}},
		{URL: "on1", Text: "trout trout", Links: []webgraph.Anchor{{URL: "on2"}}, Topics: []string{"trout"}},
		{URL: "on2", Text: "trout river", Topics: []string{"trout"}},
	}
	c, err := webgraph.NewCollection(pages)
	if err != nil {
		t.Fatal(err)
	}
	h := webgraph.Hunt{Collection: c, Distance: 2, Starts: 3, Limit: 4}
	h.Prepare()
	if d := cmp.Diff([]webgraph.Node{0}, h.StartPages(c.Topics[0])); d != "" {
		t.Errorf("start pages: %s", d)
	}
	if d := cmp.Diff([]int{1, 2, 3, 4}, h.Marks()); d != "" {
		t.Error(d)
	}
	got, err := h.Run(context.Background(), "best-1-first", c.Topics[0], ordering.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]float64{0, 0, 0.5, 1}, got.Static); d != "" {
		t.Errorf("static: %s", d)
	}
	for i := 1; i < 4; i++ {
		if got.Dynamic[i] <= got.Dynamic[i-1] {
			t.Errorf("dynamic: %v should grow", got.Dynamic)
		}
	}
}

// On made-up webs a crawl that follows similarity finds far more of a topic than
// blind ones.
func TestBestFirstBeatsBlindCrawls(t *testing.T) {
	c, err := webgraph.NewCollection(webgraph.MadeUp(3000, 5, 7))
	if err != nil {
		t.Fatal(err)
	}
	h := webgraph.Hunt{Collection: c, Distance: 3, Starts: 10, Limit: 600}
	h.Prepare()
	found := map[string]float64{}
	for _, spec := range []string{"best-1-first", "best-64-first", "breadth-first", "random"} {
		var shares []float64
		for _, topic := range c.Topics {
			chase, err := h.Run(context.Background(), spec, topic, ordering.Options{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			shares = append(shares, chase.Static[len(chase.Static)-1])
		}
		found[spec], _ = webgraph.MeanAndError(shares)
	}
	for _, best := range []string{"best-1-first", "best-64-first"} {
		for _, blind := range []string{"breadth-first", "random"} {
			if found[best] < 2*found[blind] {
				t.Errorf("%s finds %.2f of a topic, %s %.2f", best, found[best], blind, found[blind])
			}
		}
	}
}
