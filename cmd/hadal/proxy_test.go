package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// Whatever command asks a site, it does so through the proxy, and leaves out what is excluded:
// the host of the test is one that nobody but the proxy has.
func TestAllCommandsUseTheProxy(t *testing.T) {
	var asked, astray atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.URL.Host != "mills.test" || strings.HasPrefix(r.URL.Path, "/secret") {
			astray.Add(1)
		}
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, `<title>Mills</title><a href="/secret/search">Search</a><form action="/search"><label>Search mills <input type="search" name="q"></label><button>Search</button></form><p>No results.</p>`)
	}))
	defer proxy.Close()
	dir := t.TempDir()
	t.Setenv("HADAL_PROXY", proxy.URL)
	t.Setenv("HADAL_EXCLUDE", "/secret/**")
	t.Setenv("HADAL_DELAY", "0s")
	t.Setenv("HADAL_JITTER", "0")
	for _, args := range [][]string{
		{"robots", "http://mills.test/x"}, {"forms", "http://mills.test/"}, {"forms", "--site", "http://mills.test/"}, {"records", "http://mills.test/"},
		{"harvest", "--max-requests", "8"}, {"probe", "--max-requests", "8"}, {"init", "--max-requests", "8"}, {"locate", "--site-pages", "3", "--probes", "2"},
	} {
		asked.Store(0)
		if args[0] != "robots" && args[0] != "forms" && args[0] != "records" {
			args = append(args, "http://mills.test/", "--db", filepath.Join(dir, args[0]+".db"), "--quiet")
		}
		out, _ := hadal(t, args...).CombinedOutput()
		if asked.Load() == 0 {
			t.Errorf("%v asks nothing by the proxy:\n%s", args, out)
		}
		if n := astray.Swap(0); n > 0 {
			t.Errorf("%v: %d requests for what is excluded or elsewhere:\n%s", args, n, out)
		}
	}
}
