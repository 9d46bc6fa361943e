package ordering_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/surface/ordering"
)

func TestSimilarityPrefersLinksOfLikePages(t *testing.T) {
	texts := []string{"welcome to everything", "the weather of today", "trout and salmon of the river", "rain", "salmon lakes", "wind", "clouds"}
	w := web{
		links: [][]ordering.Node{{1, 2}, {3, 5, 6}, {4}, {}, {}, {}, {}},
		text:  func(n ordering.Node) string { return texts[n] },
	}
	got := w.crawl(t, plan(t, "similarity", ordering.Options{Query: "salmon trout"}), 9)
	if d := cmp.Diff(nodes(0, 1, 2, 4, 3, 5, 6), got); d != "" {
		t.Errorf("by pages (-want +got):\n%s", d)
	}
	w.words = func(_, to ordering.Node) string { return texts[to] }
	got = w.crawl(t, plan(t, "similarity", ordering.Options{Examples: []string{"a salmon swims up the river"}}), 9)
	if d := cmp.Diff(nodes(0, 2, 4, 1, 3, 5, 6), got); d != "" {
		t.Errorf("by anchors (-want +got):\n%s", d)
	}
}

func TestHotQueue(t *testing.T) {
	// Page 2 is hot by its text, 6 by its anchor. Behind 2 lie 7, 8, 9 in a row,
	// all within three links, and 10, which is not.
	w := web{
		links: [][]ordering.Node{{1, 2, 3, 4}, {5}, {7}, {6}, {}, {}, {}, {8}, {9}, {10}, {}},
		text: func(n ordering.Node) string {
			if n == 2 {
				return strings.Repeat("trout ", 10)
			}
			return "trout, once"
		},
		words: func(_, to ordering.Node) string {
			if to == 6 {
				return "More on Trout"
			}
			return "more"
		},
	}
	got := w.crawl(t, plan(t, "hot", ordering.Options{Query: "trout"}), 99)
	if d := cmp.Diff(nodes(0, 1, 2, 7, 8, 9, 3, 6, 4, 5, 10), got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A page far behind a hot page comes near it by a link that is found later.
func TestHeatSpreadsThroughVisitedPages(t *testing.T) {
	// 1 -> 2 -> 3 are visited before 4, which is hot and links to 1.
	w := web{
		links: [][]ordering.Node{{1, 4, 5}, {2}, {3}, {}, {1}, {}},
		text: func(n ordering.Node) string {
			if n == 4 {
				return strings.Repeat("trout ", 10)
			}
			return ""
		},
	}
	got := w.crawl(t, plan(t, "hot", ordering.Options{Query: "trout"}), 99)
	if d := cmp.Diff(nodes(0, 1, 4, 2, 3, 5), got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestBestNFirst(t *testing.T) {
	// 1 is on the topic, and so are the pages behind it.
	texts := []string{"index", "trout", "rain", "wind", "trout", "trout", "rain", "wind"}
	w := web{
		links: [][]ordering.Node{{1, 2, 3}, {4}, {6}, {7}, {5}, {}, {}, {}},
		text:  func(n ordering.Node) string { return texts[n] },
	}
	for _, c := range []struct {
		batch, limit int
		want         []ordering.Node
	}{
		{1, 99, nodes(0, 1, 4, 5, 2, 3, 6, 7)},
		{2, 99, nodes(0, 1, 2, 4, 3, 5, 6, 7)}, // 2 was taken together with 1
		{9, 99, nodes(0, 1, 2, 3, 4, 6, 7, 5)},
		{1, 2, nodes(0, 1, 4, 5, 2, 6)}, // 3 is dropped
	} {
		got := w.crawl(t, plan(t, "best-n-first", ordering.Options{Query: "trout", Batch: c.batch, Limit: c.limit}), 99)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("N=%d, frontier of %d (-want +got):\n%s", c.batch, c.limit, d)
		}
	}
}

// What was dropped comes back when it is linked to again.
func TestDroppedPagesComeBack(t *testing.T) {
	w := web{links: [][]ordering.Node{{1, 2}, {2}, {}}}
	if d := cmp.Diff(nodes(0, 1, 2), w.crawl(t, plan(t, "breadth-first", ordering.Options{Limit: 1}), 9)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestNew(t *testing.T) {
	o := ordering.Options{Query: "trout", More: map[string]func() ordering.Metric{
		"mine": func() ordering.Metric { return plan(t, "backlink", ordering.Options{}).Metric },
	}}
	for _, spec := range []string{
		"pagerank", " 0.7*similarity + 0.3 * pagerank ", "hot(0.5*backlink+opic)", "best-n-first(hot)", "best-16-first", "best-1-first(opic)", "hot(hot(random))", "mine", "2*mine+location",
	} {
		if _, err := ordering.New(spec, o); err != nil {
			t.Errorf("%q: %v", spec, err)
		}
	}
	for spec, says := range map[string]string{
		"":                                    `there is no ordering ""`,
		"depth":                               `there is no ordering "depth" (backlink, best-n-first, breadth-first, hot, larger-sites-first, location, mine, opic,`,
		"0.5 pagerank":                        "* is missing",
		"0*pagerank":                          "not a weight",
		"1.2.3*opic":                          "not a weight",
		"opic+":                               `there is no ordering ""`,
		"hot(opic":                            ") is missing",
		"opic)":                               `")" is not understood`,
		"best-0-first":                        "best-",
		"opic+best-n-first":                   "cannot be part",
		"hot(hot(hot(hot(hot(hot(hot(hot(hot": "nested too deeply",
	} {
		if _, err := ordering.New(spec, o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v, want %q", spec, err, says)
		}
	}
	for _, spec := range []string{"similarity", "hot", "best-n-first"} {
		if _, err := ordering.New(spec, ordering.Options{}); err == nil {
			t.Errorf("%q without a query is accepted", spec)
		}
	}
}

func FuzzNew(f *testing.F) {
	for _, s := range []string{"0.7*similarity+0.3*pagerank", "hot(opic)", "best-n-first(x)", "1e3*", "((", ".*random"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		p, err := ordering.New(spec, ordering.Options{Query: "q"})
		if (p == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", spec, p, err)
		}
	})
}

func TestCorpusSimilarity(t *testing.T) {
	var c ordering.Corpus
	for _, text := range []string{"the trout", "the rain", "the wind"} {
		c.Add(text)
	}
	similarity := func(a, b string) float64 { return c.Vector(a).Cosine(c.Vector(b)) }
	if same := similarity("The trout!", "the TROUT"); same < 0.999 || same > 1.001 {
		t.Errorf("the same words: %v", same)
	}
	if none := similarity("trout", "rain"); none != 0 {
		t.Errorf("no word in common: %v", none)
	}
	if rare, common := similarity("the trout", "a trout"), similarity("the trout", "the salmon"); rare <= common {
		t.Errorf("a rare word in common counts %v, a common one %v", rare, common)
	}
	if empty := similarity("", "rain"); empty != 0 {
		t.Errorf("no words: %v", empty)
	}
}
