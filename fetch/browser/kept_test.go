package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

func TestKeptFor(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	const never = -1
	for _, c := range []struct {
		status       int
		header       string // lines
		static, data time.Duration
	}{
		{200, "", mostAge, 0},
		{404, "", never, never},
		{204, "", never, never},
		{200, "Cache-Control: public, max-age=0", leastAge, never},
		{200, "Cache-Control: max-age=3600", time.Hour, time.Hour},
		{200, "Cache-Control: max-age=30", leastAge, 30 * time.Second},
		{200, `Cache-Control: private, Max-Age="3600"`, time.Hour, time.Hour},
		{200, "Cache-Control: max-age=31536000, immutable", mostAge, mostAge},
		{200, "Cache-Control: max-age=99999999999999999999", leastAge, never},
		{200, "Cache-Control: max-age=-5", leastAge, never},
		{200, "Cache-Control: no-store", never, never},
		{200, "Cache-Control: max-age=60\nCache-Control: no-cache", never, never},
		{200, "Expires: Fri, 02 Jan 2026 04:04:05 GMT", time.Hour, time.Hour},
		{200, "Expires: 0", leastAge, never},
		{200, "Expires: Fri, 02 Jan 2026 02:04:05 GMT", leastAge, never},
		{200, "Date: Thu, 01 Jan 2026 00:00:00 GMT\nExpires: Thu, 01 Jan 2026 01:00:00 GMT", time.Hour, time.Hour},
		{200, "Expires: Fri, 02 Jan 2026 04:04:05 GMT\nCache-Control: max-age=7200", 2 * time.Hour, 2 * time.Hour},
		{200, "Last-Modified: Fri, 02 Jan 2026 02:04:05 GMT", mostAge, 6 * time.Minute},
		{200, "Last-Modified: Fri, 02 Jan 2026 03:04:05 GMT", mostAge, 0},
		{200, "Last-Modified: Wed, 02 Jan 2019 03:04:05 GMT", mostAge, mostAge},
		{200, "Last-Modified: Wed, 02 Jan 2019 03:04:05 GMT\nCache-Control: no-cache", never, never},
		{200, "Vary: Accept-Encoding", mostAge, 0},
		{200, "Vary: Accept-Encoding, Cookie", never, never},
		{200, "Vary: *", never, never},
		{200, "Set-Cookie: a=b", never, never},
	} {
		h := http.Header{}
		for line := range strings.Lines(c.header) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			h.Add(name, value)
		}
		for static, want := range map[bool]time.Duration{true: c.static, false: c.data} {
			may, age := keptFor(&page.Page{Status: c.status, Header: h}, static, now)
			if !may {
				age = never
			}
			if age != want {
				t.Errorf("%d %q, static %t: %s, want %s", c.status, c.header, static, age, want)
			}
		}
	}
}

// stylesheet is a use by a.test that needs no proof.
func stylesheet(url string) use {
	return use{site: "a.test", request: page.Get(page.MustParseURL(url)), static: true}
}

func TestKeptIsBounded(t *testing.T) {
	k := NewKept(64 << 10)
	now := time.Unix(1e9, 0)
	k.now = func() time.Time { return now }
	u := stylesheet("http://a.test/s.css")
	p := &page.Page{Status: 200, Body: make([]byte, 7<<10)}
	k.put(u, p)
	other := u
	other.site = "b.test"
	headed := u
	headed.request.Header = "X-Token: 1\n"
	if k.get(u) != p || k.get(other) != nil || k.get(headed) != nil || k.get(stylesheet("http://a.test/t.css")) != nil {
		t.Error("not what was kept")
	}
	now = now.Add(mostAge)
	if k.get(u) != nil || k.size != 0 {
		t.Error("kept too long")
	}
	k.put(u, p)
	for i := range 8 {
		k.get(u)
		k.put(stylesheet(fmt.Sprintf("http://a.test/%d.css", i)), p)
	}
	if k.size > k.most || k.used.Len() != 8 || k.get(u) == nil || k.get(stylesheet("http://a.test/0.css")) != nil {
		t.Errorf("%d bytes of %d answers kept", k.size, k.used.Len())
	}
	k.put(stylesheet("http://a.test/big.css"), &page.Page{Status: 200, Body: make([]byte, k.most)})
	if k.get(stylesheet("http://a.test/big.css")) != nil {
		t.Error("one answer takes all the room")
	}
	for i := range 200 { // empty ones take room, too
		k.put(stylesheet(fmt.Sprintf("http://a.test/empty%d.css", i)), &page.Page{Status: 200})
	}
	if k.used.Len() > 64 {
		t.Errorf("%d answers in room for 64", k.used.Len())
	}
}

