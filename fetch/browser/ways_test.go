package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// judged are the rules by which hadal judges clicks and requests.
var judged = judging()

// judging are those rules for a site whose scripts may use further methods.
func judging(methods ...string) Judge {
	guard := forms.ShownGuard{Methods: methods}
	return Judge{Refuse: guard.RefusePress, Send: guard.RefuseSend, Decline: forms.DeclinesCookies}
}

// helpers are what the scripts of the pages below use: show draws rows, ask
// asks the server for those of a word.
const helpers = `<script>
const out = document.createElement("ul"), show = rows => { out.replaceChildren(...rows.map(r => { const li = document.createElement("li"); li.textContent = r; return li })) };
document.addEventListener("DOMContentLoaded", () => document.body.append(out));
var ask = async (q, how) => show(await (await fetch("/find?q=" + encodeURIComponent(q || ""), how)).json());
const add = (tag, set) => { const e = Object.assign(document.createElement(tag), set); document.body.append(e); return e };
</script>`

// library answers the requests of those scripts, whatever their method, as
// long as they ask for a word. Anything that is not GET and asks for none is
// a write, and so is what is below /write.
type library struct {
	mu     sync.Mutex
	writes []string
}

func (l *library) find(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	word := r.URL.Query().Get("q")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		var asked struct{ Q string }
		if json.Unmarshal(body, &asked); asked.Q != "" {
			word = asked.Q
		} else if _, q, ok := strings.Cut(string(body), "q="); ok {
			word = q
		}
		if word == "" {
			l.write(w, r)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `["%s one","%s two"]`, word, word)
}

// numbered answers /rows?from=N with five rows of 23.
func (l *library) rows(w http.ResponseWriter, r *http.Request) {
	var from int
	fmt.Sscan(r.URL.Query().Get("from"), &from)
	rows := []string{}
	for i := from; i < min(from+5, 23); i++ {
		rows = append(rows, fmt.Sprintf("row %d", i))
	}
	json.NewEncoder(w).Encode(rows)
}

func (l *library) write(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes = append(l.writes, r.Method+" "+r.URL.Path)
}

var (
	typing = page.Step{Do: page.TypeText, At: "#q", Text: "heron"}
	enter  = page.Step{Do: page.Press, At: "#q", Text: "Enter"}
	rows23 = func() string {
		var s []string
		for i := range 23 {
			s = append(s, fmt.Sprintf("row %d", i))
		}
		return strings.Join(s, "|")
	}()
)

func press(at string) page.Step                  { return page.Step{Do: page.Click, At: at} }
func choosing(at, text string) page.Step         { return page.Step{Do: page.Choose, At: at, Text: text} }
func more(at string, times int) page.Step        { return page.Step{Do: page.More, At: at, Times: times} }
func heronsAfter(steps ...page.Step) []page.Step { return steps }

// days is a calendar that a button opens, which turns by months and by years and shuts
// once a second day was chosen. Another button in it clears what was chosen.
const days = `<button id=a></button><div id=c></div><script>let y = 2021, m = 5, n = 0; const turn = k => { m += k; y += Math.floor(m / 12); m = (m % 12 + 12) % 12; draw() };
const b = (t, f) => { const e = document.createElement("button"); e.textContent = t; e.onclick = f; c.append(e) };
const draw = () => { c.innerHTML = ""; b("Clear", () => { a.textContent = "" }); b("<", () => turn(-1)); b("<<", () => turn(-12)); const h = document.createElement("b"); h.textContent = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][m] + " " + y; c.append(h); b(">", () => turn(1)); b(">>", () => turn(12));
for (let d = 1; d <= new Date(y, m + 1, 0).getDate(); d++) b(d, () => { a.textContent += (a.textContent ? " " : "") + y + "-" + m + "-" + d; if (++n > 1) c.innerHTML = "" }) };
a.onclick = draw</script>`

