// Package simulations has the commands that play strategies, orders and policies out
// without a network: simulate, simulate ordering, simulate refresh. What is measured
// is in eval/simulate, eval/webgraph and harvest/refresh; here are flags and tables.
package simulations

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/eval/simulate"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen/model"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// simulation is what `hadal simulate` is asked for.
type simulation struct {
	corpus     string
	kind       string // keyword or structured
	compared   simulate.Comparison
	budget     int
	svg        string
	reachable  bool    // measure against what can be reached
	estimateAt float64 // coverage at which the number of records is estimated; 0: the strategies are compared
	probes     int     // requests for it
	stop       bool    // the rules that end a harvest are compared
	size       int     // of the samples that are harvested then; 0: all records
}

// Simulate is the command hadal simulate.
func Simulate(env *cli.Env) *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use:   "simulate CORPUS",
		Short: "Compare strategies on a corpus behind a modelled search form, without a network",
		Long: `Compare strategies on a corpus behind a modelled search form, without a network.
The planner is the one that harvests sites; only the answers are made up.

CORPUS is a file of JSON lines, one record a line with flat values (.gz is
understood); - is standard input. The table tells the requests spent until 50,
80, 90, 95 and 99 % of the records were held, as a multiple of the fewest that
could show so many: share x records / page size. Then the share held after 1,
1.5, 2 and 3 times the floor: records / page size. "oracle" knows every answer
beforehand and greedily asks the best single word.

With --runs, all numbers are means; each run has the next --seed (start word,
random choices) and the next --rank-seed. All cores are used.

--estimate-at harvests up to that coverage and then compares the estimated
number of records with the true one: by the planner's own share of requests, and
after --probes requests for it in all.

--stop compares the rules that end a harvest, on random samples of --records
records, by the first strategy: the requests until each ends it, and what is held then of what
asking on to the end brings; and how often what is told on the way of the number
of records holds it, after 10, 30, 60 and 90 % of the requests.`,
		Example: `  hadal simulate papers.jsonl --top-k 100 --strategy auto,frequency,oracle --runs 10
  hadal simulate papers.jsonl --totals hidden --snippet 30 --svg curves.svg
  hadal simulate people.jsonl.gz --interface structured --attributes age,sex,country --top-k 256 --page-size 20
  hadal simulate papers.jsonl --top-k 100 --estimate-at 0.3 --runs 100
  hadal simulate papers.jsonl --top-k 100 --stop --records 900 --runs 20`,
		Args: cobra.MaximumNArgs(1),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if s.corpus != "" {
					return exit.Usage(errors.New("the corpus is given twice"))
				}
				s.corpus = args[0]
			}
			return s.check()
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return compare(cmd.Context(), env, s) },
	}
	f := cmd.Flags()
	f.StringVar(&s.corpus, "corpus", "", "file of JSON lines, as the argument")
	f.StringVar(&s.kind, "interface", "keyword", "keyword (a box that searches all text) or structured (controls for --attributes)")
	f.StringSliceVar(&s.compared.Model.Attributes, "attributes", nil, "fields with a control: a range where all values are numbers, else a menu; name:menu, name:box (a text box for one value), name:range, name:min and name:max (one bound only) decide it")
	f.IntVar(&s.compared.Model.TopK, "top-k", 0, "matches of a query that can be reached (0: all)")
	f.IntVar(&s.compared.Model.PageSize, "page-size", 10, "rows a page")
	f.StringVar(&s.compared.Model.Totals, "totals", "shown", "number of matches: shown, hidden, rounded, estimated, or capped at --top-k")
	f.StringVar(&s.compared.Model.Cap, "cap", "stop", "queries with more than --top-k matches: stop there, refuse, or empty")
	f.StringVar(&s.compared.Model.Matching, "matching", "words", "of the box: words, beginning (of words), anywhere (in the text), start (of the text)")
	f.StringVar(&s.compared.Model.Operators, "operators", "none", "of several words: none, and, or, not (and, with -word)")
	f.IntVar(&s.compared.Model.Snippet, "snippet", 0, "words of a record that a row shows (0: all)")
	f.BoolVar(&s.compared.Model.Unstable, "unstable", false, "rows change places between pages")
	f.BoolVar(&s.compared.Model.InOrder, "in-order", false, "a page can be had only from the page before it, not by its number")
	f.BoolVar(&s.compared.Model.Lists, "lists", false, "the form as served lists everything (always so when structured)")
	f.Uint64Var(&s.compared.Model.RankSeed, "rank-seed", 1, "of the order of the records in answers")
	f.IntVar(&s.budget, "max-requests", 0, "requests of a run (0: 12 times the floor)")
	f.Uint64Var(&s.compared.Seed, "seed", 1, "of start words and random choices")
	f.IntVar(&s.compared.Runs, "runs", 1, "runs to average over, each with the next seed and rank seed")
	f.IntVar(&s.compared.Runs, "seeds", 1, "")
	_ = f.MarkHidden("seeds") // what --runs was called first
	f.StringSliceVar(&s.compared.Strategies, "strategy", []string{"auto", "frequency", simulate.Oracle}, "of "+strings.Join(append(plan.Strategies(), simulate.Oracle), ", "))
	f.BoolVar(&s.reachable, "reachable", false, "measure against the records that some question can bring, not against all")
	f.Float64Var(&s.estimateAt, "estimate-at", 0, "harvest to this coverage, then judge the estimate of the number of records")
	f.IntVar(&s.probes, "probes", 300, "with --estimate-at: requests that may go into the estimate")
	f.BoolVar(&s.stop, "stop", false, "compare the rules that end a harvest")
	f.IntVar(&s.size, "records", 0, "with --stop: records of the samples that are harvested (0: all)")
	f.StringVar(&s.svg, "svg", "", "write a figure of coverage against requests to this file")
	cmd.AddCommand(simulateRefreshCommand(env), simulateOrderingCommand(env))
	return cmd
}

