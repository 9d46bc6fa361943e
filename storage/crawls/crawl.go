package crawls

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
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

// crawlOptions are those of the writer with less memory for pages of the file:
// a crawl's tables are read in many places, which the system's cache serves.
const crawlOptions = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
	"&_pragma=foreign_keys(1)&_pragma=cache_size(-8192)&_pragma=journal_size_limit(67108864)&_pragma=wal_autocheckpoint(4000)&_dqs=0&_defensive=1"

// Crawl implements crawl.Store on a connection of its own: what is told
// between two Flushes is one transaction, which others who write wait for.
type Crawl struct {
	db   dbfile.File
	pool *sql.DB
	conn *sql.Conn
	ctx  context.Context // never done: a call once begun is finished
	lock *dbfile.SiteLock
	stmt map[string]*sql.Stmt // by their text

	id       int64
	hosts    map[string]int64 // rows of crawl_hosts by origin
	names    map[int64]string // the inverse
	last     int64            // last row of crawl_urls
	open     bool             // a transaction is
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
	beginImmediate  = `BEGIN IMMEDIATE`
	commitCrawl     = `COMMIT`
	selectCrawl     = `SELECT id FROM crawls WHERE name = ?`
	insertCrawl     = `INSERT INTO crawls (name, started) VALUES (?, ?)`
	insertCrawlHost = `INSERT INTO crawl_hosts (crawl, origin, site) VALUES (?, ?, ?)`
	insertURL       = `INSERT INTO crawl_urls (crawl, host, page, state, priority, depth, source, kind, url, anchor, around, nofollow, reason)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	bestURLs = `SELECT id, priority, depth, source, kind, url, anchor, around, nofollow FROM crawl_urls
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

var crawlStatements = []string{
	beginImmediate, commitCrawl, selectCrawl, insertCrawl, insertCrawlHost, insertURL, bestURLs, rankURL, changeURL, fetchedURLs, releaseURL, reviveURLs, skipWaiting, skipHeld,
	stateOf, insertPass, insertCrawlPage, insertCrawlForm, rescoreURL, dbfile.FindBody, insertNewBody, dbfile.UpsertHost, dbfile.UpsertRobots,
}

// New returns a store in db for one crawl; the caller opens and closes it. Its Open
// returns storage.ErrLocked (wrapped) where another process runs that crawl.
func New(db *storage.DB) *Crawl { return &Crawl{db: db.File(), ctx: context.Background()} }

// Open implements crawl.Store.
func (c *Crawl) Open(ctx context.Context, name string, fresh bool) (st crawl.State, err error) {
	if err := c.openAs(ctx, name, fresh); err != nil {
		return st, fmt.Errorf("open crawl %s: %w", name, dbfile.Explain(c.db.Path, err))
	}
	st.Crawl = c.id
	if st.Hosts, err = c.Waiting(); err == nil {
		err = c.restore(ctx, &st)
	}
	return st, err
}

func (c *Crawl) openAs(ctx context.Context, name string, fresh bool) (err error) {
	if c.db.W == nil {
		return fmt.Errorf("%s: %w: it was opened for reading", c.db.Path, dbfile.ErrReadOnly)
	}
	if c.lock, err = dbfile.LockSite(c.db.Path, "crawl "+name); err != nil {
		return err
	}
	if c.pool, err = sql.Open("sqlite", c.db.URL+crawlOptions); err != nil {
		return err
	}
	if c.conn, err = c.pool.Conn(ctx); err != nil {
		return err
	}
	c.stmt = map[string]*sql.Stmt{}
	for _, text := range crawlStatements {
		if c.stmt[text], err = c.conn.PrepareContext(ctx, text); err != nil {
			return fmt.Errorf("prepare %q: %w", text, err)
		}
	}
	c.hosts, c.names = map[string]int64{}, map[int64]string{}
	c.states, c.passed, c.robots = map[string]fetch.HostState{}, map[passing]passed{}, map[string]time.Time{}
	if err := c.begin(); err != nil {
		return err
	}
	err = c.stmt[selectCrawl].QueryRowContext(c.ctx, name).Scan(&c.id)
	if err == nil && fresh {
		err = c.empty()
	} else if errors.Is(err, sql.ErrNoRows) {
		_, c.id, err = c.exec(insertCrawl, name, time.Now().UnixMilli())
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
		if _, err := c.conn.ExecContext(c.ctx, text, c.id); err != nil {
			return err
		}
	}
	return nil
}

// restore reads what the crawl's hosts remember.
func (c *Crawl) restore(ctx context.Context, st *crawl.State) error {
	err := dbfile.Each(ctx, c.conn, `SELECT id, origin FROM crawl_hosts WHERE crawl = ?`, []any{c.id}, func(rows *sql.Rows) error {
		var id int64
		var origin string
		err := rows.Scan(&id, &origin)
		c.hosts[origin], c.names[id] = id, origin
		return err
	})
	if err != nil {
		return err
	}
	if err := c.conn.QueryRowContext(ctx, `SELECT count(*), coalesce(max(id), 0), (SELECT coalesce(max(seq), 0) FROM crawl_pages WHERE crawl = ?1)
		FROM crawl_urls WHERE crawl = ?1`, c.id).Scan(&st.Found, &c.last, &c.seq); err != nil {
		return err
	}
	err = dbfile.Each(ctx, c.conn, `SELECT page FROM crawl_urls INDEXED BY crawl_urls_by_page WHERE crawl = ?`, []any{c.id}, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		c.maybe.add(surface.ID(id))
		return err
	})
	if err != nil {
		return err
	}
	states := map[string]fetch.HostState{}
	err = dbfile.Each(ctx, c.conn, `SELECT h.state, r.body FROM crawl_hosts c JOIN hosts h ON h.host = c.origin LEFT JOIN robots r ON r.host = h.host
		WHERE c.crawl = ?`, []any{c.id}, func(rows *sql.Rows) error {
		var text string
		var body []byte
		if err := rows.Scan(&text, &body); err != nil {
			return err
		}
		var h fetch.HostState
		if err := dbfile.FromJSON("host state", text, &h); err != nil {
			return err
		}
		h.Robots = body
		c.robots[h.Host], states[h.Host] = h.RobotsAt, h
		return nil
	})
	waiting := map[string]int{}
	for _, h := range st.Hosts {
		waiting[h.Origin] = h.Waiting
	}
	st.Hosts = st.Hosts[:0]
	for _, origin := range sortedKeys(c.hosts) {
		st.Hosts = append(st.Hosts, crawl.HostCount{Origin: origin, Waiting: waiting[origin], State: states[origin]})
	}
	return err
}

