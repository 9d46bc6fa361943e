package crawls

import (
	"context"
	"crypto/sha256"
	"iter"
	"strconv"
	"strings"

	"github.com/klauspost/compress/s2"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
	"github.com/hadal-crawler/hadal/surface"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// Save implements crawl.Store.
//
// Pages are packed and written several in a row, at the latest by Flush: one at
// a time, each finds the file's pages gone from the processor's caches.
func (c *Crawl) Save(r crawl.Record) {
	c.begin()
	c.had = append(c.had, r.Row)
	if r.Host.Host != "" {
		c.states[r.Host.Host] = r.Host
	}
	c.visits = append(c.visits, visit{r, c.last})
	if r.Page != nil {
		c.unpacked += len(r.Page.Body)
	}
	if len(c.visits) >= maxVisits || c.unpacked >= maxUnpacked {
		c.saveVisits()
	}
}

const (
	maxVisits   = 32
	maxUnpacked = 1 << 20 // bytes of bodies
)

func (c *Crawl) saveVisits() {
	c.settle()
	for _, v := range c.visits {
		c.saveVisit(v)
	}
	clear(c.visits)
	c.visits, c.unpacked = c.visits[:0], 0
}

// settle marks the pages that were visited as fetched, before anything is asked
// about those that wait.
func (c *Crawl) settle() {
	if c.begin(); len(c.had) == 0 {
		return
	}
	rows := []byte{'['}
	for _, row := range c.had {
		rows = append(strconv.AppendInt(rows, row, 10), ',')
	}
	rows[len(rows)-1] = ']'
	c.exec(fetchedURLs, string(rows))
	c.had = c.had[:0]
}

func (c *Crawl) saveVisit(r visit) {
	v := r.Visit
	var packedHead, body any
	if r.Page != nil {
		packedHead, body = c.savePage(r.Page)
	}
	c.text = appendLinks(c.text[:0], v)
	c.seq++
	_, row := c.exec(insertCrawlPage, r.Row, c.id, c.seq, r.At.UnixMilli(), v.Final.String(), v.Status, v.Requests, v.Reward, r.Novelty, r.Text.Words, int64(r.Text.Exact), int64(r.Text.Similar), v.Note, r.known,
		s2.Encode(nil, c.text), packedHead, body)
	for _, f := range r.Forms {
		c.exec(insertCrawlForm, row, f.ID, f.Purpose, f.Score, f.Reward, dbfile.JSON("form", f.Value))
	}
}

func (c *Crawl) savePage(p *page.Page) (packedHead, body any) {
	head, err := packing.Head(p)
	c.fail(err)
	digest := sha256.Sum256(p.Body)
	c.room = s2.Encode(c.room[:cap(c.room)], p.Body)
	changed, id := c.exec(insertNewBody, digest[:16], len(p.Body), nil, c.room)
	if changed == 0 { // rarely: the crawl asks for few pages twice
		c.one(dbfile.FindBody, []any{digest[:16]}, &id)
	}
	if cap(c.room) > maxUnpacked {
		c.room = nil
	}
	return s2.Encode(nil, head), id
}

const (
	selectCrawlVisits = `SELECT p.id, p.final, p.status, p.requests, p.reward, p.novelty, p.words, p.exact, p.similar, p.note, p.known, p.links, u.url, u.depth, h.origin
		FROM crawl_pages p JOIN crawl_urls u ON u.id = p.id JOIN crawl_hosts h ON h.id = u.host WHERE p.crawl = ? ORDER BY p.seq`
	selectFoundURLs = `SELECT ` + urlColumns + ` FROM crawl_urls
		WHERE crawl = ? AND id > ? AND id <= ? ORDER BY id`
	selectCrawlForms = `SELECT form, purpose, score, reward FROM crawl_forms WHERE page = ? ORDER BY id`
	selectCrawlPage  = `SELECT p.at, p.final, p.status, p.head, b.packed, coalesce(b.base, 0), o.packed
		FROM crawl_pages p LEFT JOIN bodies b ON b.id = p.body LEFT JOIN bodies o ON o.id = b.base WHERE p.id = ?`
)

// Visits implements crawl.Store. It reads through the readers' connections, so
// that the crawl's own stays free: what was not flushed is not among them.
func (c *Crawl) Visits(ctx context.Context) iter.Seq2[crawl.Past, error] {
	return dbfile.Sequence(c.file, func(found func(crawl.Past) bool) error {
		var before int64
		more := true
		err := dbfile.Each(ctx, c.file.R, selectCrawlVisits, []any{c.id}, func(row dbfile.Row) error {
			p, known, err := c.scanVisit(ctx, row)
			if err == nil {
				p.Added, err = c.found(ctx, before, known, p.Visit.URL)
			}
			if err != nil {
				return err
			}
			if before, more = known, found(p); !more {
				return dbfile.ErrEnough
			}
			return nil
		})
		if err != nil || !more {
			return err
		}
		since, err := c.found(ctx, before, 1<<62, page.MustParseURL("http://localhost/"))
		if err == nil {
			found(crawl.Past{Added: since})
		}
		return err
	}, "read a crawl's visits")
}

func (c *Crawl) scanVisit(ctx context.Context, row dbfile.Row) (p crawl.Past, known int64, err error) {
	v := &surface.Visit{}
	p.Visit = v
	var id int64
	var packed []byte
	var exact, similar int64
	if err = row.Scan(&id, dbfile.Text(&v.Final), &v.Status, &v.Requests, &v.Reward, &p.Novelty, &p.Text.Words, &exact, &similar, &v.Note, &known, &packed,
		dbfile.Text(&v.URL), &v.Depth, &p.Host); err != nil {
		return p, 0, err
	}
	p.Text.Exact, p.Text.Similar = uint64(exact), uint64(similar)
	text, err := c.packer.UnpackBytes(packed)
	if err == nil {
		v.Links, err = readLinks(string(text), v.URL)
	}
	if err != nil {
		return p, 0, dbfile.DamagedPage(err)
	}
	v.Identify()
	p.Body = func() (*page.Page, error) { return c.page(ctx, id) }
	p.Forms, err = dbfile.All(ctx, c.file.R, selectCrawlForms, []any{id}, func(row dbfile.Row, f *crawl.Form) error {
		return row.Scan(&f.ID, &f.Purpose, &f.Score, &f.Reward)
	})
	return p, known, err
}

// found reads the pages entered behind row after, up to row last.
func (c *Crawl) found(ctx context.Context, after, last int64, base page.URL) ([]surface.Found, error) {
	if after == last {
		return nil, nil
	}
	return dbfile.All(ctx, c.file.R, selectFoundURLs, []any{c.id, after, last}, func(row dbfile.Row, f *surface.Found) error {
		var w crawl.Waiting
		err := scanWaiting(row, base, &w)
		*f = w.Found
		return err
	})
}

// page reads a page that a crawl kept; nil where it did not.
func (c *Crawl) page(ctx context.Context, id int64) (_ *page.Page, err error) {
	defer c.file.Wrap(&err, "read a page of a crawl")
	var p page.Page
	var head, body []byte
	var base packing.Base
	err = c.file.R.QueryRowContext(ctx, selectCrawlPage, id).Scan(dbfile.Time(&p.FetchedAt), dbfile.Text(&p.Final), &p.Status, &head, &body, &base.ID, &base.Packed)
	if err != nil || head == nil {
		return nil, err
	}
	return &p, c.packer.Unpack(head, body, base, &p)
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
