package space

import (
	"math"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// pageSizer is the control that says how many rows a page shows. Its largest
// value is bound in all questions once an answer has shown that it does no
// more than that.
type pageSizer struct {
	Name    string
	Largest []page.Pair // values greater than the one served, from the largest down; empty where none helps
	Any     bool        // it takes any number
	On      bool        // largest[0] is bound in all questions
	Shown   [2]int      // rows of a page before and after
	Denied  int         // pages in a row that led on and were no larger than before
}

// offeredRows are asked of a control that takes any number of rows, until one
// shows more than before: sites that find the first too much show the most that
// they allow, what they show otherwise, or nothing.
var offeredRows = []int{1000, 100}

// NewPageSizer returns the zero value where the form as served shows the most already.
func NewPageSizer(form forms.Form, fixed forms.Values) pageSizer {
	for _, f := range form.Fields {
		if f.Name == "" || f.Disabled || len(fixed[f.Name]) > 0 || f.Role != forms.PageSize && !listsPageSizes(f) {
			continue
		}
		p := pageSizer{Name: f.Name}
		if f.Control.IsBox() || f.Control == "hidden" {
			if p.free(f); len(p.Largest) > 0 {
				return p
			}
			continue
		}
		served := math.Inf(-1)
		choices := choicesOf(f)
		for _, c := range choices {
			if c.value == PresetValue(f) && (f.Control != "radio" || hasChoice(f)) {
				served = c.At
			}
		}
		for _, c := range slices.Backward(choices) {
			if c.At > served && c.At == math.Trunc(c.At) {
				p.Largest = append(p.Largest, page.Pair{Name: f.Name, Value: c.value})
			}
		}
		if len(p.Largest) > 0 {
			return p
		}
	}
	return pageSizer{}
}

// free fills in what is asked of a control that takes any number of rows.
func (s *pageSizer) free(f forms.Field) {
	if f.ReadOnly {
		return
	}
	s.Any = true
	served, err := strconv.Atoi(f.Value)
	for _, n := range offeredRows {
		if x, err := strconv.Atoi(f.Max); err == nil {
			n = min(n, x)
		}
		if p := (page.Pair{Name: f.Name, Value: strconv.Itoa(n)}); (err != nil || served < n) && !slices.Contains(s.Largest, p) {
			s.Largest = append(s.Largest, p)
		}
	}
}

// hasChoice reports whether one of f's options is.
func hasChoice(f forms.Field) bool {
	return slices.ContainsFunc(f.Options, func(o forms.Option) bool { return o.Selected })
}

// listsPageSizes reports whether a list that was not recognised offers numbers
// of rows: nothing but numbers, most of them those that sites offer. An answer
// decides.
func listsPageSizes(f forms.Field) bool {
	if !f.Control.IsMenu() || f.Pair != "" || f.Multiple || f.Role == forms.Sort || hasAny(f) || len(f.Options) < 3 {
		return false
	}
	usual := 0
	for _, o := range f.Options {
		n, err := strconv.Atoi(o.Value)
		if err != nil || n < 5 || n > 1000 {
			return false
		}
		if n == 10 || n == 20 || n == 25 || n == 30 || n == 50 || n == 100 {
			usual++
		}
	}
	return 3*usual >= 2*len(f.Options)
}

// DeniedTooOften is how many pages in a row must be no larger than before until
// the site is taken to have changed its mind.
const DeniedTooOften = 3

// Settle takes the user's word for the number of rows that a page can have.
func (s *pageSizer) Settle(said querygen.Capability) {
	for _, p := range s.Largest {
		if said.Verdict == querygen.Yes && p.Value == said.Value {
			s.Largest, s.On = []page.Pair{p}, true
			return
		}
	}
}
