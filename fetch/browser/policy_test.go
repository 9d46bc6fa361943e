package browser

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// TestPacing: a page that goes on to another waits for its host as any request
// does, and is not short of time for that.
func TestPacing(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]http.HandlerFunc{
		"/":      html(`<script src=/a.js></script><script>onload = () => setTimeout(() => { location = "/next" }, 50)</script>`),
		"/a.js":  text("text/javascript", "1"),
		"/next":  html(`<p>arrived</p>`),
		"/click": html(`<a id=a href=/next>on</a>`),
	})
	const delay = 800 * time.Millisecond
	b := open(t, Options{Limit: 4 * time.Second}, s.URL).with(client(t, fetch.Options{LoopbackDelay: delay}, s.URL))
	patient := fetch.Patient(b, time.Minute, nil)
	for _, r := range []page.Request{
		page.Get(page.MustParseURL(s.URL + "/")).Rendered(),
		page.Get(page.MustParseURL(s.URL + "/click")).Rendered(page.Step{Do: page.Click, At: "#a"}),
	} {
		p, err := patient.Fetch(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(p.Body), "arrived") || p.Final.String() != s.URL+"/next" {
			t.Errorf("%s: %s, %s", r.URL, p.Final, p.Body)
		}
	}
	var last time.Time
	for _, e := range s.entries() {
		switch e.uri {
		case "/", "/next", "/click":
			if gap := e.at.Sub(last); gap < delay {
				t.Errorf("%s comes %s after the request before", e.uri, gap)
			}
		}
		last = e.at
	}
}

// hostsWishes: what a host says to a page's own requests is said to all.
func hostsWishes(t *testing.T, b *Browser) {
	s := serve(t, map[string]http.HandlerFunc{
		"/":     html(`<p>shown</p><script>fetch("/data")</script>`),
		"/soft": html(`<p>shown</p><script>fetch("/broken")</script>`),
		"/data": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "100")
			w.WriteHeader(http.StatusTooManyRequests)
		},
		"/broken": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	})
	b = b.with(client(t, fetch.Options{}, s.URL))
	p := get(t, b, s.URL+"/soft")
	if !strings.Contains(string(p.Body), "shown") || len(p.Exchanges) != 1 || p.Exchanges[0].Status != 500 {
		t.Errorf("a broken part: %+v", p)
	}
	_, err := b.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+"/")).Rendered())
	later, ok := errors.AsType[*fetch.LaterError](err)
	if !ok || later.Status != 429 || time.Until(later.Until) < 90*time.Second {
		t.Errorf("got %v", err)
	}
}

// longWaits: a long wait within a page is told.
func longWaits(t *testing.T, b *Browser) {
	s := serve(t, map[string]http.HandlerFunc{"/": html(`<p>shown</p><script>fetch("/data")</script>`)})
	b = b.with(client(t, fetch.Options{LoopbackDelay: 10 * b.o.Patience, IgnoreRobots: true}, s.URL))
	var mu sync.Mutex
	var told []*fetch.LaterError
	ctx := fetch.OnWait(t.Context(), func(e *fetch.LaterError) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, e)
	})
	_, err := b.Fetch(ctx, page.Get(page.MustParseURL(s.URL+"/")).Rendered())
	mu.Lock()
	defer mu.Unlock()
	if len(told) != 1 || told[0].Reason != fetch.Pacing || time.Until(told[0].Until) < b.o.Patience {
		t.Errorf("told %v; %v", told, err)
	}
}

// writes: what a page may send beside GET.
func writes(t *testing.T, b *Browser) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Write([]byte(r.Method + " " + string(body)))
	}
	s := serve(t, map[string]http.HandlerFunc{
		"/api": answer,
		"/": html(`<form><input id=q></form><ul id=u></ul><script>
			const ask = async (method, body) => { try { const r = await fetch("/api", {method, body}); u.innerHTML += "<li>" + await r.text() + "</li>" } catch (e) { u.innerHTML += "<li>no " + method + " " + (body || "") + "</li>" } };
			const all = async word => { for (const m of ["POST", "PUT", "PATCH", "DELETE"]) await ask(m, JSON.stringify({word})) };
			all("load").then(() => q.oninput = () => all(q.value));
		</script>`),
	})
	b = b.with(client(t, fetch.Options{}, s.URL))
	r := page.Get(page.MustParseURL(s.URL + "/")).Rendered(page.Step{Do: page.TypeText, At: "#q", Text: "whales"})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	p, err := b.Fetch(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	d, err := p.Document()
	if err != nil {
		t.Fatal(err)
	}
	want := `no POST {"word":"load"}|no PUT {"word":"load"}|no PATCH {"word":"load"}|no DELETE {"word":"load"}|` +
		`POST {"word":"whales"}|no PUT {"word":"whales"}|no PATCH {"word":"whales"}|no DELETE {"word":"whales"}`
	var got []string
	for _, n := range d.Find("li").EachIter() {
		got = append(got, n.Text())
	}
	if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
		t.Error(diff)
	}
	var steps []int
	for _, x := range p.Exchanges {
		steps = append(steps, x.Step)
	}
	if diff := cmp.Diff([]int{1}, steps); diff != "" {
		t.Errorf("steps of the exchanges: %s", diff)
	}
	if p.Requests != len(s.asked()) {
		t.Errorf("%d requests are counted, %d were made", p.Requests, len(s.asked()))
	}
}

// cookies: client and browser share a site's cookies.
func cookies(t *testing.T, b *Browser) {
	var sent []string
	note := func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.URL.Path+": "+r.Header.Get("Cookie"))
		html("plain")(w, r)
	}
	s := serve(t, map[string]http.HandlerFunc{
		"/first": func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "http", Value: "1", Path: "/", HttpOnly: true})
			http.SetCookie(w, &http.Cookie{Name: "gone", Value: "1", Path: "/"})
			html("")(w, r)
		},
		"/page": html(`<script>document.cookie = "script=2; path=/; max-age=1000"; document.cookie = "gone=; path=/; max-age=0"; fetch("/part").then(() => fetch("/omit", {credentials: "omit"}))</script>`),
		"/part": func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "part", Value: "3", Path: "/"})
			note(w, r)
		},
		"/omit": note, "/plain": note,
	})
	net := client(t, fetch.Options{}, s.URL)
	b = b.with(net)
	plain := func(at string) {
		if _, err := net.Fetch(t.Context(), page.Get(page.MustParseURL(s.URL+at))); err != nil {
			t.Fatal(err)
		}
	}
	plain("/first")
	get(t, b, s.URL+"/page")
	plain("/plain")
	want := []string{"/part: http=1; script=2", "/omit: ", "/plain: http=1; part=3; script=2"}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Error(diff)
	}
}

// A site's icon is a picture, which is not loaded; the script of a worker is.
func TestIconsArePictures(t *testing.T) {
	for accept, want := range map[string]network.ResourceType{
		"image/avif,image/webp,image/*,*/*;q=0.8": network.ResourceTypeImage, "*/*": network.ResourceTypeOther,
	} {
		ev := cdpfetch.EventRequestPaused{ResourceType: network.ResourceTypeOther, Request: &network.Request{Headers: network.Headers{"accept": accept}}}
		if got := kindOf(&ev); got != want {
			t.Errorf("%s: %s", accept, got)
		}
	}
}
