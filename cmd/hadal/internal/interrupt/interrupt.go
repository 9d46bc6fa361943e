// Package interrupt ends a command within a second of Ctrl-C.
package interrupt

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// Ctrl-C ends every command within a second. Work looks at its context; where a
// single computation or system call cannot be cut, it is left behind: what was
// committed is whole at any moment, and no more than the answer in flight is lost.
const (
	WindUp = 450 * time.Millisecond // after an interrupt: harvests that have not ended by then are left behind
	grace  = 850 * time.Millisecond // after an interrupt: the process ends, whatever it does
)

// ErrLeft is told where a command was left in the middle.
var ErrLeft = fmt.Errorf("interrupted in the middle of something that cannot be cut short; everything committed is saved, the same command goes on (%w)", context.Canceled)

// Context returns a context that the first SIGINT or SIGTERM ends. The
// second kills the process. Where the command has not called done within grace
// of the first, left is called.
func Context(left func()) (ctx context.Context, done func()) {
	var patience atomic.Int64
	patience.Store(int64(grace))
	ctx, restore := signal.NotifyContext(context.WithValue(context.Background(), patienceKey{}, &patience), os.Interrupt, syscall.SIGTERM)
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		restore()
		select {
		case <-ended:
		case <-time.After(time.Duration(patience.Load())):
			left()
		}
	})
	return ctx, func() {
		close(ended)
		restore()
	}
}

type patienceKey struct{}

// Allow gives a command that serves others so long to wind up: what is under way elsewhere
// ends well meanwhile. Another signal kills it as ever.
func Allow(ctx context.Context, d time.Duration) {
	if patience, ok := ctx.Value(patienceKey{}).(*atomic.Int64); ok {
		patience.Store(int64(d))
	}
}

// Overdue returns a channel that is closed d after ctx has ended.
func Overdue(ctx context.Context, d time.Duration) <-chan struct{} {
	c := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(d, func() { close(c) }) })
	return c
}
