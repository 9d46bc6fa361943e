package page

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// ErrNotHTML is returned (wrapped, with the content type) for a body that is
// neither HTML nor XML nor text: an image, a PDF, an archive.
var ErrNotHTML = errors.New("not HTML, XML or text")

type kindOfBody int

const (
	htmlBody kindOfBody = iota
	xmlBody
	textBody
)

// bodyKind judges by the declared content type, and by the first bytes where
// there is none, where it says nothing (octet-stream) and where they give away
// a binary file.
func bodyKind(body []byte, contentType string) (kindOfBody, error) {
	declared, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		declared, _, _ = strings.Cut(contentType, ";")
		declared = strings.ToLower(strings.TrimSpace(declared))
	}
	sniffed, _, _ := strings.Cut(http.DetectContentType(body), ";")
	switch declared {
	case "", "application/octet-stream", "unknown/unknown", "application/unknown", "*/*":
		declared = sniffed
		if sniffed == "text/plain" || byteOrderMark(body) == "" && utf16Pattern(body) != "" {
			declared = "text/html" // pages that begin with text are many, nameless text files few
		}
	}
	kind := htmlBody
	switch {
	case declared == "text/html":
	case declared == "text/xml", declared == "application/xml", strings.HasSuffix(declared, "+xml") && declared != "image/svg+xml":
		kind = xmlBody
	case strings.HasPrefix(declared, "text/"), strings.HasSuffix(declared, "+json"), declared == "application/json",
		declared == "application/javascript", declared == "application/x-javascript", declared == "application/x-ndjson":
		kind = textBody
	default:
		return 0, fmt.Errorf("%w: %s", ErrNotHTML, declared)
	}
	if binaryFile(body, sniffed) {
		return 0, fmt.Errorf("%w: declared as %s, is %s", ErrNotHTML, declared, sniffed)
	}
	return kind, nil
}

// binaryFile reports whether a body that is declared as text is a known binary
// file all the same. Some signatures are two letters ("BM"), so it wants to see
// a NUL too, which these files have and text (but for UTF-16) has not.
func binaryFile(body []byte, sniffed string) bool {
	if sniffed == "application/pdf" {
		return true
	}
	kind, _, _ := strings.Cut(sniffed, "/")
	known := kind == "image" || kind == "audio" || kind == "video" || kind == "font" ||
		kind == "application" && sniffed != "application/octet-stream"
	return known && bytes.IndexByte(body[:min(len(body), 1024)], 0) >= 0
}
