package harvests

import (
	"runtime/debug"
	"testing"
)

// The collector runs less often while sites are crawled, unless the user has
// said how often it is to run.
func TestCollectLess(t *testing.T) {
	for gogc, want := range map[string]int{"": crawlGC, "50": 77} {
		t.Run("GOGC="+gogc, func(t *testing.T) {
			t.Setenv("GOGC", gogc)
			before := debug.SetGCPercent(77)
			collectLess()
			if got := debug.SetGCPercent(before); got != want {
				t.Errorf("percentage %d, want %d", got, want)
			}
		})
	}
}
