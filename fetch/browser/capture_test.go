package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// TestCapture shows pages in one browser and reads what is captured of them as
// the rest of hadal does: by page.Document.
func TestCapture(t *testing.T) {
	t.Parallel()
	pages := map[string]http.HandlerFunc{
		"/inner":     html(`<form action=go><input name=in value=1></form><p class=in>inner text</p>`),
		"/deeper":    html(`<iframe src=/dir/inner></iframe>`),
		"/dir/inner": html(`<a class=in href=rel>link</a>`),
		"/moved":     func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/there?a=1", http.StatusFound) },
		"/there":     html(`<p class=x>arrived</p>`),
		"/gone": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusGone)
			fmt.Fprint(w, `<p id=x></p><script>x.textContent = "no more"</script>`)
		},
		"/legacy": text("text/html; charset=iso-8859-1", "<p class=x>caf\xe9</p><script>document.body.append('\xfc')</script>"),
		"/json":   text("application/json", `{"a":1}`),
	}
	cases := []struct {
		name, body string // body of /NAME, "" where pages has it
		find       string // selector
		want       string // text, or the attribute attr, of what it finds, joined by |
		attr       string
	}{
		{"static", `<p class=x>plain`, ".x", "plain", ""},
		{"late", `<div id=d></div><script>setTimeout(() => { d.innerHTML = "<p class=x>late</p>" }, 700)</script>`, ".x", "late", ""},
		{"chain", `<div id=d></div><script>setTimeout(() => setTimeout(() => Promise.resolve().then(() => { d.innerHTML = "<p class=x>chain</p>" }), 300), 300)</script>`, ".x", "chain", ""},
		{"frame-of-animation", `<div id=d></div><script>requestAnimationFrame(() => requestAnimationFrame(() => { d.innerHTML = "<p class=x>drawn</p>" }))</script>`, ".x", "drawn", ""},
		{"shadow-open", `<my-list></my-list><script>customElements.define("my-list", class extends HTMLElement { connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p class=x>in the shade</p>" } })</script>`, "my-list .x", "in the shade", ""},
		{"shadow-closed", `<div id=h></div><script>h.attachShadow({mode: "closed"}).innerHTML = "<p class=x>shut</p>"</script>`, "#h .x", "shut", ""},
		{"shadow-slots", `<div id=h><b slot=s>given</b>rest</div><script>h.attachShadow({mode: "open"}).innerHTML = "<p class=x><slot name=s></slot>, <slot></slot>, <slot name=none>fallback</slot></p>"</script>`, "#h .x", "given, rest, fallback", ""},
		{"shadow-declared", `<div id=h><template shadowrootmode=open><p class=x>declared</p></template></div>`, "#h .x", "declared", ""},
		{"shadow-form", `<div id=h></div><script>h.attachShadow({mode: "open"}).innerHTML = "<form action=/s><input name=q></form>"</script>`, "form input", "q", "name"},
		{"frame", `<iframe src=/inner></iframe>`, ".in", "inner text", ""},
		{"frame-form", `<iframe src=/inner></iframe>`, "form", "BASE/go", "action"},
		{"frame-of-frame", `<iframe src=/deeper></iframe>`, "a.in", "BASE/dir/rel", "href"},
		{"frameset", `<frameset cols="*,*"><frame src=/inner><frame src=/dir/inner></frameset>`, ".in", "inner text|link", ""},
		{"frame-written", `<iframe id=f></iframe><script>f.contentDocument.body.innerHTML = "<p class=x>written</p>"</script>`, ".x", "written", ""},
		{"noscript", `<noscript><p class=x>needs scripts</p></noscript><p class=x>has them</p>`, ".x", "has them", ""},
		{"typed", `<input id=i value=old><script>i.value = "new & <so>\""</script>`, "input", "new & <so>\"", "value"},
		{"emptied", `<input id=i value=old><script>i.value = ""</script>`, "input", "", "value"},
		{"password", `<input id=i type=password><script>i.value = "secret"</script>`, "input[value]", "", "value"},
		{"checked", `<input type=checkbox id=a><input type=checkbox id=b checked><script>a.checked = true; b.checked = false</script>`, "input[checked]", "a", "id"},
		{"selected", `<select id=s><option value=1 selected><option value=2></select><script>s.value = 2</script>`, "option[selected]", "2", "value"},
		{"textarea", "<textarea id=t>old</textarea><script>t.value = '\\n</textarea>new'</script>", "textarea", "\n</textarea>new", ""},
		{"pre", "<pre id=p></pre><script>p.textContent = '\\n a'</script>", "pre", "\n a", ""},
		{"script-data", `<script type=application/ld+json>{"a":"<b>&amp;"}</script>`, "script", `{"a":"<b>&amp;"}`, ""},
		{"escaped", `<p class=x id=p></p><script>p.textContent = "<i>&lt;\u00a0"</script>`, ".x", "<i>&lt;\u00a0", ""},
		{"attribute-names", `<p class=x id=p></p><script>p.setAttribute("a:b", 1); p.setAttribute("@c", 2)</script>`, ".x", "1", "a:b"},
		{"written", `<script>document.write("<p class=x>by write</p>")</script>`, ".x", "by write", ""},
		{"module", `<p class=x id=p></p><script type=module>p.textContent = "module"</script>`, ".x", "module", ""},
		{"history", `<p class=x>r</p><script>history.pushState(null, "", "/history/two?b=1")</script><a class=y href=three>`, ".y", "BASE/history/three", "href"},
		{"hash", `<p class=x id=p></p><script>onhashchange = () => { p.textContent = location.hash }; location.hash = "#/list"</script>`, ".x", "#/list", ""},
		{"client-redirect", `<script>location.replace("/moved")</script>`, ".x", "arrived", ""},
		{"meta-refresh", `<meta http-equiv=refresh content="0;url=/there">`, ".x", "arrived", ""},
		{"worker", `<p class=x id=p></p><script>const w = new Worker(URL.createObjectURL(new Blob(["fetch('BASE/json').then(r => r.json()).then(j => postMessage(j.a))"]))); w.onmessage = e => { p.textContent = e.data }</script>`, ".x", "1", ""},
		{"image-loaded", `<p class=x id=p></p><img src=/a.png onload="p.textContent = 'loaded'" onerror="p.textContent = 'failed'">`, ".x", "loaded", ""},
		{"confirm", `<p class=x id=p></p><script>alert(1); p.textContent = confirm("really?")</script>`, ".x", "false", ""},
		{"moved", "", ".x", "arrived", ""},
		{"gone", "", "p", "no more", ""},
		{"legacy", "", ".x", "café", ""},
	}
	for _, c := range cases {
		if c.body != "" {
			pages["/"+c.name] = func(w http.ResponseWriter, r *http.Request) {
				html(strings.ReplaceAll(c.body, "BASE", "http://"+r.Host))(w, r)
			}
		}
	}
	servers := serveTwice(t, pages)
	b := open(t, Options{}, servers[0].URL, servers[1].URL)
	share(servers, len(cases), func(s *server, i int) {
		c := cases[i]
		t.Run(c.name, func(t *testing.T) {
			p := get(t, b, s.URL+"/"+c.name)
			d, err := p.Document()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range d.Find(c.find).EachIter() {
				switch {
				case c.attr == "":
					got = append(got, n.Text())
				case c.attr == "href" || c.attr == "action":
					u, err := d.Resolve(n.AttrOr(c.attr, ""))
					if err != nil {
						t.Error(err)
					}
					got = append(got, u.String())
				default:
					got = append(got, n.AttrOr(c.attr, ""))
				}
			}
			if want := strings.ReplaceAll(c.want, "BASE", s.URL); strings.Join(got, "|") != want {
				t.Errorf("got %q, want %q in %s", strings.Join(got, "|"), want, p.Body)
			}
		})
	})
	s := servers[0]
	if p := get(t, b, s.URL+"/moved"); p.Final.String() != s.URL+"/there?a=1" || p.Status != 200 {
		t.Errorf("final %s, status %d", p.Final, p.Status)
	}
	if p := get(t, b, s.URL+"/client-redirect"); p.Final.String() != s.URL+"/there?a=1" || p.Sent.URL != p.Final {
		t.Errorf("final %s, sent %s", p.Final, p.Sent.URL)
	}
	if p := get(t, b, s.URL+"/gone"); p.Status != http.StatusGone {
		t.Errorf("status %d", p.Status)
	}
	if p := get(t, b, s.URL+"/json"); string(p.Body) != `{"a":1}` {
		t.Errorf("JSON came as %s", p.Body)
	}
	r := page.Get(page.MustParseURL(s.URL + "/static")).Rendered()
	if p := get(t, b, s.URL+"/static"); p.Request != r {
		t.Errorf("request %+v, want %+v", p.Request, r)
	}
}
