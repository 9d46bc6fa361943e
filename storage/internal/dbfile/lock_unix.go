//go:build unix && !solaris && !illumos && !aix

package dbfile

import (
	"errors"
	"os"
	"syscall"
)

// tryLock opens and locks path, creating it, or returns errHeld.
func tryLock(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errHeld
			}
			return nil, err
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

// Release removes the file while the lock is still held (see tryLock). A file
// that stays is harmless, so failing to remove it is no error.
func (l *SiteLock) Release() error {
	os.Remove(l.path)
	return l.file.Close()
}
