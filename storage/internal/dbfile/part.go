package dbfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// abandoned is how long nobody has written to what a process left that was killed. It may
// be one of another machine that shares the directory.
const abandoned = time.Minute

// Part returns the name under which this process writes what becomes the file path when it
// is whole. What processes left there that were killed is removed: nobody else would.
func Part(path string) string {
	parts, _ := filepath.Glob(escapeGlob(path) + ".*.part") // the pattern is well-formed
	for _, part := range parts {
		pid, err := strconv.Atoi(strings.TrimSuffix(part[len(path)+1:], ".part"))
		if err != nil || pid <= 0 || pid != os.Getpid() && runs(pid) {
			continue
		}
		if info, err := os.Stat(part); err == nil && (pid == os.Getpid() || time.Since(info.ModTime()) > abandoned) {
			os.Remove(part)
		}
	}
	return fmt.Sprintf("%s.%d.part", path, os.Getpid())
}

// escapeGlob returns a pattern that matches a path alone.
func escapeGlob(path string) string {
	if os.PathSeparator == '\\' {
		return path // there, a backslash escapes nothing, and * and ? are in no name
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
