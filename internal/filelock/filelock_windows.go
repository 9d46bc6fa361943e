package filelock

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const errorSharingViolation = syscall.Errno(32)

// Take opens path in a way that only one process can, creating it, or returns
// ErrHeld. Closing the file gives it up.
func Take(path string, _ fs.FileMode) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, ErrHeld
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}

// Remove gives a file up and removes it; whoever has opened it meanwhile keeps it.
func Remove(path string, f *os.File) error {
	err := f.Close()
	os.Remove(path)
	return err
}