// check finds what makes no sense.
func (s *simulation) check() error {
	known := append(plan.Strategies(), simulate.Oracle)
	known = slices.DeleteFunc(known, func(n string) bool { return n == "focused" })
	for _, name := range s.compared.Strategies {
		if !slices.Contains(known, name) {
			return exit.Usage(fmt.Errorf("--strategy: there is no %q (%s)", name, strings.Join(known, ", ")))
		}
	}
	switch {
	case s.corpus == "":
		return exit.Usage(errors.New("no corpus given"))
	case s.kind != "keyword" && s.kind != "structured":
		return exit.Usage(fmt.Errorf("--interface: %q is neither keyword nor structured", s.kind))
	case s.kind == "structured" && len(s.compared.Model.Attributes) == 0:
		return exit.Usage(errors.New("--interface structured needs --attributes"))
	case s.compared.Model.PageSize < 1 || s.compared.Model.TopK < 0 || s.compared.Model.Snippet < 0 || s.budget < 0 || s.compared.Runs < 1 || s.probes < 0 || s.size < 0:
		return exit.Usage(errors.New("--page-size and --runs are at least 1, --top-k, --snippet, --max-requests, --probes and --records at least 0"))
	case s.estimateAt < 0 || s.estimateAt >= 1:
		return exit.Usage(errors.New("--estimate-at is a share of the records, from 0 to below 1"))
	}
	s.compared.Model.Box = s.kind == "keyword"
	s.compared.Model.Lists = s.compared.Model.Lists || s.kind == "structured"
	return nil
}

// compare runs all strategies and prints what they needed.
func compare(ctx context.Context, env *cli.Env, s simulation) error {
	records, err := readCorpus(s.corpus)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return fmt.Errorf("%s: no records", s.corpus)
	}
	reach, err := s.compared.Reachable(records)
	if err != nil {
		return exit.Usage(err)
	}
	if s.stop {
		return simulateStop(ctx, env, s, records)
	}
	if s.estimateAt > 0 {
		return simulateEstimate(ctx, env, s, records)
	}
	size := len(records)
	if s.reachable {
		size = reach
	}
	results, err := s.compared.Run(ctx, records, size, s.budget)
	if err != nil {
		return err
	}
	for i := range results {
		results[i].Reachable = reach
	}
	if done, err := write(env, s.svg, func() []byte { return figure(results, size) }, results); done {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s, %s a page: at least %s\n", show.Plural(size, "record"), show.Count(s.compared.Model.PageSize), show.Plural(results[0].LowerBound, "request"))
	if reach < len(records) {
		fmt.Fprintf(env.Stdout, "of %s, %s can be reached by no question\n", show.Plural(len(records), "record"), show.Count(len(records)-reach))
	}
	fmt.Fprintln(env.Stdout)
	return printSimulation(env, results)
}

