package exit

import (
	"errors"
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

func TestExitStatus(t *testing.T) {
	stop := func(kind harvest.StopKind) error { return Stopped(harvest.Stop{Kind: kind}) }
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("disk"), 1},
		{Usage(errors.New("flag")), 2},
		{fmt.Errorf("site: %w", Config(errors.New("key"))), 2},
		{stop(harvest.Complete), 0},
		{stop(harvest.Exhausted), 0},
		{stop(harvest.Limit), 0},
		{stop(harvest.Broken), 1},
		{stop(harvest.NoForm), 3},
		{stop(harvest.Forbidden), 4},
		{stop(harvest.Blocked), 5},
		{stop(harvest.Incomplete), 6},
		{stop(harvest.Interrupted), 130},
		{errors.Join(stop(harvest.Complete), stop(harvest.Incomplete)), 6},
		{errors.Join(nil, stop(harvest.NoForm), stop(harvest.Blocked)), 5},
		{errors.Join(stop(harvest.NoForm), errors.Join(stop(harvest.Interrupted), errors.New("disk"))), 130},
	} {
		if got := Status(c.err); got != c.want {
			t.Errorf("%v: exit status %d, want %d", c.err, got, c.want)
		}
	}
}
