package simulations

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/eval/webgraph"
)

// topicalSimulation is what `hadal simulate ordering` is asked for where the web
// has texts.
type topicalSimulation struct {
	pages    string   // file of the collection
	madeUp   int      // pages of a made-up one
	topics   []string // of a graph's paths, or of the collection's
	distance int
	starts   int
	limit    int
}

func (t *topicalSimulation) asked() bool { return t.pages != "" || t.madeUp > 0 || len(t.topics) > 0 }

func (t *topicalSimulation) flags(f *pflag.FlagSet) {
	f.StringVar(&t.pages, "pages", "", "file of a collection of pages with texts, - is standard input")
	f.IntVar(&t.madeUp, "made-up", 0, "make a collection of so many pages up")
	f.StringArrayVar(&t.topics, "topic", nil, "topic of the crawls, may be repeated (default: all of the collection's)")
	f.IntVar(&t.distance, "distance", 3, "links from the start pages to the nearest page on the topic")
	f.IntVar(&t.starts, "starts", 10, "start pages of a crawl for a topic")
	f.IntVar(&t.limit, "max-pages", 0, "pages that a crawl for a topic visits (0: a quarter of the collection)")
}

func (t *topicalSimulation) check(graph, nodes string) error {
	sources := 0
	for _, given := range []bool{graph != "", t.pages != "", t.madeUp > 0} {
		if given {
			sources++
		}
	}
	switch {
	case sources != 1:
		return errors.New("one of --graph, --pages and --made-up is needed")
	case len(t.topics) > 0 && graph != "" && nodes == "":
		return errors.New("--topic needs --nodes, or --pages instead of --graph")
	case t.distance < 1 || t.starts < 1 || t.limit < 0 || t.madeUp < 0:
		return errors.New("--distance and --starts are at least 1, --max-pages at least 0")
	case t.madeUp > 0 && t.madeUp < 100:
		return errors.New("--made-up is at least 100")
	}
	return nil
}

// topicalResult is a line of `hadal simulate ordering --pages --json`.
type topicalResult struct {
	Ordering     string       `json:"ordering"`
	Topics       int          `json:"topics"`
	Pages        int          `json:"pages"`         // of the collection
	MaxPages     int          `json:"max_pages"`     // that a crawl visits
	Static       float64      `json:"static"`        // share of the topic's pages visited at the end; a mean over topics
	StaticError  float64      `json:"static_error"`  // standard error of that mean
	Dynamic      float64      `json:"dynamic"`       // mean similarity of the visited pages to the topic
	DynamicError float64      `json:"dynamic_error"` // standard error
	Curve        [][3]float64 `json:"curve"`         // pages, static, dynamic
	errors       [][2]float64 // standard errors along the curve
}

// madeUpTopics is the number of topics of a made-up collection.
const madeUpTopics = 20

func (s *orderingSimulation) collection() (c *webgraph.Collection, err error) {
	switch {
	case s.topical.madeUp > 0:
		return webgraph.NewCollection(webgraph.MadeUp(s.topical.madeUp, madeUpTopics, s.options.Seed))
	case s.topical.pages != "":
		err = readInput(s.topical.pages, func(in io.Reader) error {
			c, err = webgraph.ReadPages(in)
			return err
		})
		if err != nil {
			return nil, err
		}
		return c, c.Choose(s.topical.topics)
	}
	g, err := s.readGraph()
	if err != nil {
		return nil, err
	}
	return g.Collection(s.topical.topics)
}

