package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
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
	Sent      *page.Request `json:"sent,omitempty"` // nil where it is Request
	SentHead  http.Header   `json:"sent_head"`
	Header    http.Header   `json:"header"`
	Truncated bool          `json:"truncated,omitempty"`
	Elapsed   time.Duration `json:"elapsed"`
	Requests  int           `json:"requests"`
	Most      int64         `json:"most,omitempty"`
}

func headOf(p *page.Page) head {
	h := head{p.Request, nil, p.SentHead, p.Header, p.Truncated, p.Elapsed, p.Requests, p.Most}
	if p.Sent != p.Request {
		h.Sent = &p.Sent
	}
	return h
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

// longestBody bounds what is decompressed of a damaged or hostile file.
const longestBody = 1 << 30

// packer compresses and restores page bodies. An encoder takes megabytes for its
// tables, so that all sites share two: of bodies that have a base, and of others.
// Only the holder of DB.mu may pack.
type packer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder

	against *zstd.Encoder // with a base, that of basis
	basis   int64

	mu      sync.Mutex
	last    int64 // base whose bodies were restored last
	decodes *zstd.Decoder
}

// base is a body that others of its site are compressed against. The pages of
// a site are much alike: it halves what they take, and more where the template
// is large. A base stands for itself, so that no chains arise.
type base struct {
	id     int64
	digest []byte
	packed []byte // compressed, as it is in the file: each site of a harvest keeps one
}

// Bodies outside these bounds are no base: too short to help, too long to be
// read with each other one.
const (
	shortestBase = 512
	longestBase  = 256 << 10
)

func newPacker() (p *packer, err error) {
	p = &packer{}
	// One piece at a time: pages come one by one, and memory counts.
	if p.encoder, err = newEncoder(); err != nil {
		return p, err
	}
	p.decoder, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(longestBody))
	return p, err
}

func newEncoder(more ...zstd.EOption) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, append(more, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))...)
}

// encoderFor returns the encoder of bodies with a base. The next call may turn it
// to another base.
func (p *packer) encoderFor(b base) (*zstd.Encoder, error) {
	if p.basis == b.id {
		return p.against, nil
	}
	body, err := p.UnpackBytes(b.packed)
	if err != nil {
		return nil, dbfile.DamagedPage(err)
	}
	dictionary := zstd.WithEncoderDictRaw(1, body)
	if p.against == nil {
		// Sites that are harvested at once take turns, and each turn fills the tables
		// anew: the small ones of the fastest level. With a base that costs 4 % in size.
		p.against, err = newEncoder(dictionary, zstd.WithEncoderLevel(zstd.SpeedFastest))
	} else {
		err = p.against.ResetWithOptions(nil, dictionary)
	}
	if err == nil {
		p.basis = b.id
	}
	return p.against, err
}

// packed is a page as it stands in the file.
type packed struct {
	at     int64
	final  string
	status int
	head   []byte
	digest []byte
	plain  []byte
	base   base
	body   []byte
}

// pack is done before the write lock is taken: compressing takes longer than
// the transaction. b is what the site's bodies are compressed against.
func (p *packer) pack(from *page.Page, b base) (*packed, error) {
	if from == nil {
		return nil, nil
	}
	text, err := p.Head(from)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(from.Body)
	out := &packed{
		at: from.FetchedAt.UnixMilli(), final: from.Final.String(), status: from.Status, digest: digest[:16], plain: from.Body,
		head: p.encoder.EncodeAll([]byte(text), nil),
	}
	encoder := p.encoder
	if b.id != 0 {
		out.base = b
		if encoder, err = p.encoderFor(b); err != nil {
			return nil, err
		}
	}
	out.body = encoder.EncodeAll(from.Body, nil)
	return out, nil
}

// savePage returns the id of the page's body, 0 where an equal one was kept before.
func savePage(w *writeTx, harvest, seq int64, p *packed) (body int64) {
	var known int64
	if !w.scan(one(dbfile.FindBody, p.digest), &known) {
		var baseID any
		var there bool
		switch {
		case p.base.id == 0:
		case w.scan(one(hasBase, p.base.id, p.base.digest), &there):
			baseID = p.base.id
		default: // another process dropped it with its pages
			p.body = w.packer.encoder.EncodeAll(p.plain, nil)
		}
		body = w.insert(insertBody, p.digest, len(p.plain), baseID, p.body)
		known = body
	}
	w.insert(insertPage, harvest, seq, p.at, p.final, p.status, p.head, known)
	return body
}

