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
	if err := c.begin(); err != nil {
		return err
	}
	known, err := c.one(selectCrawl, []any{name}, &c.id)
	switch {
	case err != nil:
	case !known:
		_, c.id, err = c.exec(insertCrawl, name, time.Now().UnixMilli())
	case fresh:
		err = c.empty()
	}
	return errors.Join(err, c.Flush())
}

// empty takes out all that a crawl has found.
func (c *Crawl) empty() error {
	for _, text := range []string{
		`DELETE FROM crawl_forms WHERE page IN (SELECT id FROM crawl_pages WHERE crawl = ?)`,
		`DELETE FROM crawl_pages WHERE crawl = ?`,
		`DELETE FROM crawl_urls WHERE crawl = ?`,
		`DELETE FROM crawl_hosts WHERE crawl = ?`,
		`DELETE FROM crawl_skips WHERE crawl = ?`,
	} {
		if _, _, err := c.exec(text, c.id); err != nil {
			return err
		}
	}
	return nil
}

// restore reads what the crawl's hosts remember.
func (c *Crawl) restore(st *crawl.State) error {
	waiting, err := c.Waiting()
	if err != nil {
		return err
	}
	err = c.each(`SELECT id, origin FROM crawl_hosts WHERE crawl = ?`, func(row dbfile.Row) error {
		var id int64
		var origin string
		err := row.Scan(&id, &origin)
		c.hosts[origin], c.names[id] = id, origin
		return err
	}, c.id)
	if err != nil {
		return err
	}
	_, err = c.one(`SELECT count(*), coalesce(max(id), 0), (SELECT coalesce(max(seq), 0) FROM crawl_pages WHERE crawl = ?1)
		FROM crawl_urls WHERE crawl = ?1`, []any{c.id}, &st.Found, &c.last, &c.seq)
	if err != nil {
		return err
	}
	err = c.each(`SELECT page FROM crawl_urls INDEXED BY crawl_urls_by_page WHERE crawl = ?`, func(row dbfile.Row) error {
		var id int64
		err := row.Scan(&id)
		c.maybe.add(surface.ID(id))
		return err
	}, c.id)
	if err != nil {
		return err
	}
	states := map[string]fetch.HostState{}
	err = c.each(`SELECT h.state, r.body FROM crawl_hosts c JOIN hosts h ON h.host = c.origin LEFT JOIN robots r ON r.host = h.host
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
	return err
}

// Flush implements crawl.Store.
func (c *Crawl) Flush() error {
	if !c.open && len(c.states)+len(c.passed) == 0 {
		return nil
	}
	if err := errors.Join(c.saveVisits(), c.flushHosts()); err != nil {
		return err
	}
	return c.commit()
}

func (c *Crawl) flushHosts() error {
	for _, origin := range sortedKeys(c.states) {
		if err := c.saveHost(c.states[origin]); err != nil {
			return err
		}
	}
	clear(c.states)
	for _, k := range sortedBy(c.passed, func(p passing) string { return p.site + "\n" + p.reason }) {
		if _, _, err := c.exec(insertPass, c.id, k.site, k.reason, c.passed[k].links, c.passed[k].example); err != nil {
			return err
		}
	}
	clear(c.passed)
	return nil
}

func (c *Crawl) saveHost(h fetch.HostState) error {
	host, robots, err := dbfile.Host(h)
	if err == nil && !h.RobotsAt.Equal(c.robots[h.Host]) {
		_, _, err = c.exec(dbfile.UpsertRobots, robots...)
		c.robots[h.Host] = h.RobotsAt
	}
	if err == nil {
		_, _, err = c.exec(dbfile.UpsertHost, host...)
	}
	return err
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

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func sortedBy[K comparable, V any](m map[K]V, key func(K) string) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int { return cmp.Compare(key(a), key(b)) })
}
