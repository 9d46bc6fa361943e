package cputime

import (
	"fmt"
	"syscall"
	"time"
)

// Used is what this process has used so far, in the kernel and outside.
func Used() (time.Duration, error) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, fmt.Errorf("processor time: %w", err)
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		return 0, fmt.Errorf("processor time: %w", err)
	}
	return span(kernel) + span(user), nil
}

// span reads a Filetime as a duration, in units of 100 ns. (Its method
// Nanoseconds is for points in time.)
func span(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
