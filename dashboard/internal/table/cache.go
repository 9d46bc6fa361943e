package table

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/dashboard/internal/pace"
	"github.com/hadal-crawler/hadal/storage"
)

// Cache is the tables of the sites that were looked at lately. A table is read anew, behind
// the pages, when its site has moved on, and at most a twentieth of the time.
type Cache struct {
	Store Store
	mu    sync.Mutex
	known map[string]*entry
}

type entry struct {
	table   *Table
	reading chan struct{} // closed when the table that is being read is there; nil: none is
	rows    int           // read so far
	err     error
	used    time.Time
}

const tablesKept = 4

// Get returns a site's table, read at most patience ago or waited for that long; nil, and how
// many records of it were read, where that is not enough. A table of before is better than
// none.
func (ts *Cache) Get(ctx context.Context, of storage.SiteStatus, patience time.Duration) (t *Table, rows int, err error) {
	print := printOf(of)
	ts.mu.Lock()
	e := ts.known[of.Name]
	if e == nil {
		if ts.known == nil {
			ts.known = map[string]*entry{}
		}
		e = &entry{}
		ts.known[of.Name] = e
		ts.forget()
	}
	e.used = time.Now()
	stale := e.table == nil || e.table.print != print
	if stale && e.rested(patience) && e.reading == nil {
		e.reading = make(chan struct{})
		go ts.read(e, of.Name, print)
	}
	if !stale || e.reading == nil || e.table != nil && e.table.took > patience {
		defer ts.mu.Unlock()
		return e.table, e.rows, nil
	}
	wait := e.reading
	ts.mu.Unlock()
	select {
	case <-wait:
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	case <-time.After(patience):
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return e.table, e.rows, e.err
}

// printOf is another one where a site's records may be.
func printOf(of storage.SiteStatus) string {
	return of.LastAt.String() + strconv.Itoa(of.Records) + strconv.FormatInt(of.Harvest, 10)
}

// rested reports whether a table may be read anew: long after it was, or soon where that
// takes little of what the visitor would wait for the right answer.
func (e *entry) rested(patience time.Duration) bool {
	return e.table == nil || pace.Rest*e.table.took < max(patience, time.Since(e.table.read))
}

// Standing changes where a page that shows a site's table would show another one, or have
// one read: its site has moved on since, and it has rested.
func (ts *Cache) Standing(of storage.SiteStatus) string {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e := ts.known[of.Name]
	if e == nil || e.table == nil {
		return ""
	}
	return fmt.Sprint(e.table.read.UnixNano(), e.table.print != printOf(of) && e.rested(0))
}

func (ts *Cache) read(e *entry, site, print string) {
	began := time.Now()
	t, err := read(context.Background(), ts.Store, site, func(n int) {
		ts.mu.Lock()
		e.rows = n
		ts.mu.Unlock()
	})
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if e.err = err; err == nil {
		t.print, t.read, t.took = print, time.Now(), time.Since(began)
		e.table = t
	}
	close(e.reading)
	e.reading = nil
}

// forget drops the table that was not looked at for the longest time.
func (ts *Cache) forget() {
	for len(ts.known) > tablesKept {
		oldest := ""
		for name, e := range ts.known {
			if e.reading == nil && (oldest == "" || e.used.Before(ts.known[oldest].used)) && !e.used.IsZero() {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		delete(ts.known, oldest)
	}
}
