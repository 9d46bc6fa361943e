package dbfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/internal/filelock"
)

// SiteLock says that this process harvests a site. It is an operating system
// lock on a file beside the database, because such a lock dies with its
// process: after kill -9 the next run starts at once, which a lease row in the
// database would not allow.
type SiteLock struct {
	file *os.File
	path string
}

// lockPath returns the lock file of a registrable site. It is named by the
// site and not by its name in the configuration: two names of one site would
// ask the same hosts at the same time.
func lockPath(database, site string) string {
	const longest = 100 // file systems take names of 255 bytes
	name := url.QueryEscape(site)
	if len(name) > longest {
		name = fmt.Sprintf("%s-%x", name[:longest-20], sha256.Sum256([]byte(site)))
	}
	return database + lockInfix + name + lockSuffix
}

const (
	lockInfix  = "-harvest-"
	lockSuffix = ".lock"
)

// LockSite takes the lock, or returns ErrLocked (wrapped) at once. The lock lies
// beside the file itself, whatever links and spellings led to it: there SQLite
// keeps its log, too.
func LockSite(database, site string) (*SiteLock, error) {
	real, err := filepath.EvalSymlinks(database)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", database, err)
	}
	path := lockPath(real, site)
	file, err := filelock.Take(path, 0o644)
	if errors.Is(err, filelock.ErrHeld) {
		return nil, fmt.Errorf("%w%s: wait for it to end, or end it; all it found is kept", ErrLocked, holder(path))
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if err := file.Truncate(0); err == nil {
		file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // for the message above only
	}
	return &SiteLock{file: file, path: path}, nil
}

// Release gives the lock up.
func (l *SiteLock) Release() error { return filelock.Remove(l.path, l.file) }

// holder says who holds a lock, as far as that is known.
func holder(path string) string {
	b, err := os.ReadFile(path)
	if err != nil || len(b) == 0 {
		return ""
	}
	return " (process " + strings.TrimSpace(string(b)) + ")"
}

// Harvesting returns ErrLocked (wrapped) where another process harvests any site
// into the database.
func Harvesting(database string, ours map[string]*SiteLock) error {
	real, err := filepath.EvalSymlinks(database)
	if err != nil {
		return err
	}
	dir, base := filepath.Split(real)
	files, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, l := range ours {
		known[l.path] = true
	}
	for _, f := range files {
		path := dir + f.Name()
		if known[path] || !strings.HasPrefix(f.Name(), base+lockInfix) || !strings.HasSuffix(f.Name(), lockSuffix) {
			continue
		}
		file, err := filelock.Take(path, 0o644)
		if errors.Is(err, filelock.ErrHeld) {
			site, _ := url.QueryUnescape(strings.TrimSuffix(strings.TrimPrefix(f.Name(), base+lockInfix), lockSuffix))
			return fmt.Errorf("%s: %w%s: wait for it to end, or end it; all it found is kept", site, ErrLocked, holder(path))
		}
		if err == nil { // left by a process that died
			err = filelock.Remove(path, file)
		}
		if err != nil {
			return fmt.Errorf("lock %s: %w", path, err)
		}
	}
	return nil
}

// Held reports whether a process harvests a site.
func Held(database, site string) bool {
	real, err := filepath.EvalSymlinks(database)
	return err == nil && filelock.Held(lockPath(real, site))
}
