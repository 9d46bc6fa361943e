package export_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
	"github.com/hadal-crawler/hadal/storage/export"
)

// warcRecord is a record as the specification says that it is to be read.
type warcRecord struct {
	header textproto.MIMEHeader
	block  []byte
}

// readWARC reads one gzip member a record.
func readWARC(t *testing.T, data []byte) (records []warcRecord) {
	t.Helper()
	in := bufio.NewReader(bytes.NewReader(data))
	for {
		z, err := gzip.NewReader(in)
		if errors.Is(err, io.EOF) {
			return records
		}
		if err != nil {
			t.Fatal(err)
		}
		z.Multistream(false)
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(bytes.NewReader(text))
		if line, err := r.ReadString('\n'); err != nil || line != "WARC/1.1\r\n" {
			t.Fatalf("version line %q, %v", line, err)
		}
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil || len(rest) != n+4 || string(rest[n:]) != "\r\n\r\n" {
			t.Fatalf("record of length %d has %d bytes: %v", n, len(rest), err)
		}
		records = append(records, warcRecord{header, rest[:n]})
	}
}

func pagesOf(pages ...page.Page) iter.Seq2[storage.KeptPage, error] {
	return func(yield func(storage.KeptPage, error) bool) {
		for i, p := range pages {
			if !yield(storage.KeptPage{Harvest: 1, Seq: int64(i + 1), Page: p}, nil) {
				return
			}
		}
	}
}

func TestWARC(t *testing.T) {
	asked := page.Request{Method: "POST", URL: page.MustParseURL("https://books.example/find?x=1"), ContentType: "application/x-www-form-urlencoded", Body: "q=garden"}
	body := []byte("<p>caf\xe9\r\n\r\nWARC/1.1\r\n")
	pages := []page.Page{
		{Request: asked, Sent: asked, SentHead: http.Header{"User-Agent": {"hadal (+mailto:me)"}, "Content-Type": {asked.ContentType}}, Final: asked.URL, Status: 200,
			Header: http.Header{"Content-Type": {"text/html"}, "Content-Encoding": {"gzip"}, "Content-Length": {"7"}, "Set-Cookie": {"a=1", "b=2\r\nX-Injected: 1"}},
			Body:   body, FetchedAt: noon, Truncated: true},
		{Request: asked, Final: page.MustParseURL("https://books.example/moved"), Status: 404, FetchedAt: noon},
	}
	var out bytes.Buffer
	if err := export.WriteWARC(context.Background(), &out, "hadal/test", true, pagesOf(pages...)); err != nil {
		t.Fatal(err)
	}
	records := readWARC(t, out.Bytes())
	if len(records) != 5 {
		t.Fatalf("%d records, want warcinfo and two a page", len(records))
	}
	ids := map[string]bool{}
	for i, kind := range []string{"warcinfo", "response", "request", "response", "request"} {
		h := records[i].header
		if h.Get("WARC-Type") != kind || ids[h.Get("WARC-Record-ID")] || !strings.HasPrefix(h.Get("WARC-Record-ID"), "<urn:uuid:") {
			t.Errorf("record %d: %v", i, h)
		}
		ids[h.Get("WARC-Record-ID")] = true
	}
	response, request := records[1], records[2]
	if response.header.Get("WARC-Concurrent-To") != request.header.Get("WARC-Record-ID") || response.header.Get("WARC-Truncated") != "length" ||
		response.header.Get("WARC-Date") != "2026-11-21T11:00:00.000Z" || response.header.Get("WARC-Target-URI") != "https://books.example/find?x=1" {
		t.Errorf("response: %v", response.header)
	}
	got, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(response.block)), nil)
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(got.Body)
	if err != nil || !bytes.Equal(read, body) || got.StatusCode != 200 || got.Header.Get("X-Injected") != "" {
		t.Errorf("response as read: %v %v, body %q, %v", got.Status, got.Header, read, err)
	}
	if got.Header.Get("Content-Encoding") != "" || got.Header.Get("X-Archive-Orig-Content-Encoding") != "gzip" || got.Header.Get("X-Archive-Orig-Content-Length") != "7" {
		t.Errorf("the body is decoded, so its encoding must not be claimed: %v", got.Header)
	}
	sent, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(request.block)))
	if err != nil {
		t.Fatal(err)
	}
	form, err := io.ReadAll(sent.Body)
	if err != nil || string(form) != "q=garden" || sent.Method != "POST" || sent.Host != "books.example" || sent.URL.RequestURI() != "/find?x=1" || sent.Header.Get("User-Agent") != "hadal (+mailto:me)" {
		t.Errorf("request as read: %s %s %v %q %v", sent.Method, sent.URL, sent.Header, form, err)
	}
	if !strings.HasPrefix(string(records[3].block), "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n") {
		t.Errorf("a page without header: %q", records[3].block)
	}
}

func TestWARCUncompressed(t *testing.T) {
	var plain bytes.Buffer
	p := page.Page{Final: page.MustParseURL("https://books.example/"), Status: 200, Body: []byte("hi"), FetchedAt: noon}
	if err := export.WriteWARC(context.Background(), &plain, "hadal", false, pagesOf(p)); err != nil {
		t.Fatal(err)
	}
	if text := plain.String(); !strings.HasPrefix(text, "WARC/1.1\r\n") || strings.Count(text, "\r\n\r\nWARC/1.1\r\n") != 2 || !strings.HasSuffix(text, "\r\n\r\n") {
		t.Errorf("no three records: %q", text)
	}
}

func TestWARCReportsErrors(t *testing.T) {
	broken := errors.New("broken")
	failing := func(yield func(storage.KeptPage, error) bool) { yield(storage.KeptPage{}, broken) }
	if err := export.WriteWARC(context.Background(), io.Discard, "hadal", true, failing); !errors.Is(err, broken) {
		t.Errorf("error of the pages: %v", err)
	}
	p := page.Page{Final: page.MustParseURL("https://books.example/"), Body: []byte("body")}
	if err := export.WriteWARC(context.Background(), failingWriter{broken}, "hadal", true, pagesOf(p)); !errors.Is(err, broken) {
		t.Errorf("error of the writer: %v", err)
	}
}
