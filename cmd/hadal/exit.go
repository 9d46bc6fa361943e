package main

import (
	"context"
	"errors"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
)

// The exit statuses, a contract with scripts.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitNoForm      = 3
	exitForbidden   = 4
	exitBlocked     = 5
	exitIncomplete  = 6
	exitInterrupted = 130
)

const exitHelp = `
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

// A usageError is a command line that makes no sense.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

// A settingsError is a configuration that cannot be used.
type settingsError struct{ error }

func (e *settingsError) Unwrap() error { return e.error }

// A stopError is a harvest that ended, with everything saved, in a way that
// the exit status must tell. Its reason stands in the result already.
type stopError struct{ stop harvest.Stop }

func (e *stopError) Error() string { return e.stop.Reason }

// split takes joined errors apart.
func split(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, split(e)...)
	}
	return all
}

// exitStatus maps errors to exit statuses. Of joined errors the first in
// severity counts: interrupted, usage, failure, blocked, forbidden, no form, incomplete.
func exitStatus(err error) int {
	if err == nil {
		return exitDone
	}
	worst := exitDone
	for _, e := range split(err) {
		worst = worse(worst, statusOf(e))
	}
	return worst
}

func statusOf(err error) int {
	if stopped, ok := errors.AsType[*stopError](err); ok {
		return stopStatus(stopped.stop.Kind)
	}
	if _, ok := errors.AsType[*usageError](err); ok {
		return exitUsage
	}
	if _, ok := errors.AsType[*settingsError](err); ok {
		return exitUsage
	}
	if _, ok := errors.AsType[*harvest.OptionError](err); ok {
		return exitUsage
	}
	if refused, ok := errors.AsType[*fetch.RefusedError](err); ok && refused.Guard == "robots" {
		return exitForbidden
	}
	if later, ok := errors.AsType[*fetch.LaterError](err); ok && later.Status > 0 {
		return exitBlocked
	}
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	return exitFailure
}

func stopStatus(kind harvest.StopKind) int {
	switch kind {
	case harvest.Complete, harvest.Exhausted, harvest.Limit:
		return exitDone
	case harvest.NoForm:
		return exitNoForm
	case harvest.Forbidden:
		return exitForbidden
	case harvest.Blocked:
		return exitBlocked
	case harvest.Incomplete:
		return exitIncomplete
	case harvest.Interrupted:
		return exitInterrupted
	}
	return exitFailure
}

// worse returns the exit status that tells more of the two.
func worse(a, b int) int {
	for _, status := range []int{exitInterrupted, exitUsage, exitFailure, exitBlocked, exitForbidden, exitNoForm, exitIncomplete} {
		if a == status || b == status {
			return status
		}
	}
	return exitDone
}
