package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// readBody undoes the content encodings of a body and reads at most limit
// bytes of the result; the rest is cut off unread, so that neither an endless
// body nor a decompression bomb costs more than the limit. A body that ends
// before its declared length, or whose compression is broken off, is an error.
func readBody(body io.Reader, encoding string, limit int64) (data []byte, truncated bool, err error) {
	r, closers, err := decode(body, encoding)
	defer func() {
		for _, c := range closers {
			c()
		}
	}()
	if err != nil {
		return nil, false, err
	}
	data, err = io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, false, err
	}
	if int64(len(data)) > limit {
		return data[:limit], true, nil
	}
	return data, false, nil
}

// maxEncodings bounds the encodings laid over each other.
const maxEncodings = 4

// decode wraps body in the readers that undo its Content-Encoding, listed in
// the order in which they were applied (RFC 9110, section 8.4).
func decode(body io.Reader, encoding string) (io.Reader, []func(), error) {
	var closers []func()
	names := strings.Split(strings.ToLower(encoding), ",")
	if len(names) > maxEncodings {
		return nil, nil, fmt.Errorf("content encoding %q has more than %d layers", encoding, maxEncodings)
	}
	for i := len(names) - 1; i >= 0; i-- {
		switch name := strings.TrimSpace(names[i]); name {
		case "", "identity":
		case "gzip", "x-gzip":
			buffered := bufio.NewReader(body)
			if _, err := buffered.Peek(1); errors.Is(err, io.EOF) {
				return buffered, closers, nil // an empty body needs no header
			}
			z, err := gzip.NewReader(buffered)
			if err != nil {
				return nil, closers, err
			}
			body = z
		case "deflate":
			// Servers send zlib, as the standard says, or bare deflate.
			buffered := bufio.NewReader(body)
			if head, err := buffered.Peek(2); err == nil && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
				z, err := zlib.NewReader(buffered)
				if err != nil {
					return nil, closers, err
				}
				body = z
			} else {
				body = flate.NewReader(buffered)
			}
		case "br":
			body = brotli.NewReader(body)
		case "zstd":
			z, err := zstd.NewReader(body, zstd.WithDecoderMaxMemory(64<<20), zstd.WithDecoderConcurrency(1))
			if err != nil {
				return nil, closers, err
			}
			closers = append(closers, z.Close)
			body = z
		default:
			return nil, closers, fmt.Errorf("content encoding %q is not known", name)
		}
	}
	return body, closers, nil
}
