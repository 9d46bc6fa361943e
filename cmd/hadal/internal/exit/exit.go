// Package exit knows the exit statuses, a contract with scripts, and which error
// ends a command with which of them. It is the only place that does.
package exit

import (
	"context"
	"errors"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
)

// The exit statuses, a contract with scripts.
const (
	Done          = 0
	Failure       = 1
	BadUsage      = 2
	exitNoForm    = 3
	exitForbidden = 4
	exitBlocked   = 5
	Incomplete    = 6
	Interrupted   = 130
)

// Help is the part of the help text that lists them.
const Help = `
EXIT STATUS
    0  done: finished, or stopped at a limit that you set
    1  failure
    2  bad usage or configuration
    3  no search interface found
    4  robots.txt forbids
    5  the site blocks us (captcha, repeated 403 or 429)
    6  ended, but the site shows that much is missing
  130  interrupted, everything saved
`

// A usageError is a command line that makes no sense, or a configuration that cannot be
// used.
type usageError struct {
	error
	typed bool // on the command line
}

func (e *usageError) Unwrap() error { return e.error }

// Usage returns err as one of the command line.
func Usage(err error) error { return &usageError{err, true} }

// Config returns err as one of the configuration.
func Config(err error) error { return &usageError{err, false} }

// IsUsage reports whether the command line is to blame.
func IsUsage(err error) bool {
	wrong, ok := errors.AsType[*usageError](err)
	return ok && wrong.typed
}

// A stopError is a harvest that ended, with everything saved, in a way that
// the exit status must tell. Its reason stands in the result already.
type stopError struct{ stop harvest.Stop }

func (e *stopError) Error() string { return e.stop.Reason }

// Stopped returns how a harvest ended as an error, for the exit status alone.
func Stopped(stop harvest.Stop) error { return &stopError{stop} }

// IsTold reports whether an error has been told with the result.
func IsTold(err error) bool {
	_, ok := errors.AsType[*stopError](err)
	return ok
}

// Split takes joined errors apart.
func Split(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, Split(e)...)
	}
	return all
}

// Status maps errors to exit statuses. Of joined errors the first in
// severity counts: interrupted, usage, failure, blocked, forbidden, no form, incomplete.
func Status(err error) int {
	if err == nil {
		return Done
	}
	worst := Done
	for _, e := range Split(err) {
		worst = worse(worst, statusOf(e))
	}
	return worst
}

func statusOf(err error) int {
	if stopped, ok := errors.AsType[*stopError](err); ok {
		return OfStop(stopped.stop.Kind)
	}
	if _, ok := errors.AsType[*usageError](err); ok {
		return BadUsage
	}
	if _, ok := errors.AsType[*harvest.OptionError](err); ok {
		return BadUsage
	}
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok && refused.Guard == "robots" {
		return exitForbidden
	}
	if later, ok := errors.AsType[*fetch.LaterError](err); ok && later.Status > 0 {
		return exitBlocked
	}
	if errors.Is(err, context.Canceled) {
		return Interrupted
	}
	return Failure
}

// OfStop returns the exit status of a harvest that ended so.
func OfStop(kind harvest.StopKind) int {
	switch kind {
	case harvest.Complete, harvest.Exhausted, harvest.Limit:
		return Done
	case harvest.NoForm:
		return exitNoForm
	case harvest.Forbidden:
		return exitForbidden
	case harvest.Blocked:
		return exitBlocked
	case harvest.Incomplete:
		return Incomplete
	case harvest.Interrupted:
		return Interrupted
	}
	return Failure
}

// worse returns the exit status that tells more of the two.
func worse(a, b int) int {
	for _, status := range []int{Interrupted, BadUsage, Failure, exitBlocked, exitForbidden, exitNoForm, Incomplete} {
		if a == status || b == status {
			return status
		}
	}
	return Done
}

// AsUsage makes errors that wrap one of kinds errors of usage: what was typed
// is wrong, not the file.
func AsUsage(err error, kinds ...error) error {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return Usage(err)
		}
	}
	return err
}
