// Package filelock locks files between processes. The operating system gives such a
// lock up with the process that has it, however that ends.
package filelock

import (
	"errors"
	"time"
)

// Whoever asks whether a file is held has it for a moment: who wants it meanwhile tries again.
const tries, moment = 20, 5 * time.Millisecond

// ErrHeld is returned for a file that somebody else holds.
var ErrHeld = errors.New("another process holds it")
