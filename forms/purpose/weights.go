package purpose

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Weights correct the weights that the judges were given by hand: log odds, by
// sign and purpose, that labelled forms gave reason to add. The zero value
// corrects nothing.
type Weights struct {
	bySign map[string][]correction
}

type correction struct {
	purpose Purpose
	weight  float64
}

//go:embed weights.tsv
var learnedTable string

// learned are the weights that Parse uses. They are written by the command
// eval/forms and never changed.
var learned = func() *Weights {
	w, err := ReadWeights(strings.NewReader(learnedTable))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return w
}()

// Learned returns the weights of the program.
func Learned() *Weights { return learned }

// ReadWeights reads a line each of sign, purpose and weight, separated by tabs.
func ReadWeights(r io.Reader) (*Weights, error) {
	w := &Weights{bySign: map[string][]correction{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		parts := strings.Split(lines.Text(), "\t")
		if len(parts) != 3 {
			return nil, fmt.Errorf("weights, line %d: %d parts, want sign, purpose and weight", n, len(parts))
		}
		weight, err := strconv.ParseFloat(parts[2], 64)
		if err != nil || !slices.Contains(All, Purpose(parts[1])) {
			return nil, fmt.Errorf("weights, line %d: no purpose and weight: %q", n, parts[1:])
		}
		w.bySign[parts[0]] = append(w.bySign[parts[0]], correction{Purpose(parts[1]), weight})
	}
	return w, lines.Err()
}

// Case is what a form is judged by, for those who learn weights.
type Case struct {
	Base  []float64 // what the weights given by hand say, in the order of All
	Signs []string
}

// CaseOf returns the Case of a form.
func CaseOf(e *Evidence) (c Case) {
	e.shape = structureOf(e.form.Fields)
	votes := poll(e)
	c.Base = sums(votes)
	for _, v := range append(votes, vote{sign: always}) {
		if !slices.Contains(c.Signs, v.sign) {
			c.Signs = append(c.Signs, v.sign)
		}
	}
	return c
}

// correct adds the weights of all signs among the votes, so that one vote
// remains for a sign and a purpose.
func (w *Weights) correct(votes []vote) []vote {
	if w == nil || len(w.bySign) == 0 {
		return votes
	}
	out := slices.Clone(votes)
	out = append(out, vote{purpose: OtherPurpose, sign: always})
	seen := map[string]bool{}
	for _, v := range out[:len(out):len(out)] {
		if seen[v.sign] {
			continue
		}
		seen[v.sign] = true
		for _, c := range w.bySign[v.sign] {
			i := slices.IndexFunc(out, func(o vote) bool { return o.sign == v.sign && o.purpose == c.purpose })
			if i >= 0 {
				out[i].weight += c.weight
			} else {
				out = append(out, vote{c.purpose, c.weight, v.reason, v.sign})
			}
		}
	}
	return out
}

// always is the sign that every form bears.
const always = "always"
