package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// readBody undoes the content encodings of a body and reads at most limit
// bytes of the result; the rest is cut off unread, so that neither an endless
// body nor a decompression bomb costs more than the limit. A body that ends
// before its declared length, or whose compression is broken off, is an error:
// half a page must not count as an answer.
//
// declared is the length that the header gives, -1 where it gives none.
func readBody(body io.Reader, encoding string, declared, limit int64) (data []byte, truncated bool, err error) {
	r := body
	if encoding != "" {
		first := bufio.NewReader(body)
		if _, err := first.Peek(1); errors.Is(err, io.EOF) {
			return nil, false, nil // nothing, as with status 304: no encoding has an empty form
		}
		var closeAll func()
		r, closeAll, err = decode(first, encoding, limit)
		defer closeAll()
		if err != nil {
			return nil, false, err
		}
	}
	data, err = readAll(io.LimitReader(r, limit+1), declared)
	if errors.Is(err, gzip.ErrHeader) && len(data) > 0 {
		err = nil // garbage after the last gzip member, which browsers ignore too
	}
	if err != nil {
		return nil, false, err
	}
	if int64(len(data)) > limit {
		return data[:limit], true, nil
	}
	return data, false, nil
}

// maxRoom bounds the memory that is taken on a server's word.
const maxRoom = 256 << 10

// readAll is io.ReadAll for a body that is about as long as declared.
func readAll(r io.Reader, declared int64) ([]byte, error) {
	const little = 4 << 10
	data := make([]byte, 0, min(max(declared, little), maxRoom)+1) // one more: the end is met in the same piece
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return data, err
		}
		if len(data) == cap(data) {
			data = slices.Grow(data, len(data))
		}
	}
}

const (
	maxEncodings = 4       // laid over each other
	maxWindow    = 8 << 20 // bytes that zstd may look back (RFC 9659)
)

// errTooMuch is met where an encoded layer is longer than its plain text may be.
var errTooMuch = errors.New("the encoded body is longer than the limit")

// decode wraps body in the readers that undo its Content-Encoding, listed in
// the order in which they were applied (RFC 9110, section 8.4). Each layer is
// read not far past limit: layers can be made that cost much and yield nothing.
// Names that we do not send in Accept-Encoding are ignored, as browsers do:
// they are mislabelled plain text ("utf-8", "none").
func decode(body io.Reader, encoding string, limit int64) (r io.Reader, closeAll func(), err error) {
	var closers []func()
	closeAll = func() {
		for _, c := range closers {
			c()
		}
	}
	names := strings.Split(strings.ToLower(encoding), ",")
	if len(names) > maxEncodings {
		return nil, closeAll, fmt.Errorf("content encoding with %d layers", len(names))
	}
	most := limit + limit/64 + 1<<20 // what cannot be compressed grows a little; readers read ahead
	for _, name := range slices.Backward(names) {
		layer := bufio.NewReader(&capped{body, most})
		switch strings.TrimSpace(name) {
		case "gzip", "x-gzip":
			z, err := gzip.NewReader(layer)
			if err != nil {
				return nil, closeAll, err
			}
			body = z
		case "deflate":
			// Servers send zlib, as the standard says, or bare deflate.
			if head, err := layer.Peek(2); err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
				z, err := zlib.NewReader(layer)
				if err != nil {
					return nil, closeAll, err
				}
				body = z
			} else {
				body = flate.NewReader(layer)
			}
		case "br":
			body = brotli.NewReader(layer)
		case "zstd":
			z, err := zstd.NewReader(layer, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
			if err != nil {
				return nil, closeAll, err
			}
			closers = append(closers, z.Close)
			body = z
		}
	}
	return body, closeAll, nil
}

// capped is an io.LimitReader that ends in an error.
type capped struct {
	r    io.Reader
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooMuch
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}
