// Package filelock locks files between processes. The operating system gives such a
// lock up with the process that has it, however that ends.
package filelock

import "errors"

// ErrHeld is returned for a file that somebody else holds.
var ErrHeld = errors.New("another process holds it")