func simulateTopical(ctx context.Context, env *cli.Env, s orderingSimulation) error {
	c, err := s.collection()
	if err != nil {
		return err
	}
	if len(c.Topics) == 0 {
		return errors.New("no page of the collection has a topic")
	}
	hunt := &webgraph.Hunt{Collection: c, Distance: s.topical.distance, Starts: s.topical.starts, Limit: s.topical.limit, Seed: s.options.Seed}
	if hunt.Limit == 0 || hunt.Limit > c.Pages() {
		hunt.Limit = max(1, c.Pages()/4)
	}
	hunt.Prepare()
	chases := make([][]webgraph.Chase, len(s.orderings))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, spec := range s.orderings {
		chases[i] = make([]webgraph.Chase, len(c.Topics))
		for j, t := range c.Topics {
			work.Go(func() (err error) {
				chases[i][j], err = hunt.Run(ctx, spec, t, s.options)
				return err
			})
		}
	}
	if err := work.Wait(); err != nil {
		return err
	}
	var results []topicalResult
	for i, spec := range s.orderings {
		results = append(results, newTopicalResult(spec, hunt, chases[i]))
	}
	if done, err := write(env, s.svg, func() []byte { return topicalFigure(results) }, results); done {
		return err
	}
	return printTopical(env, c, results)
}

func newTopicalResult(spec string, h *webgraph.Hunt, chases []webgraph.Chase) topicalResult {
	r := topicalResult{Ordering: spec, Topics: len(chases), Pages: h.Collection.Pages(), MaxPages: h.Limit}
	for i, mark := range h.Marks() {
		var static, dynamic []float64
		for _, c := range chases {
			static, dynamic = append(static, c.Static[i]), append(dynamic, c.Dynamic[i])
		}
		r.Static, r.StaticError = webgraph.MeanAndError(static)
		r.Dynamic, r.DynamicError = webgraph.MeanAndError(dynamic)
		r.Curve = append(r.Curve, [3]float64{float64(mark), r.Static, r.Dynamic})
		r.errors = append(r.errors, [2]float64{r.StaticError, r.DynamicError})
	}
	return r
}

// stages of a topical crawl that the table tells of.
var stages = []float64{0.02, 0.1, 0.25, 0.5, 1}

func printTopical(env *cli.Env, c *webgraph.Collection, results []topicalResult) error {
	targets := 0
	for _, t := range c.Topics {
		targets += len(t.Targets)
	}
	fmt.Fprintf(env.Stdout, "%s and %s; %s with %s on each in the mean\n", show.Plural(c.Pages(), "page"), show.Plural(c.Edges(), "link"),
		show.Plural(len(c.Topics), "topic"), show.Plural(targets/len(c.Topics), "page"))
	for column, title := range []string{"static: the topic's pages visited", "dynamic: similarity of the visited pages"} {
		fmt.Fprintf(env.Stdout, "\n%s, after so many pages (± standard error)\n\n", title)
		headings := []string{"ORDERING"}
		var at []int
		for _, stage := range stages {
			i := max(int(stage*float64(len(results[0].Curve)))-1, 0)
			at = append(at, i)
			headings = append(headings, show.Count(int(results[0].Curve[i][0])))
		}
		var rows [][]string
		for _, r := range results {
			row := []string{r.Ordering}
			for _, i := range at {
				v, e := r.Curve[i][1+column], r.errors[i][column]
				if column == 0 {
					row = append(row, fmt.Sprintf("%.1f ± %.1f %%", 100*v, 100*e))
				} else {
					row = append(row, fmt.Sprintf("%.3f ± %.3f", v, e))
				}
			}
			rows = append(rows, row)
		}
		if err := show.Table(env.Stdout, headings, rows); err != nil {
			return err
		}
	}
	return nil
}

// topicalFigure draws the static measure.
func topicalFigure(results []topicalResult) []byte {
	c := chart{
		Label: "pages visited; share of the topic's pages among them (dashed: similarity)",
		Most:  float64(results[0].MaxPages),
		Tick:  func(pages float64) string { return show.Count(int(pages)) },
	}
	for i, r := range results {
		static, dynamic := line{Name: r.Ordering, Colour: colour(i)}, line{Colour: colour(i), Dash: "5 4"}
		for _, p := range r.Curve {
			static.Points = append(static.Points, [2]float64{p[0], p[1]})
			dynamic.Points = append(dynamic.Points, [2]float64{p[0], p[2]})
		}
		c.Lines = append(c.Lines, static, dynamic)
	}
	return c.SVG()
}
