//go:build unix

package dbfile

import (
	"errors"
	"syscall"
)

// runs reports whether there is a process of that number.
func runs(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
