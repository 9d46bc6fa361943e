package facts

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// quantity is a number or a date in a text.
type quantity struct {
	value   float64
	swapped float64 // of a date that can be read in two ways: with the month first; else NaN
	after   string  // the word before it, folded: what it may be called
	date    bool
	code    bool // of a number: a letter stands right before it
}

// place says which of a text's numbers is meant: the one after a word, or the
// nth from the start (0, 1, ...) or from the end (-1, -2, ...).
type place struct {
	after string
	nth   int
}

// note counts the notation of a date in a text, and decides which way those are
// read that could be read in two.
func (t *Traits) note(date string) {
	n := dates.NotationIn(date)
	if n == "" {
		return
	}
	t.written[n]++
	first := [2]int{}                 // the day, the month
	for x, times := range t.written { // a sum does not depend on the order
		switch x[0] {
		case 'd':
			first[0] += times
		case 'm':
			first[1] += times
		}
	}
	if first[0] == first[1] || t.swapped == (first[1] > first[0]) {
		return
	}
	t.swapped = !t.swapped
	for i := range t.spans {
		t.spans[i].column = t.spans[i].column[:0]
	}
}

// notations returns those that dates in texts have, the most frequent first.
func (t *Traits) notations() []dates.Notation {
	return slices.SortedFunc(maps.Keys(t.written), func(a, b dates.Notation) int {
		return cmp.Or(t.written[b]-t.written[a], strings.Compare(string(a), string(b)))
	})
}

// of returns the value of a quantity as it is read now.
func (t *Traits) of(q quantity) float64 {
	if t.swapped && !math.IsNaN(q.swapped) {
		return q.swapped
	}
	return q.value
}

// called keeps a word only where a control may be named for it.
func (t *Traits) called(word string) string {
	for _, d := range t.dims {
		if d.Span != nil && names(d.Span, word) {
			return word
		}
	}
	return ""
}

// names reports whether the controls of s may be named for a word.
func names(s *space.Span, word string) bool {
	if len(word) < 3 {
		return false
	}
	return strings.HasPrefix(strings.ToLower(s.Min.Name), word) || strings.HasSuffix(strings.ToLower(s.Min.Name), word) ||
		strings.Contains(text.Tokens(s.Min.Label), " "+word+" ")
}

// at returns the number that stands at a place of a record's text.
func (t *Traits) at(record uint32, p place, dates bool) (float64, bool) {
	q, ok := t.quantity(record, p, dates)
	return t.of(q), ok
}

func (t *Traits) quantity(record uint32, p place, dates bool) (quantity, bool) {
	all := t.numbers[record]
	switch {
	case p.after != "":
		for _, q := range all {
			if q.after == p.after && q.date == dates {
				return q, true
			}
		}
		return quantity{}, false
	case p.nth < 0:
		p.nth += len(all)
	}
	if p.nth < 0 || p.nth >= len(all) || all[p.nth].date != dates {
		return quantity{}, false
	}
	return all[p.nth], true
}