// begin opens a transaction unless one is open.
func (c *Crawl) begin() error {
	if c.open {
		return nil
	}
	if _, err := c.stmt[beginImmediate].ExecContext(c.ctx); err != nil {
		return dbfile.Explain(c.db.Path, err)
	}
	c.open = true
	return nil
}

func (c *Crawl) exec(text string, args ...any) (changed, id int64, err error) {
	if err := c.begin(); err != nil {
		return 0, 0, err
	}
	r, err := c.stmt[text].ExecContext(c.ctx, args...)
	if err != nil {
		return 0, 0, dbfile.Explain(c.db.Path, err)
	}
	changed, _ = r.RowsAffected() // this driver always knows both
	id, _ = r.LastInsertId()
	return changed, id, nil
}

// Flush implements crawl.Store.
func (c *Crawl) Flush() error {
	if !c.open && len(c.states)+len(c.passed) == 0 {
		return nil
	}
	if err := errors.Join(c.saveVisits(), c.flushHosts()); err != nil {
		return err
	}
	if _, err := c.stmt[commitCrawl].ExecContext(c.ctx); err != nil {
		return dbfile.Explain(c.db.Path, err)
	}
	c.open = false
	return dbfile.Explain(c.db.Path, c.db.Watched.There())
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
	u, err := page.ParseURL(h.Host)
	if err != nil {
		return fmt.Errorf("store host state: %w", err)
	}
	if !h.RobotsAt.Equal(c.robots[h.Host]) {
		var body any
		if h.Robots != nil {
			body = h.Robots
		}
		if _, _, err := c.exec(dbfile.UpsertRobots, h.Host, body); err != nil {
			return err
		}
		c.robots[h.Host] = h.RobotsAt
	}
	h.Robots = nil
	state, err := dbfile.ToJSON("host state", h)
	if err != nil {
		return err
	}
	_, _, err = c.exec(dbfile.UpsertHost, h.Host, u.Site(), dbfile.Millis(h.NotBefore), h.Reason, h.Failures, h.Requests, h.LastError, state)
	return err
}

// Close ends the crawl's use of the store; what was not flushed is lost.
func (c *Crawl) Close() error {
	var errs []error
	if c.stmt != nil {
		for _, s := range c.stmt {
			if s != nil {
				errs = append(errs, s.Close())
			}
		}
		c.stmt = nil
	}
	if c.conn != nil {
		if c.open {
			c.conn.ExecContext(c.ctx, "ROLLBACK")
		}
		errs = append(errs, c.conn.Close(), c.pool.Close())
		c.conn = nil
	}
	if c.lock != nil {
		errs = append(errs, c.lock.Release())
		c.lock = nil
	}
	return errors.Join(errs...)
}
