//go:build unix && !solaris && !illumos && !aix

package dbfile

import (
	"errors"
	"os"
	"syscall"
)

// tryLock opens and locks path, creating it. It reports whether somebody else holds it.
func tryLock(path string) (f *os.File, held bool, err error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, false, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, true, nil
			}
			return nil, false, err
		}
		// The holder before us may have removed the file between our open and
		// our lock: then we hold a file that nobody else will find.
		if there, err := os.Stat(path); err == nil {
			if ours, err := f.Stat(); err == nil && os.SameFile(there, ours) {
				return f, false, nil
			}
		}
		f.Close()
	}
}

// release removes the file while the lock is still held (see tryLock). A file
// that stays is harmless, so failing to remove it is no error.
func release(path string, f *os.File) error {
	os.Remove(path)
	return f.Close()
}
