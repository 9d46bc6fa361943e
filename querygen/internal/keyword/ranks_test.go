package keyword

import (
	"testing"
)

func TestWorth(t *testing.T) {
	var w worth
	if x := w.value(); x != 1 {
		t.Errorf("worth %v before the first opening", x)
	}
	for range 100 {
		w.add(1, 2)
	}
	if x := w.value(); x < 0.5 || x > 0.75 {
		t.Errorf("worth %v where openings bring half of what was promised", x)
	}
	for range 100 {
		w.add(1e9, 2)
	}
	if x := w.value(); x != 1 {
		t.Errorf("worth %v where they bring far more", x)
	}
}
