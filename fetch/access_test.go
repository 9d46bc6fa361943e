package fetch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

// guarded is a site on loopback that shows itself to who asks as the test says, and what
// it saw.
type guarded struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func guardedSite(t *testing.T, handler http.HandlerFunc) *guarded {
	g := &guarded{}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		r.Form = nil
		g.mu.Lock()
		g.seen = append(g.seen, r)
		g.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *guarded) requests(path string) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range g.seen {
		if r.URL.Path == path {
			n++
		}
	}
	return n
}

func newClient(t *testing.T, o Options, targets ...string) *Client {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for _, u := range targets {
		c.AddTarget(page.MustParseURL(u))
	}
	return c
}

// What the user has one origin told is told to that alone: not to another port of the host,
// be it asked for or led to, not to its robots.txt; and nothing of it comes back.
func TestAccessIsForOneOrigin(t *testing.T) {
	const key, password, cookie = "key-0123456789", "pass-word-9876", "session-abcdef"
	var other *guarded
	site := guardedSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/leave":
			http.Redirect(w, r, other.URL+"/from", http.StatusTemporaryRedirect)
		default:
			http.SetCookie(w, &http.Cookie{Name: "set", Value: "by-the-site", Path: "/"})
			user, pw, _ := r.BasicAuth()
			fmt.Fprintf(w, "key %s, %s %s, cookies %s", r.Header.Get("X-Key"), user, pw, r.Header.Get("Cookie"))
		}
	})
	other = guardedSite(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "other") })
	u := page.MustParseURL(site.URL + "/search?q=1")
	c := newClient(t, Options{Access: &Access{
		Origin: u.Origin(), User: "me", Password: NewSecret(password),
		Header:  []Line{{"X-Key", NewSecret(key)}},
		Cookies: []*http.Cookie{{Name: "session", Value: cookie, Path: "/"}},
		Hidden:  []Secret{NewSecret(key), NewSecret(password)},
	}}, site.URL, other.URL)
	for range 2 {
		p, err := c.Fetch(t.Context(), page.Get(u))
		if err != nil {
			t.Fatal(err)
		}
		body := string(p.Body)
		if !strings.Contains(body, "key "+withheld+", me "+withheld+", cookies session="+cookie) {
			t.Errorf("the page says %q, want what it was told, the hidden withheld", body)
		}
		if head := fmt.Sprint(p.SentHead, p.Request, p.Sent); strings.Contains(head, key) || strings.Contains(head, cookie) || strings.Contains(head, "Authorization") {
			t.Errorf("the page tells what was sent: %s", head)
		}
		if !p.Private {
			t.Error("the page is not marked as private")
		}
	}
	post := page.Request{Method: "POST", URL: page.MustParseURL(site.URL + "/leave"), ContentType: "application/x-www-form-urlencoded", Body: "q=1"}
	if _, err := c.Fetch(t.Context(), post); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), page.Get(page.MustParseURL(other.URL+"/asked"))); err != nil {
		t.Fatal(err)
	}
	// A browser takes a cookie to be for all ports.
	part := Part{Header: http.Header{"Cookie": {"theirs=1; session=" + cookie + "; set=by-the-site"}}}
	if _, err := c.Part(t.Context(), page.Get(page.MustParseURL(other.URL+"/part")), part); err != nil {
		t.Fatal(err)
	}
	for _, r := range site.seen {
		if _, pw, _ := r.BasicAuth(); pw != password || r.Header.Get("X-Key") != key {
			t.Errorf("%s was sent without credentials: %v", r.URL, r.Header)
		}
	}
	if len(other.seen) != 4 {
		t.Errorf("%d requests to the other origin, want 4 (robots.txt, led to, asked for, part)", len(other.seen))
	}
	for _, r := range other.seen {
		dump := fmt.Sprint(r.Header)
		for _, secret := range []string{key, password, cookie, "by-the-site", "Authorization"} {
			if strings.Contains(dump, secret) {
				t.Errorf("%s%s was sent %s: %s", other.URL, r.URL, secret, dump)
			}
		}
		if r.URL.Path == "/part" && r.Header.Get("Cookie") != "theirs=1" {
			t.Errorf("the part's cookies are %q, want its own alone", r.Header.Get("Cookie"))
		}
	}
	states, err := json.Marshal(c.Hosts(u.Site()))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(states), cookie) || strings.Contains(string(states), "by-the-site") {
		t.Errorf("cookies of the user's origin are in the state to be stored: %s", states)
	}
	for _, said := range []string{fmt.Sprintf("%v %+v %#v", c.o, c.o, *c.o.Access), fmt.Sprint(c.o.Access.Header, c.o.Access.Password)} {
		if strings.Contains(said, key) || strings.Contains(said, password) {
			t.Errorf("printed, the options tell secrets: %s", said)
		}
	}
}

