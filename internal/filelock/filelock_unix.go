//go:build unix && !solaris && !illumos && !aix

package filelock

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// Take opens and locks path, creating it, or returns ErrHeld. Closing the file gives it up.
func Take(path string, mode fs.FileMode) (*os.File, error) {
	for try := 1; ; try++ {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, mode)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if !errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, err
			}
			if try > tries {
				return nil, ErrHeld
			}
			time.Sleep(moment)
			continue
		}
		// The holder before us may have removed the file between our open and
		// our lock: then we hold a file that nobody else will find.
		if there, err := os.Stat(path); err == nil {
			if ours, err := f.Stat(); err == nil && os.SameFile(there, ours) {
				return f, nil
			}
		}
		f.Close()
	}
}

// Held reports whether somebody holds a file.
func Held(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// Remove gives a file up and removes it, while it is still held. A file that
// stays is harmless, so failing to remove it is no error.
func Remove(path string, f *os.File) error {
	os.Remove(path)
	return f.Close()
}
