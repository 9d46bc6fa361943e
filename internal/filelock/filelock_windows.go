package filelock

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const errorSharingViolation = syscall.Errno(32)

// Take opens path in a way that only one process can, creating it, or returns
// ErrHeld. Closing the file gives it up.
func Take(path string, _ fs.FileMode) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	var h syscall.Handle
	for try := 0; try <= tries; try++ {
		if h, err = syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0); !errors.Is(err, errorSharingViolation) {
			break
		}
		time.Sleep(moment)
	}
	if errors.Is(err, errorSharingViolation) {
		return nil, ErrHeld
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}

// Held reports whether somebody holds a file.
func Held(path string) bool {
	f, err := os.Open(path)
	if err == nil {
		f.Close()
	}
	return errors.Is(err, errorSharingViolation)
}

// Remove gives a file up and removes it; whoever has opened it meanwhile keeps it.
func Remove(path string, f *os.File) error {
	err := f.Close()
	os.Remove(path)
	return err
}
