package crawls

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/s2"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Save implements crawl.Store.
//
// Pages are packed and written several in a row, at the latest by Flush: one at
// a time, each finds the file's pages gone from the processor's caches.
func (c *Crawl) Save(r crawl.Record) error {
	if err := c.begin(); err != nil {
		return err
	}
	c.had = append(c.had, r.Row)
	if r.Host.Host != "" {
		c.states[r.Host.Host] = r.Host
	}
	c.visits = append(c.visits, visit{r, c.last})
	if r.Page != nil {
		c.unpacked += len(r.Page.Body)
	}
	if len(c.visits) < maxVisits && c.unpacked < maxUnpacked {
		return nil
	}
	return c.saveVisits()
}

// visit is a visit that is to be written before the next Flush.
type visit struct {
	crawl.Record
	known int64 // the last row of crawl_urls at its time
}

const (
	maxVisits   = 32
	maxUnpacked = 1 << 20 // bytes of bodies
)

func (c *Crawl) saveVisits() error {
	if err := c.settle(); err != nil {
		return err
	}
	for _, v := range c.visits {
		if err := c.saveVisit(v); err != nil {
			return err
		}
	}
	clear(c.visits)
	c.visits, c.unpacked = c.visits[:0], 0
	return nil
}

// settle marks the pages that were visited as fetched, before anything is asked
// about those that wait.
func (c *Crawl) settle() error {
	if err := c.begin(); err != nil || len(c.had) == 0 {
		return err
	}
	rows := []byte{'['}
	for _, row := range c.had {
		rows = append(strconv.AppendInt(rows, row, 10), ',')
	}
	rows[len(rows)-1] = ']'
	_, _, err := c.exec(fetchedURLs, string(rows))
	c.had = c.had[:0]
	return err
}

func (c *Crawl) saveVisit(r visit) error {
	v := r.Visit
	var packedHead, body any
	if r.Page != nil {
		var err error
		if packedHead, body, err = c.savePage(r.Page); err != nil {
			return err
		}
	}
	c.text = appendLinks(c.text[:0], v)
	c.seq++
	_, row, err := c.exec(insertCrawlPage, r.Row, c.id, c.seq, r.At.UnixMilli(), v.Final.String(), v.Status, v.Requests, v.Reward, r.Novelty, r.Text.Words, int64(r.Text.Exact), int64(r.Text.Similar), v.Note, r.known,
		s2.Encode(nil, c.text), packedHead, body)
	if err != nil {
		return err
	}
	for _, f := range r.Forms {
		text, err := dbfile.ToJSON("form", f.Value)
		if err != nil {
			return err
		}
		if _, _, err := c.exec(insertCrawlForm, row, f.ID, f.Purpose, f.Score, f.Reward, text); err != nil {
			return err
		}
	}
	return nil
}

func (c *Crawl) savePage(p *page.Page) (packedHead, body any, err error) {
	h, err := c.db.Pages.Head(p)
	if err != nil {
		return nil, nil, err
	}
	digest := sha256.Sum256(p.Body)
	c.room = s2.Encode(c.room[:cap(c.room)], p.Body)
	changed, id, err := c.exec(insertNewBody, digest[:16], len(p.Body), nil, c.room)
	if err == nil && changed == 0 { // rarely: the crawl asks for few pages twice
		err = c.stmt[dbfile.FindBody].QueryRowContext(c.ctx, digest[:16]).Scan(&id)
	}
	if cap(c.room) > maxUnpacked {
		c.room = nil
	}
	return s2.Encode(nil, []byte(h)), id, dbfile.Explain(c.db.Path, err)
}

const (
	selectCrawlVisits = `SELECT p.id, p.final, p.status, p.requests, p.reward, p.novelty, p.words, p.exact, p.similar, p.note, p.known, p.links, u.url, u.depth, h.origin
		FROM crawl_pages p JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host WHERE p.crawl = ? ORDER BY p.seq`
	selectFoundURLs = `SELECT id, priority, depth, source, kind, url, anchor, around, nofollow FROM crawl_urls
		WHERE crawl = ? AND id > ? AND id <= ? ORDER BY id`
	selectCrawlForms = `SELECT form, purpose, score, reward FROM crawl_forms WHERE page = ? ORDER BY id`
	selectCrawlPage  = `SELECT p.at, p.final, p.status, p.head, b.packed, coalesce(b.base, 0), o.packed
		FROM crawl_pages p LEFT JOIN bodies b ON b.id = p.body LEFT JOIN bodies o ON o.id = b.base WHERE p.id = ?`
)

