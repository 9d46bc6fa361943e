package fetch

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

// A request that is no longer allowed when its pause is over does not leave, is not counted,
// and is held against nobody.
func TestNothingLeavesThatIsNoLongerAllowed(t *testing.T) {
	arrived := 0
	bubble(t, map[string]http.HandlerFunc{"one.test": withRobots("", func(http.ResponseWriter, *http.Request) { arrived++ })}, func(t *testing.T, w *web) {
		c := w.client(Options{Delay: time.Minute})
		ctx, cancel := context.WithCancel(t.Context())
		until := time.Now().Add(90 * time.Second)
		ctx = While(ctx, func() bool {
			if time.Now().Before(until) {
				return true
			}
			cancel()
			return false
		})
		if _, err := Patient(c, time.Hour, nil).Fetch(ctx, get("http://one.test/a")); err != nil { // a minute after robots.txt
			t.Fatal(err)
		}
		before := c.State("http://one.test")
		if _, err := Patient(c, time.Hour, nil).Fetch(ctx, get("http://one.test/b")); !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		after := c.State("http://one.test")
		if arrived != 1 || after.Requests != before.Requests || after.Failures != before.Failures {
			t.Errorf("%d arrived; before %+v, then %+v", arrived, before, after)
		}
		if _, err := Patient(c, time.Hour, nil).Fetch(t.Context(), get("http://one.test/c")); err != nil {
			t.Errorf("whose turn it is next: %v", err)
		}
	})
}
