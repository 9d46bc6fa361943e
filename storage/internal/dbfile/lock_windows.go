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

// tryLock opens path in a way that only one process can. It reports whether another has.
// Windows closes, and with the flag removes, the file when the process dies.
func tryLock(path string) (f *os.File, held bool, err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, false, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|fileFlagDeleteOnClose, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	return os.NewFile(uintptr(h), path), false, nil
}

func release(_ string, f *os.File) error { return f.Close() }
