package querygen

import (
	"math"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// pageSizer is the control that says how many rows a page shows. Its largest
// value is bound in all questions once an answer has shown that it does no
// more than that.
type pageSizer struct {
	largest page.Pair // zero where the form has no such control, or it does not help
	on      bool
}

// newPageSizer returns the zero value where the form as served shows the most already.
func newPageSizer(form forms.Form, fixed forms.Values) pageSizer {
	for _, f := range form.Fields {
		if f.Role != forms.PageSize || f.Name == "" || f.Disabled || isText(f) || len(fixed[f.Name]) > 0 {
			continue
		}
		var p pageSizer
		served, most := math.Inf(-1), math.Inf(-1)
		for _, c := range choicesOf(f) {
			if c.value == presetValue(f) {
				served = c.at
			}
			if c.at > most && c.at == math.Trunc(c.at) {
				most, p.largest = c.at, page.Pair{Name: f.Name, Value: c.value}
			}
		}
		if most > served {
			return p
		}
	}
	return pageSizer{}
}

// resize returns the question for the form as served with the largest pages,
// when it is worth a try.
func (f *facts) resize() (Query, bool) {
	s, l := &f.si.size, f.listing
	if s.on || s.largest.Name == "" || l == nil || l.status != Answered || l.stuck || !l.more || l.pages != 1 {
		return Query{}, false
	}
	s.on = true
	q := Query{Form: f.si.form.ID, Bind: f.si.bind(), Strategy: "probe", Expected: -1, Why: "the form as it is served, with the most rows a page"}
	s.on = false
	return q, f.byKey[q.Key()] == nil
}

// judgeSize learns from the first answer of another listing, q, than the one
// before whether the largest page size shows more rows and the same total. It
// returns the listing to go on with.
func (f *facts) judgeSize(before, q *question) *question {
	if len(q.rows) > len(before.rows) && q.total == before.total && q.capped == before.capped {
		f.si.size.on = true
		return q
	}
	f.si.size.largest = page.Pair{}
	return before
}
