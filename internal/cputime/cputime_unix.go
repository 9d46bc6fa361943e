//go:build unix

package cputime

import (
	"fmt"
	"syscall"
	"time"
)

// Used is what this process has used so far, in the kernel and outside.
func Used() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
