package estimate

import (
	"math"
	"testing"
)

func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{5: 2.571, 10: 2.228, 30: 2.042, 1e9: 1.960} {
		if got := student(freedom); math.Abs(got-want) > 0.01*want {
			t.Errorf("student(%g) = %.3f, want %.3f", freedom, got, want)
		}
	}
}
