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
func (c *Crawl) Has(id surface.ID) (bool, error) {
	if c.seen.has(id) {
		return true, nil
	}
	if !c.maybe.has(id) {
		return false, nil
	}
	var row, state int64
	found, err := c.one(stateOf, []any{c.id, int64(id)}, &row, &state)
	if found {
		c.seen.add(id)
	}
	return found, err
}

// Met implements crawl.Store.
func (c *Crawl) Met(links []surface.Link, met []bool) []bool {
	for i := range links {
		met = append(met, c.seen.has(links[i].ID))
	}
	return met
}

// Add implements crawl.Store.
func (c *Crawl) Add(e crawl.Entry) (row int64, err error) {
	id := e.Found.Link.ID
	host, err := c.host(e.Origin, e.Site)
	if err != nil {
		return 0, err
	}
	state := waits
	switch {
	case e.Reason != "" && e.Held:
		state = held
	case e.Reason != "":
		state = skipped
	}
	l := &e.Found.Link
	_, row, err = c.exec(insertURL, c.id, host, int64(id), state, e.Priority, e.Found.Depth, int64(e.Found.From), l.Kind, l.URL.String(),
		l.Anchor, l.Around, l.NoFollow, e.Reason)
	if err != nil {
		return 0, err
	}
	c.seen.add(id)
	c.maybe.add(id)
	c.last = row
	return row, nil
}

func (c *Crawl) host(origin, site string) (int64, error) {
	if id, ok := c.hosts[origin]; ok {
		return id, nil
	}
	_, id, err := c.exec(insertCrawlHost, c.id, origin, site)
	if err == nil {
		c.hosts[origin], c.names[id] = id, origin
	}
	return id, err
}

// Rank implements crawl.Store.
func (c *Crawl) Rank(id surface.ID, priority float64) (origin string, waits bool, err error) {
	if err := c.settle(); err != nil {
		return "", false, err
	}
	var host int64
	waits, err = c.one(rankURL, []any{c.id, int64(id), priority}, &host)
	return c.names[host], waits, err
}

// Best implements crawl.Store.
func (c *Crawl) Best(origin string, n int) ([]crawl.Waiting, error) {
	if err := c.settle(); err != nil {
		return nil, err
	}
	base, err := page.ParseURL(origin)
	if err != nil {
		return nil, err
	}
	stmt, err := c.prepared(bestURLs)
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(c.ctx, c.hosts[origin], n)
	if err != nil {
		return nil, dbfile.Explain(c.file.Path, err)
	}
	defer rows.Close()
	var out []crawl.Waiting
	for rows.Next() {
		var w crawl.Waiting
		if err := scanWaiting(rows, base, &w); err != nil {
			return nil, dbfile.Explain(c.file.Path, err)
		}
		out = append(out, w)
	}
	return out, dbfile.Explain(c.file.Path, rows.Err())
}

// Reached implements crawl.Store.
func (c *Crawl) Reached(id surface.ID) (waited, before bool, err error) {
	if err := c.settle(); err != nil {
		return false, false, err
	}
	var row int64
	var state int
	known, err := c.one(stateOf, []any{c.id, int64(id)}, &row, &state)
	switch {
	case err != nil || !known:
		return false, false, err
	case state == fetched:
		return false, true, nil
	}
	_, _, err = c.exec(changeURL, fetched, "", row)
	return state == waits, false, err
}

// Skip implements crawl.Store.
func (c *Crawl) Skip(row int64, reason string) error {
	_, _, err := c.exec(changeURL, skipped, reason, row)
	return err
}

// Hold implements crawl.Store.
func (c *Crawl) Hold(row int64, reason string) error {
	_, _, err := c.exec(changeURL, held, reason, row)
	return err
}

// Release implements crawl.Store.
func (c *Crawl) Release(origin string, n int) (int, error) {
	changed, _, err := c.exec(releaseURL, c.hosts[origin], n)
	return int(changed), err
}

// Revive implements crawl.Store.
func (c *Crawl) Revive(origin, reason string) (int, error) {
	changed, _, err := c.exec(reviveURLs, c.id, c.hosts[origin], reason, reason+"\U0010ffff")
	return int(changed), err
}

// SkipHost implements crawl.Store.
func (c *Crawl) SkipHost(origin, reason string) error {
	if err := c.settle(); err != nil {
		return err
	}
	if _, _, err := c.exec(skipWaiting, c.hosts[origin], reason); err != nil {
		return err
	}
	_, _, err := c.exec(skipHeld, c.hosts[origin], reason)
	return err
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
func (c *Crawl) Rescore(f func(surface.Found) float64) error {
	const portion = 500
	if err := c.settle(); err != nil {
		return err
	}
	for _, host := range slices.Sorted(maps.Keys(c.names)) {
		base, err := page.ParseURL(c.names[host])
		if err != nil {
			return err
		}
		for after := int64(0); ; {
			var some []crawl.Waiting
			err := c.each(`SELECT `+urlColumns+` FROM crawl_urls
				WHERE id IN (SELECT id FROM crawl_urls WHERE host = ? AND state = 0 AND id > ? ORDER BY id LIMIT ?) ORDER BY id`,
				func(row dbfile.Row) error {
					var w crawl.Waiting
					err := scanWaiting(row, base, &w)
					some = append(some, w)
					return err
				}, host, after, portion)
			if err != nil {
				return err
			}
			for _, w := range some {
				if p := f(w.Found); p != w.Priority {
					if _, _, err := c.exec(rescoreURL, w.Row, p); err != nil {
						return err
					}
				}
				after = w.Row
			}
			if len(some) < portion {
				break
			}
		}
	}
	return nil
}

// Trim implements crawl.Store.
func (c *Crawl) Trim(n int, reason string) error {
	if err := c.settle(); err != nil {
		return err
	}
	_, _, err := c.exec(`UPDATE crawl_urls SET state = 3, reason = ?3 WHERE id IN
		(SELECT id FROM crawl_urls WHERE crawl = ?1 AND state = 0 ORDER BY priority DESC, id LIMIT -1 OFFSET ?2)`, c.id, n, reason)
	return err
}

// Waiting implements crawl.Store.
func (c *Crawl) Waiting() (out []crawl.HostCount, err error) {
	if err := c.settle(); err != nil {
		return nil, err
	}
	err = c.each(`SELECT h.origin, (SELECT count(*) FROM crawl_urls u WHERE u.host = h.id AND u.state = 0)
		FROM crawl_hosts h WHERE h.crawl = ? ORDER BY h.origin`, func(row dbfile.Row) error {
		var h crawl.HostCount
		err := row.Scan(&h.Origin, &h.Waiting)
		out = append(out, h)
		return err
	}, c.id)
	return out, err
}
