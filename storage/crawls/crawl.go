package crawls

import (
	"context"
	"errors"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// The states of crawl_urls.
const (
	waits = iota
	fetched
	held
	skipped
)

// Crawl implements crawl.Store on a connection of its own: what is told
// between two Flushes is one transaction.
type Crawl struct {
	*session // from Open to Close
	file     *dbfile.File
	packer   *packing.Packer
	lock     *dbfile.SiteLock

	id       int64
	hosts    map[string]int64 // rows of crawl_hosts by origin
	names    map[int64]string // the inverse
	last     int64            // last row of crawl_urls
	seq      int64            // of the last page
	text     []byte           // room for links
	room     []byte           // for a body
	had      []int64          // rows visited, to be marked as fetched by settle
	visits   []visit          // to be written with the next Flush, as states and passed
	unpacked int              // bytes of their bodies

	seen  recent
	maybe filter

	states map[string]fetch.HostState // to be written with the next Flush
	passed map[passing]passed         // likewise
	robots map[string]time.Time       // RobotsAt as stored, by origin
}

type passing struct{ site, reason string }

type passed struct {
	links   int
	example string
}

const (
	selectCrawl     = `SELECT id FROM crawls WHERE name = ?`
	insertCrawl     = `INSERT INTO crawls (name, started) VALUES (?, ?)`
	insertCrawlHost = `INSERT INTO crawl_hosts (crawl, origin, site) VALUES (?, ?, ?)`
	insertURL       = `INSERT INTO crawl_urls (crawl, host, page, state, priority, depth, source, kind, url, anchor, around, nofollow, reason)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// urlColumns are what scanWaiting reads.
	urlColumns = `id, priority, depth, source, kind, url, anchor, around, nofollow`
	bestURLs   = `SELECT ` + urlColumns + ` FROM crawl_urls
		WHERE host = ? AND state = 0 ORDER BY priority DESC, id LIMIT ?`
	rankURL     = `UPDATE crawl_urls SET priority = ?3 WHERE crawl = ?1 AND page = ?2 AND state = 0 RETURNING host`
	changeURL   = `UPDATE crawl_urls SET state = ?, reason = ? WHERE id = ?`
	fetchedURLs = `UPDATE crawl_urls SET state = 1, reason = '' WHERE id IN (SELECT value FROM json_each(?))`
	releaseURL  = `UPDATE crawl_urls SET state = 0, reason = '' WHERE id IN
		(SELECT id FROM crawl_urls WHERE host = ? AND state = 2 ORDER BY priority DESC LIMIT ?)`
	reviveURLs  = `UPDATE crawl_urls SET state = 0, reason = '' WHERE crawl = ? AND host = ? AND state = 3 AND reason BETWEEN ? AND ?`
	skipWaiting = `UPDATE crawl_urls SET state = 3, reason = ?2 WHERE host = ?1 AND state = 0`
	skipHeld    = `UPDATE crawl_urls SET state = 3, reason = ?2 WHERE host = ?1 AND state = 2`
	stateOf     = `SELECT id, state FROM crawl_urls WHERE crawl = ? AND page = ?`
	insertPass  = `INSERT INTO crawl_skips (crawl, site, reason, links, example) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET links = links + excluded.links`
	insertCrawlPage = `INSERT INTO crawl_pages (id, crawl, seq, at, final, status, requests, reward, novelty, words, exact, similar, note, known, links, head, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertCrawlForm = `INSERT INTO crawl_forms (page, form, purpose, score, reward, definition) VALUES (?, ?, ?, ?, ?, ?)`
	insertNewBody   = `INSERT INTO bodies (digest, size, base, packed) VALUES (?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`
	rescoreURL      = `UPDATE crawl_urls SET priority = ?2 WHERE id = ?1`
)

// New returns a store in db for one crawl; the caller opens and closes it. Its Open
// returns storage.ErrLocked (wrapped) where another process runs that crawl.
func New(db *storage.DB) *Crawl {
	file, packer := db.Shared()
	return &Crawl{
		file: file, packer: packer, hosts: map[string]int64{}, names: map[int64]string{},
		states: map[string]fetch.HostState{}, passed: map[passing]passed{}, robots: map[string]time.Time{},
	}
}

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
