package webgraph_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/eval/webgraph"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

// small is a web of six pages, of which f is not reached from a.
const small = `# from to
a b
a c
a b
b	d
c d
c c
d e
e a
f a
`

func read(t testing.TB, text string) *webgraph.Graph {
	t.Helper()
	g, err := webgraph.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func plan(t testing.TB, spec string) *ordering.Plan {
	t.Helper()
	p, err := ordering.New(spec, ordering.Options{Seed: 1, Query: "x"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRead(t *testing.T) {
	g := read(t, small)
	if g.Pages() != 6 || g.Edges() != 7 || g.Dropped != 2 {
		t.Errorf("%d pages, %d links, %d dropped; want 6, 7, 2", g.Pages(), g.Edges(), g.Dropped)
	}
	f, ok := g.Find("f")
	if !ok {
		t.Fatal("f is missing")
	}
	if d := cmp.Diff([]webgraph.Node{0}, g.Links(f)); d != "" {
		t.Error(d)
	}
	if err := g.ReadPaths(strings.NewReader("# x\na 10 h/index.html\nz 1 none\nc h2/c\n")); err != nil {
		t.Fatal(err)
	}
	part, starts := g.Reachable(0)
	if d := cmp.Diff([]string{"a", "b", "c", "d", "e"}, part.Names); d != "" || part.Edges() != 6 || starts[0] != 0 {
		t.Errorf("reachable: %v, %d links, start %v", part.Names, part.Edges(), starts)
	}
	if d := cmp.Diff([]string{"h/index.html", "", "h2/c", "", ""}, part.Paths); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"", "# only\n", "a\n", "a b c\n"} {
		if _, err := webgraph.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestImportance(t *testing.T) {
	g := read(t, small)
	if err := g.ReadPaths(strings.NewReader("a h.example/\nb h.example/x/y")); err != nil {
		t.Fatal(err)
	}
	value := func(measure string) []float64 {
		v, err := g.Importance(measure)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if d := cmp.Diff([]float64{2, 1, 1, 2, 1, 0}, value("backlink")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{2, 1, 1, 1, 1, 1}, value("forward")); d != "" {
		t.Error(d)
	}
	if v := value("location"); v[0] <= v[1] {
		t.Errorf("location: a %v, b %v", v[0], v[1])
	}
	rank, sum := value("pagerank"), 0.0
	for _, r := range rank {
		sum += r
	}
	// f has no links to it; a has those of e and f; b and c get half of a's each.
	want := []float64{0, 0.1 + 0.45*rank[0], 0.1 + 0.45*rank[0], 0.1 + 0.9*(rank[1]+rank[2]), 0.1 + 0.9*rank[3], 0.1}
	want[0] = 0.1 + 0.9*(rank[4]+rank[5])
	for n := range rank {
		if math.Abs(rank[n]-want[n]) > 1e-4 || math.Abs(sum-6) > 1e-4 {
			t.Errorf("page %d: %v, want %v; sum %v", n, rank[n], want[n], sum)
		}
	}
	if _, err := g.Importance("beauty"); err == nil {
		t.Error("there is no beauty")
	}
}

// chain is a path of ten pages that ends in the two that matter.
func chain() (*strings.Builder, int) {
	var b strings.Builder
	for _, e := range []string{"0 1", "1 2", "2 3", "3 4", "0 8", "8 9", "5 8", "6 8", "7 8", "5 9", "6 9", "7 9", "4 5", "5 6", "6 7"} {
		b.WriteString(e + "\n")
	}
	return &b, 10
}

func TestModels(t *testing.T) {
	text, pages := chain()
	g := read(t, text.String())
	value, err := g.Importance("backlink")
	if err != nil {
		t.Fatal(err)
	}
	trace, err := g.Crawl(context.Background(), plan(t, "breadth-first"), []webgraph.Node{0}, 2)
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, n := range trace.Order {
		names += g.Names[n]
	}
	if names != "0182934567" {
		t.Fatalf("order %s", names)
	}
	share := func(curve []webgraph.Point) (out []float64) {
		if len(curve) != pages {
			t.Fatalf("%d points", len(curve))
		}
		for _, p := range curve {
			out = append(out, math.Round(100*p.Share)/100)
		}
		return out
	}
	// 8 and 9 have four links, 0 none, the others one.
	for _, c := range []struct {
		model  string
		hot    float64
		buffer int
		want   []float64
		ideal  []float64
	}{
		// Of K pages, those as important as the K-th best: from K = 3 on all but 0.
		{"crawl-stop", 0.1, 0, []float64{0, 0, 0.67, 0.75, 0.8, 0.83, 0.86, 0.88, 0.89, 1}, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"threshold", 0.1, 0, []float64{0, 0, 0.5, 0.5, 1, 1, 1, 1, 1, 1}, []float64{0.5, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		// Breadth-first keeps what is near the start: 0 and then 1 in a buffer of two.
		{"buffer", 0.1, 2, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, []float64{0.5, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		e := webgraph.Experiment{Value: value, Model: c.model, Buffer: c.buffer}
		if err := e.Prepare(c.hot); err != nil {
			t.Fatal(err)
		}
		if e.Hot() != 2 {
			t.Errorf("%s: %d hot pages, want 2", c.model, e.Hot())
		}
		if d := cmp.Diff(c.want, share(e.Curve(trace))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.model, d)
		}
		if d := cmp.Diff(c.ideal, share(e.Ideal())); d != "" {
			t.Errorf("%s, ideal (-want +got):\n%s", c.model, d)
		}
	}
	// A buffer that keeps the pages with most links known keeps 8; 9 has left when
	// its links become known.
	trace, err = g.Crawl(context.Background(), plan(t, "backlink"), []webgraph.Node{0}, 2)
	if err != nil {
		t.Fatal(err)
	}
	e := webgraph.Experiment{Value: value, Model: "buffer", Buffer: 2}
	if err := e.Prepare(0.1); err != nil {
		t.Fatal(err)
	}
	if got := share(e.Curve(trace)); got[9] != 0.5 {
		t.Errorf("buffer by backlinks: %v", got)
	}
}

// No crawl is better than the ideal one, and chance is met by the mean of many
// random orders of a web in which every page links to every page.
func TestIdealAndChance(t *testing.T) {
	var b strings.Builder
	const pages = 150
	for i := range pages {
		for j := range pages {
			if i != j && (j > 0 && j <= 50 || j == i+1 || i == 0) {
				b.WriteString(strings.Join([]string{name(i), name(j)}, " ") + "\n")
			}
		}
	}
	g := read(t, b.String())
	value, err := g.Importance("backlink")
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range webgraph.Models() {
		e := webgraph.Experiment{Value: value, Model: model}
		if err := e.Prepare(0.25); err != nil {
			t.Fatal(err)
		}
		mean := 0.0
		for seed := range uint64(40) {
			p, err := ordering.New("random", ordering.Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			trace, err := g.Crawl(context.Background(), p, []webgraph.Node{0}, e.Buffer)
			if err != nil {
				t.Fatal(err)
			}
			curve := e.Curve(trace)
			mean += webgraph.Mean(curve) / 40
			for i, ideal := range e.Ideal() {
				if curve[i].Share > ideal.Share+1e-9 {
					t.Fatalf("%s: %v is better than ideal, %v", model, curve[i], ideal)
				}
			}
		}
		if chance := webgraph.Mean(e.Chance()); math.Abs(mean-chance) > 0.03 {
			t.Errorf("%s: random orders have %.3f in the mean, chance is %.3f", model, mean, chance)
		}
	}
}

func name(i int) string { return string(rune('A'+i/10)) + string(rune('0'+i%10)) }

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte("1 2\n2 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := webgraph.Read(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		part, _ := g.Reachable(0)
		if _, err := part.Importance("pagerank"); err != nil {
			t.Error(err)
		}
	})
}
