package space

import "testing"

// Parts of a list whose upper ends lie just below the next lower ones end there; where the list
// has the bound itself, or none near it, nothing is changed.
func TestUpperEndsJustBelowTheNextLowerOnes(t *testing.T) {
	apart := Span{Tops: []choice{{At: 1909}, {At: 1919}, {At: 1929}}}
	shared := Span{Tops: []choice{{At: 1909}, {At: 1910}, {At: 1930}}}
	for _, c := range []struct {
		s       Span
		x, want float64
	}{{apart, 1910, 1909}, {apart, 1930, 1929}, {apart, 1925, 1925}, {shared, 1910, 1910}, {Span{}, 1910, 1910}} {
		if got := c.s.JustBelow(c.x); got != c.want {
			t.Errorf("%v: %v, want %v", c.x, got, c.want)
		}
	}
}