func TestReadCookies(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	const file = "# Netscape HTTP Cookie File\n\n" +
		"site.test\tFALSE\t/\tFALSE\t0\tplain\t1\n" +
		".site.test\tTRUE\t/deep\tFALSE\t1800000000\tbelow\t2\n" +
		"#HttpOnly_www.site.test\tFALSE\t/\tTRUE\t1800000000.5\tonly\tx y\n" +
		"other.test\tFALSE\t/\tFALSE\t0\talien\t1\n" +
		".test\tTRUE\t/\tFALSE\t0\tsuper\t1\n" +
		"www.site.test\tFALSE\t/\tFALSE\t1600000000\told\t1\n" +
		"www.site.test\tFALSE\t/\tFALSE\t0\tempty\t\r\n"
	got := func(u string) (names []string) {
		cookies, ok := ReadCookies([]byte(file), page.MustParseURL(u), now)
		if !ok {
			t.Errorf("%s: the file is not read", u)
		}
		for _, k := range cookies {
			names = append(names, k.Name+k.Path)
		}
		return names
	}
	for u, want := range map[string]string{"http://site.test/": "[plain/ below/deep]", "https://www.site.test/": "[below/deep only/ empty/]", "http://www.site.test:81/": "[below/deep empty/]", "http://far.test/": "[]"} {
		if names := fmt.Sprint(got(u)); names != want {
			t.Errorf("%s gets %s, want %s", u, names, want)
		}
	}
	for _, bad := range []string{"session=1", "a\tb\tc\td\te\tf\tg", "site.test\tFALSE\t/\tFALSE\t0\t\tvalue", "<html>"} {
		if _, ok := ReadCookies([]byte(bad), page.MustParseURL("http://site.test/"), now); ok {
			t.Errorf("%q is read as cookies", bad)
		}
	}
}

// loginSite asks for a password before it shows anything but its front page.
func loginSite(t *testing.T) (g *guarded, end func()) {
	session := 0
	var mu sync.Mutex
	g = guardedSite(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		k, _ := r.Cookie("sid")
		in := k != nil && session > 0 && k.Value == fmt.Sprintf("sid-%d-secret", session)
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/login" && r.Method == "POST":
			body, _ := io.ReadAll(r.Body)
			if string(body) != "user=me&password=right-one" {
				io.WriteString(w, "<form><input type=password> again</form>")
				return
			}
			session++
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: fmt.Sprintf("sid-%d-secret", session), Path: "/", HttpOnly: true})
			http.Redirect(w, r, "/home", http.StatusFound)
		case r.URL.Path == "/login":
			io.WriteString(w, "<form><input type=password></form>")
		case !in || r.URL.Path == "/forbidden" || r.URL.RawQuery == "q=forbidden":
			http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
		default:
			io.WriteString(w, "shown")
		}
	})
	return g, func() { mu.Lock(); session++; mu.Unlock() }
}

func loginAs(g *guarded, password string) Options {
	u := page.MustParseURL(g.URL + "/login")
	return Options{Access: &Access{Origin: u.Origin(), Login: &Login{Page: u, Fill: func(p *page.Page) (page.Request, error) {
		if !strings.Contains(string(p.Body), "type=password") {
			return page.Request{}, errors.New("no form")
		}
		return page.Request{Method: "POST", URL: u, ContentType: "application/x-www-form-urlencoded", Body: "user=me&password=" + password}, nil
	}}}}
}

// A login is sent once, before anything else, on the account of who asks; a page that this
// user may not see is told from a session that has ended.
func TestLogin(t *testing.T) {
	g, end := loginSite(t)
	c := newClient(t, loginAs(g, "right-one"), g.URL)
	fetched := func(path string) (*page.Page, error) {
		return c.Fetch(t.Context(), page.Get(page.MustParseURL(g.URL+path)))
	}
	p, err := fetched("/list?q=1")
	if err != nil || string(p.Body) != "shown" {
		t.Fatalf("got %v, %v", p, err)
	}
	if p.Requests != 5 { // robots.txt, the form, the login, where that leads, the page
		t.Errorf("%d requests are on the account, want 5", p.Requests)
	}
	if p, err = fetched("/forbidden"); err != nil || !strings.Contains(string(p.Body), "password") {
		t.Errorf("a page that the user may not see: %v, %v", p, err)
	}
	if p, err = fetched("/list?q=forbidden"); err != nil || !strings.Contains(string(p.Body), "password") {
		t.Errorf("one beside pages that are shown: %v, %v", p, err)
	}
	if p, err = fetched("/list?q=2"); err != nil || string(p.Body) != "shown" {
		t.Errorf("after it: %v, %v", p, err)
	}
	end()
	for range 3 {
		_, err = fetched("/list?q=3")
		var told *LoginError
		if !errors.As(err, &told) || !strings.Contains(err.Error(), "session is gone") {
			t.Errorf("after the session's end: %v", err)
		}
	}
	posts := 0
	for _, r := range g.seen {
		if r.Method == "POST" {
			posts++
		}
	}
	if posts != 1 {
		t.Errorf("the login was sent %d times, want once", posts)
	}
	states, _ := json.Marshal(c.Hosts(page.MustParseURL(g.URL).Site()))
	if strings.Contains(string(states), "secret") {
		t.Errorf("the session is in the state to be stored: %s", states)
	}
}

