package simulations

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/cli"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/eval/revisits"
	"github.com/hadal-crawler/hadal/harvest/refresh"
)

// refreshSimulation is what `hadal simulate refresh` is asked for.
type refreshSimulation struct {
	records int
	every   float64 // days between two changes of the median record
	spread  float64 // of the logarithm of the rates
	budgets []float64
	days    int
	seed    uint64
	svg     string
}

// freshnessResult is a line of `hadal simulate refresh --json`.
type freshnessResult struct {
	Policy    refresh.Policy `json:"policy"`
	Budget    float64        `json:"budget"`    // visits a day, as a share of the records
	Freshness float64        `json:"freshness"` // with the true rates, in the long run
	Learned   float64        `json:"learned"`   // with rates learned from its own visits
}

func simulateRefreshCommand(env *cli.Env) *cobra.Command {
	var s refreshSimulation
	cmd := &cobra.Command{
		Use:   "refresh",
		Short: "Compare policies of revisiting on a made-up population of records that change",
		Long: `Compare policies of revisiting on a made-up population of records that change.
Each record changes at random times (Poisson) at a rate of its own; rates are
spread log-normally. The table tells the mean share of time in which a copy says
what the site says: with rates that are known, by the formula, and with rates that
the policy learns from its own visits, played out, over the second half of --days.
A budget is visits a day as a share of the records.`,
		Example: `  hadal simulate refresh
  hadal simulate refresh --records 1000 --changes-every 10 --budgets 0.05,0.1,0.5 --svg freshness.svg`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.records < 1 || s.every <= 0 || s.spread < 0 || s.days < 2 || len(s.budgets) == 0 {
				return exit.Usage(errors.New("--records is at least 1, --changes-every above 0, --spread at least 0, --days at least 2, and --budgets names one"))
			}
			for _, b := range s.budgets {
				if b <= 0 || b > 1 {
					return exit.Usage(errors.New("--budgets are shares of the records, above 0 and up to 1"))
				}
			}
			return simulateRefresh(env, s)
		},
	}
	f := cmd.Flags()
	f.IntVar(&s.records, "records", 300, "records")
	f.Float64Var(&s.every, "changes-every", 10, "days between two changes of the median record")
	f.Float64Var(&s.spread, "spread", 1.5, "standard deviation of the logarithm of the rates")
	f.Float64SliceVar(&s.budgets, "budgets", []float64{0.02, 0.05, 0.1, 0.2, 0.5, 1}, "visits a day, as shares of the records")
	f.IntVar(&s.days, "days", 200, "days that are played out")
	f.Uint64Var(&s.seed, "seed", 1, "of rates and changes")
	f.StringVar(&s.svg, "svg", "", "write a figure of freshness against budget to this file")
	return cmd
}

func simulateRefresh(env *cli.Env, s refreshSimulation) error {
	population := revisits.NewPopulation(s.records, 1/s.every, s.spread, s.seed)
	results := make([]freshnessResult, len(s.budgets)*len(refresh.Policies()))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, budget := range s.budgets {
		for j, policy := range refresh.Policies() {
			g.Go(func() error {
				visits := budget * float64(s.records)
				results[i*len(refresh.Policies())+j] = freshnessResult{policy, budget,
					population.Expected(policy, visits), population.Learned(policy, visits, s.days, s.seed)}
				return nil
			})
		}
	}
	_ = g.Wait() // cannot fail
	if done, err := write(env, s.svg, func() []byte { return freshnessFigure(results) }, results); done {
		return err
	}
	headings := []string{"VISITS A DAY"}
	for _, p := range refresh.Policies() {
		headings = append(headings, string(p), "learned")
	}
	var rows [][]string
	for i, budget := range s.budgets {
		row := []string{show.Percent(budget)}
		for _, r := range results[i*len(refresh.Policies()):][:len(refresh.Policies())] {
			row = append(row, show.Percent(r.Freshness), show.Percent(r.Learned))
		}
		rows = append(rows, row)
	}
	return show.Table(env.Stdout, headings, rows)
}

// freshnessFigure draws freshness against budget as SVG: a line a policy, the
// learned one dashed.
func freshnessFigure(results []freshnessResult) []byte {
	c := chart{
		Label: "visits a day, as a share of the records; fresh copies (dashed: rates learned)",
		Tick:  func(budget float64) string { return fmt.Sprintf("%.3g %%", 100*budget) },
	}
	for _, r := range results {
		c.Most = max(c.Most, r.Budget)
	}
	for i, p := range refresh.Policies() {
		known := line{Name: string(p), Colour: colour(i), Points: [][2]float64{{0, 0}}}
		learned := line{Colour: colour(i), Dash: "5 4", Points: [][2]float64{{0, 0}}}
		for _, r := range results {
			if r.Policy == p {
				known.Points = append(known.Points, [2]float64{r.Budget, r.Freshness})
				learned.Points = append(learned.Points, [2]float64{r.Budget, r.Learned})
			}
		}
		c.Lines = append(c.Lines, known, learned)
	}
	return c.SVG()
}