// What states nothing is kept for a document only once it proved the same.
func TestKeptProof(t *testing.T) {
	k := NewKept(1 << 20)
	at := func(visit int, document string) use {
		u := use{site: "a.test", request: page.Get(page.MustParseURL("http://a.test/data.json")), visit: visit}
		if document != "" {
			u.document = page.MustParseURL("http://a.test" + document)
		}
		return u
	}
	says := func(body string) *page.Page { return &page.Page{Status: 200, Body: []byte(body)} }
	want := func(u use, body string) {
		t.Helper()
		got := ""
		if p := k.get(u); p != nil {
			got = string(p.Body)
		}
		if got != body {
			t.Errorf("visit %v of %q gets %q, want %q", u.visit, u.document, got, body)
		}
	}
	k.put(at(1, "/"), says("a"))
	want(at(2, "/"), "")
	k.put(at(2, "/"), says("b")) // it changes
	want(at(3, "/"), "")
	k.put(at(3, "/"), says("b"))
	want(at(3, "/"), "") // a script that polls
	want(at(4, "/"), "b")
	want(at(4, "/"), "") // and here, too
	want(at(5, "/"), "b")
	want(at(6, ""), "")           // after something was typed
	want(at(6, "/other?q=1"), "") // the answer to a question
	k.put(at(7, "/"), says("c"))  // polled again, and changed
	k.put(at(7, "/"), says("c"))  // twice in one visit proves nothing
	want(at(8, "/"), "")
}

// A document that proved the same is shown again for further steps without being fetched, unless
// nothing is done on it, it changes, or the site knows who asks.
func TestDocumentsStayOpen(t *testing.T) {
	t.Parallel()
	changing := 0
	late, valid := 0, false
	s := serve(t, map[string]http.HandlerFunc{
		"/late": func(w http.ResponseWriter, r *http.Request) {
			valid = true
			html(`<input id=q><script>q.oninput = () => fetch("/key")</script>`)(w, r)
		},
		"/key": func(w http.ResponseWriter, r *http.Request) {
			if late++; !valid {
				w.WriteHeader(http.StatusGone)
			}
			valid = late%3 != 0 // for three questions
		},
		"/same": html(`<input id=q>`),
		"/changing": func(w http.ResponseWriter, r *http.Request) {
			changing++
			html(fmt.Sprintf("<input id=q><p>%d", changing))(w, r)
		},
		"/closed": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			html(`<input id=q>`)(w, r)
		},
		"/cookie": func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Set-Cookie", "a=b"); html(`<p>`)(w, r) },
	})
	b := open(t, Options{Judge: judged}, s.URL)
	ask := func(path string, do ...page.Step) (fetched int) {
		before := len(s.asked())
		if _, err := steps(t, b, s.URL+path, do); err != nil {
			t.Error(err)
		}
		for _, line := range s.asked()[before:] {
			if line == "GET "+path {
				fetched++
			}
		}
		return fetched
	}
	for path, want := range map[string]int{"/same": 2, "/changing": 4, "/closed": 4, "/late": 3} {
		got := 0
		for range 4 {
			got += ask(path, typing)
		}
		if got != want {
			t.Errorf("%s is fetched %d times, want %d", path, got, want)
		}
	}
	if ask("/same") != 1 || ask("/same", typing) != 0 {
		t.Error("what is looked at is not fetched, or what steps are taken on is")
	}
	ask("/cookie")
	if ask("/same", typing) != 1 {
		t.Error("not fetched with a cookie")
	}
}