// slider has two ends that keys move, which keep each other from passing.
const slider = `<div id=a role=slider tabindex=0 aria-valuemin=0 aria-valuemax=100 aria-valuenow=40>x</div><div id=b role=slider tabindex=0 aria-valuemin=0 aria-valuemax=100 aria-valuenow=50>x</div>
<script>for (const e of [a, b]) e.onkeydown = k => { const to = +e.ariaValueNow + ({ArrowRight: 1, ArrowLeft: -1}[k.key] || 0); e.ariaValueNow = Math.max(e === b ? +a.ariaValueNow : 0, Math.min(e === a ? +b.ariaValueNow : 100, to)) }</script>`

// dragged is such a slider that the mouse alone moves, and the numbers beside it; mute says
// nothing of itself, told what it is at by ARIA.
const dragged = `<div id=t style="position:relative;width:300px;height:12px;background:#ddd"></div><p>From <b id=f></b> to <b id=u></b></p><script>const at = [40, 50];
const end = (i, id) => { const h = document.createElement("span"); h.id = id; h.style.cssText = "position:absolute;width:12px;height:12px;background:#333"; t.append(h);
const put = n => { at[i] = Math.round(Math.max(i ? at[0] : 0, Math.min(i ? 100 : at[1], n))); h.style.left = at[i] / 100 * 288 + "px"; (i ? u : f).textContent = at[i]; TELL };
h.onmousedown = () => { onmousemove = m => put((m.clientX - 6 - t.getBoundingClientRect().left) / 288 * 100) }; put(at[i]) }; onmouseup = () => { onmousemove = null }; end(0, "a"); end(1, "b")</script><button id=go>Go</button><script>go.onclick = () => ask(at.join("-"))</script>`

var (
	mute = strings.ReplaceAll(dragged, "TELL", "")
	told = strings.ReplaceAll(dragged, "TELL", `h.role = "slider"; h.ariaValueMin = 0; h.ariaValueMax = 100; h.ariaValueNow = at[i]`)
)

const herons = "heron one|heron two"

