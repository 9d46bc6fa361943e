package fetch

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
)

// ErrSpent is the error of a request that was not sent because the allowance of
// its context is used.
var ErrSpent = errors.New("no more requests are allowed")

// Allowance is the account of a context: what was sent for it, and how much may
// be. Whatever leaves the machine is in it: pages, the redirects on the way to
// them, robots.txt, attempts that failed, the documents of frames, scripts,
// styles and what scripts ask for. The one exception is a request that its caller
// gave up before there was a connection for it.
type Allowance struct {
	most  int64
	outer *Allowance // of the context that it was made for; nil: none
	sent  atomic.Int64
}

type allowanceKey struct{}

// Unlimited is an allowance that only counts.
const Unlimited = math.MaxInt

// Allow returns a context for which at most n requests are sent, nor more than
// ctx itself allows.
func Allow(ctx context.Context, n int) (context.Context, *Allowance) {
	a := &Allowance{most: int64(n), outer: allowance(ctx)}
	return context.WithValue(ctx, allowanceKey{}, a), a
}

// OnAccountOf returns ctx with the allowance of payer.
func OnAccountOf(ctx, payer context.Context) context.Context {
	return context.WithValue(ctx, allowanceKey{}, allowance(payer))
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
	if a.sent.Add(1) > a.most || !a.outer.take() {
		a.sent.Add(-1)
		return false
	}
	return true
}

// giveBack takes a request out of the count that was not sent after all.
func (a *Allowance) giveBack() {
	for ; a != nil; a = a.outer {
		a.sent.Add(-1)
	}
}
