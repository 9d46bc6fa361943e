package browser

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// TestExplore: where controls lead is found out without going there, and what
// changes something is not pressed.
func TestExplore(t *testing.T) {
	t.Parallel()
	const twoViews = `<script>const route = () => { document.querySelector("main").innerHTML = location.hash === "#/search" ? "<input id=q>" : "start" }; onhashchange = route; onload = route</script><main></main>`
	cases := []struct{ name, body, want string }{ // want: path or steps of each lead
		{"listener", `<div id=a>Catalogue</div><script>a.addEventListener("click", () => location = "/there?a")</script>`, "/there?a"},
		{"attribute", `<span onclick="location.href='/there?b'">Open</span>`, "/there?b"},
		{"property", `<li id=a>Open</li><script>document.querySelector("li").onclick = () => location.assign("/there?c")</script>`, "/there?c"},
		{"delegated", `<p><b data-to="/there?d">Open</b></p><script>document.addEventListener("click", e => { if (e.target.dataset.to) location = e.target.dataset.to })</script>`, "/there?d"},
		{"pointer", `<style>.row{cursor:pointer}</style><div class=row>One<i>!</i></div><script>onclick = e => { if (e.target.closest(".row")) location = "/there?e" }</script>`, "/there?e"},
		{"javascript-link", `<a href="javascript:void(location='/there?f')">Open</a>`, "/there?f"},
		{"parts", `<a href="#" onclick="window['loca' + 'tion'] = ['', 'there'].join('/') + '?' + String.fromCharCode(103); return false">Open</a>`, "/there?g"},
		{"window-open", `<button onclick="window.open('/there?h')">Open</button>`, "/there?h"},
		{"form-script", `<form id=f action=/there></form><button onclick="f.submit()">Open</button>`, "/there?"},
		{"shadow-closed", `<x-nav></x-nav><script>customElements.define("x-nav", class extends HTMLElement { connectedCallback() { const s = this.attachShadow({mode: "closed"}); s.innerHTML = "<em>Open</em>"; s.firstChild.addEventListener("click", () => location = "/there?i") } })</script>`, "/there?i"},
		{"router-history", `<button id=a>Books</button><p id=p></p><script>a.onclick = () => { history.pushState(null, "", "/books"); p.textContent = "all" }</script>`, "/books [click #a]"},
		{"router-hash", `<a href="#/search">Search</a> <a href="#top">Up</a>` + twoViews, "[go #/search]"},
		{"router-hash-button", `<button id=a onclick="location.hash = '/search'">Search</button>` + twoViews, "[click #a]"},
		{"opens-box", `<button id=a class=icon-search></button><script>a.onclick = () => document.body.append(Object.assign(document.createElement("input"), {type: "search"}))</script>`, "[click #a]"},
		{"two-ways", `<nav><button id=a>Books</button><button id=b>Maps</button></nav><script>a.onclick = () => { location.hash = "#/books"; b.remove() }; b.onclick = () => { location.hash = "#/maps"; a.remove() }</script>`, "[click #a], [click #b]"},
		{"late", `<script>setTimeout(() => document.body.append(Object.assign(document.createElement("button"), {textContent: "Open", onclick: () => location = "/there?k"})), 400)</script>`, "/there?k"},
		{"writes", `<button onclick="fetch('/w', {method: 'DELETE'})">Delete</button><b onclick="fetch('/w', {method: 'PUT'})">Next</b><i onclick="fetch('/w', {method: 'POST', body: 'x'})">♥</i><a href=/logout>x</a><form method=post action=/w><button>Go</button></form>`, ""},
		{"swipe", `<div id=t style="position:relative;width:300px;height:20px">Slide to delete all<span id=h style="position:absolute;left:0;top:0;width:20px;height:20px;background:#333"></span></div><p>1</p><script>h.onmousedown = () => onmousemove = m => { if (m.clientX > 60) fetch("/swept/there") }</script>`, ""},
		{"swipe-under-its-heading", `<section><h3>Delete for good</h3><div id=t style="position:relative;width:300px;height:20px"><span id=h style="position:absolute;left:0;top:0;width:20px;height:20px;background:#333"></span></div><p>1</p></section><script>h.onmousedown = () => onmousemove = m => { if (m.clientX > 60) fetch("/swept/there") }</script>`, ""},
		{"swipe-to-the-end", `<div id=t style="position:relative;width:300px;height:20px"><span id=h style="position:absolute;left:0;top:0;width:20px;height:20px;background:#333"></span></div><p>1</p><script>h.onmousedown = () => onmousemove = m => { if (m.clientX > 240) fetch("/swept/there") }</script>`, ""},
		{"order", `<ul><li>One <span role=button onclick="fetch('/reorder?there=1')">▲</span><li>Two <span role=button onclick="fetch('/reorder?there=2')">▲</span></ul>`, ""},
		{"accordion", `<ul><li>as served</ul><button onclick="document.querySelector('li').textContent = 'another text that takes its place'">Open</button>`, ""},
		{"alike", `<h2>Clean up after me</h2><div><button onclick="location='/w?1'">Now</button><button onclick="location='/w?2'">At noon</button></div>`, ""},
		{"alike-of-a-list", `<h2>Our catalogue</h2><div><button onclick="location='/there?l'">Seeds</button><button onclick="location='/there?m'">Bulbs</button></div>`, "/there?l, /there?m"},
		{"on-off", `<h2>Our catalogue</h2><button aria-pressed=false onclick="location='/w?3'">Seeds</button><i role=switch onclick="location='/w?4'">Bulbs</i><button onclick="location='/w?5'">+</button>`, ""},
		{"question", `<div role=dialog><h2>Cash up now?</h2><button onclick="location='/w?6'">Close</button></div>`, ""},
		{"nothing", `<button onclick="1">Nothing</button><p>text</p><a href=/there>link</a>`, ""},
	}
	pages := map[string]http.HandlerFunc{"/there": html("there"), "/once": html(`<button id=a>Go on</button><script>a.addEventListener("click", () => fetch("/once?sent"))</script><button onclick="this.after(document.createElement('input'))">Shelf</button><b onclick="this.after(document.createElement('input'))">Room</b>`), "/slider": html(helpers + mute)}
	for _, c := range cases {
		pages["/"+c.name] = html("<body>" + c.body)
	}
	servers := serveTwice(t, pages)
	b := open(t, Options{Judge: judged}, servers[0].URL, servers[1].URL)
	share(servers, len(cases), func(s *server, i int) {
		c := cases[i]
		p, err := steps(t, b, s.URL+"/"+c.name, []page.Step{{Do: page.Explore, Times: 8}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			return
		}
		var got []string
		for _, l := range p.Leads {
			said := ""
			if !l.URL.IsZero() {
				said = l.URL.PathQuery()
			}
			if len(l.Steps) > 0 {
				said += " ["
				for _, s := range l.Steps {
					said += s.Do + " " + s.At + s.Text
				}
				said += "]"
			}
			got = append(got, strings.TrimSpace(said))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	})
	s := servers[0]
	for _, line := range append(s.asked(), servers[1].asked()...) {
		if !strings.HasPrefix(line, "GET ") || strings.Contains(line, "/there") || strings.Contains(line, "/logout") {
			t.Errorf("asked for: %s", line)
		}
	}
	// Where a press led nowhere, it is not done again to see where others lead.
	if _, err := steps(t, b, s.URL+"/once", []page.Step{{Do: page.Click, At: "#a"}, {Do: page.Explore, Times: 8}}); err != nil {
		t.Error(err)
	}
	if n := len(slices.DeleteFunc(s.asked(), func(line string) bool { return !strings.Contains(line, "/once?sent") })); n != 1 {
		t.Errorf("pressed %d times", n)
	}
	p, err := steps(t, b, s.URL+"/accordion", []page.Step{{Do: page.Explore, Times: 8}})
	if err != nil || items(t, p) != "as served" {
		t.Errorf("after exploring the page says %q: %v", items(t, p), err)
	}
	p, err = steps(t, b, s.URL+"/slider", []page.Step{{Do: page.Explore, Times: 8}})
	for _, is := range []string{`data-dragged="min" aria-valuemin="0" aria-valuemax="100" aria-valuenow="40"`, `data-dragged="max" aria-valuemin="0" aria-valuemax="100" aria-valuenow="50"`} {
		if err != nil || !strings.Contains(string(p.Body), is) {
			t.Errorf("not marked: %s in %s: %v", is, p.Body, err)
		}
	}
	// Steps that a lead names show it.
	for _, c := range []struct {
		at    string
		steps []page.Step
	}{{"/router-hash", []page.Step{{Do: page.Go, Text: "#/search"}, typing}}, {"/router-hash-button", []page.Step{{Do: page.Click, At: "#a"}, typing}}} {
		p, err := steps(t, b, s.URL+c.at, c.steps)
		if err != nil || !strings.Contains(string(p.Body), `value="heron"`) {
			t.Errorf("%s: %v", c.at, err)
		}
	}
	if _, err := steps(t, b, s.URL+"/nothing", []page.Step{{Do: page.Go, Text: "javascript:1"}}); err == nil {
		t.Error("went to what is no place on the page")
	}
}
