package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Unordered returns the question that q repeats in another order, and the
// name of that order; nil where q is no such question.
func (f *Log) Unordered(q *Question) (*Question, string) {
	var by *space.Order
	for i, o := range f.Space.Orders {
		if !slices.ContainsFunc(o.Pairs, func(p page.Pair) bool { return !slices.Contains(q.Pairs, p) }) && (by == nil || len(o.Pairs) > len(by.Pairs)) {
			by = &f.Space.Orders[i]
		}
	}
	if by == nil {
		return nil, ""
	}
	rest := slices.DeleteFunc(slices.Clone(q.Pairs), func(p page.Pair) bool { return slices.Contains(by.Pairs, p) })
	return f.ByKey[f.Probe("", rest...).Key()], by.Label
}

// Reordering is a question to ask in another order.
type Reordering struct {
	Base *Question
	By   space.Order
}

// ChangesNothing reports whether an order was seen to show the same rows.
func (f *Listings) ChangesNothing(o space.Order) bool {
	for _, s := range f.Signs.orders {
		if s.label == o.Label && 2*s.same >= s.rows && s.rows > 0 && s.rows >= f.RowsAPage()/2 {
			return true
		}
	}
	return false
}
