package browser

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tricks are ways of a page to have something asked for, each of which asks
// for /forbidden/ and its own name. reaches is set for those that get through in a
// Chrome that is let do as it likes, which the control run shows.
var tricks = []struct {
	name    string
	reaches bool
	script  string // run in the page; U is the address to be had
}{
	{"fetch", true, `fetch(U)`},
	{"fetch-post", true, `fetch(U, {method: "POST", body: "x"})`},
	{"fetch-keepalive", true, `fetch(U, {keepalive: true})`},
	{"fetch-later", false, `window.fetchLater && fetchLater(U, {activateAfter: 0})`},
	{"fetch-redirect", true, `fetch("/redirect?" + U)`},
	{"xhr", true, `const x = new XMLHttpRequest(); x.open("GET", U); x.send()`},
	{"xhr-redirect-twice", true, `const x = new XMLHttpRequest(); x.open("GET", "/redirect?/redirect?" + U); x.send()`},
	{"beacon", true, `navigator.sendBeacon(U, "x")`},
	{"ping", true, `const a = add("a"); a.href = "#"; a.ping = U; a.click()`},
	{"websocket", true, `new WebSocket(U.replace("http", "ws"))`},
	{"eventsource", true, `new EventSource(U)`},
	{"image", true, `new Image().src = U`},
	{"background", true, `document.body.style.backgroundImage = "url(" + U + ")"`},
	{"import", true, `add("style").textContent = "@import url(" + U + ")"`},
	{"stylesheet", true, `const l = add("link"); l.rel = "stylesheet"; l.href = U`},
	{"stylesheet-redirect", true, `const l = add("link"); l.rel = "stylesheet"; l.href = "/redirect?" + U`},
	{"font", true, `add("style").textContent = "@font-face{font-family:f;src:url(" + U + ")}"; add("p").style.fontFamily = "f"; document.body.lastChild.textContent = "x"`},
	{"video", true, `add("video").src = U`},
	{"script", true, `add("script").src = U`},
	{"script-redirect", true, `add("script").src = "/redirect?" + U`},
	{"module", true, `import(U)`},
	{"modulepreload", true, `const l = add("link"); l.rel = "modulepreload"; l.href = U`},
	{"preload", true, `const l = add("link"); l.rel = "preload"; l.as = "fetch"; l.href = U`},
	{"prefetch", true, `const l = document.createElement("link"); l.rel = "prefetch"; l.href = U; document.head.append(l)`},
	{"prerender", false, `const s = add("script"); s.type = "speculationrules"; s.textContent = JSON.stringify({prerender: [{urls: [U], eagerness: "immediate"}]})`},
	{"speculation", false, `const s = document.createElement("script"); s.type = "speculationrules"; s.textContent = JSON.stringify({prefetch: [{urls: [U], eagerness: "immediate"}]}); document.head.append(s)`},
	{"icon", false, `const l = document.createElement("link"); l.rel = "icon"; l.href = U; document.head.append(l)`},
	{"manifest", false, `const l = document.createElement("link"); l.rel = "manifest"; l.href = U; document.head.append(l)`},
	{"object", true, `add("object").data = U`},
	{"embed", true, `add("embed").src = U`},
	{"frame", true, `add("iframe").src = U`},
	{"frame-redirect", true, `add("iframe").src = "/redirect?" + U`},
	{"frame-srcdoc", true, `add("iframe").srcdoc = "<script>fetch('" + U + "')</scr" + "ipt>"`},
	{"frame-image", true, `add("iframe").srcdoc = "<img src='" + U + "'>"`},
	{"frame-blank", true, `const f = add("iframe"); f.contentWindow.fetch(U)`},
	{"frame-location", true, `const f = add("iframe"); f.src = "/plain"; f.onload = () => { f.onload = null; f.contentWindow.location = U }`},
	{"frame-refresh", true, `add("iframe").srcdoc = "<meta http-equiv=refresh content='0;url=" + U + "'>"`},
	{"frame-sandboxed", true, `const f = add("iframe"); f.sandbox = "allow-scripts"; f.srcdoc = "<script>fetch('" + U + "')</scr" + "ipt>"`},
	{"form-frame", true, `const f = add("iframe"); f.name = "in"; const g = add("form"); g.action = U; g.target = "in"; g.submit()`},
	{"form-post-frame", true, `const f = add("iframe"); f.name = "in2"; const g = add("form"); g.action = U; g.method = "post"; g.target = "in2"; g.submit()`},
	{"form-blank", true, `const g = add("form"); g.action = U; g.target = "_blank"; g.submit()`},
	{"popup", true, `window.open(U)`},
	{"popup-named", true, `window.open(U, "other", "width=100")`},
	{"popup-late", true, `const w = window.open("about:blank"); w.location = U`},
	{"popup-script", true, `const w = window.open("/popup?" + U)`},
	{"popup-noopener", true, `window.open(U, "_blank", "noopener")`},
	{"popup-link", true, `const a = add("a"); a.href = U; a.target = "_blank"; a.click()`},
	{"worker-script", true, `new Worker(U)`},
	{"worker-fetch", true, `new Worker("/worker.js?" + U)`},
	{"worker-import", true, `new Worker("/worker.js?import " + U)`},
	{"worker-nested", true, `new Worker("/worker.js?nest " + U)`},
	{"worker-blob", true, `new Worker(URL.createObjectURL(new Blob(["fetch('" + U + "')"])))`},
	{"worker-websocket", true, `new Worker("/worker.js?socket " + U)`},
	{"shared-worker-script", true, `new SharedWorker(U)`},
	{"shared-worker-fetch", true, `new SharedWorker("/worker.js?" + U)`},
	{"service-worker-script", true, `navigator.serviceWorker.register(U, {scope: "/forbidden/x"})`},
	{"service-worker-fetch", true, `navigator.serviceWorker.register("/worker.js?" + U)`},
	{"csp-report", true, `add("iframe").src = "/csp?" + U`},
	{"svg-image", true, `add("div").innerHTML = "<svg><image href='" + U + "'/></svg>"`},
	{"svg-use", true, `add("div").innerHTML = "<svg><use href='" + U + "#a'/></svg>"`},
	{"track", true, `add("div").innerHTML = "<video><track default src='" + U + "'></video>"`},
	{"text-of-page", true, `document.write("<img src='" + U + "'>")`},
}

