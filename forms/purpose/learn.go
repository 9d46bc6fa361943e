package purpose

import (
	"math"
	"slices"
)

// Case is a form to learn from.
type Case struct {
	// Purpose is the right one. NotSearch is set instead where it is only
	// known that the form does not search.
	Purpose   Purpose
	NotSearch bool
	Weight    float64 // how much it counts; 1 for a form like those to be judged

	base  []float64 // what the weights given by hand say, in the order of allPurposes
	signs []string
}

// CaseOf returns the Case of a form, not yet labelled.
func CaseOf(e *Evidence) Case {
	e.shape = structureOf(e.form.Fields)
	votes := poll(e)
	c := Case{Weight: 1, base: sums(votes)}
	for _, v := range append(votes, vote{sign: always}) {
		if !slices.Contains(c.signs, v.sign) {
			c.signs = append(c.signs, v.sign)
		}
	}
	return c
}

// Learning constants: how much a correction costs (the inverse variance of a
// normal prior around the weight given by hand), rounds of the descent, and the
// size below which a correction is not worth a line.
const (
	stiffness   = 5
	rounds      = 400
	negligible  = 0.02
	fewestForms = 3 // that must bear a sign
)

// Learn finds the corrections under which the cases are most likely: softmax
// regression, held to the weights given by hand by a quadratic penalty, by
// gradient descent with a step of its own for each weight (Duchi, Hazan and
// Singer, Adaptive Subgradient Methods, JMLR 12, 2011). The result depends on
// nothing but the cases and their order.
func Learn(cases []Case) *Weights {
	index, names := signIndex(cases)
	k := len(allPurposes)
	search := slices.Index(allPurposes, Search)
	weights := make([]float64, len(names)*k)
	squares := make([]float64, len(weights))
	gradient := make([]float64, len(weights))
	score, slope := make([]float64, k), make([]float64, k)
	for range rounds {
		for i := range gradient {
			gradient[i] = stiffness * weights[i]
		}
		for i := range cases {
			c := &cases[i]
			copy(score, c.base)
			for _, s := range index[i] {
				for p := range k {
					score[p] += weights[s*k+p]
				}
			}
			softmax(score)
			right := slices.Index(allPurposes, c.Purpose)
			for p := range k {
				slope[p] = score[p]
				if c.NotSearch { // of -log(1 - P(search))
					slope[p] = -score[p] * score[search] / math.Max(1-score[search], 1e-9)
					if p == search {
						slope[p] = score[search]
					}
				} else if p == right {
					slope[p]--
				}
				slope[p] *= c.Weight
			}
			for _, s := range index[i] {
				for p := range k {
					gradient[s*k+p] += slope[p]
				}
			}
		}
		for i, g := range gradient {
			squares[i] += g * g
			if squares[i] > 0 {
				weights[i] -= 0.3 * g / math.Sqrt(squares[i])
			}
		}
	}
	w := &Weights{bySign: map[string][]correction{}}
	for s, name := range names {
		for p, purpose := range allPurposes {
			if x := weights[s*k+p]; math.Abs(x) >= negligible {
				w.bySign[name] = append(w.bySign[name], correction{purpose, x})
			}
		}
	}
	return w
}

// signIndex numbers the signs that enough cases bear and lists them by case.
func signIndex(cases []Case) (index [][]int, names []string) {
	bearers := map[string]int{}
	for i := range cases {
		for _, s := range cases[i].signs {
			bearers[s]++
		}
	}
	number := map[string]int{}
	index = make([][]int, len(cases))
	for i := range cases {
		for _, s := range cases[i].signs {
			if bearers[s] < fewestForms || s == "" {
				continue
			}
			n, ok := number[s]
			if !ok {
				n = len(names)
				number[s] = n
				names = append(names, s)
			}
			index[i] = append(index[i], n)
		}
	}
	return index, names
}

// softmax turns log odds into probabilities, in place.
func softmax(x []float64) {
	top := slices.Max(x)
	total := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - top)
		total += x[i]
	}
	for i := range x {
		x[i] /= total
	}
}
