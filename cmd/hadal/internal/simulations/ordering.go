package simulations

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/eval/simulate"
	"github.com/hadal-crawler/hadal/eval/webgraph"
	"github.com/hadal-crawler/hadal/surface/ordering"
)

// orderingSimulation is what `hadal simulate ordering` is asked for.
type orderingSimulation struct {
	graph      string
	nodes      string
	starts     []string
	everyHost  bool
	orderings  []string
	importance []string
	models     []string
	hot        float64 // share of the pages
	threshold  float64
	buffer     int
	topical    topicalSimulation
	options    ordering.Options
	svg        string
}

func simulateOrderingCommand(env *cli.Env) *cobra.Command {
	var s orderingSimulation
	cmd := &cobra.Command{
		Use:   "ordering",
		Short: "Compare the orders in which a crawl may follow links, on a web that is known as a whole",
		Long: `Compare the orders in which a crawl may follow links, on a web that is known as a
whole, without a network.

--graph is a file of links (.gz is understood): a line a link, two page names or
numbers with white space between. Of it, what can be reached from --start counts.
--nodes gives pages a URL or path: a line a page, its name first and its path
last; server-breadth-first, larger-sites-first and location need it.

Three models (Cho, Garcia-Molina and Page 1998):
  crawl-stop  of K visited pages, the share that is among the K most important
  threshold   of all hot pages (--hot or --threshold), the share visited
  buffer      of all hot pages, the share that a buffer of --buffer pages holds,
              the page of lowest priority making room for the next
The table tells the share after a part of the web was visited, and its mean over
the whole crawl. "ideal" knows every page's importance beforehand, "chance"
fetches any page.

--pages is a collection with texts: JSON lines
  {"url":"..","title":"..","text":"..","links":[{"url":"..","text":".."}],"topics":["..",".."]}
and --made-up N makes one of N pages. For each topic, crawls start a few links
away from its pages (Menczer, Pant and Srinivasan 2004). Static: the share of the
topic's pages visited; dynamic: how similar the visited pages are to the topic in
the mean. --graph with --nodes serves as a collection, too, where --topic is
given: the words of a page's path are its text, and those with all of the topic's
words are on it.`,
		Example: `  hadal simulate ordering --graph web.txt.gz --svg curves.svg
  hadal simulate ordering --graph web.txt.gz --importance backlink,pagerank --model threshold --hot 0.01 --ordering pagerank,opic,breadth-first
  hadal simulate ordering --pages pages.jsonl --ordering best-1-first,best-256-first,breadth-first
  hadal simulate ordering --made-up 20000 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.check(cmd.Flags().Changed("ordering")); err != nil {
				return exit.Usage(err)
			}
			if s.topical.asked() {
				return simulateTopical(cmd.Context(), env, s)
			}
			return simulateOrdering(cmd.Context(), env, s)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.graph, "graph", "", "file of links, - is standard input")
	f.StringVar(&s.nodes, "nodes", "", "file of the pages' paths")
	f.StringSliceVar(&s.starts, "start", nil, "pages where the crawl starts, by name (default: the file's first)")
	f.BoolVar(&s.everyHost, "start-every-host", false, "start at the shallowest page of every host (with --nodes)")
	f.StringSliceVar(&s.orderings, "ordering", nil, "of "+strings.Join(ordering.Names(), ", ")+`, or sums such as "0.7*pagerank+0.3*location" (default: some)`)
	f.StringSliceVar(&s.importance, "importance", []string{"backlink", "pagerank"}, "of a page, of "+strings.Join(webgraph.Importances(), ", "))
	f.StringSliceVar(&s.models, "model", []string{"crawl-stop"}, "of "+strings.Join(webgraph.Models(), ", "))
	f.Float64Var(&s.hot, "hot", 0.01, "share of the pages that is hot")
	f.Float64Var(&s.threshold, "threshold", 0, "importance from which on a page is hot (0: as --hot says)")
	f.IntVar(&s.buffer, "buffer", 0, "pages that the buffer of model buffer holds (0: as many as are hot)")
	f.Uint64Var(&s.options.Seed, "seed", 1, "of all random choices")
	f.StringVar(&s.svg, "svg", "", "write a figure of the curves to this file")
	s.topical.flags(f)
	return cmd
}

// check finds what makes no sense and fills in the orderings.
func (s *orderingSimulation) check(chosen bool) error {
	if !chosen {
		s.orderings = []string{"pagerank", "opic", "backlink", "breadth-first", "random"}
		if s.nodes != "" {
			s.orderings = append(s.orderings, "server-breadth-first", "larger-sites-first", "location")
		}
		if s.topical.asked() {
			s.orderings = []string{"best-1-first", "best-16-first", "best-64-first", "best-256-first", "breadth-first", "random"}
		}
	}
	switch {
	case s.hot <= 0 || s.hot > 1:
		return errors.New("--hot is a share of the pages, above 0 and up to 1")
	case s.threshold < 0 || s.buffer < 0:
		return errors.New("--threshold and --buffer are at least 0")
	case s.everyHost && (s.nodes == "" || len(s.starts) > 0):
		return errors.New("--start-every-host needs --nodes, and no --start")
	case len(s.orderings) == 0 || len(s.importance) == 0 || len(s.models) == 0:
		return errors.New("--ordering, --importance and --model name at least one")
	case s.svg != "" && !s.topical.asked() && len(s.importance)*len(s.models) > 1:
		return errors.New("--svg draws one --importance and one --model")
	}
	if err := s.topical.check(s.graph, s.nodes); err != nil {
		return err
	}
	probe := s.options
	probe.Query = "topic"
	for _, spec := range s.orderings {
		plan, err := ordering.New(spec, probe)
		if err != nil {
			return err
		}
		if plan.Text && !s.topical.asked() {
			return fmt.Errorf("%s reads texts: it needs --pages, --made-up or --topic", spec)
		}
	}
	return nil
}

// importanceResult is a line of `hadal simulate ordering --json`.
type importanceResult struct {
	Ordering   string             `json:"ordering"`
	Importance string             `json:"importance"`
	Model      string             `json:"model"`
	Pages      int                `json:"pages"`
	Links      int                `json:"links"`
	Hot        int                `json:"hot,omitempty"`       // pages
	Threshold  float64            `json:"threshold,omitempty"` // importance of hot pages
	Buffer     int                `json:"buffer,omitempty"`    // pages
	Mean       float64            `json:"mean"`                // share over the crawl
	At         map[string]float64 `json:"at"`                  // share after this part of the pages
	Curve      [][2]float64       `json:"curve"`               // pages, share
}

// parts of the web at which the table tells the share.
var parts = []float64{0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75}

// readGraph reads the graph, with paths where it has some.
func (s *orderingSimulation) readGraph() (g *webgraph.Graph, err error) {
	err = readInput(s.graph, func(in io.Reader) error {
		g, err = webgraph.Read(in)
		return err
	})
	if err == nil && s.nodes != "" {
		err = readInput(s.nodes, g.ReadPaths)
	}
	return g, err
}

func simulateOrdering(ctx context.Context, env *cli.Env, s orderingSimulation) error {
	whole, err := s.readGraph()
	if err != nil {
		return err
	}
	starts := []webgraph.Node{0}
	if s.everyHost {
		starts = whole.Roots()
	}
	if len(s.starts) > 0 {
		starts = nil
		for _, name := range s.starts {
			n, ok := whole.Find(name)
			if !ok {
				return exit.Usage(fmt.Errorf("--start: the graph has no page %q", name))
			}
			starts = append(starts, n)
		}
	}
	g, starts := whole.Reachable(starts...)
	if !env.JSON {
		fmt.Fprintf(env.Stdout, "%s and %s can be reached of %s and %s\n", show.Plural(g.Pages(), "page"), show.Plural(g.Edges(), "link"), show.Count(whole.Pages()), show.Count(whole.Edges()))
	}
	whole = nil // for the garbage collector: the parts of a big web are as big
	experiments, err := s.experiments(g)
	if err != nil {
		return err
	}
	results := make([][]importanceResult, len(s.orderings))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for i, spec := range s.orderings {
		work.Go(func() (err error) {
			results[i], err = s.measure(ctx, g, starts, spec, experiments)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	if done, err := write(env, s.svg, func() []byte { return s.figure(g, experiments[0], results) }, slices.Concat(results...)); done {
		return err
	}
	for i, e := range experiments {
		if err := printExperiment(env, g, e, i, results); err != nil {
			return err
		}
	}
	return nil
}

// experiment is one model with one importance.
type experiment struct {
	webgraph.Experiment
	importance string
}

func (s *orderingSimulation) experiments(g *webgraph.Graph) (all []*experiment, err error) {
	for _, importance := range s.importance {
		value, err := g.Importance(importance)
		if err != nil {
			return nil, exit.Usage(err)
		}
		for _, model := range s.models {
			e := &experiment{webgraph.Experiment{Value: value, Model: model, Threshold: s.threshold, Buffer: s.buffer}, importance}
			if err := e.Prepare(s.hot); err != nil {
				return nil, exit.Usage(err)
			}
			all = append(all, e)
		}
	}
	return all, nil
}

// measure crawls the graph once for each size of a buffer (0: none) that the
// experiments have.
func (s *orderingSimulation) measure(ctx context.Context, g *webgraph.Graph, starts []webgraph.Node, spec string, experiments []*experiment) (out []importanceResult, err error) {
	traces := map[int]webgraph.Trace{}
	for _, e := range experiments {
		trace, ok := traces[e.Buffer]
		if !ok {
			plan, err := ordering.New(spec, s.options)
			if err != nil {
				return nil, err
			}
			if trace, err = g.Crawl(ctx, plan, starts, e.Buffer); err != nil {
				return nil, err
			}
			traces[e.Buffer] = trace
		}
		out = append(out, e.result(g, spec, e.Curve(trace)))
	}
	return out, nil
}

func (e *experiment) result(g *webgraph.Graph, name string, curve []webgraph.Point) importanceResult {
	r := importanceResult{Ordering: name, Importance: e.importance, Model: e.Model, Pages: g.Pages(), Links: g.Edges(),
		Mean: webgraph.Mean(curve), At: map[string]float64{}}
	if e.Model != "crawl-stop" {
		r.Hot, r.Threshold, r.Buffer = e.Hot(), e.Threshold, e.Buffer
	}
	for _, part := range parts {
		r.At[simulate.Key(part)] = e.At(curve, part)
	}
	for _, p := range curve {
		r.Curve = append(r.Curve, [2]float64{float64(p.Pages), p.Share})
	}
	return r
}

// printExperiment prints the i-th result of each ordering.
func printExperiment(env *cli.Env, g *webgraph.Graph, e *experiment, i int, results [][]importanceResult) error {
	fmt.Fprintf(env.Stdout, "\n%s, importance by %s", e.Model, e.importance)
	if e.Model != "crawl-stop" {
		fmt.Fprintf(env.Stdout, ": %s of at least %.4g", show.Plural(e.Hot(), "hot page"), e.Threshold)
	}
	if e.Model == "buffer" {
		fmt.Fprintf(env.Stdout, ", %s in the buffer", show.Plural(e.Buffer, "page"))
	}
	fmt.Fprint(env.Stdout, "\n\n")
	headings := []string{"ORDERING"}
	for _, part := range parts {
		headings = append(headings, fmt.Sprintf("AT %g %%", 100*part))
	}
	rows := []importanceResult{e.result(g, "ideal", e.Ideal())}
	for _, of := range results {
		rows = append(rows, of[i])
	}
	rows = append(rows, e.result(g, "chance", e.Chance()))
	return show.Rows(env.Stdout, append(headings, "MEAN"), rows, func(r importanceResult) []string {
		cells := []string{r.Ordering}
		for _, part := range parts {
			cells = append(cells, show.Percent(r.At[simulate.Key(part)]))
		}
		return append(cells, show.Percent(r.Mean))
	})
}

// figure draws the curves of the only experiment.
func (s *orderingSimulation) figure(g *webgraph.Graph, e *experiment, results [][]importanceResult) []byte {
	c := chart{
		Label: fmt.Sprintf("pages visited; %s, importance by %s (dashed: ideal, chance)", e.Model, e.importance),
		Most:  float64(g.Pages()),
		Tick:  func(pages float64) string { return show.Count(int(pages)) },
	}
	for _, curve := range [][]webgraph.Point{e.Ideal(), e.Chance()} {
		c.Lines = append(c.Lines, line{Colour: "#888", Dash: "4 4", Points: e.result(g, "", curve).Curve})
	}
	for i, of := range results {
		c.Lines = append(c.Lines, line{Name: of[0].Ordering, Colour: colour(i), Points: of[0].Curve})
	}
	return c.SVG()
}
