package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/hadal-crawler/hadal/fetch/browser"
	"github.com/hadal-crawler/hadal/fixtures"
)

// gate stands before a bundled site: it shows it to nobody but who brings the key, the
// cookie, the account and the session of a login, and tells all of these to everybody
// who looks at what they brought.
type gate struct {
	*httptest.Server
	mu     sync.Mutex
	logins int
	shown  int
	turned []string // what lacked something
	pause  time.Duration
	ends   int // pages after which the session ends once; 0: it does not
	epoch  int // of sessions
}

const gateForm = `<title>Log in</title><form action="/search"><input name="q"><button>Search</button></form>
<form method="post" action="/enter"><input type="hidden" name="csrf" value="t0ken"><select name="tenant"><option>south<option>north</select>
<label>User name <input name="who"></label><label>Password <input type="password" name="word"></label><button>Log in</button></form>`

var secrets = map[string]string{
	"key": "key-7f3a9c55e1", "cookie": "cookie-b81d20aa", "filed": "filed-4e6612cd", "password": "basic-90ab41fe", "login": "login-c0ffee77", "session": "session-51d3e8f2", "proxy": "proxy-66d1a4f0",
}

func newGate(t *testing.T, name string) *gate {
	sites, err := fixtures.Named(fixtures.Options{Seed: 3}, name)
	if err != nil {
		t.Fatal(err)
	}
	behind, err := fixtures.Serve(sites[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(behind.Close)
	to, _ := url.Parse(behind.At("/"))
	g := &gate{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Header.Del("Cookie")
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			body = bytes.ReplaceAll(body, []byte(to.Host), []byte(strings.TrimPrefix(g.URL, "http://")))
			said := fmt.Sprintf("<!-- %s %s %s %s --><div hidden>%s</div>", r.Request.Header.Get("X-Key"), r.Request.Header.Get("Authorization"), secrets["cookie"], secrets["filed"], secrets["password"])
			body = bytes.ReplaceAll(body, []byte("</body>"), []byte(said+"</body>"))
			r.Body = io.NopCloser(bytes.NewReader(body))
			r.Header.Del("Content-Length")
			r.ContentLength = int64(len(body))
			return err
		},
	}
	session := func() string { return fmt.Sprintf("%s-%d", secrets["session"], g.epoch) }
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		has := func(name, value string) bool {
			k, err := r.Cookie(name)
			return err == nil && k.Value == value
		}
		_, password, _ := r.BasicAuth()
		if r.Header.Get("X-Key") != secrets["key"] || !has("a", secrets["cookie"]) || !has("b", secrets["filed"]) || password != secrets["password"] {
			g.turned = append(g.turned, r.URL.Path)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/enter" && r.Method == "POST":
			g.logins++
			if r.PostFormValue("who") != "me" || r.PostFormValue("word") != secrets["login"] || r.PostFormValue("csrf") != "t0ken" || r.PostFormValue("tenant") != "north" {
				g.turned = append(g.turned, "login "+r.PostForm.Encode())
				io.WriteString(w, gateForm)
				return
			}
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: session(), Path: "/"})
			http.Redirect(w, r, "/", http.StatusFound)
		case r.URL.Path == "/enter":
			io.WriteString(w, gateForm)
		case !has("sid", session()):
			http.Redirect(w, r, "/enter?next="+url.QueryEscape(r.URL.Path), http.StatusFound)
		default:
			g.shown++
			defer func() {
				if g.shown == g.ends {
					g.epoch++
				}
			}()
			time.Sleep(g.pause)
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: session(), Path: "/"})
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *gate) state() (logins, shown int, turned string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.logins, g.shown, strings.Join(g.turned, " ")
}

