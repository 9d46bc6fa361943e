package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Watched is the files of an open database as they are known in the file
// system. A file that loses its name while it is open can still be written to,
// and SQLite does not notice: only its end shows that nothing was saved. So what
// the names stand for is looked at with each transaction; it costs microseconds,
// where a transaction waits milliseconds for the disk.
type Watched struct {
	path  string   // as the user named it
	names []string // real paths: of the database, its log and the log's index

	mu    sync.Mutex
	files []os.FileInfo // by name; nil where there was none
}

// Watch notes the files of the database at path, which is open: of one that was written to
// its log, too.
func Watch(path string, written bool) (*Watched, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	w := &Watched{path: path, names: []string{real}}
	if written {
		w.names = append(w.names, real+"-wal", real+"-shm")
	}
	for i, name := range w.names {
		info, err := os.Stat(name)
		if err != nil && (i == 0 || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		w.files = append(w.files, info)
	}
	return w, nil
}

// There returns ErrVanished (wrapped) where a name stands for another file now, or
// for none, or the database was emptied.
func (w *Watched) There() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if named, err := os.Stat(w.path); err != nil || !os.SameFile(named, w.files[0]) {
		return w.gone(w.path, err)
	}
	for i, name := range w.names {
		switch info, err := os.Stat(name); {
		case err == nil && w.files[i] == nil: // a log that came with the first transaction
			w.files[i] = info
		case errors.Is(err, fs.ErrNotExist) && w.files[i] == nil:
		case err != nil || !os.SameFile(info, w.files[i]):
			return w.gone(name, err)
		case i == 0 && info.Size() == 0 && w.files[i].Size() > 0:
			return fmt.Errorf("%w: %s was emptied while it was open: put a backup in its place, or remove it and begin anew", ErrVanished, w.path)
		}
	}
	return nil
}

func (w *Watched) gone(name string, err error) error {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s cannot be looked at any more: %w", ErrVanished, name, err)
	}
	what := "was removed or renamed"
	if err == nil {
		what = "was replaced"
	}
	return fmt.Errorf("%w: %s %s while it was open, and what came after that is not saved: put it back and run the same command again, or begin anew", ErrVanished, name, what)
}
