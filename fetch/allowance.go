package fetch

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrSpent is the error of a request that was not sent because the allowance of
// its context is used.
var ErrSpent = errors.New("no more requests are allowed")

// Allowance is how many requests may be sent for a context: for pages, for the
// redirects on the way to them and for robots.txt. The parts of a page that a
// browser shows belong to the page and are not counted.
type Allowance struct {
	most int64
	sent atomic.Int64
}

type allowanceKey struct{}

// Allow returns a context for which at most n requests are sent.
func Allow(ctx context.Context, n int) (context.Context, *Allowance) {
	a := &Allowance{most: int64(n)}
	return context.WithValue(ctx, allowanceKey{}, a), a
}

// Sent returns how many requests were sent.
func (a *Allowance) Sent() int { return int(a.sent.Load()) }

func allowance(ctx context.Context) *Allowance {
	a, _ := ctx.Value(allowanceKey{}).(*Allowance)
	return a
}

// take reports whether one more request may be sent, and counts it.
func (a *Allowance) take() bool {
	if a == nil {
		return true
	}
	if a.sent.Add(1) > a.most {
		a.giveBack()
		return false
	}
	return true
}

// giveBack takes a request out of the count that was not sent after all.
func (a *Allowance) giveBack() {
	if a != nil {
		a.sent.Add(-1)
	}
}