// keys writes a configuration that opens the gate, and returns the environment for it.
func (g *gate) keys(t *testing.T, dir, settings string) (env []string) {
	host, _, _ := strings.Cut(strings.TrimPrefix(g.URL, "http://"), ":")
	for name, text := range map[string]string{
		"cookies.txt": host + "\tFALSE\t/\tFALSE\t0\tb\t" + secrets["filed"] + "\nother.test\tFALSE\t/\tFALSE\t0\tb\tanother\n",
		"basic":       secrets["password"] + "\n",
		"hadal.yaml": fmt.Sprintf(`
%s
sites:
  - name: books
    start: %s/
    headers: [{name: X-Key, value: env:GATE_KEY}]
    cookies: [{name: a, value: env:GATE_COOKIE}]
    cookie-file: cookies.txt
    basic-auth: {user: someone, password: 'file:basic'}
    login: {page: /enter, user: me, password: 'env:GATE_LOGIN', fields: [{name: tenant, value: north}]}
`, settings, g.URL),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return append(os.Environ(), "GATE_KEY="+secrets["key"], "GATE_COOKIE="+secrets["cookie"], "GATE_LOGIN="+secrets["login"], "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
}

// betrays returns the names of the secrets that stand in some bytes, as they are or as they
// are sent.
func betrays(data []byte) (told []string) {
	for name, secret := range secrets {
		for _, written := range []string{secret, base64.StdEncoding.EncodeToString([]byte("someone:" + secret)), base64.StdEncoding.EncodeToString([]byte(secret))} {
			if bytes.Contains(data, []byte(written)) {
				told = append(told, name)
			}
		}
	}
	return told
}

// searchFiles searches all files of a directory that hadal has written, and all that a
// database holds, unpacked.
func searchFiles(t *testing.T, when, dir string) {
	t.Helper()
	written := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "cookies.txt" || d.Name() == "basic" {
			return err
		}
		data, err := os.ReadFile(path)
		if told := betrays(data); len(told) > 0 {
			t.Errorf("%s: %s has %v", when, d.Name(), told)
		}
		written[d.Name()] = true
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if !written["h.db"] {
		t.Errorf("%s: there is no database", when)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "h.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	unpack, _ := zstd.NewReader(nil)
	var tables []string
	rows, err := db.Query("SELECT name FROM sqlite_master WHERE type = 'table'")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		rows.Scan(&name)
		tables = append(tables, name)
	}
	rows.Close()
	cells := 0
	for _, table := range tables {
		rows, err := db.Query(`SELECT * FROM "` + table + `"`)
		if err != nil {
			continue // of a kind that is not read so
		}
		columns, _ := rows.Columns()
		for rows.Next() {
			into := make([]sql.RawBytes, len(columns))
			at := make([]any, len(columns))
			for i := range into {
				at[i] = &into[i]
			}
			rows.Scan(at...)
			for i, data := range into {
				cells++
				if plain, err := unpack.DecodeAll(data, nil); err == nil {
					data = plain
				}
				if told := betrays(data); len(told) > 0 {
					t.Errorf("%s: %s.%s has %v", when, table, columns[i], told)
				}
			}
		}
		rows.Close()
	}
	if cells < 100 {
		t.Errorf("%s: only %d cells were searched", when, cells)
	}
}

// After a harvest with login, basic authentication, cookies and a header nothing of them is
// to be found: in the database and its log, also after a crash, in what is printed, in
// exports, in the profile, in what a crash tells.
func TestSecretsAreNowhere(t *testing.T) {
	t.Parallel()
	g := newGate(t, "books")
	g.pause = 2 * time.Millisecond
	dir := t.TempDir()
	env := g.keys(t, dir, "max-requests: 150")
	run := func(args ...string) []byte {
		cmd := hadal(t, append(args, "--db", "h.db")...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		if told := betrays(out); len(told) > 0 {
			t.Errorf("%v prints %v", args, told)
		}
		return out
	}
	// A crash: the program tells where it was, and leaves its log.
	crash := hadal(t, "harvest", "books", "--db", "h.db", "--verbose")
	var said bytes.Buffer
	crash.Dir, crash.Env, crash.Stdout, crash.Stderr = dir, append(env, "GOTRACEBACK=crash"), &said, &said
	if err := crash.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, shown, _ := g.state(); shown > 40 {
			break
		}
	}
	_ = crash.Process.Signal(syscall.SIGQUIT)
	_ = crash.Wait()
	if !strings.Contains(said.String(), "goroutine ") {
		t.Errorf("the crash tells nothing:\n%s", said.String())
	}
	if told := betrays(said.Bytes()); len(told) > 0 {
		t.Errorf("the crash tells %v", told)
	}
	searchFiles(t, "after the crash", dir)

	run("harvest", "books", "--json", "--verbose")
	run("status", "--json")
	if out := run("records", g.URL+"/search?q=garden"); !bytes.Contains(out, []byte("garden")) {
		t.Errorf("a page of the site alone is not shown to who has the site's settings:\n%s", out)
	}
	run("init", "books", "--output", "profile.yaml", "--max-requests", "30")
	exportAll(t, dir, run)
	searchFiles(t, "at the end", dir)
	if logins, shown, turned := g.state(); logins != 4 || shown < 100 || turned != "" {
		t.Errorf("%d logins for four runs, %d pages shown, turned away: %s", logins, shown, turned)
	}
	warc, err := os.ReadFile(filepath.Join(dir, "out.warc"))
	if err != nil || !bytes.Contains(warc, []byte("(withheld)")) {
		t.Errorf("the exported pages do not tell that something was taken out of them: %v", err)
	}
}

// exportAll exports what is held in all formats, and leaves what packed ones hold beside them,
// unpacked.
func exportAll(t *testing.T, dir string, run func(...string) []byte) {
	t.Helper()
	for _, format := range []string{"csv", "jsonl", "warc", "parquet", "xlsx"} {
		run("export", "--format", format, "--out", "out."+format)
	}
	sheets, err := zip.OpenReader(filepath.Join(dir, "out.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer sheets.Close()
	var unpacked bytes.Buffer
	for _, f := range sheets.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(&unpacked, r)
		r.Close()
	}
	rows, err := parquet.ReadFile[any](filepath.Join(dir, "out.parquet"))
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, r := range rows {
		fmt.Fprintln(&unpacked, r)
	}
	if !bytes.Contains(unpacked.Bytes(), []byte("http://")) {
		t.Error("nothing was unpacked")
	}
	if err := os.WriteFile(filepath.Join(dir, "unpacked"), unpacked.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A proxy's account is nowhere either, be it one for HTTP or SOCKS, and the site's own goes
// through it. In Chrome, too.
func TestSecretsOfProxiesAreNowhere(t *testing.T) {
	t.Parallel()
	_, noChrome := browser.Find("")
	for _, c := range []struct{ scheme, browser string }{{"http", "never"}, {"socks5", "never"}, {"http", "always"}, {"socks5", "always"}} {
		t.Run(c.scheme+" "+c.browser, func(t *testing.T) {
			t.Parallel()
			if c.browser == "always" && noChrome != nil {
				t.Skip(noChrome)
			}
			g := newGate(t, "books")
			dir := t.TempDir()
			proxy := guardProxy(t, c.scheme, "someone:"+secrets["proxy"])
			env := append(g.keys(t, dir, "max-requests: 40\nproxy: env:GATE_PROXY\nbrowser: "+c.browser), "GATE_PROXY="+c.scheme+"://someone:"+secrets["proxy"]+"@"+proxy.address)
			run := func(args ...string) []byte {
				cmd := hadal(t, append(args, "--db", "h.db")...)
				cmd.Dir, cmd.Env = dir, env
				out, err := cmd.CombinedOutput()
				if told := betrays(out); err != nil || len(told) > 0 {
					t.Errorf("%v: %v, it prints %v\n%s", args, err, told, out)
				}
				return out
			}
			out := run("harvest", "books", "--verbose")
			exportAll(t, dir, run)
			searchFiles(t, "at the end", dir)
			if _, shown, turned := g.state(); shown < 20 || turned != "" || proxy.passed.Load() == 0 || proxy.refused.Load() > 0 {
				t.Errorf("%d pages were shown, turned away: %s; the proxy let %d pass and refused %d\n%s", shown, turned, proxy.passed.Load(), proxy.refused.Load(), out)
			}
		})
	}
}

// A guardedProxy lets pass who has its account.
type guardedProxy struct {
	address         string
	passed, refused atomic.Int64
}

// guardProxy starts a proxy for HTTP (RFC 9110), or for SOCKS5 with an account (RFC 1928, 1929).
func guardProxy(t *testing.T, scheme, account string) *guardedProxy {
	p := &guardedProxy{}
	if scheme == "http" {
		forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.Header.Del("Proxy-Authorization"); r.Out.URL = r.In.URL }}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Proxy-Authorization") != "Basic "+base64.StdEncoding.EncodeToString([]byte(account)) {
				p.refused.Add(1)
				w.WriteHeader(http.StatusProxyAuthRequired)
				return
			}
			p.passed.Add(1)
			forward.ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		p.address = strings.TrimPrefix(server.URL, "http://")
		return p
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	p.address = l.Addr().String()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.tunnel(c, account)
		}
	}()
	return p
}

func (p *guardedProxy) tunnel(c net.Conn, account string) {
	defer c.Close()
	r := bufio.NewReader(c)
	read := func(n byte) []byte { b := make([]byte, n); io.ReadFull(r, b); return b }
	read(read(2)[1])
	c.Write([]byte{5, 2})
	user := read(read(2)[1])
	if password := read(read(1)[0]); string(user)+":"+string(password) != account {
		p.refused.Add(1)
		c.Write([]byte{1, 1})
		return
	}
	c.Write([]byte{1, 0})
	host := ""
	if read(4)[3] == 1 {
		host = net.IP(read(4)).String()
	} else {
		host = string(read(read(1)[0]))
	}
	port := read(2)
	out, err := net.Dial("tcp", net.JoinHostPort(host, fmt.Sprint(int(port[0])<<8|int(port[1]))))
	if err != nil {
		return
	}
	defer out.Close()
	p.passed.Add(1)
	c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go io.Copy(out, r)
	io.Copy(c, out)
}

// A site that asks who one is, and is not told, says so.
func TestASiteThatAsksWho(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case strings.HasPrefix(r.URL.Path, "/basic"):
			w.WriteHeader(http.StatusUnauthorized)
		default:
			io.WriteString(w, `<!doctype html><form method="post"><label>User name <input name="user"></label><label>Password <input type="password" name="pw"></label><button>Log in</button></form>`)
		}
	}))
	defer site.Close()
	for _, path := range []string{"/basic", "/form"} {
		out, err := hadal(t, "harvest", site.URL+path, "--db", "h.db", "--quiet").CombinedOutput()
		if ended, ok := errors.AsType[*exec.ExitError](err); !ok || ended.ExitCode() != 3 || !strings.Contains(string(out), "the start page asks who you are") {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
}

// A login that is not taken ends a harvest, once and with a reason.
func TestLoginThatIsNotTakenEndsAHarvest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env, want string
		status    int
		logins    int
	}{
		{"GATE_LOGIN=", "hadal.yaml:10:12: books: login: the environment has no GATE_LOGIN: set it, or write file:PATH", 2, 0},
		{"GATE_LOGIN=wrong-password", "was not taken: the form is shown again", 5, 1},
	} {
		g := newGate(t, "books")
		dir := t.TempDir()
		cmd := hadal(t, "harvest", "books", "--db", "h.db")
		cmd.Dir, cmd.Env = dir, append(g.keys(t, dir, ""), c.env)
		out, err := cmd.CombinedOutput()
		ended, ok := errors.AsType[*exec.ExitError](err)
		if !ok || ended.ExitCode() != c.status || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "wrong-password") {
			t.Errorf("%s: %v, want status %d and %q:\n%s", c.env, err, c.status, c.want, out)
		}
		if logins, shown, _ := g.state(); logins != c.logins || shown > 0 {
			t.Errorf("%s: %d logins, %d pages shown, want %d and none", c.env, logins, shown, c.logins)
		}
	}
}

