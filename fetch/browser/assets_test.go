package browser

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

func TestKeptFor(t *testing.T) {
	for _, c := range []struct {
		status int
		header string // lines
		want   time.Duration
	}{
		{200, "", leastAge},
		{404, "", 0},
		{200, "Cache-Control: public, max-age=0", leastAge},
		{200, "Cache-Control: max-age=3600", time.Hour},
		{200, `Cache-Control: private, Max-Age="3600"`, time.Hour},
		{200, "Cache-Control: max-age=31536000, immutable", mostAge},
		{200, "Cache-Control: max-age=99999999999999999999", leastAge},
		{200, "Cache-Control: max-age=-5", leastAge},
		{200, "Cache-Control: no-store", 0},
		{200, "Cache-Control: max-age=60\nCache-Control: no-cache", 0},
		{200, "Vary: Accept-Encoding", leastAge},
		{200, "Vary: Accept-Encoding, Cookie", 0},
		{200, "Vary: *", 0},
		{200, "Set-Cookie: a=b", 0},
	} {
		h := http.Header{}
		for line := range strings.Lines(c.header) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			h.Add(name, value)
		}
		if got := keptFor(c.status, h); got != c.want {
			t.Errorf("%d %q: %s, want %s", c.status, c.header, got, c.want)
		}
	}
}

func TestAssets(t *testing.T) {
	a := newAssets()
	now := time.Unix(1e9, 0)
	a.now = func() time.Time { return now }
	u, v := page.MustParseURL("http://a.test/s.js"), page.MustParseURL("http://a.test/t.js")
	p := &page.Page{Status: 200, Body: make([]byte, assetsMost/8)}
	a.put("a.test", u, p)
	if a.get("a.test", u) != p || a.get("b.test", u) != nil || a.get("a.test", v) != nil {
		t.Error("not what was kept")
	}
	now = now.Add(leastAge)
	if a.get("a.test", u) != nil || a.size != 0 {
		t.Error("kept too long")
	}
	a.put("a.test", u, p)
	for i := range 8 {
		a.get("a.test", u)
		a.put("a.test", page.MustParseURL("http://a.test/"+string(rune('a'+i))), p)
	}
	if a.size > assetsMost || a.used.Len() != 8 || a.get("a.test", u) == nil || a.get("a.test", page.MustParseURL("http://a.test/a")) != nil {
		t.Errorf("%d bytes of %d answers kept", a.size, a.used.Len())
	}
	a.put("a.test", v, &page.Page{Status: 200, Body: make([]byte, assetsMost)})
	if a.get("a.test", v) != nil {
		t.Error("one answer takes all the room")
	}
}
