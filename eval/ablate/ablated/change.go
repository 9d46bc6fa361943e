package ablated

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Mechanism is one thing that can be left out: a function's result, a branch, or one term
// of a condition.
type Mechanism struct {
	N    int    `json:"n"`
	Kind string `json:"kind"` // zero, true, pass, skip: of a function; if, case, or, and
	File string `json:"file"`
	Line int    `json:"line"`
	Func string `json:"func"`
	Size int    `json:"size"` // lines of the function or the branch
	Text string `json:"text"`
}

// Mechanisms reads those of a list whose files begin with a prefix.
func Mechanisms(list, prefix string) ([]Mechanism, error) {
	b, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var all []Mechanism
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	return slices.DeleteFunc(all, func(m Mechanism) bool { return !strings.HasPrefix(m.File, prefix) }), nil
}

// Change is what moved without a mechanism.
type Change struct {
	Loss  float64 // the largest fall of a share
	Moved []string
}

// least is how far a share must move to be told.
const least = 0.0005

// Add compares the figures of one set.
func (c *Change) Add(whole, without map[string]float64) {
	for _, k := range slices.Sorted(maps.Keys(whole)) {
		a, b := whole[k], without[k]
		if d := a - b; d >= least || d <= -least {
			if a <= 1 && b <= 1 {
				c.Loss = max(c.Loss, d)
			}
			c.Moved = append(c.Moved, fmt.Sprintf("%s %.4g->%.4g", k, a, b))
		}
	}
}

// Each writes one line for each mechanism, those that do something on the fewest pages first.
func Each(w io.Writer, all []Mechanism, pages func(int) int, without func(n, pages int) (Change, error)) error {
	at := map[int]int{}
	for _, m := range all {
		at[m.N] = pages(m.N)
	}
	slices.SortStableFunc(all, func(a, b Mechanism) int { return cmp.Compare(at[a.N], at[b.N]) })
	for _, m := range all {
		var c Change
		if at[m.N] > 0 {
			var err error
			if c, err = without(m.N, at[m.N]); err != nil {
				return err
			}
		}
		fmt.Fprintf(w, "%.3f\t%d pages\t%s\t%s:%d\t%s\t%d lines\t%s\t%s\n", c.Loss, at[m.N], m.Kind, m.File, m.Line, m.Func, m.Size, m.Text, strings.Join(c.Moved, "; "))
	}
	return nil
}

// Figures reads the numbers from what a scoring program prints, each named by the words of
// its line before it.
func Figures(set, text string) map[string]float64 {
	out := map[string]float64{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "speed") {
			continue
		}
		var head, words []string
		for _, f := range strings.Fields(line) {
			n, err := strconv.ParseFloat(strings.Trim(f, "():,;|"), 64)
			if err != nil {
				words = append(words, strings.Trim(f, "():,;|"))
				continue
			}
			if head == nil {
				head = append([]string{set}, words...)
			}
			name := strings.Join(append(slices.Clone(head), words[max(0, len(words)-3):]...), " ")
			for out[name] != 0 {
				name += "'"
			}
			out[name] = n
		}
	}
	return out
}
