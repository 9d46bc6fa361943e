package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/querygen"
)

// estimateResult is a line of `hadal simulate --estimate-at --json`: how well
// the number of records was known, over all runs.
type estimateResult struct {
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
func (r *estimateResult) add(e querygen.Estimate, probes, requests, truth int) {
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
func (r *estimateResult) finish() {
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

// simulateEstimate tells how well the planner knows the number of records.
func (a *app) simulateEstimate(ctx context.Context, s simulation, records []querygen.ModelRecord) error {
	s.strategies = slices.DeleteFunc(slices.Clone(s.strategies), func(name string) bool { return name == oracle })
	type pair struct{ own, probed judged }
	all := make([][]pair, len(s.strategies))
	for i := range all {
		all[i] = make([]pair, s.runs)
	}
	err := s.each(ctx, records, func(ctx context.Context, m *querygen.Model, strategy, run int) (err error) {
		own, probed, err := s.judge(ctx, m, s.strategies[strategy], s.seed+uint64(run))
		all[strategy][run] = pair{own, probed}
		return err
	})
	if err != nil {
		return err
	}
	var results []estimateResult
	for i, name := range s.strategies {
		own := estimateResult{Strategy: name, EstimateAt: s.estimateAt}
		probed := own
		for _, p := range all[i] {
			own.add(p.own.estimate, p.own.probes, p.own.requests, len(records))
			probed.add(p.probed.estimate, p.probed.probes, p.probed.requests, len(records))
		}
		own.finish()
		probed.finish()
		results = append(results, own, probed)
	}
	if a.json {
		for _, r := range results {
			if err := visible.Encode(a.stdout, r); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]string
	for _, r := range results {
		rows = append(rows, []string{r.Strategy, count(int(r.Probes)), count(int(r.Requests)), fmt.Sprintf("%d of %d", len(r.errors), r.Runs),
			percent(r.Median), percent(r.Mean), fmt.Sprintf("%+.1f %%", 100*r.Bias), percent(r.Inside), percent(r.HalfWidth), r.Method})
	}
	fmt.Fprintf(a.stdout, "%s, estimated when %s are held\n\n", plural(len(records), "record"), percent(s.estimateAt))
	return printTable(a.stdout, []string{"STRATEGY", "PROBES", "REQUESTS", "ESTIMATES", "MEDIAN ERROR", "MEAN ERROR", "BIAS", "IN INTERVAL", "HALF WIDTH", "METHOD"}, rows)
}

// judged is an estimate and what it cost.
type judged struct {
	estimate         querygen.Estimate
	probes, requests int
}

// judge harvests to the coverage asked for and estimates: by what the planner
// spent on it by itself, and after more probes.
func (s simulation) judge(ctx context.Context, m *querygen.Model, strategy string, seed uint64) (own, probed judged, err error) {
	p, err := newSimulated(m, strategy, seed)
	if err != nil {
		return own, probed, err
	}
	probes := 0
	for float64(p.Held()) < s.estimateAt*float64(m.Len()) && ctx.Err() == nil {
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
	for probes < s.probes && ctx.Err() == nil {
		a, ok := p.Sample()
		if !ok {
			break
		}
		probes++
		p.Observe(m.Ask(a))
	}
	return own, judged{p.Estimate(), probes, p.Requests()}, ctx.Err()
}
