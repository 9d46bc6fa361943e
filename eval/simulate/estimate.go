package simulate

import (
	"context"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Accuracy is a line of `hadal simulate --estimate-at --json`: how well
// the number of records was known, over all runs.
type Accuracy struct {
	Strategy   string  `json:"strategy"`
	EstimateAt float64 `json:"estimate_at"`
	Runs       int     `json:"runs"`
	Unknown    int     `json:"unknown"`      // runs that gave no estimate; the rest is of the others
	Probes     float64 `json:"probes"`       // requests that went into the estimate, mean
	Requests   float64 `json:"requests"`     // all requests, mean
	Median     float64 `json:"median_error"` // of |estimate / truth - 1|
	Mean       float64 `json:"mean_error"`
	Bias       float64 `json:"bias"`       // mean of estimate / truth - 1
	Inside     float64 `json:"inside"`     // share of the runs whose 95 % interval holds the truth
	HalfWidth  float64 `json:"half_width"` // of the interval, as a share of the truth, mean
	Method     string  `json:"method"`     // of the last run

	errors []float64
}

// add counts one run's estimate in.
func (r *Accuracy) add(e querygen.Estimate, probes, requests, truth int) {
	r.Runs++
	r.Probes += float64(probes)
	r.Requests += float64(requests)
	if e.Size == 0 {
		r.Unknown++
		return
	}
	n := float64(truth)
	r.errors = append(r.errors, e.Size/n-1)
	if e.Low <= n && n <= e.High {
		r.Inside++
	}
	r.HalfWidth += (e.High - e.Low) / 2 / n
	r.Method = e.Method
}

// finish turns sums into means.
func (r *Accuracy) finish() {
	r.Probes /= float64(max(r.Runs, 1))
	r.Requests /= float64(max(r.Runs, 1))
	n := float64(len(r.errors))
	if n == 0 {
		return
	}
	var off []float64
	for _, e := range r.errors {
		r.Bias += e / n
		r.Mean += math.Abs(e) / n
		off = append(off, math.Abs(e))
	}
	slices.Sort(off)
	r.Median = (off[(len(off)-1)/2] + off[len(off)/2]) / 2
	r.Inside /= n
	r.HalfWidth /= n
}

// Estimate tells how well the planner knows the number of records when the share at of
// them is held: by what it spent on that by itself, and after probes requests for it in all.
// Of each strategy there are these two; the oracle knows without estimating.
func (s Comparison) Estimate(ctx context.Context, records []model.Record, at float64, probes int) ([]Accuracy, error) {
	s.Strategies = slices.DeleteFunc(slices.Clone(s.Strategies), func(name string) bool { return name == Oracle })
	type pair struct{ own, probed judged }
	all := make([][]pair, len(s.Strategies))
	for i := range all {
		all[i] = make([]pair, s.Runs)
	}
	err := s.each(ctx, records, func(ctx context.Context, m *model.Model, strategy, run int) (err error) {
		own, probed, err := judge(ctx, m, s.Strategies[strategy], s.Seed+uint64(run), at, probes)
		all[strategy][run] = pair{own, probed}
		return err
	})
	if err != nil {
		return nil, err
	}
	var results []Accuracy
	for i, name := range s.Strategies {
		own := Accuracy{Strategy: name, EstimateAt: at}
		probed := own
		for _, p := range all[i] {
			own.add(p.own.estimate, p.own.probes, p.own.requests, len(records))
			probed.add(p.probed.estimate, p.probed.probes, p.probed.requests, len(records))
		}
		own.finish()
		probed.finish()
		results = append(results, own, probed)
	}
	return results, nil
}

// Known is how many runs gave an estimate.
func (r *Accuracy) Known() int { return len(r.errors) }

// judged is an estimate and what it cost.
type judged struct {
	estimate         querygen.Estimate
	probes, requests int
}

// judge harvests to the coverage asked for and estimates: by what the planner
// spent on it by itself, and after more probes.
func judge(ctx context.Context, m *model.Model, strategy string, seed uint64, at float64, most int) (own, probed judged, err error) {
	p, err := newSimulated(m, strategy, seed)
	if err != nil {
		return own, probed, err
	}
	probes := 0
	for float64(p.Held()) < at*float64(m.Len()) && ctx.Err() == nil {
		a, ok := p.Next()
		if !ok {
			break
		}
		if p.Sampling() {
			probes++
		}
		p.Observe(m.Ask(a))
	}
	own = judged{p.Estimate(), probes, p.Requests()}
	for probes < most && ctx.Err() == nil {
		a, ok := p.Sample()
		if !ok {
			break
		}
		probes++
		p.Observe(m.Ask(a))
	}
	return own, judged{p.Estimate(), probes, p.Requests()}, ctx.Err()
}
