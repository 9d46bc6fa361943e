package querygen

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// order is a way to sort answers.
type order struct {
	pair  page.Pair
	label string
}

// ordersOf returns the orders that a form offers beside the one that is served:
// those of a sort control, and of it with a control for the direction.
func ordersOf(form forms.Form, fixed forms.Values) []order {
	var out []order
	for _, f := range form.Fields {
		if f.Role != forms.Sort || f.Name == "" || f.Disabled || isText(f) || f.Control == "hidden" || len(fixed[f.Name]) > 0 {
			continue
		}
		for _, o := range f.Options {
			p := page.Pair{Name: f.Name, Value: o.Value}
			if o.Disabled || o.Value == "" || o.Value == presetValue(f) || slices.ContainsFunc(out, func(x order) bool { return x.pair == p }) {
				continue
			}
			out = append(out, order{p, spoken(form, f.Name, o.Value)})
		}
	}
	return out
}

// unordered returns the question that q repeats in another order, and the
// name of that order; nil where q is no such question.
func (f *facts) unordered(q *question) (*question, string) {
	for _, o := range f.si.orders {
		if !slices.Contains(q.pairs, o.pair) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(q.pairs), func(p page.Pair) bool { return p.Name == o.pair.Name })
		return f.byKey[f.probe("", rest...).Key()], o.label
	}
	return nil, ""
}

func containsRow(rows []uint32, r uint32) bool {
	_, found := slices.BinarySearch(rows, r)
	return found
}
