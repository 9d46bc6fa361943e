package keyword

import "testing"

// Words that promise little and bring nothing lower what others like them
// promise, and hardly what those do that promise much.
func TestSmallPromisesAreHeldAgainstSmallOnes(t *testing.T) {
	var l leavings
	if got := l.value(0.5); got != 1 {
		t.Errorf("at first %g records come for each promised, want 1", got)
	}
	for range 60 {
		l.add(0, 0.5)
		l.add(60, 60)
	}
	if got := l.value(0.5); got > 0.3 {
		t.Errorf("%g records come for each promised by words that bring none", got)
	}
	if got := l.value(60); got < 0.9 {
		t.Errorf("%g records come for each promised by words that bring all", got)
	}
}
