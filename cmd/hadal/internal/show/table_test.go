package show

import "testing"

// A share that is almost the whole is not written as the whole.
func TestPercentOfAlmostAll(t *testing.T) {
	for share, want := range map[float64]string{1: "100.0 %", 11997.0 / 12000: "99.9 %", 0.9996: "99.9 %", 0.9984: "99.8 %", 0.0004: "0.0 %", 1.0417: "104.2 %"} {
		if got := Percent(share); got != want {
			t.Errorf("%v is written %s, want %s", share, got, want)
		}
	}
}
