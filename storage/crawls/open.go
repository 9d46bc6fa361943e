package crawls

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Open implements crawl.Store.
func (c *Crawl) Open(ctx context.Context, name string, fresh bool) (st crawl.State, err error) {
	defer c.file.Wrap(&err, "open crawl %s", name)
	if err := c.openAs(ctx, name, fresh); err != nil {
		return st, err
	}
	st.Crawl = c.id
	return st, c.restore(&st)
}

func (c *Crawl) openAs(ctx context.Context, name string, fresh bool) (err error) {
	if err := c.file.Writable(); err != nil {
		return err
	}
	if c.lock, err = dbfile.LockSite(c.file.Path, "crawl "+name); err != nil {
		return err
	}
	if c.session, err = openSession(ctx, c.file); err != nil {
		return err
	}
	c.begin()
	if !c.one(selectCrawl, []any{name}, &c.id) {
		_, c.id = c.exec(insertCrawl, name, time.Now().UnixMilli())
	} else if fresh {
		c.empty()
	}
	return c.Flush()
}

// empty takes out all that a crawl has found.
func (c *Crawl) empty() {
	for _, text := range []string{
		`DELETE FROM crawl_forms WHERE page IN (SELECT id FROM crawl_pages WHERE crawl = ?)`,
		`DELETE FROM crawl_pages WHERE crawl = ?`,
		`DELETE FROM crawl_urls WHERE crawl = ?`,
		`DELETE FROM crawl_hosts WHERE crawl = ?`,
		`DELETE FROM crawl_skips WHERE crawl = ?`,
	} {
		c.exec(text, c.id)
	}
}

// restore reads what the crawl's hosts remember.
func (c *Crawl) restore(st *crawl.State) error {
	waiting := c.Waiting()
	c.each(`SELECT id, origin FROM crawl_hosts WHERE crawl = ?`, func(row dbfile.Row) error {
		var id int64
		var origin string
		err := row.Scan(&id, &origin)
		c.hosts[origin], c.names[id] = id, origin
		return err
	}, c.id)
	c.one(`SELECT count(*), coalesce(max(id), 0), (SELECT coalesce(max(seq), 0) FROM crawl_pages WHERE crawl = ?1)
		FROM crawl_urls WHERE crawl = ?1`, []any{c.id}, &st.Found, &c.last, &c.seq)
	c.each(`SELECT page FROM crawl_urls INDEXED BY crawl_urls_by_page WHERE crawl = ?`, func(row dbfile.Row) error {
		var id int64
		err := row.Scan(&id)
		c.maybe.add(surface.ID(id))
		return err
	}, c.id)
	states := map[string]fetch.HostState{}
	c.each(`SELECT h.state, r.body FROM crawl_hosts c JOIN hosts h ON h.host = c.origin LEFT JOIN robots r ON r.host = h.host
		WHERE c.crawl = ?`, func(row dbfile.Row) error {
		var h fetch.HostState
		err := dbfile.ScanHost(row, &h)
		c.robots[h.Host], states[h.Host] = h.RobotsAt, h
		return err
	}, c.id)
	for _, h := range waiting {
		h.State = states[h.Origin]
		st.Hosts = append(st.Hosts, h)
	}
	return c.err
}

// Flush implements crawl.Store.
func (c *Crawl) Flush() error {
	if !c.open && len(c.states)+len(c.passed) == 0 {
		return c.err
	}
	c.saveVisits()
	c.flushHosts()
	return c.commit()
}

func (c *Crawl) flushHosts() {
	for _, origin := range slices.Sorted(maps.Keys(c.states)) {
		c.saveHost(c.states[origin])
	}
	clear(c.states)
	byName := func(a, b passing) int { return cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(a.reason, b.reason)) }
	for _, k := range slices.SortedFunc(maps.Keys(c.passed), byName) {
		c.exec(insertPass, c.id, k.site, k.reason, c.passed[k].links, c.passed[k].example)
	}
	clear(c.passed)
}

func (c *Crawl) saveHost(h fetch.HostState) {
	host, robots, err := dbfile.Host(h)
	if c.fail(err); err != nil {
		return
	}
	if !h.RobotsAt.Equal(c.robots[h.Host]) {
		c.exec(dbfile.UpsertRobots, robots...)
		c.robots[h.Host] = h.RobotsAt
	}
	c.exec(dbfile.UpsertHost, host...)
}

// Close ends the crawl's use of the store; what was not flushed is lost.
func (c *Crawl) Close() (err error) {
	if c.session != nil {
		err = c.close()
		c.session = nil
	}
	if c.lock != nil {
		err = errors.Join(err, c.lock.Release())
		c.lock = nil
	}
	return err
}
