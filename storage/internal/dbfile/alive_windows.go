package dbfile

import "os"

// alive reports whether a process of that number runs.
func alive(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}
