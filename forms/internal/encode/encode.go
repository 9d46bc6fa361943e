package encode

import (
	"crypto/sha256"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// The encodings of form data, as the enctype attribute names them.
const (
	URLEncodedType = "application/x-www-form-urlencoded"
	MultipartType  = "multipart/form-data"
)

// URLEncoded is the application/x-www-form-urlencoded serializer of the URL
// standard, with the form's encoding.
func URLEncoded(entries []page.Pair, charset string) string {
	var b strings.Builder
	for i, e := range entries {
		if i > 0 {
			b.WriteByte('&')
		}
		escape(&b, text(charset, e.Name))
		b.WriteByte('=')
		escape(&b, text(charset, e.Value))
	}
	return b.String()
}

func escape(b *strings.Builder, s string) {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ':
			b.WriteByte('+')
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '*', c == '-', c == '.', c == '_':
			b.WriteByte(c)
		default:
			percent(b, c)
		}
	}
}

func percent(b *strings.Builder, c byte) {
	const hex = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(hex[c>>4])
	b.WriteByte(hex[c&15])
}

// Multipart is HTML's multipart/form-data encoding algorithm (RFC 7578).
// The boundary is derived from the data, so that equal data gives an equal
// request; it has the look of a browser's, for servers that are picky.
func Multipart(entries []page.Pair, charset string) (contentType, body string) {
	var parts []string
	h := sha256.New()
	quote := strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22")
	for _, e := range entries {
		part := "Content-Disposition: form-data; name=\"" + quote.Replace(text(charset, e.Name)) + "\"\r\n\r\n" +
			text(charset, e.Value) + "\r\n"
		h.Write([]byte(part))
		parts = append(parts, part)
	}
	boundary := newBoundary(h.Sum(nil))
	for strings.Contains(strings.Join(parts, ""), boundary) {
		h.Write([]byte(boundary))
		boundary = newBoundary(h.Sum(nil))
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString("--" + boundary + "\r\n" + part)
	}
	b.WriteString("--" + boundary + "--\r\n")
	return MultipartType + "; boundary=" + boundary, b.String()
}

func newBoundary(seed []byte) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789AB"
	b := []byte("----WebKitFormBoundary")
	for _, c := range seed[:16] {
		b = append(b, alphabet[c&63])
	}
	return string(b)
}
