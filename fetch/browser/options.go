package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/fetch/browser/internal/stage"
)

// Options of a Browser. The zero value of each has the default that its comment gives.
type Options struct {
	Path         string        // of the program; default: the first of Programs found
	Remote       string        // address of a running Chrome, http://host:port or ws://..., used instead of a program
	Tabs         int           // pages shown at a time; default 2
	Limit        time.Duration // of one page from its document to its capture, waits for the host's delay left out; default 30 s
	Patience     time.Duration // longest wait for hosts during one page; default 2 min
	PartLimit    time.Duration // of one request that a page makes; default 10 s
	Parts        int           // requests that one page may make; default 200
	TabPages     int           // pages after which a tab is replaced; default 50
	BrowserPages int           // pages after which Chrome is started anew; default 500
	MaxMemory    int64         // bytes of Chrome's processes after which it is started anew; default 1.5 GiB
	Kept         *Kept         // what pages ask for again; several browsers may share one; default: one of 32 MiB
	Judge        stage.Judge   // of clicks
	Log          *slog.Logger  // nil: silent
}

func (o Options) withDefaults() Options {
	o.Tabs = cmp.Or(o.Tabs, 2)
	o.Parts = cmp.Or(o.Parts, 200)
	o.TabPages = cmp.Or(o.TabPages, 50)
	o.BrowserPages = cmp.Or(o.BrowserPages, 500)
	o.Limit = cmp.Or(o.Limit, 30*time.Second)
	o.Patience = cmp.Or(o.Patience, 2*time.Minute)
	o.PartLimit = cmp.Or(o.PartLimit, 10*time.Second)
	o.Kept = cmp.Or(o.Kept, NewKept(32<<20))
	o.MaxMemory = cmp.Or(o.MaxMemory, 3<<29)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// ErrClosed is returned by Fetch after Close.
var ErrClosed = errors.New("the browser is closed")

// shared is what all parts of a Browser use.
type shared struct {
	o        Options
	net      *fetch.Client
	path     string          // of the program, "" with a remote one
	init     string          // script for each document before its own
	closing  context.Context // done when the browser is being closed
	leftover sync.WaitGroup  // tabs and processes on their way out
}

// Programs are the names under which a Chrome is looked for, best first: the
// headless shell needs a tenth of the memory of a full browser.
func Programs() []string {
	return []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"}
}

// Judge decides about what has effects; package forms has the rules.
type Judge = stage.Judge

// MissingError says that there is no browser to start.
type MissingError struct {
	Looked []string // names and paths
	Err    error
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("no Chrome found (%s): install the package chromium-headless-shell (Debian: apt install chromium-headless-shell) or name a running one by browser-remote",
		strings.Join(e.Looked, ", "))
}

func (e *MissingError) Unwrap() error { return e.Err }

// Find returns the path of the browser to start: path itself where that is not
// empty, else the first of Programs in PATH. Its error is a *MissingError.
func Find(path string) (string, error) {
	names := Programs()
	if path != "" {
		names = []string{path}
	}
	var last error
	for _, name := range names {
		found, err := exec.LookPath(name)
		if err == nil {
			return found, nil
		}
		last = err
	}
	return "", &MissingError{Looked: names, Err: last}
}
