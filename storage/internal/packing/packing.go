// Package packing compresses pages for the file and restores them.
//
// It knows how the body of a page and what is kept beside it are packed. It does not
// know in which tables they stand.
package packing

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/internal/dbfile"
)

// Packer packs and restores pages. An encoder takes megabytes for its tables, so that
// all sites share two: of bodies that have a base, and of others. One goroutine at a
// time may pack; any number may restore.
type Packer struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder

	against *zstd.Encoder // with a base, that of basis
	basis   int64

	mu      sync.Mutex
	last    int64 // base whose bodies were restored last
	decodes *zstd.Decoder
}

// Base is a body that others of its site are compressed against. The pages of
// a site are much alike: it halves what they take, and more where the template
// is large. A base stands for itself, so that no chains arise.
type Base struct {
	ID     int64 // of the body in the file; 0: there is no base
	Digest []byte
	Packed []byte // compressed, as it is in the file: each site of a harvest keeps one
}

// Bodies outside these bounds are no base: too short to help, too long to be
// read with each other one.
const (
	shortestBase = 512
	longestBase  = 256 << 10
)

// longestBody bounds what is decompressed of a damaged or hostile file.
const longestBody = 1 << 30

// New returns a packer that has packed nothing yet.
func New() (*Packer, error) {
	// One piece at a time: pages come one by one, and memory counts, that of what
	// lies in a window most.
	encoder, err := newEncoder()
	if err != nil {
		return nil, err
	}
	decoder, err := newDecoder()
	return &Packer{encoder: encoder, decoder: decoder}, err
}

func newEncoder(more ...zstd.EOption) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, append(more, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(2*longestBase), zstd.WithLowerEncoderMem(true))...)
}

func newDecoder(more ...zstd.DOption) (*zstd.Decoder, error) {
	return zstd.NewReader(nil, append(more, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(longestBody))...)
}

// encoderFor returns the encoder of bodies with a base. The next call may turn it
// to another base.
func (p *Packer) encoderFor(b Base) (*zstd.Encoder, error) {
	if p.basis == b.ID {
		return p.against, nil
	}
	body, err := p.UnpackBytes(b.Packed)
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
		p.basis = b.ID
	}
	return p.against, err
}

// Page is a page as it stands in the file.
type Page struct {
	Head   []byte
	Digest []byte // of the body
	Plain  []byte // the body before compression
	Base   Base
	Body   []byte
}

// Pack compresses a page. b is what the site's bodies are compressed against.
func (p *Packer) Pack(from *page.Page, b Base) (*Page, error) {
	head, err := Head(from)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(from.Body)
	out := &Page{Head: p.Alone(head), Digest: digest[:16], Plain: from.Body, Base: b}
	if b.ID == 0 {
		out.Body = p.Alone(from.Body)
		return out, nil
	}
	encoder, err := p.encoderFor(b)
	if err != nil {
		return nil, err
	}
	out.Body = encoder.EncodeAll(from.Body, nil)
	return out, nil
}

// Alone compresses bytes without a base.
func (p *Packer) Alone(plain []byte) []byte { return p.encoder.EncodeAll(plain, nil) }

// FitsAsBase reports whether other bodies may be compressed against that of p.
func (p *Page) FitsAsBase() bool {
	return p.Base.ID == 0 && len(p.Plain) >= shortestBase && len(p.Plain) <= longestBase
}

// head is what is kept of a page beside its body, in one compressed piece which nothing
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

// Head returns what is kept of a page beside its body, not packed.
func Head(p *page.Page) ([]byte, error) {
	h := head{p.Request, nil, p.SentHead, p.Header, p.Truncated, p.Elapsed, p.Requests, p.Most}
	if p.Private {
		h.Header = p.Header.Clone()
		h.Header.Del("Set-Cookie")
	}
	if p.Sent != p.Request {
		h.Sent = &p.Sent
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("store page: %w", err)
	}
	return text, nil
}

// Unpack restores a page from its head and body, and from the base that the body is
// compressed against, where that has an ID.
func (p *Packer) Unpack(packedHead, packedBody []byte, base Base, into *page.Page) error {
	text, err := p.UnpackBytes(packedHead)
	var h head
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	switch {
	case err != nil:
	case packedBody == nil || base.ID != 0 && base.Packed == nil:
		err = errors.New("its body is missing")
	case base.ID == 0:
		into.Body, err = p.UnpackBytes(packedBody)
	default:
		into.Body, err = p.unpackWith(base, packedBody)
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
func (p *Packer) UnpackBytes(packed []byte) ([]byte, error) {
	if bytes.HasPrefix(packed, []byte("\x28\xb5\x2f\xfd")) {
		return p.decoder.DecodeAll(packed, nil)
	}
	if n, err := s2.DecodedLen(packed); err != nil || n > longestBody {
		return nil, s2.ErrCorrupt
	}
	return s2.Decode(nil, packed)
}

func (p *Packer) unpackWith(base Base, packed []byte) ([]byte, error) {
	d, err := p.decoderFor(base)
	if err != nil {
		return nil, err
	}
	return d.DecodeAll(packed, nil)
}

// decoderFor returns the decoder of bodies with a base; the last one is kept,
// because pages of one site are read in a row.
func (p *Packer) decoderFor(base Base) (*zstd.Decoder, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last != base.ID {
		body, err := p.UnpackBytes(base.Packed)
		if err != nil {
			return nil, err
		}
		d, err := newDecoder(zstd.WithDecoderDictRaw(1, body))
		if err != nil {
			return nil, err
		}
		p.last, p.decodes = base.ID, d
	}
	return p.decodes, nil
}
