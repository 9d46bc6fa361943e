package main

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/page"
)

const folds = 10

// fold assigns a site to a tenth.
func fold(site string) int {
	h := fnv.New32a()
	h.Write([]byte(site))
	return int(h.Sum32() % folds)
}

// labelledCase is a form to learn from.
type labelledCase struct {
	purpose.Case
	// purpose is the right one. notSearch is set instead where it is only
	// known that the form does not search.
	purpose   forms.Purpose
	notSearch bool
	weight    float64 // how much it counts; 1 for a form like those to be judged
}

// cases turns a page's labelled forms into cases to learn from. Fragments that
// were collected as hard cases, with types told by file names, count less than
// forms of whole pages labelled by people.
func (p *labelledPage) cases() ([]labelledCase, error) {
	doc, err := page.ParseDocument(p.body, "text/html; charset=utf-8", p.url)
	if err != nil {
		return nil, err
	}
	all := forms.Cases(doc)
	var out []labelledCase
	for _, l := range p.labels {
		if l.DupOf != nil || l.silver() || l.Index >= len(all) {
			continue
		}
		c := labelledCase{Case: all[l.Index], purpose: purposes[l.FormType], weight: 1}
		c.notSearch = c.purpose == ""
		if !strings.Contains(l.Source, "Formasaurus") {
			c.weight = 0.3
		}
		out = append(out, c)
	}
	return out, nil
}

// learnEach learns weights for every fold from the sites of the others, and
// last from all.
func learnEach(pages []*labelledPage) (byFold [folds]weights, all weights, err error) {
	var cases [folds][]labelledCase
	for _, p := range pages {
		cs, err := p.cases()
		if err != nil {
			return byFold, nil, err
		}
		f := fold(p.labels[0].Site)
		cases[f] = append(cases[f], cs...)
	}
	var every []labelledCase
	for f := range folds {
		var others []labelledCase
		for g := range folds {
			if g != f {
				others = append(others, cases[g]...)
			}
		}
		byFold[f] = learn(others)
		every = append(every, cases[f]...)
	}
	return byFold, learn(every), nil
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

// learn finds the corrections under which the cases are most likely: softmax
// regression, held to the weights given by hand by a quadratic penalty, by
// gradient descent with a step of its own for each weight (Duchi, Hazan and
// Singer, Adaptive Subgradient Methods, JMLR 12, 2011). The result depends on
// nothing but the cases and their order.
func learn(cases []labelledCase) weights {
	index, names := signIndex(cases)
	k := len(purpose.All)
	search := slices.Index(purpose.All, forms.Search)
	sums := make([]float64, len(names)*k)
	squares := make([]float64, len(sums))
	gradient := make([]float64, len(sums))
	score, slope := make([]float64, k), make([]float64, k)
	for range rounds {
		for i := range gradient {
			gradient[i] = stiffness * sums[i]
		}
		for i := range cases {
			c := &cases[i]
			copy(score, c.Base)
			for _, s := range index[i] {
				for p := range k {
					score[p] += sums[s*k+p]
				}
			}
			purpose.Softmax(score)
			right := slices.Index(purpose.All, c.purpose)
			for p := range k {
				slope[p] = score[p]
				if c.notSearch { // of -log(1 - P(search))
					slope[p] = -score[p] * score[search] / math.Max(1-score[search], 1e-9)
					if p == search {
						slope[p] = score[search]
					}
				} else if p == right {
					slope[p]--
				}
				slope[p] *= c.weight
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
				sums[i] -= 0.3 * g / math.Sqrt(squares[i])
			}
		}
	}
	var out weights
	for s, name := range names {
		for p := range purpose.All {
			if x := sums[s*k+p]; math.Abs(x) >= negligible {
				out = append(out, correction{name, purpose.All[p], x})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b correction) int { return strings.Compare(a.sign, b.sign) })
	return out
}

// weights are corrections in the order of their signs.
type weights []correction

type correction struct {
	sign    string
	purpose forms.Purpose
	weight  float64
}

// text writes weights as purpose.ReadWeights reads them, with so many decimals, -1 for all.
func (w weights) text(decimals int) string {
	var b strings.Builder
	for _, c := range w {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", c.sign, c.purpose, strconv.FormatFloat(c.weight, 'f', decimals, 64))
	}
	return b.String()
}

// read returns weights as forms are parsed with.
func (w weights) read() *purpose.Weights {
	out, err := purpose.ReadWeights(strings.NewReader(w.text(-1)))
	if err != nil {
		panic(err) // it was written here
	}
	return out
}

// signIndex numbers the signs that enough cases bear and lists them by case.
func signIndex(cases []labelledCase) (index [][]int, names []string) {
	bearers := map[string]int{}
	for i := range cases {
		for _, s := range cases[i].Signs {
			bearers[s]++
		}
	}
	number := map[string]int{}
	index = make([][]int, len(cases))
	for i := range cases {
		for _, s := range cases[i].Signs {
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
