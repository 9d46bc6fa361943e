package simulate

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// Rules are the ways to end a harvest that are compared, the first beside the others.
var Rules = []struct {
	Name   string
	bounds plan.Bounds
}{
	{"yield", plan.Bounds{MinYield: 0.01, Patience: 150}},
	{"enough", plan.Bounds{Share: 0.98, MinYield: 0.01, Patience: 150}},
	{"all", plan.Bounds{Share: 1, MinYield: 0.01, Patience: 150}},
}

// Shares of a harvest's requests at which it is looked at what is told of the records.
var Moments = []float64{0.1, 0.3, 0.6, 0.9}

// wanted is the share of what asking on brings that a stop is judged by.
const wanted = 0.98

// Ending is a line of `hadal simulate --stop --json`: how harvests of samples of a corpus
// end by a rule. What is held is told as a share of what asking on to the end brings.
type Ending struct {
	Rule     string  `json:"rule"`
	Runs     int     `json:"runs"`
	Records  int     `json:"records"`
	Requests float64 `json:"requests"` // mean
	Last     float64 `json:"last"`     // requests after which nothing new came, mean
	Held     float64 `json:"held"`     // mean share
	Least    float64 `json:"least"`    // smallest share
	Enough   float64 `json:"enough"`   // share of the runs that hold 98 %
	Known    float64 `json:"known"`    // of the moments looked at, those with an interval
	Inside   float64 `json:"inside"`   // of these, those whose interval holds the number of records
	Median   float64 `json:"median"`   // of how far off the estimate is
}

// ended is one run, by rule.
type ended struct {
	requests, held []int
	estimates      []querygen.Estimate
	there          int
}

// Stop compares the rules on samples of size records, another one a run: what they need
// and what is missed; and what is told on the way of the number of records, over all runs.
func (s Comparison) Stop(ctx context.Context, records []model.Record, size int) ([]Ending, error) {
	s.Strategies = s.Strategies[:1]
	size = min(cmp.Or(size, len(records)), len(records))
	runs := make([]ended, s.Runs)
	err := s.each(ctx, nil, func(ctx context.Context, _ *model.Model, _, run int) error {
		some := make([]model.Record, size)
		for i, j := range rand.New(rand.NewPCG(s.Seed+uint64(run), 7)).Perm(len(records))[:size] {
			some[i] = records[j]
		}
		o := s.Model
		o.RankSeed += uint64(run)
		m, err := model.New(some, o)
		if err != nil {
			return err
		}
		runs[run], err = s.end(ctx, m, s.Seed+uint64(run))
		return err
	})
	if err != nil {
		return nil, err
	}
	var out []Ending
	for i, rule := range Rules {
		e := Ending{Rule: rule.Name, Runs: len(runs), Records: size, Least: 1}
		n := float64(len(runs))
		var off []float64
		moments := 0.0
		for _, r := range runs {
			all := r.held[len(Rules)]
			share := float64(r.held[i]) / float64(max(all, 1))
			e.Requests, e.Last, e.Held, e.Least = e.Requests+float64(r.requests[i])/n, e.Last+float64(r.requests[len(Rules)])/n, e.Held+share/n, min(e.Least, share)
			if share >= wanted {
				e.Enough += 1 / n
			}
			for _, told := range r.estimates {
				moments++
				if told.Known() {
					off = append(off, max(told.Size/float64(r.there), float64(r.there)/told.Size)-1)
					if told.Low <= float64(r.there)+0.5 && float64(r.there) <= told.High+0.5 {
						e.Inside++
					}
				}
			}
		}
		if len(off) > 0 {
			slices.Sort(off)
			e.Known, e.Inside, e.Median = float64(len(off))/moments, e.Inside/float64(len(off)), off[len(off)/2]
		}
		out = append(out, e)
	}
	return out, nil
}

// end harvests to the end, and notes when each rule would have ended it.
func (s Comparison) end(ctx context.Context, m *model.Model, seed uint64) (ended, error) {
	out := ended{requests: make([]int, len(Rules)+1), held: make([]int, len(Rules)+1), there: m.Reachable()}
	p, err := newSimulated(m, s.Strategies[0], seed)
	if err != nil {
		return out, err
	}
	var told []querygen.Estimate
	for p.Requests() < 12*m.Floor()+400 && ctx.Err() == nil {
		for i, rule := range Rules {
			if e := p.Estimate(); out.requests[i] == 0 && (e.Exact && float64(e.Held) >= e.Size || p.Done(rule.bounds) != "") {
				out.requests[i], out.held[i] = p.Requests(), p.Held()
			}
		}
		a, ok := p.Next()
		if !ok {
			break
		}
		before := p.Held()
		p.Observe(m.Ask(a))
		for len(told) < p.Requests() {
			told = append(told, p.Estimate())
		}
		if p.Held() > before {
			out.requests[len(Rules)] = p.Requests()
		}
	}
	out.held[len(Rules)] = p.Held()
	for i := range Rules {
		if out.requests[i] == 0 {
			out.requests[i], out.held[i] = p.Requests(), p.Held()
		}
	}
	for _, share := range Moments {
		if n := int(share * float64(out.requests[0])); n > 0 {
			out.estimates = append(out.estimates, told[n-1])
		}
	}
	return out, ctx.Err()
}
