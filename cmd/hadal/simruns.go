package main

import (
	"context"
	"runtime"
	"strconv"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/hadal-crawler/hadal/querygen"
)

// each calls f for every strategy and run, on all cores. The strategies of a
// run share a model, which is made when it is first needed and dropped after.
func (s simulation) each(ctx context.Context, records []querygen.ModelRecord, f func(ctx context.Context, m *querygen.Model, strategy, run int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for run := range s.runs {
		model := sync.OnceValues(func() (*querygen.Model, error) {
			o := s.model
			o.RankSeed += uint64(run)
			m, err := querygen.NewModel(records, o)
			if err != nil {
				err = &usageError{err}
			}
			return m, err
		})
		for strategy := range s.strategies {
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

// reach returns how many records some question of the first run can bring.
func (s simulation) reach(records []querygen.ModelRecord) (int, error) {
	m, err := querygen.NewModel(records, s.model)
	if err != nil {
		return 0, &usageError{err}
	}
	return m.Reachable(), nil
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
	p, err := newSimulated(m, strategy, seed)
	if err != nil {
		return simRun{}, err
	}
	curve, wasted := m.Run(p, budget, func() bool { return ctx.Err() != nil })
	return simRun{curve, wasted}, ctx.Err()
}

// newSimulated returns a planner for m that knows one word to start from.
func newSimulated(m *querygen.Model, strategy string, seed uint64) (*querygen.Planner, error) {
	o := querygen.Options{Form: m.Form(), Strategy: strategy, Seed: seed}
	if w := m.StartWord(seed); w != "" {
		o.Seeds = []string{w}
	}
	return querygen.New(o)
}

// simResult is a line of `hadal simulate --json`: means over the runs.
type simResult struct {
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

func newSimResult(strategy string, runs []simRun, size, pageSize int) simResult {
	n := float64(len(runs))
	r := simResult{Strategy: strategy, LowerBound: (size + pageSize - 1) / pageSize, At: map[string]*float64{}, After: map[string]float64{}, Runs: len(runs)}
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
		r.At[key(share)] = v
	}
	for _, multiple := range multiples {
		for _, run := range runs {
			r.After[key(multiple)] += float64(run.curve.Held(int(multiple*float64(r.LowerBound)))) / float64(size) / n
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

// key writes a number as the results' keys have it.
func key(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
