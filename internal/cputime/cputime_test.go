package cputime_test

import (
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/internal/cputime"
)

// Work counts, waiting does not.
func TestUsedCountsWork(t *testing.T) {
	used := func() time.Duration {
		d, err := cputime.Used()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	before := used()
	time.Sleep(60 * time.Millisecond)
	slept := used() - before
	for start, n := time.Now(), 0; used()-before-slept < 30*time.Millisecond; n++ {
		if time.Since(start) > 30*time.Second {
			t.Fatalf("%d rounds of work cost %v", n, used()-before-slept)
		}
	}
	if slept > 50*time.Millisecond {
		t.Errorf("sleeping cost %v", slept)
	}
}
