package space

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBoundariesOfNumbers(t *testing.T) {
	got := Between(map[int]bool{1: false, 10: false, 20: true, 23: true, 25: false, 1000: false})
	want := []string{"11", "12", "13", "14", "15", "16", "17", "18", "19", "21", "22", "24"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
