package export

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// WriteWARC writes kept pages as WARC 1.1 (ISO 28500:2017, the specification of
// the IIPC), with compress each record a gzip member: a warcinfo record, then for each page a
// request and a response that name each other.
//
// Two things are not as they went over the wire, as in other crawlers' files:
// bodies stand decoded, their Content-Encoding and Transfer-Encoding renamed to
// X-Archive-Orig-..., and of a redirection only the last hop is known.
func WriteWARC(ctx context.Context, w io.Writer, software string, compress bool, pages iter.Seq2[storage.KeptPage, error]) error {
	b := bufio.NewWriterSize(w, 1<<16)
	out := &warcWriter{w: b}
	if compress {
		out.zip = gzip.NewWriter(b)
	}
	if err := out.info(software); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for k, err := range pages {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = out.exchange(&k.Page)
		}
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

type warcWriter struct {
	w      io.Writer
	zip    *gzip.Writer // nil: the file is not compressed
	infoID string
}

// field is one line of a WARC record's header.
type field struct{ name, value string }

func (o *warcWriter) info(software string) error {
	o.infoID = recordID()
	body := "software: " + software + "\r\nformat: WARC File Format 1.1\r\n" +
		"conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
	return o.record([]field{
		{"WARC-Type", "warcinfo"}, {"WARC-Record-ID", o.infoID}, {"WARC-Date", warcDate(time.Now())},
		{"Content-Type", "application/warc-fields"},
	}, []byte(body))
}

func (o *warcWriter) exchange(p *page.Page) error {
	requestID, responseID := recordID(), recordID()
	common := func(kind, id, other string) []field {
		return []field{
			{"WARC-Type", kind}, {"WARC-Record-ID", id}, {"WARC-Concurrent-To", other},
			{"WARC-Target-URI", p.Final.String()}, {"WARC-Date", warcDate(p.FetchedAt)}, {"WARC-Warcinfo-ID", o.infoID},
			{"Content-Type", "application/http;msgtype=" + kind},
		}
	}
	head, body := responseHead(p), p.Body
	fields := append(common("response", responseID, requestID), field{"WARC-Payload-Digest", digest(body)})
	if p.Truncated {
		fields = append(fields, field{"WARC-Truncated", "length"})
	}
	if err := o.record(fields, append(head, body...)); err != nil {
		return err
	}
	sent := p.Sent
	if sent == (page.Request{}) {
		sent = page.Request{Method: p.Request.Method, URL: p.Final, ContentType: p.Request.ContentType, Body: p.Request.Body}
	}
	return o.record(common("request", requestID, responseID), append(requestHead(sent, p.SentHead), sent.Body...))
}

// record writes one record, where the file is compressed as a gzip member.
func (o *warcWriter) record(fields []field, block []byte) error {
	to := o.w
	if o.zip != nil {
		o.zip.Reset(o.w)
		to = o.zip
	}
	var head bytes.Buffer
	head.WriteString("WARC/1.1\r\n")
	fields = append(fields, field{"WARC-Block-Digest", digest(block)}, field{"Content-Length", strconv.Itoa(len(block))})
	for _, f := range fields {
		fmt.Fprintf(&head, "%s: %s\r\n", f.name, f.value)
	}
	head.WriteString("\r\n")
	for _, part := range [][]byte{head.Bytes(), block, []byte("\r\n\r\n")} {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	if o.zip == nil {
		return nil
	}
	return o.zip.Close()
}

// responseHead returns the status line and header of p, its lengths and
// encodings made those of the decoded body.
func responseHead(p *page.Page) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", p.Status, http.StatusText(p.Status))
	for _, name := range slices.Sorted(maps.Keys(p.Header)) {
		shown := name
		switch name {
		case "Content-Encoding", "Transfer-Encoding", "Content-Length":
			shown = "X-Archive-Orig-" + name
		}
		for _, v := range p.Header[name] {
			writeHeader(&b, shown, v)
		}
	}
	writeHeader(&b, "Content-Length", strconv.Itoa(len(p.Body)))
	b.WriteString("\r\n")
	return b.Bytes()
}

func requestHead(r page.Request, header http.Header) []byte {
	var b bytes.Buffer
	method := cmp.Or(r.Method, http.MethodGet)
	_, host, _ := strings.Cut(r.URL.Origin(), "://")
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", method, r.URL.PathQuery())
	writeHeader(&b, "Host", host)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, v := range header[name] {
			writeHeader(&b, name, v)
		}
	}
	if method != "GET" {
		writeHeader(&b, "Content-Length", strconv.Itoa(len(r.Body)))
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// writeHeader writes one line; what a hostile server put in cannot end it.
func writeHeader(b *bytes.Buffer, name, value string) {
	value = strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == 0 {
			return ' '
		}
		return r
	}, value)
	fmt.Fprintf(b, "%s: %s\r\n", textproto.CanonicalMIMEHeaderKey(name), value)
}

// digest returns the labelled digest that readers of WARC files expect.
func digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}

func warcDate(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// recordID returns a new URN of a random UUID (RFC 9562, version 4).
func recordID() string {
	var u [16]byte
	rand.Read(u[:]) // never fails
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}
