package keyword

import (
	"math"
	"testing"
)

func TestTops(t *testing.T) {
	var fresh tops
	if got := fresh.between(0, 1); got != 1 {
		t.Errorf("nothing read: %v, want 1", got)
	}
	var known tops
	for range 50 {
		known.add(0.01, 0, 10)  // first pages bring nothing
		known.add(0.3, 8, 10)   // pages further down
		known.add(0.9, 10, 9.9) // and last ones
	}
	first, middle, last := known.between(0, 1./64), known.between(1./4, 1./2), known.between(3./4, 1)
	if first > 0.1 || middle < 0.7 || middle > 0.9 || last < 0.9 {
		t.Errorf("first pages %.2f, middle ones %.2f, last ones %.2f", first, middle, last)
	}
	whole, parts := known.between(0, 1./2)/2, first/64+known.between(1./64, 1./2)*31/64
	if math.Abs(whole-parts) > 1e-9 {
		t.Errorf("the half brings %v, its parts %v", whole, parts)
	}
	var shallow tops
	for range 50 {
		shallow.add(0.01, 0, 10)
	}
	if first, below := shallow.between(0, 1./64), shallow.between(1./64, 1./32); below < 0.4 || below < 4*first {
		t.Errorf("below first pages that bring %.2f, %.2f: never read on", first, below)
	}
}