// hidden are the ways in which scripts hide what a page has, one a page. After
// the steps its list items must say what want says.
var hidden = []struct {
	name, body string
	steps      []page.Step
	want       string
}{
	// Where an answer is.
	{"router-hash", `<a id=a href="#/birds">birds</a><script>onhashchange = () => ask(location.hash === "#/birds" ? "heron" : "")</script>`, heronsAfter(press("#a")), herons},
	{"router-history", `<a id=a href="/birds">birds</a><script>a.onclick = e => { e.preventDefault(); history.pushState(null, "", "/birds"); route() }; const route = () => ask("heron"); onpopstate = route</script>`, heronsAfter(press("#a")), herons},
	{"router-navigation", `<a id=a href="/birds">birds</a><script>navigation.addEventListener("navigate", e => { if (e.canIntercept) e.intercept({handler: () => ask("heron")}) })</script>`, heronsAfter(press("#a")), herons},
	{"handler-listener", `<div id=a>birds</div><script>a.addEventListener("click", () => ask("heron"))</script>`, heronsAfter(press("#a")), herons},
	{"handler-attribute", `<span id=a onclick="ask('heron')">birds</span>`, heronsAfter(press("#a")), herons},
	{"handler-property", `<b id=a>birds</b><script>document.querySelector("b").onclick = () => ask("heron")</script>`, heronsAfter(press("#a")), herons},
	{"handler-delegated", `<p><i id=a data-go=heron>birds</i></p><script>document.addEventListener("click", e => { const g = e.target.closest("[data-go]"); if (g) ask(g.dataset.go) })</script>`, heronsAfter(press("#a")), herons},
	{"handler-mouse", `<div id=a>birds</div><script>let down; a.onmousedown = () => down = true; a.onmouseup = () => { if (down) ask("heron") }</script>`, heronsAfter(press("#a")), herons},
	{"handler-pointer", `<div id=a>birds</div><script>a.addEventListener("pointerdown", e => { if (e.isPrimary && e.isTrusted) ask("heron") })</script>`, heronsAfter(press("#a")), herons},
	{"handler-that-moves", `<input id=q><div id=c hidden style="height: 200px">June</div><button id=a>Search</button><script>q.onfocus = () => c.hidden = false; document.onmousedown = e => { if (!c.contains(e.target)) c.hidden = true }; a.onclick = () => ask(q.value)</script>`, heronsAfter(typing, press("#a")), herons},
	{"handler-javascript-link", `<a id=a href="javascript:void ask('heron')">birds</a>`, heronsAfter(press("#a")), herons},
	{"steps-in-a-row", `<button id=a>Menu</button><script>a.onclick = () => { add("button", {id: "b", textContent: "Birds"}).onclick = () => { a.remove(); add("div", {id: "c", textContent: "Herons", onclick: () => ask("heron")}) } }</script>`, heronsAfter(press("#a"), press("#b"), press("#c")), herons},
	{"tabs", `<button role=tab id=a aria-selected=true>Fish</button><button role=tab id=b>Birds</button><script>const tab = q => () => ask(q); a.onclick = tab("carp"); b.onclick = tab("heron"); a.click()</script>`, heronsAfter(press("#b")), herons},
	{"details", `<details id=d><summary id=a>birds</summary></details><script>d.ontoggle = () => ask("heron")</script>`, heronsAfter(press("#a")), herons},
	{"dialog", `<button id=a>Search</button><dialog id=d><input id=q></dialog><script>a.onclick = () => d.showModal(); q.onkeydown = e => { if (e.key === "Enter") { d.append(out); ask(q.value) } }</script>`, heronsAfter(press("#a"), typing, enter), herons},
	{"late-box", `<script>setTimeout(() => { add("input", {id: "q"}).oninput = e => ask(e.target.value) }, 1600)</script>`, heronsAfter(typing), herons},
	{"late-answer", `<input id=q><script>q.oninput = () => { show(["searching"]); setTimeout(() => ask(q.value), 900) }</script>`, heronsAfter(typing), herons},
	{"answer-in-parts", `<input id=q><script>q.oninput = async () => { await ask("first"); await new Promise(r => setTimeout(r, 200)); await ask(q.value) }</script>`, heronsAfter(typing), herons},
	{"shadow-open", `<div id=h></div><script>const s = h.attachShadow({mode: "open"}); s.innerHTML = "<input id=q>"; s.append(out); s.querySelector("input").oninput = e => ask(e.target.value)</script>`, heronsAfter(typing), herons},
	{"shadow-closed", `<div id=h></div><script>const s = h.attachShadow({mode: "closed"}); s.innerHTML = "<input id=q><button id=go>Go</button>"; s.append(out); s.querySelector("button").onclick = () => ask(s.querySelector("input").value)</script>`, heronsAfter(typing, press("#go")), herons},
	{"shadow-nested", `<x-a></x-a><script>customElements.define("x-b", class extends HTMLElement { constructor() { super(); const s = this.attachShadow({mode: "closed"}); s.innerHTML = "<input id=q>"; s.append(out); s.firstChild.onkeyup = e => { if (e.keyCode === 13) ask(e.target.value) } } });
		customElements.define("x-a", class extends HTMLElement { connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p><x-b></x-b></p>" } })</script>`, heronsAfter(typing, enter), herons},
	{"custom-element-late", `<bird-search></bird-search><script>setTimeout(() => customElements.define("bird-search", class extends HTMLElement { connectedCallback() { this.innerHTML = "<input id=q>"; this.firstChild.onchange = e => ask(e.target.value) } }), 300)</script>`, heronsAfter(typing, enter), herons},
	{"frame", `<iframe src=/inner></iframe>`, heronsAfter(typing, enter), herons},
	{"shadow-path", `<div id=h></div><script>const s = h.attachShadow({mode: "closed"}); s.innerHTML = "<p><input><button>Go</button></p>"; s.append(out); s.querySelector("button").onclick = () => ask(s.querySelector("input").value)</script>`, heronsAfter(page.Step{Do: page.TypeText, At: "#h > p:nth-of-type(1) > input:nth-of-type(1)", Text: "heron"}, press("#h > p:nth-of-type(1) > button:nth-of-type(1)")), herons},
	{"frame-path", `<div>first</div><iframe src=/inner></iframe><div>last</div>`, heronsAfter(page.Step{Do: page.TypeText, At: "html > body:nth-of-type(1) > div:nth-of-type(2) > input:nth-of-type(1)", Text: "heron"}, page.Step{Do: page.Press, At: "body > div:nth-of-type(2) > input:nth-of-type(1)", Text: "Enter"}), herons},
	{"frame-in-frame", `<iframe src=/outer></iframe>`, heronsAfter(typing, enter), herons},
	{"frame-srcdoc", `<iframe id=f></iframe><script>f.srcdoc = "<input id=q><script>document.querySelector('input').oninput = e => parent.ask(e.target.value)</scr" + "ipt>"</script>`, heronsAfter(typing), herons},

	// How it is asked for.
	{"xhr-get", `<input id=q><script>q.oninput = () => { const x = new XMLHttpRequest(); x.open("GET", "/find?q=" + q.value); x.onload = () => show(JSON.parse(x.response)); x.send() }</script>`, heronsAfter(typing), herons},
	{"xhr-post", `<input id=q><script>q.oninput = () => { const x = new XMLHttpRequest(); x.open("POST", "/find"); x.onreadystatechange = () => { if (x.readyState === 4) show(JSON.parse(x.response)) }; x.setRequestHeader("Content-Type", "application/x-www-form-urlencoded"); x.send("q=" + q.value) }</script>`, heronsAfter(typing), herons},
	{"xhr-put", `<input id=q><script>q.oninput = () => { const x = new XMLHttpRequest(); x.open("PUT", "/find"); x.responseType = "json"; x.onload = () => show(x.response); x.send(JSON.stringify({q: q.value})) }</script>`, heronsAfter(typing), herons},
	{"fetch-post", `<input id=q><script>q.oninput = async () => show(await (await fetch(new Request("/find", {method: "POST", body: JSON.stringify({q: q.value})}))).json())</script>`, heronsAfter(typing), herons},
	{"fetch-put", `<input id=q><script>q.oninput = async () => show(await (await fetch("/find", {method: "PUT", body: JSON.stringify({q: q.value})})).json())</script>`, heronsAfter(typing), herons},
	{"form-get", `<form action=/answer><input id=q name=q></form>`, heronsAfter(typing, enter), herons},
	{"form-post", `<form action=/answer method=post><input id=q name=q><button>Search</button></form>`, heronsAfter(typing, enter), herons},
	{"form-new-tab", `<form action=/answer target=_blank><input id=q name=q><button id=go>Search</button></form>`, heronsAfter(typing, press("#go")), herons},
	{"window-open", `<input id=q><b id=go>Search</b><script>go.onclick = () => open("/answer?q=" + q.value)</script>`, heronsAfter(typing, press("#go")), herons},
	{"location", `<input id=q><script>q.onkeydown = e => { if (e.key === "Enter") location.href = "/answer?q=" + q.value }</script>`, heronsAfter(typing, enter), herons},
	{"worker", `<input id=q><script>const w = new Worker("/worker.js"); w.onmessage = e => show(e.data); q.oninput = () => w.postMessage(q.value)</script>`, heronsAfter(typing), herons},
	{"jsonp", `<input id=q><script>q.oninput = () => add("script", {src: "/answer.js?q=" + q.value})</script>`, heronsAfter(typing), herons},
	{"module", `<input id=q><script type=module>q.oninput = async () => (await import("/module.js")).ask(q.value)</script>`, heronsAfter(typing), herons},

	// Strings that stand nowhere as they are.
	{"parts", `<p id=p></p><script>const t = ["in", "put"], i = "q"; p.innerHTML = "<" + t.join("") + " id=" + i + ">"; document["getElement" + "ById"](i)["on" + "input"] = e => window["a" + "sk"](e.target["val" + "ue"])</script>`, heronsAfter(typing), herons},
	{"coded", `<p id=p></p><script>p.innerHTML = atob("PGlucHV0IGlkPXE+"); q.oninput = () => Function(String.fromCharCode(97,115,107) + "(q.value)")()</script>`, heronsAfter(typing), herons},
	{"written", `<script>document.write("<inp"); document.write("ut id='q' onin", "put='a" + "sk(value)'>")</script>`, heronsAfter(typing), herons},

	// Boxes of many kinds.
	{"replaced-while-typing", `<div id=d></div><script>const draw = v => { d.innerHTML = "<input id=q>"; const e = d.firstChild; e.value = v; e.oninput = () => draw(e.value); e.onkeydown = k => { if (k.key === "Enter") ask(e.value) }; e.focus() }; draw("")</script>`, heronsAfter(typing, enter), herons},
	{"replaced-button", `<input id=q><p id=p></p><script>const draw = () => { p.innerHTML = "<button id=go>Search</button>"; p.firstChild.onclick = () => ask(q.value) }; draw(); p.onmouseover = () => { p.onmouseover = null; draw() }; q.oninput = () => setTimeout(draw, 100)</script>`, heronsAfter(typing, press("#go")), herons},
	{"replaced-page", `<div id=d><input id=q></div><script>q.oninput = async () => { const v = q.value; await 0; d.innerHTML = "<main>" + d.innerHTML + "</main>"; ask(v) }</script>`, heronsAfter(typing), herons},
	{"controlled", `<input id=q><script>let state = ""; const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value"); Object.defineProperty(q, "value", {get() { return own.get.call(this) }, set(v) { own.set.call(this, v) }});
		q.addEventListener("input", e => { state = own.get.call(q); ask(state) })</script>`, heronsAfter(typing), herons},
	{"keyup", `<input id=q><script>q.onkeyup = () => ask(q.value)</script>`, heronsAfter(typing), herons},
	{"debounced", `<input id=q><script>let t; q.oninput = () => { clearTimeout(t); t = setTimeout(() => ask(q.value), 500) }</script>`, heronsAfter(typing), herons},
	{"suggestion-that-nothing-says", `<p>heron</p><input id=q><div id=l></div><script>q.oninput = () => { l.innerHTML = "<div><div>heron</div><div>heron grey</div></div>"; for (const o of l.firstChild.children) o.onclick = () => { l.innerHTML = ""; ask(o.textContent) } }</script>`, heronsAfter(choosing("#q", "heron")), herons},
	{"calendar", days + `<button id=go>Go</button><script>go.onclick = () => ask(a.textContent)</script>`, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "2019-11-08"}, page.Step{Do: page.TypeText, At: "#a", Text: "2022-02-28"}, press("#go")), "2019-10-8 2022-1-28 one|2019-10-8 2022-1-28 two"},
	{"slider", slider + `<button id=go>Go</button><script>go.onclick = () => ask(a.ariaValueNow + "-" + b.ariaValueNow)</script>`, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "60"}, page.Step{Do: page.TypeText, At: "#b", Text: "83"}, press("#go")), "60-83 one|60-83 two"},
	{"slider-to-its-ends", slider + `<button id=go>Go</button><script>go.onclick = () => ask(a.ariaValueNow + "-" + b.ariaValueNow)</script>`, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "0"}, page.Step{Do: page.TypeText, At: "#b", Text: "100"}, press("#go")), "0-100 one|0-100 two"},
	{"slider-dragged", mute, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "60"}, page.Step{Do: page.TypeText, At: "#b", Text: "83"}, press("#go")), "60-83 one|60-83 two"},
	{"slider-dragged-to-its-ends", mute, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "0"}, page.Step{Do: page.TypeText, At: "#b", Text: "100"}, press("#go")), "0-100 one|0-100 two"},
	{"slider-dragged-and-told", told, heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "60"}, page.Step{Do: page.TypeText, At: "#b", Text: "83"}, press("#go")), "60-83 one|60-83 two"},
	{"slider-dragged-as-far-as-needed", strings.ReplaceAll(mute, "put(at[i]) }; onmouseup", "put(at[i]) }; const by = at; at.join = () => by[0] * 1000 + '-' + by[1] * 1000; onmouseup"), heronsAfter(page.Step{Do: page.TypeText, At: "#a", Text: "20.5"}, page.Step{Do: page.TypeText, At: "#b", Text: "83.5"}, press("#go")), "20000-84000 one|20000-84000 two"},
	{"contenteditable", `<div id=q contenteditable role=textbox></div><script>q.oninput = () => ask(q.textContent)</script>`, heronsAfter(typing), herons},
	{"textarea", `<textarea id=q>old text</textarea><button id=go>Go</button><script>go.onclick = () => ask(q.value)</script>`, heronsAfter(typing, press("#go")), herons},
	{"covered", `<input id=q><button id=go>Go</button><div style="position:fixed;inset:0;background:#fff"></div><script>go.onclick = () => ask(q.value)</script>`, heronsAfter(typing, press("#go")), herons},
	{"disabled-at-first", `<input id=q><button id=go disabled>Go</button><script>q.oninput = () => setTimeout(() => go.disabled = false, 200); go.onclick = () => ask(q.value)</script>`, heronsAfter(typing, press("#go")), herons},
	{"unveiled", `<a href=# onclick="v.style.visibility = 'visible'; fetch('/find?q=heron').then(r => r.json()).then(l => loaded = l); return false"><i class="icon-search"></i></a><div id=v style="visibility:hidden"><input id=q></div><script>let loaded; const all = async () => { for (let i = 0; !loaded && i < 20 && v.style.visibility === "visible"; i++) await new Promise(r => setTimeout(r, 50)); show(loaded.filter(t => t.includes(q.value))) }; q.oninput = all</script>`, []page.Step{{Do: page.TypeText, At: "#q", Text: "heron"}}, herons},
	{"date", `<input id=q type=date><script>q.onchange = () => ask(q.value)</script>`, []page.Step{{Do: page.TypeText, At: "#q", Text: "2020-02-29"}}, "2020-02-29 one|2020-02-29 two"},
	{"select", `<select id=s><option>carp<option>heron</select><script>s.onchange = () => ask(s.value)</script>`, heronsAfter(choosing("#s", "heron")), herons},
	{"radio", `<label><input type=radio name=r value=carp checked>Carp</label><label><input type=radio name=r value=heron>Heron</label><script>onchange = e => ask(e.target.value)</script>`, heronsAfter(choosing("input[value=heron]", "heron")), herons},
	{"checkbox", `<input type=checkbox id=c value=heron><script>c.onclick = () => ask(c.checked ? c.value : "")</script>`, heronsAfter(choosing("#c", "heron")), herons},
	{"datalist", `<input id=s list=l><datalist id=l><option value=heron></datalist><script>s.onchange = () => ask(s.value)</script>`, heronsAfter(choosing("#s", "heron")), herons},
	{"listbox", `<ul id=s role=listbox><li role=option>carp</li><li role=option data-value=h>heron</li></ul><script>s.onclick = e => ask(e.target.textContent)</script>`, heronsAfter(choosing("#s", "h")), herons},
	{"picker", `<form id=s><p>any</p><input type=hidden id=h><ul hidden><li data-value=c>carp</li><li data-value=h>heron</li></ul></form><script>s.onclick = e => { const v = e.target.dataset.value; s.querySelector("ul").hidden = !!v; if (v) { h.value = v; ask(e.target.textContent) } }</script>`, heronsAfter(choosing("#s", "h")), herons},
	{"combobox", `<div id=s role=combobox aria-controls=l tabindex=0>any</div><ul id=l role=listbox hidden></ul><script>s.onclick = () => setTimeout(() => { l.hidden = false; l.innerHTML = "<li role=option>carp<li role=option>heron"; l.onclick = e => { s.textContent = e.target.textContent; l.hidden = true; ask(s.textContent) } }, 150)</script>`, heronsAfter(choosing("#s", "heron")), herons},
	{"dependent", `<select id=s><option><option>birds</select><select id=k><option></select><script>s.onchange = () => setTimeout(() => k.innerHTML = "<option><option>heron", 400); k.onchange = () => ask(k.value)</script>`, heronsAfter(choosing("#s", "birds"), choosing("#k", "heron")), herons},
	{"banner", `<div role=dialog aria-label=cookies id=b style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p><button onclick="fetch('/write/consent', {method: 'POST'})">Accept all</button><button onclick="b.remove(); free = true">Reject all</button></div><input id=q><script>var free = false; q.oninput = () => { if (free) ask(q.value) }</script>`, heronsAfter(typing), herons},
	{"confirms", `<input id=q><script>q.oninput = () => { if (confirm("Delete all?")) fetch("/write/all", {method: "POST"}); else ask(q.value) }</script>`, heronsAfter(typing), herons},

	// Answers that go on.
	{"more-button", `<button id=m>Load more</button><script>const all = []; const next = async () => { all.push(...await (await fetch("/rows?from=" + all.length)).json()); show(all); if (all.length > 22) m.remove() }; m.onclick = next; next()</script>`, []page.Step{more("#m", 30)}, rows23},
	{"disabled-for-good", `<input id=q><button id=go disabled>Go</button><ul><li>no bird</ul>`, heronsAfter(typing, press("#go")), "no bird"},
	{"more-disabled", `<button id=m>Next</button><script>let n = 0; const next = async () => { const a = await (await fetch("/rows?from=" + n)).json(); n += 5; show(a); m.disabled = n > 22 }; m.onclick = next; next()</script>`, []page.Step{more("#m", 30)}, rows23},
	{"more-idle", `<button id=m>More</button><script>const all = []; const next = async () => { all.push(...await (await fetch("/rows?from=" + all.length)).json()); show(all) }; m.onclick = next; next()</script>`, []page.Step{more("#m", 30)}, rows23},
	{"more-hidden", `<button id=m>More</button><script>let n = 0; const next = async () => { const a = await (await fetch("/rows?from=" + n)).json(); n = n + 5 > 22 ? 0 : n + 5; out.append(...a.map(t => Object.assign(document.createElement("li"), {textContent: t}))); m.style.display = n ? "" : "none" }; m.onclick = next; next()</script>`, []page.Step{more("#m", 30)}, rows23},
	{"more-again", `<button id=m>More</button><script>let n = 0; const next = async () => { const a = await (await fetch("/rows?from=" + n)).json(); n = n + 5 > 22 ? 0 : n + 5; out.append(...a.map(t => { const li = document.createElement("li"); li.append(Object.assign(document.createElement("b"), {textContent: t})); return li })) }; m.onclick = next; next()</script>`, []page.Step{more("#m", 30)}, rows23 + "|row 0|row 1|row 2|row 3|row 4|row 5|row 6|row 7|row 8|row 9"},
	{"scroll-end", `<div id=e style="height:1px"></div><script>const all = []; let busy; const next = async () => { if (busy || all.length > 22) return; busy = true; all.push(...await (await fetch("/rows?from=" + all.length)).json()); show(all); busy = false };
		document.head.append(Object.assign(document.createElement("style"), {textContent: "li{height:400px}"})); onscroll = () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 600) next() }; next()</script>`, []page.Step{more("", 30)}, rows23},
	{"scroll-observed", `<script>onload = () => { const all = [], e = add("div", {textContent: "."}); let busy; new IntersectionObserver(async s => { if (!s[0].isIntersecting || busy || all.length > 22) return; busy = true; all.push(...await (await fetch("/rows?from=" + all.length)).json()); show(all); busy = false; document.body.append(e) }).observe(e);
		document.head.append(Object.assign(document.createElement("style"), {textContent: "li{height:500px}"})) }</script>`, []page.Step{more("", 30)}, rows23},
	{"scroll-box", `<div id=b style="height:300px;overflow:auto"></div><script>onload = async () => { b.append(out); const all = []; let busy; const next = async () => { busy = true; all.push(...await (await fetch("/rows?from=" + all.length)).json()); show(all); busy = false }; b.onscroll = () => { if (!busy && b.scrollTop + 300 > b.scrollHeight - 50 && all.length < 23) next() }; document.head.append(Object.assign(document.createElement("style"), {textContent: "li{height:90px}"})); next() }</script>`, []page.Step{more("", 30)}, rows23},
	{"virtual", `<div id=b style="height:200px;overflow:auto;position:relative"><div id=l style="position:relative;height:1150px"></div></div><script>const draw = () => { const first = Math.floor(b.scrollTop / 50); l.replaceChildren(); for (let i = first; i < Math.min(first + 6, 23); i++) { const r = document.createElement("li"); r.textContent = "row " + i; r.style.cssText = "position:absolute;height:50px;top:" + i * 50 + "px"; l.append(r) } }; b.onscroll = () => requestAnimationFrame(draw); draw(); out.remove()</script>`, []page.Step{more("", 30)}, rows23},
}

