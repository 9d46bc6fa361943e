package space

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Order is a way to sort answers: a key, a direction, or both.
type Order struct {
	Pairs []page.Pair // of one control or two
	Label string
}

// OrdersOf returns the orders that a form offers beside the one that is served:
// those of its sort controls and, where one of them is for the direction, of it
// with each of the others.
func OrdersOf(form forms.Form, fixed forms.Values) []Order {
	var keys, directions []Order
	for _, f := range form.Fields {
		if f.Role != forms.Sort || f.Name == "" || f.Disabled || f.Control.IsBox() || f.Control == "hidden" || len(fixed[f.Name]) > 0 {
			continue
		}
		list := &keys
		if turns(f) {
			list = &directions
		}
		for _, o := range f.Options {
			p := page.Pair{Name: f.Name, Value: o.Value}
			if o.Disabled || o.Value == "" || o.Value == PresetValue(f) && (f.Control.IsMenu() || hasChoice(f)) || slices.ContainsFunc(*list, func(x Order) bool { return x.Pairs[0] == p }) {
				continue
			}
			*list = append(*list, Order{[]page.Pair{p}, querygen.Spoken(form, f.Name, o.Value)})
		}
	}
	out := directions
	for _, k := range keys {
		out = append(out, k)
		for _, d := range directions {
			out = append(out, Order{[]page.Pair{k.Pairs[0], d.Pairs[0]}, k.Label + ", " + d.Label})
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
		if n++; !slices.ContainsFunc([]string{o.Value, o.Label}, func(s string) bool { return slices.Contains(directionWords, querygen.FoldText(s)) }) {
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

func ContainsRow(rows []uint32, r uint32) bool {
	_, found := slices.BinarySearch(rows, r)
	return found
}