func TestLoginThatIsNotTaken(t *testing.T) {
	g, _ := loginSite(t)
	c := newClient(t, loginAs(g, "wrong-one"), g.URL)
	for range 3 {
		_, err := c.Fetch(t.Context(), page.Get(page.MustParseURL(g.URL+"/list")))
		if _, ok := errors.AsType[*LoginError](err); !ok || !strings.Contains(err.Error(), "not taken") || strings.Contains(err.Error(), "wrong-one") {
			t.Errorf("got %v", err)
		}
	}
	if n := g.requests("/login"); n != 2 {
		t.Errorf("the login's page got %d requests, want 2: a password is tried once", n)
	}
}

// Whatever a login's answer leads to, what was sent goes nowhere else.
func TestLoginIsNotLedElsewhere(t *testing.T) {
	other := guardedSite(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "other") })
	for _, status := range []int{301, 302, 303, 307, 308} {
		g := guardedSite(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "POST" {
				http.SetCookie(w, &http.Cookie{Name: "sid", Value: "s"})
				http.Redirect(w, r, other.URL+"/led", status)
				return
			}
			io.WriteString(w, "type=password")
		})
		c := newClient(t, loginAs(g, "right-one"), g.URL, other.URL)
		_, err := c.Fetch(t.Context(), page.Get(page.MustParseURL(g.URL+"/list")))
		if _, refused := errors.AsType[*LoginError](err); !refused {
			t.Errorf("%d: %v, want that nobody is logged in", status, err)
		}
	}
	for _, r := range other.seen {
		body, _ := io.ReadAll(r.Body)
		t.Errorf("%s %s was asked: %s", r.Method, r.URL, body)
	}
}

// A login keeps the pause of its host, whoever comes back after a wait goes on with it, and a
// page that turns its reader away is asked for once, the doubt about it kept meanwhile. What
// robots.txt forbids is not asked for: of the page behind a login that is no matter, of the
// login's own it is the end.
func TestLoginKeepsTheGuards(t *testing.T) {
	in := func(r *http.Request) bool { k, err := r.Cookie("sid"); return err == nil && k.Value == "1" }
	handler := func(robots string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/robots.txt":
				io.WriteString(w, "User-agent: *\nDisallow: "+robots+"\n")
			case r.Method == "POST":
				http.SetCookie(w, &http.Cookie{Name: "sid", Value: "1", Path: "/"})
				http.Redirect(w, r, "/account", http.StatusSeeOther)
			case r.URL.Path == "/login" || !in(r) || r.URL.Path == "/shut":
				io.WriteString(w, "<input type=password>")
			default:
				io.WriteString(w, "shown")
			}
		}
	}
	login := func(host string) Options {
		u := page.MustParseURL("http://" + host + "/login")
		return Options{Delay: 5 * time.Second, Access: &Access{Origin: u.Origin(), Login: &Login{Page: u, Fill: func(p *page.Page) (page.Request, error) {
			if !strings.Contains(string(p.Body), "password") {
				return page.Request{}, errors.New("no form")
			}
			return page.Request{Method: "POST", URL: u, ContentType: "application/x-www-form-urlencoded", Body: "a=b"}, nil
		}}}}
	}
	bubble(t, map[string]http.HandlerFunc{"a.test": handler("/account"), "b.test": handler("/login"), "c.test": handler("/none")}, func(t *testing.T, w *web) {
		for host, want := range map[string]string{
			"a.test": "[GET a.test/robots.txt GET a.test/login POST a.test/login GET a.test/list GET a.test/shut GET a.test/list]",
			"b.test": "[GET b.test/robots.txt]",
			"c.test": "[GET c.test/robots.txt GET c.test/login POST c.test/login GET c.test/account GET c.test/list GET c.test/shut GET c.test/account GET c.test/list]",
		} {
			c := w.client(login(host))
			f := Patient(c, time.Hour, nil)
			p, err := f.Fetch(t.Context(), get("http://"+host+"/list"))
			if host == "b.test" {
				if _, ok := errors.AsType[*LoginError](err); !ok || !strings.Contains(err.Error(), "refused by robots: Disallow: /login") {
					t.Errorf("%s: %v", host, err)
				}
			} else {
				if err != nil || string(p.Body) != "shown" {
					t.Fatalf("%s: %v", host, err)
				}
				if p, err = f.Fetch(t.Context(), get("http://"+host+"/shut")); err != nil || !strings.Contains(string(p.Body), "password") {
					t.Errorf("%s: a page that is not for this user: %v", host, err)
				}
			}
			var asked []string
			for _, r := range w.requests() {
				if strings.Contains(r, host) {
					asked = append(asked, r)
				}
			}
			if fmt.Sprint(asked) != want {
				t.Errorf("%s was asked\n%v, want\n%s", host, asked, want)
			}
		}
		w.verify(5*time.Second, 0)
	})
}