// simulateEstimate tells how well the planner knows the number of records.
func simulateEstimate(ctx context.Context, env *cli.Env, s simulation, records []model.Record) error {
	results, err := s.compared.Estimate(ctx, records, s.estimateAt, s.probes)
	if err != nil {
		return err
	}
	if done, err := write(env, "", nil, results); done {
		return err
	}
	var rows [][]string
	for _, r := range results {
		rows = append(rows, []string{r.Strategy, show.Count(int(r.Probes)), show.Count(int(r.Requests)), fmt.Sprintf("%d of %d", r.Known(), r.Runs),
			show.Percent(r.Median), show.Percent(r.Mean), fmt.Sprintf("%+.1f %%", 100*r.Bias), show.Percent(r.Inside), show.Percent(r.HalfWidth), r.Method})
	}
	fmt.Fprintf(env.Stdout, "%s, estimated when %s are held\n\n", show.Plural(len(records), "record"), show.Percent(s.estimateAt))
	return show.Table(env.Stdout, []string{"STRATEGY", "PROBES", "REQUESTS", "ESTIMATES", "MEDIAN ERROR", "MEAN ERROR", "BIAS", "IN INTERVAL", "HALF WIDTH", "METHOD"}, rows)
}

// simulateStop tells when the rules end harvests, and with what.
func simulateStop(ctx context.Context, env *cli.Env, s simulation, records []model.Record) error {
	results, err := s.compared.Stop(ctx, records, s.size)
	if err != nil {
		return err
	}
	if done, err := write(env, "", nil, results); done {
		return err
	}
	var rows [][]string
	for _, r := range results {
		rows = append(rows, []string{r.Rule, show.Count(int(r.Requests)), show.Percent(r.Requests/results[0].Requests - 1), show.Percent(r.Held), show.Percent(r.Least), show.Percent(r.Enough), show.Count(int(r.Last)),
			show.Percent(r.Known), show.Percent(r.Inside), show.Percent(r.Median)})
	}
	fmt.Fprintf(env.Stdout, "%s, %s\n\n", show.Plural(results[0].Records, "record"), show.Plural(results[0].Runs, "run"))
	return show.Table(env.Stdout, []string{"RULE", "REQUESTS", "MORE", "HELD", "LEAST", "98 % HELD", "LAST NEW", "INTERVALS", "HOLD", "OFF"}, rows)
}

// write writes a figure of the results to a file, where one is named, and the results
// themselves where JSON is asked for: then no table is to be printed.
func write[T any](env *cli.Env, svg string, figure func() []byte, results []T) (done bool, err error) {
	if svg != "" {
		err = os.WriteFile(svg, figure(), 0o666)
	}
	if err == nil && env.JSON {
		err = visible.EncodeAll(env.Stdout, results)
	}
	return env.JSON || err != nil, err
}

// printSimulation prints a table of the results.
func printSimulation(env *cli.Env, results []simulate.Result) error {
	headings := []string{"STRATEGY"}
	for _, share := range simulate.Shares {
		headings = append(headings, fmt.Sprintf("%g %%", 100*share))
	}
	for _, multiple := range simulate.Multiples {
		headings = append(headings, fmt.Sprintf("AT %gX", multiple))
	}
	headings = append(headings, "REQUESTS", "NOTHING NEW", "COVERAGE")
	var rows [][]string
	for _, r := range results {
		row := []string{r.Strategy}
		for _, share := range simulate.Shares {
			cell := "-"
			if v := r.At[simulate.Key(share)]; v != nil {
				cell = fmt.Sprintf("%.2f", *v)
			}
			row = append(row, cell)
		}
		for _, multiple := range simulate.Multiples {
			row = append(row, show.Percent(r.After[simulate.Key(multiple)]))
		}
		rows = append(rows, append(row, show.Count(int(r.Requests)), show.Count(int(r.Wasted)), show.Percent(r.Coverage)))
	}
	return show.Table(env.Stdout, headings, rows)
}

// figure draws coverage against requests as SVG. The floor's line is dashed.
func figure(results []simulate.Result, size int) []byte {
	floor := float64(results[0].LowerBound)
	c := chart{
		Label: fmt.Sprintf("requests (the floor is %s)", show.Count(int(floor))),
		Most:  4 * floor, // beyond, little happens
		Tick:  func(requests float64) string { return show.Count(int(requests)) },
		Lines: []line{{Colour: "#888", Dash: "4 4", Points: [][2]float64{{0, 0}, {floor, 1}}}},
	}
	for i, r := range results {
		line := line{Name: r.Strategy, Colour: colour(i)}
		for _, p := range r.Curve {
			line.Points = append(line.Points, [2]float64{p[0], p[1] / float64(size)})
		}
		c.Lines = append(c.Lines, line)
	}
	return c.SVG()
}