// TestHidden: content is found in whatever way a script hides it, and nothing
// is written on the way.
func TestHidden(t *testing.T) {
	t.Parallel()
	const shards = 3 // sites, whose pages are shown side by side
	var targets []string
	var servers []*server
	lib := &library{}
	for range shards {
		pages := map[string]http.HandlerFunc{
			"/find": lib.find, "/rows": lib.rows,
			"/inner": html(`<input id=q><script>document.querySelector("input").onkeydown = e => { if (e.key === "Enter") top.ask(e.target.value) }</script>`),
			"/outer": html(`<p>outer</p><iframe src=/inner></iframe>`),
			"/answer": func(w http.ResponseWriter, r *http.Request) {
				html("<li>"+r.FormValue("q")+" one<li>"+r.FormValue("q")+" two")(w, r)
			},
			"/worker.js": text("text/javascript", `onmessage = async e => postMessage(await (await fetch("/find?q=" + e.data)).json())`),
			"/module.js": text("text/javascript", `export const ask = q => globalThis.ask(q)`),
			"/answer.js": func(w http.ResponseWriter, r *http.Request) {
				text("text/javascript", fmt.Sprintf("show(['%s one', '%[1]s two'])", r.FormValue("q")))(w, r)
			},
			"/birds": html("served by the server"),
		}
		for _, c := range hidden {
			pages["/"+c.name] = html(helpers + "<body>" + c.body)
		}
		s := serve(t, pages)
		handler := s.Config.Handler
		s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/write") {
				lib.write(w, r)
			}
			handler.ServeHTTP(w, r)
		})
		servers, targets = append(servers, s), append(targets, s.URL)
	}
	b := open(t, Options{Tabs: shards, Judge: judging("PUT")}, targets...)
	var wg sync.WaitGroup
	for k, s := range servers {
		wg.Go(func() {
			for i := k; i < len(hidden); i += shards {
				c := hidden[i]
				began := time.Now()
				p, err := steps(t, b, s.URL+"/"+c.name, c.steps)
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
					continue
				}
				if got := items(t, p); got != c.want {
					t.Errorf("%s: got %q, want %q in %s", c.name, got, c.want, p.Body)
				}
				if took := time.Since(began); took > 2*time.Second {
					t.Logf("%s took %s", c.name, took.Round(time.Millisecond))
				}
			}
		})
	}
	wg.Wait()
	if len(lib.writes) > 0 {
		t.Errorf("written: %q", lib.writes)
	}
}

// steps takes steps on a page.
func steps(t testing.TB, b *Browser, u string, steps []page.Step) (*page.Page, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	return b.Fetch(ctx, page.Get(page.MustParseURL(u)).Rendered(steps...))
}

// items returns the texts of a page's list items that a reader can see.
func items(t testing.TB, p *page.Page) string {
	d, err := p.Document()
	if err != nil {
		t.Error(err)
		return ""
	}
	var out []string
	for _, n := range d.Find("li:not([role])").EachIter() {
		if n.Closest("[hidden]").Length() == 0 {
			out = append(out, strings.TrimSpace(n.Text()))
		}
	}
	return strings.Join(out, "|")
}
