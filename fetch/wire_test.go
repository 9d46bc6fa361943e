package fetch

import (
	"context"
	"io"
	"net"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// A request that is given up counts as sent when it went through the connection,
// not when it stood in a buffer.
func TestGivenUpCountsOnceItHasLeft(t *testing.T) {
	for name, reads := range map[string]bool{"left": true, "in a buffer": false} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			dial := func(context.Context, string, string) (net.Conn, error) {
				ours, theirs := net.Pipe()
				go func() {
					if reads {
						io.ReadAtLeast(theirs, make([]byte, 4096), 100)
					}
					cancel()
				}()
				return ours, nil
			}
			c, err := New(Options{DialContext: dial, IgnoreRobots: true})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			start := page.MustParseURL("http://127.0.0.1/")
			c.AddTarget(start)
			counted, account := Allow(ctx, Unlimited)
			if _, err := c.Fetch(counted, page.Request{URL: start}); err == nil {
				t.Fatal("no error")
			}
			if want := map[bool]int{true: 1, false: 0}[reads]; account.Sent() != want {
				t.Errorf("%d sent, %d wanted", account.Sent(), want)
			}
		})
	}
}
