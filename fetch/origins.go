package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/internal/filelock"
)

// origins is a directory in which the processes of a user say which hosts they
// are asking, so that one request is in flight to a host, whichever process
// sends it, and the delay counts from the last answer that any of them had. It
// holds a file for each origin: who has its operating system lock may send, and
// lets the others know by its contents when that ended. Such a lock dies with its
// process.
//
// Where the directory cannot be used each process minds its own requests only,
// which is said once.
type origins struct {
	dir  string
	log  *slog.Logger
	open func() error // makes the directory, once
	once sync.Once
}

// mark is what a process leaves to others when it has asked a host.
type mark struct {
	end    time.Time // of its last answer
	until  time.Time // the host's own wish to be left alone, zero where there is none
	status int       // of the answer that says so
	reason string
}

// originsAge is how long a mark says anything: longer than any wish is believed.
const originsAge = 48 * time.Hour

func newOrigins(dir string, log *slog.Logger) *origins {
	return &origins{dir: dir, log: log, open: sync.OnceValue(func() error {
		if dir == "" {
			return errors.ErrUnsupported
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		sweep(dir)
		return nil
	})}
}

// take takes the place of an origin and returns what the last process left
// there. free is false while another one has it. The file is nil where places
// cannot be taken.
func (o *origins) take(origin string) (held *os.File, last mark, free bool) {
	if o.dir == "" {
		return nil, mark{}, true
	}
	err := o.open()
	if err == nil {
		sum := sha256.Sum256([]byte(origin))
		path := filepath.Join(o.dir, hex.EncodeToString(sum[:16]))
		if held, err = filelock.Take(path, 0o600); err == nil {
			return held, readMark(held), true
		}
	}
	if errors.Is(err, filelock.ErrHeld) {
		return nil, mark{}, false
	}
	o.once.Do(func() {
		o.log.Warn("other processes may ask the same hosts at the same time: where they ask cannot be noted", "error", err)
	})
	return nil, mark{}, true
}

// release gives a place back, which may be nil; m is left there unless it is zero.
func (o *origins) release(held *os.File, m mark) {
	if held == nil {
		return
	}
	if m != (mark{}) {
		writeMark(held, m)
	}
	held.Close()
}

// markSize is enough for any mark.
const markSize = 256

func readMark(f *os.File) (m mark) {
	b := make([]byte, markSize)
	n, err := f.ReadAt(b, 0)
	line, _, whole := bytes.Cut(b[:n], []byte("\n"))
	if err != nil && err != io.EOF || !whole {
		return mark{} // a new file, or one that cannot be read: nobody has asked
	}
	words := strings.SplitN(string(line), " ", 4)
	if len(words) < 4 {
		return mark{}
	}
	end, _ := strconv.ParseInt(words[0], 10, 64)
	until, _ := strconv.ParseInt(words[1], 10, 64)
	m = mark{end: time.Unix(0, end), reason: words[3]}
	m.status, _ = strconv.Atoi(words[2])
	if until > 0 {
		m.until = time.Unix(0, until)
	}
	return m
}

// writeMark leaves m in f. One that cannot be written, on a full disk, say, is not
// left: the lock holds all the same.
func writeMark(f *os.File, m mark) {
	until := int64(0)
	if !m.until.IsZero() {
		until = m.until.UnixNano()
	}
	reason := m.reason[:min(len(m.reason), markSize/2)]
	f.WriteAt(fmt.Appendf(nil, "%d %d %d %s\n", m.end.UnixNano(), until, m.status, reason), 0)
}

// sweep removes the files of origins that nobody has asked for long.
func sweep(dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || time.Since(info.ModTime()) < originsAge {
			continue
		}
		path := filepath.Join(dir, f.Name())
		if held, err := filelock.Take(path, 0o600); err == nil {
			filelock.Remove(path, held)
		}
	}
}
