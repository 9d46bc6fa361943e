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

	"github.com/hadal-crawler/hadal/page"
)

// temptations are controls that change something on the server when they are
// pressed: they say so, or they do not. W is the address to be changed.
var temptations = []struct{ name, body string }{
	{"delete", `<button id=x onclick="fetch(W, {method: 'DELETE'})">Delete</button>`},
	{"delete-icon", `<button id=x class=icon title="Remove item" onclick="fetch(W, {method: 'POST'})">✕</button>`},
	{"delete-said-next", `<button id=x onclick="fetch(W, {method: 'DELETE'})">Next</button>`},
	{"put-said-more", `<button id=x onclick="fetch(W, {method: 'PUT', body: 'seen'})">Load more</button>`},
	{"patch-said-open", `<a id=x href="#" onclick="fetch(W, {method: 'PATCH'})">Open</a>`},
	{"post-said-ok", `<div id=x>OK</div><script>x.addEventListener("click", () => fetch(W, {method: "POST", body: JSON.stringify({name: "new"})}))</script>`},
	{"post-heart", `<i id=x>♥</i><script>document.onclick = () => fetch(W, {method: "POST"})</script>`},
	{"xhr-post", `<b id=x>Yes</b><script>x.onclick = () => { const r = new XMLHttpRequest(); r.open("POST", W); r.send("yes=1") }</script>`},
	{"xhr-made-of-parts", `<b id=x>Show</b><script>x.onclick = () => { const r = new XMLHttpRequest(); r.open("DEL" + "ETE", W); r.send() }</script>`},
	{"beacon", `<b id=x>Details</b><script>x.onclick = () => navigator.sendBeacon(W, "x")</script>`},
	{"mutation", `<b id=x>List</b><script>x.onclick = () => fetch(W, {method: "POST", body: JSON.stringify({query: "mutation { drop(id: 7) }"})})</script>`},
	{"save", `<button id=x onclick="fetch(W, {method: 'PUT'})">Save</button>`},
	{"cart", `<button id=x onclick="fetch(W, {method: 'POST'})">In den Warenkorb</button>`},
	{"get-delete", `<a id=x href="/items/7/delete?w">Details</a>`},
	{"get-delete-script", `<b id=x onclick="fetch('/items/7/delete?w')">Details</b>`},
	{"get-logout", `<b id=x onclick="location = '/logout?w'">Overview</b>`},
	{"form-post", `<form method=post id=f><button id=x>Go on</button></form><script>f.action = W</script>`},
	{"form-post-script", `<form method=post id=f></form><b id=x onclick="f.submit()">Show</b><script>f.action = W</script>`},
	{"form-login", `<form id=f><input name=u><input type=password name=p><button id=x>Search</button></form><script>f.action = W + "?w"</script>`},
	{"form-worker", `<b id=x>Chart</b><script>x.onclick = () => new Worker(URL.createObjectURL(new Blob(["fetch('" + new URL(W, location) + "', {method: 'DELETE'})"])))</script>`},
	{"form-frame", `<iframe name=i></iframe><form method=post id=f target=i></form><b id=x onclick="f.submit()">Map</b><script>f.action = W</script>`},
	{"popup", `<form method=post id=f target=_blank></form><b id=x onclick="f.submit()">Print view</b><script>f.action = W</script>`},
	{"timer", `<b id=x onclick="setTimeout(() => fetch(W, {method: 'POST', body: 'x'}), 50)">Next</b>`},
	{"after-reading", `<b id=x onclick="fetch('/plain').then(() => fetch(W, {method: 'POST', body: 'x'}))">Next</b>`},
}

// tempter serves the temptations; written returns those that were given in to.
func tempter(t testing.TB) (servers [2]*server, written func(*server) []string) {
	pages := map[string]http.HandlerFunc{"/plain": html("plain")}
	for _, c := range temptations {
		pages["/"+c.name] = html(fmt.Sprintf("<script>const W = '/changed/%s'</script><body>%s", c.name, c.body))
	}
	return serveTwice(t, pages), func(s *server) (out []string) {
		for _, e := range s.asked() {
			method, uri, _ := strings.Cut(e, " ")
			if method != "GET" || strings.Contains(uri, "?w") || strings.Contains(uri, "password") || strings.HasPrefix(uri, "/changed") {
				out = append(out, e)
			}
		}
		return out
	}
}

// TestNothingIsWritten presses what must not be pressed: whether the click is
// refused for what the control says or the request for what it is, the server
// sees none of it.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	servers, written := tempter(t)
	b := open(t, Options{Judge: judged}, servers[0].URL, servers[1].URL)
	share(servers, len(temptations), func(s *server, i int) {
		c := temptations[i]
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		_, err := b.Fetch(ctx, page.Get(page.MustParseURL(s.URL+"/"+c.name)).Rendered(page.Step{Do: page.Click, At: "#x"}))
		cancel()
		t.Logf("%s: %v", c.name, err)
		if w := written(s); len(w) > 0 {
			t.Errorf("%s, or one before it, wrote: %q", c.name, w)
		}
	})
}