// own are tricks by which a page leaves for the forbidden place itself.
var own = map[string]string{
	"/leave":     `<script>location = "/forbidden/location"</script>`,
	"/refresh":   strings.Repeat(" ", 8<<10) + `<meta http-equiv=refresh content="0;url=/forbidden/refresh">`, // too late for fetch to follow it
	"/written":   `<script>document.write("<meta http-equiv=refresh content='0;url=/forbidden/written'>")</script>`,
	"/submit":    `<form action=/forbidden/form></form><script>document.forms[0].submit()</script>`,
	"/hop":       `<script>location = "/redirect?/forbidden/hop"</script>`,
	"/later":     `<script>setTimeout(() => location.replace("/forbidden/later"), 50)</script>`,
	"/post":      `<form method=post action=/forbidden/post></form><script>document.forms[0].submit()</script>`,
	"/unload":    `<script>addEventListener("pagehide", () => { navigator.sendBeacon("/forbidden/unload"); fetch("/forbidden/unload", {keepalive: true}) })</script>`,
	"/in-script": `<script src="/forbidden/early.js"></script><link rel=stylesheet href=/forbidden/early.css><iframe src=/forbidden/early></iframe>`,
}

func trickster(t testing.TB) *server {
	pages := map[string]http.HandlerFunc{
		"/robots.txt": text("text/plain", "User-agent: *\nDisallow: /forbidden\n"),
		"/plain":      html("plain"),
		"/redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.RawQuery, http.StatusFound)
		},
		"/popup": html(`<script>fetch(decodeURIComponent(location.search.slice(1)))</script>`),
		"/csp": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", "img-src 'none'; report-uri "+r.URL.RawQuery)
			html("<img src=/x.png>")(w, r)
		},
		"/worker.js": text("text/javascript", `
			const [how, to] = decodeURIComponent(location.search.slice(1)).split(" ");
			switch (how) {
			case "import": importScripts(to); break;
			case "nest": new Worker("/worker.js?" + to); break;
			case "socket": new WebSocket(to.replace("http", "ws")); break;
			default: fetch(how);
			}`),
	}
	var body strings.Builder
	body.WriteString("<body>tricks<script>const add = name => { const e = document.createElement(name); document.body.append(e); return e };</script>")
	for _, k := range tricks {
		fmt.Fprintf(&body, "<script>try { (() => { const U = new URL(%q, location).href; %s })() } catch (e) {}</script>\n", "/forbidden/"+k.name, k.script)
	}
	body.WriteString(`<p id=end>all were tried</p>`)
	pages["/"] = html(body.String())
	for at, doc := range own {
		pages[at] = html(doc + "own")
	}
	s := serve(t, pages)
	return s
}

// reached returns the names of the forbidden places that were asked for.
func (s *server) reached() []string {
	var out []string
	for _, line := range s.asked() {
		if _, name, ok := strings.Cut(line, " /forbidden/"); ok {
			name, _, _ = strings.Cut(name, "?")
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestForbiddenIsNeverAskedFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		init string
	}{{"all layers", initScript}, {"without the init script", ""}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := trickster(t)
			b := open(t, Options{Limit: 3 * time.Minute}, s.URL) // there are many tricks
			b.init = c.init
			p := get(t, b, s.URL+"/")
			if !strings.Contains(string(p.Body), "all were tried") {
				t.Errorf("the page did not get to its end: %s", p.Body)
			}
			for at := range own {
				get(t, b, s.URL+at)
			}
			b.Close()
			if got := s.reached(); len(got) > 0 {
				t.Errorf("asked for in spite of robots.txt: %q", got)
			}
		})
	}
}

// TestTricksWork shows that the tricks above would reach the server from a
// Chrome that is let do as it likes.
func TestTricksWork(t *testing.T) {
	t.Parallel()
	path := needChrome(t)
	s := trickster(t)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	chromedp.Do(ctx, chromedp.Navigate(s.URL+"/"))
	var want []string
	for _, k := range tricks {
		if k.reaches {
			want = append(want, k.name)
		}
	}
	missing := func() (out []string) {
		got := s.reached()
		for _, name := range want {
			if !slices.Contains(got, name) {
				out = append(out, name)
			}
		}
		return out
	}
	for began := time.Now(); len(missing()) > 0 && time.Since(began) < time.Minute; {
		time.Sleep(50 * time.Millisecond)
	}
	if m := missing(); len(m) > 0 {
		t.Errorf("tricks that do not work: %q", m)
	}
	t.Logf("reached: %d of %d: %q", len(s.reached()), len(tricks), s.reached())
}
