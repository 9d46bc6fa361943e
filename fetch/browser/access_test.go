package browser

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// What the user has a site told, a page of it in Chrome tells it, too: its document and what
// its scripts, styles and frames ask for, and to no other origin, not even on a port of the
// same host, where Chrome itself would send the cookies.
func TestAccessInChrome(t *testing.T) {
	needChrome(t)
	var mu sync.Mutex
	carried := map[string]string{}
	note := func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, password, is := r.BasicAuth()
		if !is {
			password = r.Header.Get("Authorization")
		}
		carried[r.URL.Path] = fmt.Sprintf("%s|%s|%s", r.Header.Get("X-Key"), password, r.Header.Get("Cookie"))
	}
	noted := func(h http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			note(r)
			w.Header().Set("Access-Control-Allow-Origin", "*")
			h(w, r)
		}
	}
	other := serve(t, map[string]http.HandlerFunc{
		"/other.js": noted(text("text/javascript", "window.other = 1")), "/other.json": noted(text("application/json", "[1]")), "/other": noted(html("other")),
	})
	site := serve(t, map[string]http.HandlerFunc{
		"/": noted(func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "renewed", Value: "session-2", Path: "/", HttpOnly: true})
			html(`<p id=p></p><script src="/own.js"></script><script src="`+other.URL+`/other.js"></script><iframe src="`+other.URL+`/other"></iframe>
			<script>Promise.all(["/own.json", "/away.json", "`+other.URL+`/other.json"].map(u => fetch(u, u == "/own.json" ? {headers: {Authorization: "Bearer token-1"}} : {credentials: "include"}).catch(e => 0))).then(a => p.textContent = "done " + a.length)</script>`)(w, r)
		}),
		"/own.js": noted(text("text/javascript", "window.own = 1")), "/own.json": noted(text("application/json", "[2]")),
		"/leave": noted(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/other", http.StatusFound)
		}),
		"/away.json": noted(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/other.json", http.StatusTemporaryRedirect)
		}),
	})
	u := page.MustParseURL(site.URL + "/")
	net := client(t, fetch.Options{IgnoreRobots: true, Access: &fetch.Access{
		Origin: u.Origin(), User: "me", Password: fetch.NewSecret("password-1"), Header: []fetch.Line{{Name: "X-Key", Value: fetch.NewSecret("key-1")}},
		Cookies: []*http.Cookie{{Name: "session", Value: "session-1", Path: "/"}},
	}}, site.URL, other.URL)
	b, err := New(Options{}, net)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for range 2 {
		p, err := b.Fetch(t.Context(), page.Get(u).Rendered())
		if err != nil || !strings.Contains(string(p.Body), "done 3") {
			t.Fatalf("%v: %s", err, p.Body)
		}
		if said := fmt.Sprint(p.SentHead, p.Exchanges); !p.Private || strings.Contains(said, "key-1") || strings.Contains(said, "session-") || strings.Contains(said, "token-1") {
			t.Errorf("the page tells what was sent: private %v, %s", p.Private, said)
		}
	}
	_, _ = b.Fetch(t.Context(), page.Get(page.MustParseURL(site.URL+"/leave")).Rendered())
	if _, asked := carried["/leave"]; !asked {
		t.Error("the document that leads elsewhere was not asked for")
	}
	if got := carried["/own.json"]; got != "key-1|Bearer token-1|session=session-1; renewed=session-2" {
		t.Errorf("a script that says itself who it is asked with %q", got)
	}
	for _, path := range []string{"/", "/away.json"} {
		if got := carried[path]; got != "key-1|password-1|session=session-1; renewed=session-2" {
			t.Errorf("%s was asked with %q", path, got)
		}
	}
	if got := carried["/own.js"]; !strings.HasPrefix(got, "key-1|password-1|session=session-1") {
		t.Errorf("the script was asked with %q", got)
	}
	for _, path := range []string{"/other.js", "/other.json", "/other"} {
		if got, asked := carried[path]; asked && got != "||" {
			t.Errorf("another origin was sent %q with %s", got, path)
		}
	}
	if _, asked := carried["/other.json"]; !asked {
		t.Error("the other origin was not asked at all")
	}
	if said := fmt.Sprint(net.Hosts(u.Site())); strings.Contains(said, "session-") {
		t.Errorf("the session is in the state to be stored: %s", said)
	}
}