// Visits implements crawl.Store. It reads through the readers' connections, so
// that the crawl's own stays free: what was not flushed is not among them.
func (c *Crawl) Visits(ctx context.Context) iter.Seq2[crawl.Past, error] {
	return func(yield func(crawl.Past, error) bool) {
		fail := func(err error) {
			yield(crawl.Past{}, fmt.Errorf("read a crawl's visits: %w", dbfile.Explain(c.db.Path, err)))
		}
		rows, err := c.db.R.QueryContext(ctx, selectCrawlVisits, c.id)
		if err != nil {
			fail(err)
			return
		}
		defer rows.Close()
		var before int64
		for rows.Next() {
			p, known, err := c.scanVisit(ctx, rows)
			if err == nil {
				p.Added, err = c.found(ctx, before, known, p.Visit.URL)
			}
			if err != nil {
				fail(err)
				return
			}
			if before = known; !yield(p, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			fail(err)
			return
		}
		since, err := c.found(ctx, before, 1<<62, page.MustParseURL("http://localhost/"))
		if err != nil {
			fail(err)
			return
		}
		yield(crawl.Past{Added: since}, nil)
	}
}

func (c *Crawl) scanVisit(ctx context.Context, rows *sql.Rows) (p crawl.Past, known int64, err error) {
	v := &surface.Visit{}
	p.Visit = v
	var id int64
	var final, asked string
	var packed []byte
	var exact, similar int64
	if err = rows.Scan(&id, &final, &v.Status, &v.Requests, &v.Reward, &p.Novelty, &p.Text.Words, &exact, &similar, &v.Note, &known, &packed, &asked, &v.Depth, &p.Host); err != nil {
		return p, 0, err
	}
	p.Text.Exact, p.Text.Similar = uint64(exact), uint64(similar)
	text, err := c.db.Pages.UnpackBytes(packed)
	if err != nil {
		return p, 0, dbfile.DamagedPage(err)
	}
	if err = errors.Join(v.URL.UnmarshalText([]byte(asked)), v.Final.UnmarshalText([]byte(final))); err != nil {
		return p, 0, err
	}
	if v.Links, err = readLinks(string(text), v.URL); err != nil {
		return p, 0, dbfile.DamagedPage(err)
	}
	v.Identify()
	p.Body = func() (*page.Page, error) { return c.page(ctx, id) }
	err = dbfile.Each(ctx, c.db.R, selectCrawlForms, []any{id}, func(rows *sql.Rows) error {
		var f crawl.Form
		err := rows.Scan(&f.ID, &f.Purpose, &f.Score, &f.Reward)
		p.Forms = append(p.Forms, f)
		return err
	})
	return p, known, err
}

// found reads the pages entered behind row after, up to row last.
func (c *Crawl) found(ctx context.Context, after, last int64, base page.URL) (out []surface.Found, err error) {
	if after == last {
		return nil, nil
	}
	err = dbfile.Each(ctx, c.db.R, selectFoundURLs, []any{c.id, after, last}, func(rows *sql.Rows) error {
		var w crawl.Waiting
		err := scanWaiting(rows, base, &w)
		out = append(out, w.Found)
		return err
	})
	return out, err
}

// page reads a page that a crawl kept; nil where it did not.
func (c *Crawl) page(ctx context.Context, id int64) (*page.Page, error) {
	var p page.Page
	var at int64
	var final string
	var packedHead, packedBody, packedBase []byte
	var base int64
	err := c.db.R.QueryRowContext(ctx, selectCrawlPage, id).Scan(&at, &final, &p.Status, &packedHead, &packedBody, &base, &packedBase)
	if err != nil || packedHead == nil {
		return nil, dbfile.Explain(c.db.Path, err)
	}
	if err := c.db.Pages.Unpack(packedHead, packedBody, base, packedBase, &p); err != nil {
		return nil, err
	}
	p.FetchedAt = time.UnixMilli(at).UTC()
	p.Final, err = page.ParseURL(final)
	return &p, err
}

// appendLinks writes the links of a visit, a line each: kind and address, which
// is cut to path and query where it is of the visit's own host. Their words can
// be read from the page again, where that is kept.
func appendLinks(text []byte, v *surface.Visit) []byte {
	origin := v.URL.Origin()
	for i := range v.Links {
		l := &v.Links[i]
		text = append(append(text, l.Kind...), ' ')
		if l.NoFollow {
			text = append(text, '!')
		}
		address := l.URL.String()
		if rest, own := strings.CutPrefix(address, origin); own && strings.HasPrefix(rest, "/") {
			address = rest
		}
		text = append(append(text, address...), '\n')
	}
	return text
}

func readLinks(text string, of page.URL) ([]surface.Link, error) {
	var out []surface.Link
	for line := range strings.Lines(text) {
		kind, address, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		address, nofollow := strings.CutPrefix(address, "!")
		u, err := of.Resolve(address)
		if err != nil {
			return nil, err
		}
		out = append(out, surface.Link{URL: u, Kind: kind, NoFollow: nofollow})
	}
	return out, nil
}
