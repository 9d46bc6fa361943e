//go:build linux && (amd64 || arm64)

package storagetest

import (
	"errors"
	"sync/atomic"
	"syscall"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Fault decides about one system call of SQLite on a file: call is read, write
// or ftruncate, n the number of bytes (the new length for ftruncate). What it
// returns becomes the call's error; 0 lets it through.
type Fault func(call string, n int64) syscall.Errno

var fault atomic.Pointer[Fault]

// FailFiles puts f under all SQLite files of this process, until the function
// that it returns is called. It uses the unix VFS's own hook for this purpose
// (xSetSystemCall, as SQLite's test suite does).
func FailFiles(f Fault) (restore func(), err error) {
	tls := libc.NewTLS()
	defer tls.Close()
	vfs := sqlite3.Xsqlite3_vfs_find(tls, 0)
	if vfs == 0 {
		return nil, errors.New("storagetest: SQLite has no VFS")
	}
	set := (*(**sqlite3.Tsqlite3_vfs)(unsafe.Pointer(&vfs))).FxSetSystemCall
	replace := *(*func(*libc.TLS, uintptr, uintptr, uintptr) int32)(unsafe.Pointer(&struct{ uintptr }{set}))
	for _, c := range replacements {
		name, err := libc.CString(c.name)
		if err != nil {
			return nil, err
		}
		rc := replace(tls, vfs, name, c.pointer)
		libc.Xfree(tls, name)
		if rc != sqlite3.SQLITE_OK {
			return nil, errors.New("storagetest: SQLite has no system call " + c.name)
		}
	}
	fault.Store(&f)
	return func() { fault.Store(nil) }, nil
}

// fails sets the error of a call where the fault wants one.
func fails(tls *libc.TLS, call string, n int64) bool {
	f := fault.Load()
	if f == nil {
		return false
	}
	errno := (*f)(call, n)
	if errno == 0 {
		return false
	}
	at := libc.X__errno_location(tls)
	**(**int32)(unsafe.Pointer(&at)) = int32(errno)
	return true
}

var (
	read = func(tls *libc.TLS, fd int32, buf uintptr, n uint64) int64 {
		if fails(tls, "read", int64(n)) {
			return -1
		}
		return libc.Xread(tls, fd, buf, n)
	}
	write = func(tls *libc.TLS, fd int32, buf uintptr, n uint64) int64 {
		if fails(tls, "write", int64(n)) {
			return -1
		}
		return libc.Xwrite(tls, fd, buf, n)
	}
	pread = func(tls *libc.TLS, fd int32, buf uintptr, n uint64, at int64) int64 {
		if fails(tls, "read", int64(n)) {
			return -1
		}
		return libc.Xpread(tls, fd, buf, n, at)
	}
	pwrite = func(tls *libc.TLS, fd int32, buf uintptr, n uint64, at int64) int64 {
		if fails(tls, "write", int64(n)) {
			return -1
		}
		return libc.Xpwrite(tls, fd, buf, n, at)
	}
	truncate = func(tls *libc.TLS, fd int32, n int64) int32 {
		if fails(tls, "ftruncate", n) {
			return -1
		}
		return libc.Xftruncate(tls, fd, n)
	}

	// A C function pointer is, in the translated SQLite, the pointer that a Go
	// func value is.
	replacements = []struct {
		name    string
		pointer uintptr
	}{
		{"read", *(*uintptr)(unsafe.Pointer(&read))},
		{"write", *(*uintptr)(unsafe.Pointer(&write))},
		{"pread", *(*uintptr)(unsafe.Pointer(&pread))},
		{"pwrite", *(*uintptr)(unsafe.Pointer(&pwrite))},
		{"pread64", *(*uintptr)(unsafe.Pointer(&pread))},
		{"pwrite64", *(*uintptr)(unsafe.Pointer(&pwrite))},
		{"ftruncate", *(*uintptr)(unsafe.Pointer(&truncate))},
	}
)
