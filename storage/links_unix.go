//go:build unix

package storage

import (
	"fmt"
	"os"
	"syscall"
)

// refuseLinked refuses to write to a file that has several names. SQLite keeps
// its log beside the name by which the file was opened: two processes that write
// by two names see neither each other's log nor each other's locks on a site, and
// damage the file (sqlite.org/howtocorrupt.html, section 2.5).
func refuseLinked(path string, info os.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Nlink > 1 {
		return fmt.Errorf("%s has %d names (hard links), and writing by two of them would damage it: remove the others, or write to a copy (hadal db backup)", path, s.Nlink)
	}
	return nil
}