// TestTemptationsWork shows that each would change something if it were pressed
// in a Chrome that is let do as it likes.
func TestTemptationsWork(t *testing.T) {
	t.Parallel()
	servers, log := tempter(t)
	s, written := servers[0], func() []string { return log(servers[0]) }
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(needChrome(t)), chromedp.DisableGPU)...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	for _, c := range temptations {
		before := len(written())
		tab, closeTab := chromedp.NewContext(ctx) // of its own: where the one before went to is not waited for
		if err := chromedp.Do(tab, chromedp.Navigate(s.URL+"/"+c.name), chromedp.WaitVisible(chromedp.CSS("#x"))); err != nil {
			t.Fatal(c.name, err)
		}
		if _, err := chromedp.Run(tab, chromedp.Evaluate[chromedp.Void]("x.click()")); err != nil {
			t.Fatal(c.name, err)
		}
		for began := time.Now(); len(written()) == before; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 10*time.Second {
				t.Errorf("%s changes nothing", c.name)
				break
			}
		}
		closeTab()
	}
	if !slices.ContainsFunc(written(), func(e string) bool { return strings.HasPrefix(e, "DELETE ") }) {
		t.Error("nothing was deleted")
	}
}

// TestDangerousForms: a form that can destroy something by another of its
// buttons is sent neither by Enter nor by a script nor by a button that does not
// say to the server that it searches; one that says so, and any harmless one, is.
func TestDangerousForms(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, body string
		last       page.Step
		sent       bool
	}{
		{"enter-post", `<form method=post action=/rows><input id=q name=q><button>Search</button><button>Vacuum</button><button>Drop table</button></form>`, page.Step{Do: page.Press, At: "#q", Text: "Enter"}, false},
		{"enter-get", `<form action=/rows><input id=q name=q><button name=b value=1>Go</button><button name=b value=2>Truncate</button></form>`, page.Step{Do: page.Press, At: "#q", Text: "Enter"}, false},
		{"script", `<form id=f method=post action=/rows><input id=q name=q><button name=b value=s>Search</button><button name=b value=d>Drop table</button></form><b id=x onclick="f.submit()">Find</b>`, page.Step{Do: page.Click, At: "#x"}, false},
		{"script-fetch", `<form action=/rows><input id=q name=q><button name=b value=d>Delete all</button></form><script>q.onchange = () => fetch("/rows", {method: "POST", body: "q=" + q.value})</script>`, page.Step{Do: page.Press, At: "#q", Text: "Tab"}, false},
		{"unnamed", `<form method=post action=/rows><input id=q name=q><button id=x>Search</button><button name=b value=d>Delete all</button></form>`, page.Step{Do: page.Click, At: "#x"}, false},
		{"legend", `<fieldset><legend>Newsletter</legend><form action=/rows><input name=w><button id=x>Go</button></form></fieldset><p id=q></p>`, page.Step{Do: page.Click, At: "#x"}, false},
		{"hidden", `<form action=/rows><input id=q name=q><input type=hidden name=action value=delete><button id=x>Search</button></form>`, page.Step{Do: page.Click, At: "#x"}, false},
		{"named-action", `<form action=/rows;do=delete><input id=q name=q><input type=hidden name=action value=search><button id=x>Search</button></form>`, page.Step{Do: page.Click, At: "#x"}, false},
		{"told", `<form method=post action=/rows><input id=q name=q><button id=x name=b value=search>Search</button><button name=b value=d>Delete all</button></form>`, page.Step{Do: page.Click, At: "#x"}, true},
		{"harmless", `<form action=/rows><input id=q name=q><button>Search</button><button name=format value=csv>CSV</button></form>`, page.Step{Do: page.Press, At: "#q", Text: "Enter"}, true},
		{"harmless-post", `<form method=post action=/rows><input id=q name=q><input type=hidden name=action value=search><button>Search</button></form>`, page.Step{Do: page.Press, At: "#q", Text: "Enter"}, true},
	}
	pages := map[string]http.HandlerFunc{"/rows": html("rows"), "/rows;do=delete": html("gone")}
	for _, c := range cases {
		pages["/"+c.name] = html("<body>" + c.body)
	}
	servers := serveTwice(t, pages)
	b := open(t, Options{Judge: judged}, servers[0].URL, servers[1].URL)
	share(servers, len(cases), func(s *server, i int) {
		c := cases[i]
		before := len(s.asked())
		var plan []page.Step
		if c.name != "legend" { // which is pressed before anything is asked
			plan = append(plan, page.Step{Do: page.TypeText, At: "#q", Text: "heron"})
		}
		_, err := steps(t, b, s.URL+"/"+c.name, append(plan, c.last))
		sent := slices.ContainsFunc(s.asked()[before:], func(e string) bool { return strings.Contains(e, "/rows") })
		if sent != c.sent {
			t.Errorf("%s: sent is %v (%v): %q", c.name, sent, err, s.asked()[before:])
		}
	})
}
