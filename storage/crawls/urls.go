package crawls

import (
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Has implements crawl.Store.
func (c *Crawl) Has(id surface.ID) bool {
	if c.seen.has(id) {
		return true
	}
	if !c.maybe.has(id) {
		return false
	}
	var row, state int64
	found := c.one(stateOf, []any{c.id, int64(id)}, &row, &state)
	if found {
		c.seen.add(id)
	}
	return found
}

// Met implements crawl.Store.
func (c *Crawl) Met(links []surface.Link, met []bool) []bool {
	for i := range links {
		met = append(met, c.seen.has(links[i].ID))
	}
	return met
}

// Add implements crawl.Store.
func (c *Crawl) Add(e crawl.Entry) (row int64) {
	id := e.Found.Link.ID
	state := waits
	switch {
	case e.Reason != "" && e.Held:
		state = held
	case e.Reason != "":
		state = skipped
	}
	l := &e.Found.Link
	_, row = c.exec(insertURL, c.id, c.host(e.Origin, e.Site), int64(id), state, e.Priority, e.Found.Depth, int64(e.Found.From), l.Kind, l.URL.String(),
		l.Anchor, l.Around, l.NoFollow, e.Reason)
	if c.err != nil {
		return 0
	}
	c.seen.add(id)
	c.maybe.add(id)
	c.last = row
	return row
}

func (c *Crawl) host(origin, site string) int64 {
	id, ok := c.hosts[origin]
	if !ok {
		_, id = c.exec(insertCrawlHost, c.id, origin, site)
		c.hosts[origin], c.names[id] = id, origin
	}
	return id
}

// Rank implements crawl.Store.
func (c *Crawl) Rank(id surface.ID, priority float64) (origin string, waits bool) {
	c.settle()
	var host int64
	waits = c.one(rankURL, []any{c.id, int64(id), priority}, &host)
	return c.names[host], waits
}

// Best implements crawl.Store.
func (c *Crawl) Best(origin string, n int) (out []crawl.Waiting) {
	c.settle()
	base, err := page.ParseURL(origin)
	c.fail(err)
	stmt := c.prepared(bestURLs)
	if c.err != nil {
		return nil
	}
	rows, err := stmt.QueryContext(c.ctx, c.hosts[origin], n)
	if err != nil {
		c.fail(err)
		return nil
	}
	defer rows.Close()
	for rows.Next() {
		var w crawl.Waiting
		c.fail(scanWaiting(rows, base, &w))
		out = append(out, w)
	}
	c.fail(rows.Err())
	return out
}

// Reached implements crawl.Store.
func (c *Crawl) Reached(id surface.ID) (waited, before bool) {
	c.settle()
	var row int64
	var state int
	switch known := c.one(stateOf, []any{c.id, int64(id)}, &row, &state); {
	case !known:
		return false, false
	case state == fetched:
		return false, true
	}
	c.exec(changeURL, fetched, "", row)
	return state == waits, false
}

// Skip implements crawl.Store.
func (c *Crawl) Skip(row int64, reason string) { c.exec(changeURL, skipped, reason, row) }

// Hold implements crawl.Store.
func (c *Crawl) Hold(row int64, reason string) { c.exec(changeURL, held, reason, row) }

// Release implements crawl.Store.
func (c *Crawl) Release(origin string, n int) int {
	changed, _ := c.exec(releaseURL, c.hosts[origin], n)
	return int(changed)
}

// Revive implements crawl.Store.
func (c *Crawl) Revive(origin, reason string) int {
	changed, _ := c.exec(reviveURLs, c.id, c.hosts[origin], reason, reason+"\U0010ffff")
	return int(changed)
}

// SkipHost implements crawl.Store.
func (c *Crawl) SkipHost(origin, reason string) {
	c.settle()
	c.exec(skipWaiting, c.hosts[origin], reason)
	c.exec(skipHeld, c.hosts[origin], reason)
}

// Pass implements crawl.Store.
func (c *Crawl) Pass(site, reason string, links int, example page.URL) {
	k := passing{site, reason}
	p := c.passed[k]
	if p.links == 0 {
		p.example = example.String()
	}
	p.links += links
	c.passed[k] = p
}

// Rescore implements crawl.Store. It reads and writes in portions, so that it
// takes no memory.
func (c *Crawl) Rescore(f func(surface.Found) float64) {
	const portion = 500
	c.settle()
	for _, host := range slices.Sorted(maps.Keys(c.names)) {
		base, err := page.ParseURL(c.names[host])
		c.fail(err)
		for after, more := int64(0), true; more && c.err == nil; {
			var some []crawl.Waiting
			c.each(`SELECT `+urlColumns+` FROM crawl_urls
				WHERE id IN (SELECT id FROM crawl_urls WHERE host = ? AND state = 0 AND id > ? ORDER BY id LIMIT ?) ORDER BY id`,
				func(row dbfile.Row) error {
					var w crawl.Waiting
					err := scanWaiting(row, base, &w)
					some = append(some, w)
					return err
				}, host, after, portion)
			for _, w := range some {
				if p := f(w.Found); p != w.Priority {
					c.exec(rescoreURL, w.Row, p)
				}
				after = w.Row
			}
			more = len(some) == portion
		}
	}
}

// Trim implements crawl.Store.
func (c *Crawl) Trim(n int, reason string) {
	c.settle()
	c.exec(`UPDATE crawl_urls SET state = 3, reason = ?3 WHERE id IN
		(SELECT id FROM crawl_urls WHERE crawl = ?1 AND state = 0 ORDER BY priority DESC, id LIMIT -1 OFFSET ?2)`, c.id, n, reason)
}

// Waiting implements crawl.Store.
func (c *Crawl) Waiting() (out []crawl.HostCount) {
	c.settle()
	c.each(`SELECT h.origin, h.owed, (SELECT count(*) FROM crawl_urls u WHERE u.host = h.id AND u.state = 0)
		FROM crawl_hosts h WHERE h.crawl = ? ORDER BY h.origin`, func(row dbfile.Row) error {
		var h crawl.HostCount
		err := row.Scan(&h.Origin, &h.Owed, &h.Waiting)
		out = append(out, h)
		return err
	}, c.id)
	return out
}

// Owe implements crawl.Store.
func (c *Crawl) Owe(origin string, requests int) {
	c.settle()
	c.exec(`UPDATE crawl_hosts SET owed = ? WHERE crawl = ? AND origin = ?`, requests, c.id, origin)
}
