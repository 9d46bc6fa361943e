//go:build unix && !solaris && !illumos && !aix

package fetch

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens and locks path, creating it, or returns errBusy. Closing the
// file unlocks it.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errBusy
		}
		return nil, err
	}
	return f, nil
}

// swept reports whether f, which is locked, was removed between its opening and
// its locking, so that nobody else will find it.
func swept(f *os.File, path string) bool {
	there, err := os.Stat(path)
	if err != nil {
		return true
	}
	ours, err := f.Stat()
	return err != nil || !os.SameFile(there, ours)
}
