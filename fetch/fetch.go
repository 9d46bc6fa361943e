package fetch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// Fetcher gets one page. Errors: *LaterError when the host must not be asked
// yet or has asked to be left alone, *RefusedError when a guard forbids the
// request for good (a redirect loop, too), any other error for a failure of
// this attempt (network, time limit, broken-off body). A page with a 4xx or 5xx status other than 429
// and 503 is no error.
type Fetcher interface {
	Fetch(ctx context.Context, r page.Request) (*page.Page, error)
}

// Pacing is the Reason of a LaterError that only keeps the delay between two
// requests; all other reasons are the host's wish or its trouble.
const Pacing = "pacing"

// LaterError says that a host may be asked again at Until, and why not now.
type LaterError struct {
	Host   string // origin
	Until  time.Time
	Status int    // of the answer by which the host asked for it (403, 429, 503, any with Retry-After), else 0
	Answer bool   // it is what the host answered to this very request
	Reason string // Pacing, "Retry-After", "back-off after 503", "circuit open after 5 failures"
}

func (e *LaterError) Error() string {
	return fmt.Sprintf("%s: not before %s (%s)", e.Host, e.Until.Format(time.RFC3339), e.Reason)
}

// RefusedError says that a guard forbids a request for good.
type RefusedError struct {
	URL   page.URL
	Guard string // "scope", "robots", "address", "redirect"
	Rule  string // what decided, e.g. `Disallow: /search (robots.txt line 3)`
	Led   bool   // the site itself led there: what was asked for was sent, and answered by a redirect
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s: refused by %s: %s", e.URL, e.Guard, e.Rule)
}

// HostState is all that politeness must remember of one host. It is stored as
// JSON by the caller; the zero State of a host means that it was never asked.
type HostState struct {
	Host        string        `json:"host"` // origin: scheme://host[:port]
	NotBefore   time.Time     `json:"not_before,omitzero"`
	Reason      string        `json:"reason,omitempty"` // of NotBefore
	Status      int           `json:"status,omitempty"` // of the answer by which the host wished it, 0 where it is our own doing
	LastElapsed time.Duration `json:"last_elapsed,omitempty"`
	Failures    int           `json:"failures,omitempty"` // in a row, of different addresses: drives back-off and the circuit breaker
	Failing     []string      `json:"failing,omitempty"`  // those addresses, hashed, where the host itself was there
	Tries       int           `json:"tries,omitempty"`    // failures in a row of the last one of them
	Slow        time.Duration `json:"slow,omitempty"`     // least delay, which it earned by turning us away
	Robots      []byte        `json:"robots,omitempty"`   // body of robots.txt, nil where it has none
	RobotsAt    time.Time     `json:"robots_at,omitzero"`
	Cookies     []string      `json:"cookies,omitempty"` // "URL<tab>Set-Cookie line"
	Requests    int           `json:"requests,omitempty"`
	LastError   string        `json:"last_error,omitempty"`
}

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
