package plan

import (
	"cmp"
	"slices"
)

// Expectation is what a question was expected to bring, and what it brought.
type Expectation struct {
	Strategy string
	Expected float64 // new records, of all its pages together
	Actual   float64
}

// CalibrationRow compares the questions of one strategy that were expected to
// bring about the same.
type CalibrationRow struct {
	Strategy  string   `json:"strategy"`
	Above     float64  `json:"above"` // each was expected to bring more than this, or 0 where it is 0,
	UpTo      *float64 `json:"up_to"` // and at most this; nil where there is no limit
	Questions int      `json:"questions"`
	Expected  float64  `json:"expected"` // new records, all questions together
	Actual    float64  `json:"actual"`
	Ratio     *float64 `json:"ratio"` // Actual / Expected, nil where nothing was expected

	class int
}

// classes are the upper ends of the size classes of expectations.
var classes = []float64{0, 1, 3, 10, 30, 100}

// Calibrate compares what was expected with what came, by strategy and by size
// class of the expectation. A row whose ratio is far from one shows where a
// strategy's promises mislead it.
func Calibrate(all []Expectation) []CalibrationRow {
	type group struct {
		strategy string
		class    int
	}
	rows := map[group]*CalibrationRow{}
	for _, x := range all {
		class, _ := slices.BinarySearch(classes, x.Expected)
		g := group{x.Strategy, class}
		r := rows[g]
		if r == nil {
			r = &CalibrationRow{Strategy: x.Strategy, class: class}
			if class > 0 {
				r.Above = classes[class-1]
			}
			if class < len(classes) {
				r.UpTo = new(classes[class])
			}
			rows[g] = r
		}
		r.Questions++
		r.Expected += x.Expected
		r.Actual += x.Actual
	}
	var out []CalibrationRow
	for _, r := range rows {
		if r.Expected > 0 {
			r.Ratio = new(r.Actual / r.Expected)
		}
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b CalibrationRow) int {
		return cmp.Or(cmp.Compare(a.Strategy, b.Strategy), cmp.Compare(a.class, b.class))
	})
	return out
}

// Calibration compares what the questions asked so far were expected to bring
// with what they brought. Left out are those of which nothing was expected or
// known, those that were not read to their end, and those that failed.
func (p *Planner) Calibration() []CalibrationRow {
	var all []Expectation
	for _, q := range p.facts.Asked {
		if q.Query.Expected < 0 || q.Query.Nonsense || q.More || q.Reads == 0 {
			continue
		}
		all = append(all, Expectation{q.Query.Strategy, q.Query.Expected, float64(q.Fresh)})
	}
	return Calibrate(all)
}
