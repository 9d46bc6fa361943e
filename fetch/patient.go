package fetch

import (
	"context"
	"errors"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Patient returns a Fetcher that waits where f says later, for at most longest
// in one call; after that it returns the *LaterError. onWait, which may be nil,
// is told of waits other than pacing.
func Patient(f Fetcher, longest time.Duration, onWait func(*LaterError)) Fetcher {
	return patient{f, longest, onWait}
}

type waitingKey struct{}

// OnWait returns a context for whose requests f is told of the waits of the pages
// that a browser shows for it, by any goroutine: nobody sees those from outside.
func OnWait(ctx context.Context, f func(*LaterError)) context.Context {
	return context.WithValue(ctx, waitingKey{}, f)
}

// Waiting tells what was given to OnWait of a wait.
func Waiting(ctx context.Context, later *LaterError) {
	if f, ok := ctx.Value(waitingKey{}).(func(*LaterError)); ok {
		f(later)
	}
}

type patient struct {
	f       Fetcher
	longest time.Duration
	onWait  func(*LaterError)
}

func (p patient) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	began := time.Now()
	ctx, cost := Allow(ctx, Unlimited)
	for {
		got, err := p.f.Fetch(ctx, r)
		later, ok := errors.AsType[*LaterError](err)
		if got != nil {
			got.Requests = max(got.Requests, cost.Sent())
		}
		if !ok || later.Until.Sub(began) > p.longest {
			return got, err
		}
		if later.Reason != Pacing && p.onWait != nil {
			p.onWait(later)
		}
		if err := Sleep(ctx, time.Until(later.Until)); err != nil {
			return nil, err
		}
	}
}