// baseOf returns the base of a harvest that goes on.
func (w *writeTx) baseOf(harvest int64) (b base, err error) {
	if !w.scan(one(selectBase, harvest), &b.id, &b.digest, &b.packed) {
		return base{}, w.err
	}
	return b, w.err
}

// isBase reports whether the page of an answer, stored as body, is to be what
// the next ones are compressed against: the first that brought records.
func (p *packed) isBase(body int64, s *harvest.Step) bool {
	return body != 0 && p.base.id == 0 && s.Answer != nil && len(s.Answer.Outcome.Rows) > 0 && len(p.plain) >= shortestBase && len(p.plain) <= longestBase
}

// Pages yields the kept pages of a harvest in the order of its steps. It holds
// one page in memory and no transaction open between two.
func (db *DB) Pages(ctx context.Context, harvest int64) iter.Seq2[KeptPage, error] {
	return func(yield func(KeptPage, error) bool) {
		for seq := int64(1); ; seq++ {
			k, ok, err := db.pageFrom(ctx, harvest, seq)
			if err != nil {
				yield(k, fmt.Errorf("read the pages of harvest %d: %w", harvest, dbfile.Explain(db.path, err)))
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
			yield(KeptPage{}, fmt.Errorf("read the pages of %s: %w", site, dbfile.Explain(db.path, err)))
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
		return nil, fmt.Errorf("read page %d of harvest %d: %w", seq, harvest, dbfile.Explain(db.path, err))
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
	var packedHead, packedBody, packedBase []byte
	var baseID int64
	err := db.r.QueryRowContext(ctx, selectPage, harvest, seq).Scan(&k.Seq, &at, &final, &k.Page.Status, &packedHead, &packedBody, &baseID, &packedBase)
	if errors.Is(err, sql.ErrNoRows) {
		return k, false, nil
	}
	if err == nil {
		err = db.pack.Unpack(packedHead, packedBody, baseID, packedBase, &k.Page)
	}
	if err == nil {
		k.Page.Final, err = page.ParseURL(final)
	}
	k.Page.FetchedAt = time.UnixMilli(at).UTC()
	return k, true, err
}

// Head implements dbfile.Pages.
func (p *packer) Head(of *page.Page) (string, error) { return dbfile.ToJSON("page", headOf(of)) }

// Unpack implements dbfile.Pages.
func (p *packer) Unpack(packedHead, packedBody []byte, baseID int64, packedBase []byte, into *page.Page) error {
	text, err := p.UnpackBytes(packedHead)
	if err != nil {
		return dbfile.DamagedPage(err)
	}
	var h head
	if err := json.Unmarshal(text, &h); err != nil {
		return dbfile.DamagedPage(err)
	}
	if packedBody == nil || baseID != 0 && packedBase == nil {
		return dbfile.DamagedPage(errors.New("its body is missing"))
	}
	if baseID == 0 {
		into.Body, err = p.UnpackBytes(packedBody)
	} else {
		into.Body, err = p.unpackWith(baseID, packedBase, packedBody)
	}
	if err != nil {
		return dbfile.DamagedPage(err)
	}
	into.Request, into.Sent, into.SentHead, into.Header = h.Request, h.Request, h.SentHead, h.Header
	if h.Sent != nil {
		into.Sent = *h.Sent
	}
	into.Truncated, into.Elapsed, into.Requests, into.Most = h.Truncated, h.Elapsed, h.Requests, h.Most
	return nil
}

// UnpackBytes undoes a compression without a base: zstd, or S2, by which a crawl
// packs a page in a third of the time, to a third more bytes. No block of S2
// begins as a frame of zstd does: its first element would be a copy of what
// stands before it.
func (p *packer) UnpackBytes(packed []byte) ([]byte, error) {
	if bytes.HasPrefix(packed, []byte("\x28\xb5\x2f\xfd")) {
		return p.decoder.DecodeAll(packed, nil)
	}
	if n, err := s2.DecodedLen(packed); err != nil || n > longestBody {
		return nil, s2.ErrCorrupt
	}
	return s2.Decode(nil, packed)
}

// decoderFor returns the decoder of bodies with a base; the last one is kept,
// because pages of one site are read in a row.
func (p *packer) decoderFor(id int64, packed []byte) (*zstd.Decoder, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != id {
		body, err := p.UnpackBytes(packed)
		if err != nil {
			return nil, err
		}
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(longestBody), zstd.WithDecoderDictRaw(1, body))
		if err != nil {
			return nil, err
		}
		p.last, p.decodes = id, d
	}
	return p.decodes, nil
}

func (p *packer) unpackWith(base int64, packedBase, packed []byte) ([]byte, error) {
	d, err := p.decoderFor(base, packedBase)
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(packed, nil)
}
