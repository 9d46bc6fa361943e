package querygen

import (
	"math"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// pageSizer is the control that says how many rows a page shows. Its largest
// value is bound in all questions once an answer has shown that it does no
// more than that.
type pageSizer struct {
	name    string
	largest []page.Pair // values greater than the one served, from the largest down; empty where none helps
	any     bool        // it takes any number
	on      bool        // largest[0] is bound in all questions
	shown   [2]int      // rows of a page before and after
	denied  int         // pages in a row that led on and were no larger than before
}

// offeredRows are asked of a control that takes any number of rows, until one
// shows more than before: sites that find the first too much show the most that
// they allow, what they show otherwise, or nothing.
var offeredRows = []int{1000, 100}

// newPageSizer returns the zero value where the form as served shows the most already.
func newPageSizer(form forms.Form, fixed forms.Values) pageSizer {
	for _, f := range form.Fields {
		if f.Name == "" || f.Disabled || len(fixed[f.Name]) > 0 || f.Role != forms.PageSize && !listsPageSizes(form, f) {
			continue
		}
		p := pageSizer{name: f.Name}
		if isText(f) || f.Control == "hidden" {
			if p.free(f); len(p.largest) > 0 {
				return p
			}
			continue
		}
		served := math.Inf(-1)
		choices := choicesOf(f)
		for _, c := range choices {
			if c.value == presetValue(f) && (f.Control != "radio" || hasChoice(f)) {
				served = c.at
			}
		}
		for _, c := range slices.Backward(choices) {
			if c.at > served && c.at == math.Trunc(c.at) {
				p.largest = append(p.largest, page.Pair{Name: f.Name, Value: c.value})
			}
		}
		if len(p.largest) > 0 {
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
	s.any = true
	served, err := strconv.Atoi(f.Value)
	for _, n := range offeredRows {
		if x, err := strconv.Atoi(f.Max); err == nil {
			n = min(n, x)
		}
		if p := (page.Pair{Name: f.Name, Value: strconv.Itoa(n)}); (err != nil || served < n) && !slices.Contains(s.largest, p) {
			s.largest = append(s.largest, p)
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
func listsPageSizes(form forms.Form, f forms.Field) bool {
	if f.Control != "select" || f.Pair != "" || f.Multiple || f.Role == forms.Sort || hasAny(f) || len(f.Options) < 3 {
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

// resize returns a question asked already with the largest pages, when it is
// worth a try: one that leads to a second page.
func (f *facts) resize() (Query, bool) {
	s := &f.si.size
	if s.on || len(s.largest) == 0 || f.fixed.Get(CanPageSize).Verdict == No {
		return Query{}, false
	}
	q := f.listing
	if q == nil || !q.open() || q.pages != 1 {
		if q = nil; len(f.asked) > 0 {
			q = f.asked[len(f.asked)-1]
		}
	}
	if q == nil || q.kind == garbage || !q.open() || q.pages != 1 {
		return Query{}, false
	}
	larger := f.probe("the same with the most rows a page", append(slices.Clone(q.pairs), s.largest[0])...)
	have := f.byKey[larger.Key()]
	if have != nil && have.stuck {
		s.largest = s.largest[1:] // too much for the site
		return f.resize()
	}
	return larger, have == nil
}

// resized returns the question that q repeats with larger pages, nil where it is no such question.
func (f *facts) resized(q *question) *question {
	s := &f.si.size
	if s.on || len(s.largest) == 0 || q.kind == garbage || !slices.Contains(q.query.Bind, s.largest[0]) {
		return nil
	}
	return f.byKey[f.probe("", q.pairs...).Key()]
}

// deniedTooOften is how many pages in a row must be no larger than before until
// the site is taken to have changed its mind.
const deniedTooOften = 3

// recheckSize sees whether a page of q is as large as it was asked to be.
func (f *facts) recheckSize(q *question, rows int) {
	s := &f.si.size
	switch {
	case !s.on || !q.more || !slices.Contains(q.query.Bind, s.largest[0]):
		return
	case rows > s.shown[0]:
		s.denied = 0
		return
	}
	if s.denied++; s.denied >= deniedTooOften {
		s.on, s.largest = false, nil
	}
}

// settle takes the user's word for the number of rows that a page can have.
func (s *pageSizer) settle(said Capability) {
	for _, p := range s.largest {
		if said.Verdict == Yes && p.Value == said.Value {
			s.largest, s.on = []page.Pair{p}, true
			return
		}
	}
}

// judgeSize learns from the first answer of q, which repeats before with larger
// pages, whether these show more rows of the same total.
func (f *facts) judgeSize(before, q *question) {
	s := &f.si.size
	lost := len(s.largest) > 1 && s.any && !q.more && q.total > len(q.rows) // perhaps cut off, and its pager with it
	if len(q.rows) <= len(before.rows) || q.total != before.total || q.capped != before.capped || lost {
		s.largest = s.largest[1:]
		if n := len(s.largest); n > 1 && q.status == Answered && len(q.rows) == len(before.rows) {
			s.largest = s.largest[n-1:] // it is ignored, or was too much: a last try
		}
		if lost {
			q.by, f.lost = before, q // what it shows says nothing of how much can be reached
		}
		return
	}
	s.on, s.shown = true, [2]int{len(before.rows), len(q.rows)}
	before.by, before.more, q.repeats = q, false, before
	if before == f.listing {
		f.listing = q
	}
}
