package text

import (
	"fmt"
	"testing"
)

func TestIndex(t *testing.T) {
	var x Index
	var all []string
	for i := range 1000 {
		s := fmt.Sprint("word ", i)
		if _, known := x.Number(all, s); known {
			t.Fatalf("%q has a number before it is added", s)
		}
		all = x.Add(all, s)
	}
	for i, s := range all {
		if got, known := x.Number(all, s); !known || got != uint32(i) {
			t.Fatalf("%q is number %d (%v), want %d", s, got, known, i)
		}
	}
	if _, known := x.Number(all, ""); known {
		t.Error("what was not added has a number")
	}
}
