// Package simulate compares strategies on interfaces over known records: what they spend,
// and how well they know how many records there are. It asks no site; the planner is the
// one that harvests.
package simulate

import (
	"context"
	"runtime"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// Oracle is the name of the greedy choice that knows all answers beforehand.
const Oracle = "oracle"

// Shares of the records for which the price is told, and multiples of the floor for which
// the coverage is.
var (
	Shares    = []float64{0.5, 0.8, 0.9, 0.95, 0.99}
	Multiples = []float64{1, 1.5, 2, 3}
)

// Comparison says which strategies are run on which interface, and how often. Each run
// has the next seed, and the next of the model's rank.
type Comparison struct {
	Model      model.Options
	Strategies []string // of plan.Strategies, or Oracle
	Seed       uint64
	Runs       int
}

// each calls f for every strategy and run, on all cores. The strategies of a
// run share a model, which is made when it is first needed and dropped after.
func (s Comparison) each(ctx context.Context, records []model.Record, f func(ctx context.Context, m *model.Model, strategy, run int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for run := range s.Runs {
		model := sync.OnceValues(func() (*model.Model, error) {
			o := s.Model
			o.RankSeed += uint64(run)
			return model.New(records, o)
		})
		for strategy := range s.Strategies {
			g.Go(func() error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				m, err := model()
				if err != nil {
					return err
				}
				return f(ctx, m, strategy, run)
			})
		}
	}
	return g.Wait()
}

// Reachable returns how many records some question of the first run can bring. It fails
// for a model that cannot be.
func (s Comparison) Reachable(records []model.Record) (int, error) {
	m, err := model.New(records, s.Model)
	if err != nil {
		return 0, err
	}
	return m.Reachable(), nil
}

// Run returns what each strategy needed for a share of size records: of all, or of those
// that some question can bring. A run spends at most budget requests; 0 is 12 times the floor.
func (s Comparison) Run(ctx context.Context, records []model.Record, size, budget int) ([]Result, error) {
	runs := make([][]harvested, len(s.Strategies))
	for i := range runs {
		runs[i] = make([]harvested, s.Runs)
	}
	err := s.each(ctx, records, func(ctx context.Context, m *model.Model, strategy, run int) (err error) {
		most := budget
		if most == 0 {
			most = 12 * m.Floor()
		}
		runs[strategy][run], err = harvest(ctx, m, s.Strategies[strategy], s.Seed+uint64(run), most)
		return err
	})
	if err != nil {
		return nil, err
	}
	var results []Result
	for i, strategy := range s.Strategies {
		results = append(results, newResult(strategy, runs[i], size, s.Model.PageSize))
	}
	return results, nil
}

// harvested is one run of one strategy.
type harvested struct {
	curve  model.Curve
	wasted int
}

func harvest(ctx context.Context, m *model.Model, strategy string, seed uint64, budget int) (harvested, error) {
	if strategy == Oracle {
		curve, wasted := m.Oracle(budget)
		return harvested{curve, wasted}, nil
	}
	p, err := newSimulated(m, strategy, seed)
	if err != nil {
		return harvested{}, err
	}
	curve, wasted := m.Run(p, budget, func() bool { return ctx.Err() != nil })
	return harvested{curve, wasted}, ctx.Err()
}

// newSimulated returns a planner for m that knows one word to start from.
func newSimulated(m *model.Model, strategy string, seed uint64) (*plan.Planner, error) {
	o := querygen.Options{Form: m.Form(), Strategy: strategy, Seed: seed}
	if w := m.StartWord(seed); w != "" {
		o.Seeds = []string{w}
	}
	return plan.New(o)
}

// Result is a line of `hadal simulate --json`: means over the runs.
type Result struct {
	Strategy   string              `json:"strategy"`
	Requests   float64             `json:"requests"`
	Coverage   float64             `json:"coverage"`
	LowerBound int                 `json:"lower_bound"`
	At         map[string]*float64 `json:"at"`    // null where a run did not get there
	After      map[string]float64  `json:"after"` // coverage after a multiple of the floor
	Wasted     float64             `json:"wasted"`
	Runs       int                 `json:"runs"`
	Reachable  int                 `json:"reachable"` // records that some question brings, with the first rank seed
	Curve      [][2]float64        `json:"curve"`
}

// curvePoints is how many points of a curve are told.
const curvePoints = 200

func newResult(strategy string, runs []harvested, size, pageSize int) Result {
	n := float64(len(runs))
	r := Result{Strategy: strategy, LowerBound: (size + pageSize - 1) / pageSize, At: map[string]*float64{}, After: map[string]float64{}, Runs: len(runs)}
	longest := 0
	for _, run := range runs {
		last := run.curve[len(run.curve)-1]
		r.Requests += float64(last.Requests) / n
		r.Coverage += float64(last.Records) / float64(size) / n
		r.Wasted += float64(run.wasted) / n
		longest = max(longest, last.Requests)
	}
	for _, share := range Shares {
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
		r.At[Key(share)] = v
	}
	for _, multiple := range Multiples {
		for _, run := range runs {
			r.After[Key(multiple)] += float64(run.curve.Held(int(multiple*float64(r.LowerBound)))) / float64(size) / n
		}
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

// Key writes a number as the results' keys have it.
func Key(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
