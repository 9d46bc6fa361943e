package crawls

import (
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
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

// visit is a visit that is to be written before the next Flush.
type visit struct {
	crawl.Record
	known int64 // the last row of crawl_urls at its time
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

// scanWaiting reads the columns urlColumns. Addresses of the host base are read faster.
func scanWaiting(row dbfile.Row, base page.URL, w *crawl.Waiting) error {
	var text string
	var from int64
	l := &w.Found.Link
	err := row.Scan(&w.Row, &w.Priority, &w.Found.Depth, &from, &l.Kind, &text, &l.Anchor, &l.Around, &l.NoFollow)
	if err == nil {
		l.URL, err = base.Resolve(text)
	}
	l.ID, w.Found.From = surface.IDOf(l.URL), surface.ID(from)
	return err
}
