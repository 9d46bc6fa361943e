package storage

import (
	"context"
	"iter"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
	"github.com/hadal-crawler/hadal/storage/internal/packing"
)

// KeptPages is the pages as they were answered, as far as harvests keep them.
type KeptPages struct {
	file   *dbfile.File
	packer *packing.Packer
}

// KeptPage is a page as it was answered, with the step that it belongs to.
type KeptPage struct {
	Harvest int64
	Seq     int64 // of the step
	Page    page.Page
}

const (
	insertPage = `INSERT INTO pages (harvest, seq, at, final, status, head, body) VALUES (?, ?, ?, ?, ?, ?, ?)`
	insertBody = `INSERT INTO bodies (digest, size, base, packed) VALUES (?, ?, ?, ?)`
	hasBase    = `SELECT 1 FROM bodies WHERE id = ? AND digest = ?`
	selectBase = `SELECT o.id, o.digest, o.packed FROM pages p CROSS JOIN bodies b ON b.id = p.body CROSS JOIN bodies o ON o.id = b.base
		WHERE p.harvest = ? ORDER BY p.seq DESC LIMIT 1`

	selectPage = `SELECT p.seq, p.at, p.final, p.status, p.head, b.packed, coalesce(b.base, 0), o.packed
		FROM pages p LEFT JOIN bodies b ON b.id = p.body LEFT JOIN bodies o ON o.id = b.base
		WHERE p.harvest = ? AND p.seq >= ? ORDER BY p.seq LIMIT 1`
)

// savePage returns the id of the page's body, 0 where an equal one was kept before.
func savePage(w *writeTx, packer *packing.Packer, c harvest.Commit, p *packing.Page) (body int64) {
	var known int64
	if !w.scan(one(dbfile.FindBody, p.Digest), &known) {
		var base any
		var there bool
		switch {
		case p.Base.ID == 0:
		case w.scan(one(hasBase, p.Base.ID, p.Base.Digest), &there):
			base = p.Base.ID
		default: // another process dropped it with its pages
			p.Body = packer.Alone(p.Plain)
		}
		body = w.insert(insertBody, p.Digest, len(p.Plain), base, p.Body)
		known = body
	}
	w.insert(insertPage, c.Harvest, c.Step.Seq, c.Page.FetchedAt.UnixMilli(), c.Page.Final.String(), c.Page.Status, p.Head, known)
	return body
}

// baseOf returns the base of a harvest that goes on.
func baseOf(w *writeTx, harvest int64) (b packing.Base) {
	w.scan(one(selectBase, harvest), &b.ID, &b.Digest, &b.Packed)
	return b
}

// Pages yields the kept pages of a harvest in the order of its steps. It holds
// one page in memory and no transaction open between two.
func (k *KeptPages) Pages(ctx context.Context, harvest int64) iter.Seq2[KeptPage, error] {
	return dbfile.Sequence(k.file, func(found func(KeptPage) bool) error { return k.walk(ctx, harvest, found) }, "read the pages of harvest %d", harvest)
}

// SitePages yields the kept pages of all harvests of a site, oldest first.
func (k *KeptPages) SitePages(ctx context.Context, site string) iter.Seq2[KeptPage, error] {
	return dbfile.Sequence(k.file, func(found func(KeptPage) bool) error {
		harvests, err := harvestsOf(ctx, k.file.R, site)
		goOn := true
		for i := 0; i < len(harvests) && goOn && err == nil; i++ {
			err = k.walk(ctx, harvests[i], func(p KeptPage) bool {
				goOn = found(p)
				return goOn
			})
		}
		return err
	}, "read the pages of %s", site)
}

func (k *KeptPages) walk(ctx context.Context, harvest int64, found func(KeptPage) bool) error {
	for seq := int64(1); ; seq++ {
		p, ok, err := k.from(ctx, harvest, seq)
		if err != nil || !ok || !found(p) {
			return err
		}
		seq = p.Seq
	}
}

// Page returns the page kept for a step; it is nil where none was kept.
func (k *KeptPages) Page(ctx context.Context, harvest, seq int64) (_ *page.Page, err error) {
	defer k.file.Wrap(&err, "read page %d of harvest %d", seq, harvest)
	p, ok, err := k.from(ctx, harvest, seq)
	if err != nil || !ok || p.Seq != seq {
		return nil, err
	}
	return &p.Page, nil
}

// from reads the first kept page at or after a step.
func (k *KeptPages) from(ctx context.Context, harvest, seq int64) (p KeptPage, ok bool, err error) {
	p.Harvest = harvest
	var head, body []byte
	var base packing.Base
	err = k.file.R.QueryRowContext(ctx, selectPage, harvest, seq).Scan(&p.Seq, dbfile.Time(&p.Page.FetchedAt), dbfile.Text(&p.Page.Final), &p.Page.Status,
		&head, &body, &base.ID, &base.Packed)
	if err != nil {
		return p, false, dbfile.Optional(err)
	}
	return p, true, k.packer.Unpack(head, body, base, &p.Page)
}
