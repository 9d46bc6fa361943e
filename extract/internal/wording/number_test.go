package wording

import (
	"testing"
)

func TestParseNumber(t *testing.T) {
	for s, want := range map[string]float64{
		"12": 12, "1,234": 1234, "1.234": 1234, "1 234": 1234, "1.234,5": 1234.5, "1,234.50": 1234.5, "12,5": 12.5, "3.75": 3.75,
		"1'234'567": 1234567, "12,34,567": 1234567, "٣٫٥": 3.5, "१२": 12, "-7": -7, "0.125": 0.125, "１２３": 123,
	} {
		if got, ok := ParseNumber(s); !ok || got != want {
			t.Errorf("%s: %v, %v; want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "1.2.3", "12,34.5", "x"} {
		if got, ok := ParseNumber(s); ok {
			t.Errorf("%q: %v", s, got)
		}
	}
}
