package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/querygen"
)

// simulation is what `hadal simulate` is asked for.
type simulation struct {
	corpus     string
	kind       string // keyword or structured
	model      querygen.ModelOptions
	strategies []string
	budget     int
	seed       uint64
	seeds      int
	svg        string
}

// oracle is the name of the greedy choice that knows all answers beforehand.
const oracle = "oracle"

// shares of the records for which the price is told.
var shares = []float64{0.5, 0.8, 0.9, 0.95, 0.99}

func (a *app) simulateCommand() *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use:   "simulate CORPUS",
		Short: "Compare strategies on a corpus behind a modelled search form, without a network",
		Long: `Compare strategies on a corpus behind a modelled search form, without a network.
The planner is the one that harvests sites; only the answers are made up.

CORPUS is a file of JSON lines, one record a line with flat values (.gz is
understood); - is standard input. The table tells the requests spent until 50,
80, 90, 95 and 99 % of the records were held, as a multiple of the fewest that
could show so many: share x records / page size. "oracle" knows every answer
beforehand and greedily asks the best single word.`,
		Example: `  hadal simulate papers.jsonl --top-k 100 --strategy auto,frequency,oracle --seeds 10
  hadal simulate people.jsonl.gz --interface structured --attributes age,sex,country --top-k 256 --page-size 20`,
		Args: cobra.MaximumNArgs(1),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if s.corpus != "" {
					return &usageError{errors.New("the corpus is given twice")}
				}
				s.corpus = args[0]
			}
			return s.check()
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return a.simulate(cmd.Context(), s) },
	}
	f := cmd.Flags()
	f.StringVar(&s.corpus, "corpus", "", "file of JSON lines, as the argument")
	f.StringVar(&s.kind, "interface", "keyword", "keyword (a box that searches all text) or structured (controls for --attributes)")
	f.StringSliceVar(&s.model.Attributes, "attributes", nil, "fields with a control: a range where all values are numbers, else a menu; name:menu and name:range decide it")
	f.IntVar(&s.model.TopK, "top-k", 0, "matches of a query that can be reached (0: all)")
	f.IntVar(&s.model.PageSize, "page-size", 10, "rows a page")
	f.StringVar(&s.model.Totals, "totals", "shown", "number of matches: shown, hidden, or capped at --top-k")
	f.StringVar(&s.model.Cap, "cap", "stop", "queries with more than --top-k matches: stop there, refuse, or empty")
	f.StringVar(&s.model.Operators, "operators", "none", "of several words: none, and, or, not (and, with -word)")
	f.IntVar(&s.model.Snippet, "snippet", 0, "words of a record that a row shows (0: all)")
	f.BoolVar(&s.model.Unstable, "unstable", false, "rows change places between pages")
	f.BoolVar(&s.model.Lists, "lists", false, "the form as served lists everything (always so when structured)")
	f.Uint64Var(&s.model.RankSeed, "rank-seed", 1, "of the order of the records in answers")
	f.IntVar(&s.budget, "max-requests", 0, "requests of a run (0: 12 times the floor)")
	f.Uint64Var(&s.seed, "seed", 1, "of start words and random choices")
	f.IntVar(&s.seeds, "seeds", 1, "runs to average over, each with the next seed and rank seed")
	f.StringSliceVar(&s.strategies, "strategy", []string{"auto", "frequency", oracle}, "of "+strings.Join(append(querygen.Strategies(), oracle), ", "))
	f.StringVar(&s.svg, "svg", "", "write a figure of coverage against requests to this file")
	return cmd
}

// check finds what makes no sense.
func (s *simulation) check() error {
	known := append(querygen.Strategies(), oracle)
	known = slices.DeleteFunc(known, func(n string) bool { return n == "terms" })
	for _, name := range s.strategies {
		if !slices.Contains(known, name) {
			return &usageError{fmt.Errorf("--strategy: there is no %q (%s)", name, strings.Join(known, ", "))}
		}
	}
	switch {
	case s.corpus == "":
		return &usageError{errors.New("no corpus given")}
	case s.kind != "keyword" && s.kind != "structured":
		return &usageError{fmt.Errorf("--interface: %q is neither keyword nor structured", s.kind)}
	case s.kind == "structured" && len(s.model.Attributes) == 0:
		return &usageError{errors.New("--interface structured needs --attributes")}
	case s.model.PageSize < 1 || s.model.TopK < 0 || s.model.Snippet < 0 || s.budget < 0 || s.seeds < 1:
		return &usageError{errors.New("--page-size and --seeds are at least 1, --top-k, --snippet and --max-requests at least 0")}
	}
	s.model.Box = s.kind == "keyword"
	s.model.Lists = s.model.Lists || s.kind == "structured"
	return nil
}

