package storage

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// siteLock says that this process harvests a site. It is an operating system
// lock on a file beside the database, because such a lock dies with its
// process: after kill -9 the next run starts at once, which a lease row in the
// database would not allow.
type siteLock struct {
	file *os.File
	path string
}

// errHeld is returned by tryLock for a lock that somebody else holds.
var errHeld = errors.New("lock is held")

// lockPath returns the lock file of a registrable site. It is named by the
// site and not by its name in the configuration: two names of one site would
// ask the same hosts at the same time.
func lockPath(database, site string) string {
	const longest = 100 // file systems take names of 255 bytes
	name := url.QueryEscape(site)
	if len(name) > longest {
		name = fmt.Sprintf("%s-%x", name[:longest-20], sha256.Sum256([]byte(site)))
	}
	return database + "-harvest-" + name + ".lock"
}

// lockSite takes the lock, or returns ErrLocked (wrapped) at once.
func lockSite(database, site string) (*siteLock, error) {
	path := lockPath(database, site)
	file, err := tryLock(path)
	if errors.Is(err, errHeld) {
		holder := ""
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			holder = " (process " + strings.TrimSpace(string(b)) + ")"
		}
		return nil, fmt.Errorf("%s: %w%s: wait for it to end, or end it; all it found is kept", site, ErrLocked, holder)
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if err := file.Truncate(0); err == nil {
		file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // for the message above only
	}
	return &siteLock{file: file, path: path}, nil
}
