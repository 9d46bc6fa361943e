package facts

import (
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

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