// The same in Chrome, to whose pages the site gives what it gives to requests.
func TestSecretsAreNowhereInChrome(t *testing.T) {
	t.Parallel()
	if _, err := browser.Find(""); err != nil {
		t.Skip(err)
	}
	g := newGate(t, "books")
	dir := t.TempDir()
	cmd := hadal(t, "harvest", "books", "--db", "h.db", "--verbose", "--browser", "always", "--max-requests", "40")
	cmd.Dir, cmd.Env = dir, g.keys(t, dir, "")
	out, err := cmd.CombinedOutput()
	if told := betrays(out); err != nil || len(told) > 0 {
		t.Errorf("%v, told: %v\n%s", err, told, out)
	}
	searchFiles(t, "after a harvest in Chrome", dir)
	if logins, shown, turned := g.state(); logins != 1 || shown < 20 || turned != "" {
		t.Errorf("%d logins, %d pages shown, turned away: %s\n%s", logins, shown, turned, out)
	}
}

// A session that ends on the way ends the harvest, told as such; the same command logs in
// anew and goes on, and nothing of the login's page is taken for an answer.
func TestSessionThatEnds(t *testing.T) {
	t.Parallel()
	g := newGate(t, "books")
	g.ends = 60
	dir := t.TempDir()
	env := g.keys(t, dir, "")
	harvest := func() (string, int) {
		cmd := hadal(t, "harvest", "books", "--db", "h.db", "--quiet", "--target-coverage", "1")
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if ended, ok := errors.AsType[*exec.ExitError](err); ok {
			return string(out), ended.ExitCode()
		}
		return string(out), 0
	}
	if out, status := harvest(); status != 5 || !strings.Contains(out, "its session is gone") {
		t.Errorf("status %d, want 5:\n%s", status, out)
	}
	out, status := harvest()
	if logins, _, turned := g.state(); status != 0 || logins != 2 || turned != "" || !strings.Contains(out, " 600 ") {
		t.Errorf("status %d, %d logins, turned away %q:\n%s", status, logins, turned, out)
	}
}
