package dbfile

import (
	"errors"
	"os"
	"syscall"
)

const (
	errorSharingViolation = syscall.Errno(32)
	fileFlagDeleteOnClose = 0x04000000
)

// tryLock opens path in a way that only one process can, or returns errHeld.
// Windows closes, and with the flag removes, the file when the process dies.
func tryLock(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|fileFlagDeleteOnClose, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, errHeld
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}

func (l *SiteLock) Release() error { return l.file.Close() }
