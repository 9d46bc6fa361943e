package storage

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/hadal-crawler/hadal/page"
)

// KeptPage is a page as it was answered, with the step that it belongs to.
type KeptPage struct {
	Harvest int64
	Seq     int64 // of the step
	Page    page.Page
}

// head is what a page's row keeps of it in one compressed piece, which nothing
// but a reader of the whole page asks for.
type head struct {
	Request   page.Request  `json:"request"`
	Sent      page.Request  `json:"sent"`
	SentHead  http.Header   `json:"sent_head"`
	Header    http.Header   `json:"header"`
	Truncated bool          `json:"truncated,omitempty"`
	Elapsed   time.Duration `json:"elapsed"`
	Requests  int           `json:"requests"`
}

const (
	insertPage = `INSERT INTO pages (harvest, seq, at, final, status, head, body) VALUES (?, ?, ?, ?, ?, ?, ?)`
	findBody   = `SELECT id FROM bodies WHERE digest = ?`
	insertBody = `INSERT INTO bodies (digest, size, zstd) VALUES (?, ?, ?)`

	selectPage = `SELECT p.seq, p.at, p.final, p.status, p.head, b.zstd FROM pages p LEFT JOIN bodies b ON b.id = p.body
		WHERE p.harvest = ? AND p.seq >= ? ORDER BY p.seq LIMIT 1`
)

// longestBody bounds what is decompressed of a damaged or hostile file.
const longestBody = 1 << 30

// packer compresses and restores page bodies.
type packer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
}

func newPacker() (p packer, err error) {
	// One piece at a time: pages come one by one, and memory counts.
	if p.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20)); err != nil {
		return p, err
	}
	p.decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(longestBody))
	return p, err
}

// packed is a page as it stands in the file.
type packed struct {
	at     int64
	final  string
	status int
	head   []byte
	digest []byte
	size   int
	body   []byte
}

// pack is done before the write lock is taken: compressing takes longer than
// the transaction.
func (p packer) pack(from *page.Page) (*packed, error) {
	if from == nil {
		return nil, nil
	}
	h := head{from.Request, from.Sent, from.SentHead, from.Header, from.Truncated, from.Elapsed, from.Requests}
	text, err := toJSON("page", h)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(from.Body)
	return &packed{
		at: from.FetchedAt.UnixMilli(), final: from.Final.String(), status: from.Status, digest: digest[:16], size: len(from.Body),
		head: p.encoder.EncodeAll([]byte(text), nil), body: p.encoder.EncodeAll(from.Body, nil),
	}, nil
}

func savePage(w *writeTx, harvest, seq int64, p *packed) {
	var body int64
	if !w.scan(one(findBody, p.digest), &body) {
		body = w.insert(insertBody, p.digest, p.size, p.body)
	}
	w.insert(insertPage, harvest, seq, p.at, p.final, p.status, p.head, body)
}

// Pages yields the kept pages of a harvest in the order of its steps. It holds
// one page in memory and no transaction open between two.
func (db *DB) Pages(ctx context.Context, harvest int64) iter.Seq2[KeptPage, error] {
	return func(yield func(KeptPage, error) bool) {
		for seq := int64(1); ; seq++ {
			k, ok, err := db.pageFrom(ctx, harvest, seq)
			if err != nil {
				yield(k, fmt.Errorf("read the pages of harvest %d: %w", harvest, explain(db.path, err)))
				return
			}
			if !ok || !yield(k, nil) {
				return
			}
			seq = k.Seq
		}
	}
}

// SitePages yields the kept pages of all harvests of a site, oldest first.
func (db *DB) SitePages(ctx context.Context, site string) iter.Seq2[KeptPage, error] {
	return func(yield func(KeptPage, error) bool) {
		harvests, err := db.harvests(ctx, site)
		if err != nil {
			yield(KeptPage{}, fmt.Errorf("read the pages of %s: %w", site, explain(db.path, err)))
			return
		}
		for _, h := range harvests {
			for p, err := range db.Pages(ctx, h) {
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

// Page returns the page kept for a step; it is nil where none was kept.
func (db *DB) Page(ctx context.Context, harvest, seq int64) (*page.Page, error) {
	k, ok, err := db.pageFrom(ctx, harvest, seq)
	if err != nil {
		return nil, fmt.Errorf("read page %d of harvest %d: %w", seq, harvest, explain(db.path, err))
	}
	if !ok || k.Seq != seq {
		return nil, nil
	}
	return &k.Page, nil
}

// pageFrom reads the first kept page at or after a step.
func (db *DB) pageFrom(ctx context.Context, harvest, seq int64) (KeptPage, bool, error) {
	k := KeptPage{Harvest: harvest}
	var at int64
	var final string
	var packedHead, packedBody []byte
	err := db.r.QueryRowContext(ctx, selectPage, harvest, seq).Scan(&k.Seq, &at, &final, &k.Page.Status, &packedHead, &packedBody)
	if errors.Is(err, sql.ErrNoRows) {
		return k, false, nil
	}
	if err == nil {
		err = db.pack.unpack(packedHead, packedBody, &k.Page)
	}
	if err == nil {
		k.Page.Final, err = page.ParseURL(final)
	}
	k.Page.FetchedAt = time.UnixMilli(at).UTC()
	return k, true, err
}

func (p packer) unpack(packedHead, packedBody []byte, into *page.Page) error {
	damaged := func(err error) error { return fmt.Errorf("%w: a kept page: %w", ErrCorrupt, err) }
	text, err := p.decoder.DecodeAll(packedHead, nil)
	if err != nil {
		return damaged(err)
	}
	var h head
	if err := json.Unmarshal(text, &h); err != nil {
		return damaged(err)
	}
	if packedBody == nil {
		return damaged(errors.New("its body is missing"))
	}
	if into.Body, err = p.decoder.DecodeAll(packedBody, nil); err != nil {
		return damaged(err)
	}
	into.Request, into.Sent, into.SentHead, into.Header = h.Request, h.Sent, h.SentHead, h.Header
	into.Truncated, into.Elapsed, into.Requests = h.Truncated, h.Elapsed, h.Requests
	return nil
}
