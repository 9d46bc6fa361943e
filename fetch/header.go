package fetch

import (
	"net/http"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// ownHeader are the lines that no page.Request.Header may set: who we are, what
// we read, and what belongs to the connection.
var ownHeader = map[string]bool{
	"User-Agent": true, "Accept-Encoding": true, "Host": true, "Content-Length": true, "Content-Type": true, "Cookie": true, "Referer": true,
	"Connection": true, "Proxy-Connection": true, "Keep-Alive": true, "Transfer-Encoding": true, "Te": true, "Trailer": true, "Upgrade": true,
	"Expect": true, "Proxy-Authorization": true, "If-None-Match": true, "If-Modified-Since": true, "Range": true,
}

// addHeader puts on req what the script of a page adds to its request.
func addHeader(req *http.Request, r page.Request) {
	for line := range strings.Lines(r.Header) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		name = http.CanonicalHeaderKey(strings.TrimSpace(name))
		if ok && !ownHeader[name] && token(name) {
			req.Header.Set(name, strings.TrimSpace(value))
		}
	}
}

// token reports whether name can be that of a line (RFC 9110, section 5.6.2).
func token(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", r))
	}) < 0
}
