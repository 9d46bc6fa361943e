package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// encode is what a server does with a body.
func encode(t testing.TB, name string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch name {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		w, err = zstd.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "flate":
		w, err = flate.NewWriter(&b, flate.BestSpeed)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadBody(t *testing.T) {
	text := strings.Repeat("sea cucumber, lantern fish; ", 100)
	gz := encode(t, "gzip", []byte(text))
	tests := []struct {
		name, encoding string
		sent           []byte
		limit          int64
		want           string
		truncated      bool
		fails          bool
	}{
		{"plain", "", []byte(text), 1e6, text, false, false},
		{"identity", "identity", []byte(text), 1e6, text, false, false},
		{"gzip", "gzip", gz, 1e6, text, false, false},
		{"x-gzip", " X-GZIP ", gz, 1e6, text, false, false},
		{"br", "br", encode(t, "br", []byte(text)), 1e6, text, false, false},
		{"zstd", "zstd", encode(t, "zstd", []byte(text)), 1e6, text, false, false},
		{"deflate", "deflate", encode(t, "zlib", []byte(text)), 1e6, text, false, false},
		{"bare deflate", "deflate", encode(t, "flate", []byte(text)), 1e6, text, false, false},
		{"two layers", "br, gzip", encode(t, "gzip", encode(t, "br", []byte(text))), 1e6, text, false, false},
		{"too many layers", "gzip,gzip,gzip,gzip,gzip", gz, 1e6, "", false, true},
		{"two gzip members", "gzip", append(bytes.Clone(gz), gz...), 1e6, text + text, false, false},
		{"garbage after gzip", "gzip", append(bytes.Clone(gz), "<!-- served by x -->"...), 1e6, text, false, false},
		{"mislabelled", "utf-8", []byte(text), 1e6, text, false, false},
		{"not gzip at all", "gzip", []byte(text), 1e6, "", false, true},
		{"broken off gzip", "gzip", gz[:len(gz)-5], 1e6, "", false, true},
		{"broken off br", "br", encode(t, "br", []byte(text))[:20], 1e6, "", false, true},
		{"broken off zstd", "zstd", encode(t, "zstd", []byte(text))[:20], 1e6, "", false, true},
		{"at the limit", "", []byte(text), int64(len(text)), text, false, false},
		{"over the limit", "", []byte(text), 10, text[:10], true, false},
		{"gzip over the limit", "gzip", gz, 10, text[:10], true, false},
		{"br over the limit", "br", encode(t, "br", []byte(text)), 10, text[:10], true, false},
		{"zstd over the limit", "zstd", encode(t, "zstd", []byte(text)), 10, text[:10], true, false},
	}
	for _, name := range []string{"", "gzip", "br", "zstd", "deflate", "gzip, br"} {
		tests = append(tests, struct {
			name, encoding string
			sent           []byte
			limit          int64
			want           string
			truncated      bool
			fails          bool
		}{"empty " + name, name, nil, 10, "", false, false})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, truncated, err := readBody(bytes.NewReader(tt.sent), tt.encoding, int64(len(tt.sent)), tt.limit)
			if (err != nil) != tt.fails || string(got) != tt.want || truncated != tt.truncated {
				t.Errorf("%d bytes, truncated = %t, error %v; want %d bytes, truncated = %t, an error: %t", len(got), truncated, err, len(tt.want), tt.truncated, tt.fails)
			}
		})
	}
}

