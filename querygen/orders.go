package querygen

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// order is a way to sort answers: a key, a direction, or both.
type order struct {
	pairs []page.Pair // of one control or two
	label string
}

// ordersOf returns the orders that a form offers beside the one that is served:
// those of its sort controls and, where one of them is for the direction, of it
// with each of the others.
func ordersOf(form forms.Form, fixed forms.Values) []order {
	var keys, directions []order
	for _, f := range form.Fields {
		if f.Role != forms.Sort || f.Name == "" || f.Disabled || isText(f) || f.Control == "hidden" || len(fixed[f.Name]) > 0 {
			continue
		}
		list := &keys
		if turns(f) {
			list = &directions
		}
		for _, o := range f.Options {
			p := page.Pair{Name: f.Name, Value: o.Value}
			if o.Disabled || o.Value == "" || o.Value == presetValue(f) && (f.Control == "select" || hasChoice(f)) || slices.ContainsFunc(*list, func(x order) bool { return x.pairs[0] == p }) {
				continue
			}
			*list = append(*list, order{[]page.Pair{p}, spoken(form, f.Name, o.Value)})
		}
	}
	out := directions
	for _, k := range keys {
		out = append(out, k)
		for _, d := range directions {
			out = append(out, order{[]page.Pair{k.pairs[0], d.pairs[0]}, k.label + ", " + d.label})
		}
	}
	return out
}

// turns reports whether a control tells directions and nothing else.
func turns(f forms.Field) bool {
	n := 0
	for _, o := range f.Options {
		if o.Value == "" {
			continue
		}
		if n++; !slices.ContainsFunc([]string{o.Value, o.Label}, func(s string) bool { return slices.Contains(directionWords, foldText(s)) }) {
			return false
		}
	}
	return n > 0 && n <= 2
}

// directionWords are values and labels of controls for the direction.
var directionWords = []string{
	"asc", "desc", "a", "d", "ascending", "descending", "up", "down", "ascend", "descend", "reverse", "1", "-1", "0", "true", "false",
	"aufsteigend", "absteigend", "auf", "ab", "croissant", "décroissant", "ascendente", "descendente", "crescente", "decrescente", "oplopend", "aflopend", "昇順", "降順", "升序", "降序",
}

// unordered returns the question that q repeats in another order, and the
// name of that order; nil where q is no such question.
func (f *facts) unordered(q *question) (*question, string) {
	var by *order
	for i, o := range f.si.orders {
		if !slices.ContainsFunc(o.pairs, func(p page.Pair) bool { return !slices.Contains(q.pairs, p) }) && (by == nil || len(o.pairs) > len(by.pairs)) {
			by = &f.si.orders[i]
		}
	}
	if by == nil {
		return nil, ""
	}
	rest := slices.DeleteFunc(slices.Clone(q.pairs), func(p page.Pair) bool { return slices.Contains(by.pairs, p) })
	return f.byKey[f.probe("", rest...).Key()], by.label
}

func containsRow(rows []uint32, r uint32) bool {
	_, found := slices.BinarySearch(rows, r)
	return found
}

// ordered asks questions that match more than can be read once more in other
// orders: each shows another part of the matches, and an order and its reverse
// two parts that do not overlap.
type ordered struct {
	f       *facts
	bases   []*question // that ended before all their matches were shown
	waiting []reordering
	made    [2]int    // of how many bases and orders waiting was made
	walk    *question // the latest, while it is worth to be read on
	noted   map[*question]bool
}

// reordering is a question to ask in another order.
type reordering struct {
	base *question
	by   order
}

func newOrdered(f *facts) *ordered { return &ordered{f: f, noted: map[*question]bool{}} }

// propose returns the reordering that promises most, or the next page of the
// latest one.
func (s *ordered) propose() (proposal, bool) {
	if q := s.walk; q != nil && q.promising() {
		if rate := min(q.late*float64(s.f.rowsAPage()), s.left(q)); rate > 0 {
			return proposal{q.nextPage(), rate}, true
		}
	}
	s.combine()
	best, at := 0.0, -1
	for i, r := range s.waiting {
		if v := s.worth(r); v > best {
			best, at = v, i
		}
	}
	if at < 0 {
		return proposal{}, false
	}
	r := s.waiting[at]
	q := s.query(r)
	if s.f.byKey[q.Key()] != nil {
		s.waiting = slices.Delete(s.waiting, at, at+1)
		return s.propose()
	}
	q.Expected = best
	return proposal{Ask{q, 1}, best}, true
}

// left returns how many matches of a reordered word are in no record in hand;
// infinite where that cannot be told.
func (s *ordered) left(q *question) float64 {
	base, _ := s.f.unordered(q)
	if base == nil || base.kind != keyword || s.f.matches(base) < 0 {
		return math.Inf(1)
	}
	return float64(s.f.matches(base)) - s.f.inHand(base)
}

func (s *ordered) query(r reordering) Query {
	return s.f.probe("matches more than can be read; in another order: "+r.by.label, append(slices.Clone(r.base.pairs), r.by.pairs...)...)
}

// combine makes the reorderings of bases and orders that came since: result
// pages may offer orders that the form does not.
func (s *ordered) combine() {
	orders := s.f.si.orders
	for i, q := range s.bases {
		from := s.made[1]
		if i >= s.made[0] {
			from = 0
		}
		for _, o := range orders[min(from, len(orders)):] {
			s.waiting = append(s.waiting, reordering{q, o})
		}
	}
	s.made = [2]int{len(s.bases), len(orders)}
}

// worth returns the new records that a page of a reordering is expected to
// bring: of the matches that its question did not show, those that are in hand
// by other questions bring nothing.
func (s *ordered) worth(r reordering) float64 {
	k := float64(s.f.limit())
	if k == 0 || s.f.changesNothing(r.by) {
		return 0
	}
	unread := r.base.unread(k)
	if unread <= 0 {
		return 0
	}
	held := 0.0
	if r.base.kind == keyword {
		held = s.f.inHand(r.base) - float64(len(r.base.rows))
	} else if size := s.f.roughSize(); size > 0 {
		held = unread * float64(s.f.records.held()) / size
	}
	for _, o := range s.f.si.orders {
		if q := s.f.byKey[s.query(reordering{r.base, o}).Key()]; q != nil {
			held += float64(q.fresh)
		}
	}
	return clamp(1-held/unread, 0, 1) * min(k, unread, float64(s.f.rowsAPage()))
}

// observe notes questions that end before all their matches were shown.
func (s *ordered) observe(q *question) {
	if s.f.fixed.Get(CanSort).Verdict == No {
		return
	}
	if base, _ := s.f.unordered(q); base != nil {
		s.walk = q
		return
	}
	k := s.f.limit()
	if k == 0 || s.noted[q] || q.status != Answered || q.more || q.kind == garbage || q.kind == expression {
		return
	}
	if q.short() || len(q.rows) >= k && q.total < 0 {
		s.noted[q] = true
		s.bases = append(s.bases, q)
	}
}

// changesNothing reports whether an order was seen to show the same rows.
func (f *facts) changesNothing(o order) bool {
	for _, s := range f.signs.orders {
		if s.label == o.label && 2*s.same >= s.rows && s.rows > 0 && s.rows >= f.rowsAPage()/2 {
			return true
		}
	}
	return false
}