// simulate runs all strategies and prints what they needed.
func (a *app) simulate(ctx context.Context, s simulation) error {
	records, err := readCorpus(s.corpus)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return fmt.Errorf("%s: no records", s.corpus)
	}
	runs := make([][]simRun, len(s.strategies))
	for i := range runs {
		runs[i] = make([]simRun, s.seeds)
	}
	for n := range s.seeds { // the strategies share a model; the next seed's needs its memory
		o := s.model
		o.RankSeed += uint64(n)
		m, err := querygen.NewModel(records, o)
		if err != nil {
			return &usageError{err}
		}
		budget := s.budget
		if budget == 0 {
			budget = 12 * m.Floor()
		}
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(runtime.GOMAXPROCS(0))
		for i, strategy := range s.strategies {
			g.Go(func() error {
				run, err := simulateOne(ctx, m, strategy, s.seed+uint64(n), budget)
				runs[i][n] = run
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
	var results []simResult
	for i, strategy := range s.strategies {
		results = append(results, newSimResult(strategy, runs[i], len(records), s.model.PageSize))
	}
	if s.svg != "" {
		if err := os.WriteFile(s.svg, figure(results, len(records)), 0o666); err != nil {
			return err
		}
	}
	if a.json {
		for _, r := range results {
			if err := json.NewEncoder(a.stdout).Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(a.stdout, "%s, %s a page: at least %s\n\n", plural(len(records), "record"), count(s.model.PageSize), plural(results[0].LowerBound, "request"))
	return a.printSimulation(results)
}

// simRun is one run of one strategy.
type simRun struct {
	curve  querygen.Curve
	wasted int
}

func simulateOne(ctx context.Context, m *querygen.Model, strategy string, seed uint64, budget int) (simRun, error) {
	if strategy == oracle {
		curve, wasted := m.Oracle(budget)
		return simRun{curve, wasted}, nil
	}
	o := querygen.Options{Form: m.Form(), Strategy: strategy, Seed: seed}
	if w := m.StartWord(seed); w != "" {
		o.Seeds = []string{w}
	}
	p, err := querygen.New(o)
	if err != nil {
		return simRun{}, err
	}
	curve, wasted := m.Run(p, budget, func() bool { return ctx.Err() != nil })
	return simRun{curve, wasted}, ctx.Err()
}

// simResult is a line of `hadal simulate --json`: means over the runs.
type simResult struct {
	Strategy   string              `json:"strategy"`
	Requests   float64             `json:"requests"`
	Coverage   float64             `json:"coverage"`
	LowerBound int                 `json:"lower_bound"`
	At         map[string]*float64 `json:"at"` // null where a run did not get there
	Wasted     float64             `json:"wasted"`
	Seeds      int                 `json:"seeds"`
	Curve      [][2]float64        `json:"curve"`
}

// curvePoints is how many points of a curve are told.
const curvePoints = 200

func newSimResult(strategy string, runs []simRun, size, pageSize int) simResult {
	n := float64(len(runs))
	r := simResult{Strategy: strategy, LowerBound: (size + pageSize - 1) / pageSize, At: map[string]*float64{}, Seeds: len(runs)}
	longest := 0
	for _, run := range runs {
		last := run.curve[len(run.curve)-1]
		r.Requests += float64(last.Requests) / n
		r.Coverage += float64(last.Records) / float64(size) / n
		r.Wasted += float64(run.wasted) / n
		longest = max(longest, last.Requests)
	}
	for _, share := range shares {
		var sum float64
		for _, run := range runs {
			at := run.curve.Reached(share, size)
			if at < 0 {
				sum = -1
				break
			}
			sum += float64(at)
		}
		var v *float64
		if sum >= 0 {
			x := sum / n / (share * float64(size) / float64(pageSize))
			v = &x
		}
		r.At[strconv.FormatFloat(share, 'g', -1, 64)] = v
	}
	step := max(1, longest/curvePoints)
	for at := 0; ; at += step {
		at = min(at, longest)
		var held float64
		for _, run := range runs {
			held += float64(run.curve.Held(at)) / n
		}
		r.Curve = append(r.Curve, [2]float64{float64(at), held})
		if at == longest {
			return r
		}
	}
}