// zeros is an endless supply.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A bomb costs its limit, not its size.
func TestBombs(t *testing.T) {
	const size, limit = 64 << 20, 1 << 20
	bomb := func(name string) []byte {
		var b bytes.Buffer
		var w io.WriteCloser
		switch name {
		case "gzip":
			w = gzip.NewWriter(&b)
		case "zstd":
			w, _ = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
		}
		io.CopyN(w, zeros{}, size)
		w.Close()
		return b.Bytes()
	}
	gz := bomb("gzip")
	for _, tt := range []struct {
		encoding string
		sent     []byte
	}{
		{"gzip", gz}, {"zstd", bomb("zstd")}, {"gzip, gzip", encode(t, "gzip", gz)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		body, truncated, err := readBody(bytes.NewReader(tt.sent), tt.encoding, -1, limit)
		runtime.ReadMemStats(&after)
		if len(body) != limit || !truncated || err != nil {
			t.Errorf("%s: %d bytes, truncated = %t, %v", tt.encoding, len(body), truncated, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 40<<20 {
			t.Errorf("%s: %d MiB were allocated for %d KiB on the wire", tt.encoding, took>>20, len(tt.sent)>>10)
		}
		t.Logf("%s: %d KiB on the wire, %s", tt.encoding, len(tt.sent)>>10, time.Since(began))
	}
}

// Layers that never yield anything end too: empty gzip members without end.
func TestEmptyForever(t *testing.T) {
	member := encode(t, "gzip", nil)
	_, _, err := readBody(&repeat{member: member, r: bytes.NewReader(nil)}, "gzip", -1, 1<<20)
	if !errors.Is(err, errTooMuch) {
		t.Errorf("error = %v", err)
	}
}

// A server cannot make us hold a large window, even for a body within the limit.
func TestZstdWindow(t *testing.T) {
	for window, fails := range map[int]bool{maxWindow: false, 4 * maxWindow: true} {
		var b bytes.Buffer
		w, err := zstd.NewWriter(&b, zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		io.CopyN(w, zeros{}, 9<<20)
		w.Close()
		if _, _, err = readBody(&b, "zstd", -1, 10<<20); (err != nil) != fails {
			t.Errorf("window of %d MiB: %v, want an error: %t", window>>20, err, fails)
		}
	}
}

// repeat yields member again and again.
type repeat struct {
	member []byte
	r      *bytes.Reader
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.r.Len() == 0 {
		r.r.Reset(r.member)
	}
	return r.r.Read(p)
}

func TestLimitsOfTimeAndSize(t *testing.T) {
	hijack := func(rw http.ResponseWriter, raw string) {
		conn, _, err := rw.(http.Hijacker).Hijack()
		if err == nil {
			io.WriteString(conn, raw)
			conn.Close()
		}
	}
	handler := func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow-header":
			Sleep(r.Context(), time.Hour)
		case "/slow-body":
			for Sleep(r.Context(), time.Second) == nil {
				if _, err := io.WriteString(rw, "."); err != nil {
					return
				}
				rw.(http.Flusher).Flush()
			}
		case "/endless":
			for {
				if _, err := rw.Write(make([]byte, 4096)); err != nil {
					return
				}
			}
		case "/short":
			hijack(rw, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
		case "/long":
			hijack(rw, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nonly this")
		case "/cut-chunk":
			hijack(rw, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n")
		case "/huge-header":
			hijack(rw, "HTTP/1.1 200 OK\r\nX-A: "+strings.Repeat("a", 1<<20)+"\r\n\r\n")
		case "/garbage":
			hijack(rw, "SSH-2.0-OpenSSH_9.9\r\n")
		case "/layers":
			rw.Header().Add("Content-Encoding", "br")
			rw.Header().Add("Content-Encoding", "gzip")
			rw.Write(encode(t, "gzip", encode(t, "br", []byte("both"))))
		}
	}
	tests := []struct {
		path  string
		body  int // bytes; -1 for an error
		took  time.Duration
		fault string
	}{
		{"/slow-header", -1, 30 * time.Second, "no complete answer within 30s"},
		{"/slow-body", -1, 30 * time.Second, "no complete answer within 30s"},
		{"/endless", 1 << 20, 0, ""},
		{"/short", -1, 0, "unexpected EOF"},
		{"/long", 4, 0, ""},
		{"/cut-chunk", -1, 0, "unexpected EOF"},
		{"/huge-header", -1, 0, "header"},
		{"/garbage", -1, 0, "malformed"},
		{"/layers", 4, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			bubble(t, map[string]http.HandlerFunc{"site.test": handler}, func(t *testing.T, w *web) {
				c := w.client(Options{IgnoreRobots: true, MaxBody: 1 << 20})
				began := time.Now()
				p, err := c.Fetch(t.Context(), get("http://site.test"+tt.path))
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				failures := c.Hosts("site.test")[0].Failures
				if tt.body < 0 {
					if err == nil || !strings.Contains(err.Error(), tt.fault) || failures != 1 {
						t.Errorf("page %+v, error %v, %d failures; want error %q", p, err, failures, tt.fault)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Body) != tt.body || p.Truncated != (tt.path == "/endless") || failures != 0 {
					t.Errorf("%d bytes, truncated = %t", len(p.Body), p.Truncated)
				}
			})
		})
	}
}

// Statuses other than 429 and 503 are pages like any other.
func TestStatuses(t *testing.T) {
	for _, status := range []int{200, 201, 206, 400, 401, 403, 404, 410, 418, 500, 501, 502, 504} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			bubble(t, map[string]http.HandlerFunc{"site.test": answer(status, "text")}, func(t *testing.T, w *web) {
				c := w.client(Options{})
				p, err := c.Fetch(t.Context(), get("http://site.test/"))
				if err != nil || p.Status != status || string(p.Body) != "text" {
					t.Fatalf("%+v, %v", p, err)
				}
				if failures := c.Hosts("site.test")[0].Failures; (failures == 1) != (status >= 500) {
					t.Errorf("%d failures", failures)
				}
			})
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"gzip", "br", "zstd", "zlib", "flate"} {
		f.Add(encode(f, name, []byte("sea cucumber")), strings.Replace(strings.Replace(name, "zlib", "deflate", 1), "flate", "deflate", 1))
	}
	f.Add([]byte("x"), "gzip,br,zstd,deflate")
	f.Fuzz(func(t *testing.T, sent []byte, encoding string) {
		const limit = 1 << 16
		body, truncated, err := readBody(bytes.NewReader(sent), encoding, int64(len(sent)), limit)
		if len(body) > limit || err != nil && body != nil || truncated && len(body) != limit {
			t.Errorf("%d bytes, truncated = %t, error %v", len(body), truncated, err)
		}
	})
}
