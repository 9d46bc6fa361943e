package forms_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// TestChrome submits every case by a real browser to a loopback server and
// compares what arrives with what Fill makes, byte by byte.
func TestChrome(t *testing.T) {
	binary := chromium(t)
	arrived := make(chan arrival, 8)
	var current atomic.Pointer[submission] // to be served at the next request; nil once it was
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".png") || r.URL.Path == "/favicon.ico" {
			http.NotFound(w, r)
			return
		}
		if c := current.Swap(nil); c != nil {
			body, contentType := c.encoded(t)
			w.Header().Set("Content-Type", contentType)
			w.Write(body)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		arrived <- arrival{sent(r.Method, r.RequestURI, r.Header.Get("Content-Type"), string(body)), r.Header.Get("Referer")}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>sent</title>")
	}))
	defer server.Close()

	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.DisableGPU)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	defer stop()
	browser, closeBrowser := chromedp.NewContext(alloc)
	defer closeBrowser()
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("start %s: %v", binary, err)
	}
	at := server.URL + "/case"
	for _, c := range submissions {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(browser, 10*time.Second)
			defer cancel()
			want, err := c.filled(t, page.MustParseURL(at))
			if err != nil {
				t.Fatal(err)
			}
			current.Store(&c)
			if err := chromedp.Do(ctx, chromedp.Navigate(at)); err != nil {
				t.Fatal(err)
			}
			how, err := chromedp.Run(ctx, chromedp.Evaluate[string](c.script(t)))
			if err != nil {
				t.Fatal(err)
			}
			submit := chromedp.Evaluate[chromedp.Void]("hadalSubmit()")
			if how == "press Enter" {
				submit = chromedp.KeyEvent("\r")
			}
			if _, err := chromedp.Run(ctx, chromedp.WaitEvent(cdpage.LoadEventFired, nil, submit)); err != nil {
				t.Fatalf("%v; Fill has %s", err, describe(want))
			}
			got := <-arrived
			if c.chrome != "" {
				if got.request != c.chrome {
					t.Errorf("Chrome sent %s; its known deviation from the standard was %s", got.request, c.chrome)
				}
				return
			}
			if diff := cmp.Diff(describe(want), got.request); diff != "" {
				t.Errorf("Fill (-) and Chrome (+) differ:\n%s", diff)
			}
			if got.referer != want.Referer.String() {
				t.Errorf("Chrome sent Referer %q, Fill has %q", got.referer, want.Referer)
			}
		})
	}
	for _, p := range patterns {
		got, err := chromedp.Run(browser, chromedp.Evaluate[bool](fmt.Sprintf(
			`(() => { const i = document.createElement("input"); i.pattern = %s; i.value = %s; return i.checkValidity(); })()`,
			quoteJS(t, p.pattern), quoteJS(t, p.value))))
		if err != nil {
			t.Fatal(err)
		}
		if got != p.valid {
			t.Errorf("Chrome: pattern %s accepts %q: %v, the table says %v", p.pattern, p.value, got, p.valid)
		}
	}
}

func quoteJS(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type arrival struct {
	request string
	referer string
}

// script fills the case's form as a person would and returns how to submit
// it: "press Enter" in its first text box, or, where there is none or a button
// is chosen, by the function hadalSubmit that it leaves behind.
func (c submission) script(t *testing.T) string {
	values, err := json.Marshal(c.values)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`(() => {
		const form = document.forms[0], values = %s, button = %q, value = %q;
		const controls = [...document.querySelectorAll("input,select,textarea,button")].filter(e => e.form === form);
		const presses = e => e.type === "submit" || e.type === "image";
		for (const name in values || {}) {
			let members = controls.filter(e => e.name === name && !presses(e));
			if (members.some(e => e.type !== "hidden")) members = members.filter(e => e.type !== "hidden");
			const rest = [...values[name]];
			for (const e of members) {
				if (e.type === "checkbox" || e.type === "radio") {
					const at = rest.indexOf(e.value);
					e.checked = at >= 0;
					if (at >= 0) rest.splice(at, 1);
				} else if (e.type === "select-multiple") {
					for (const o of e.options) o.selected = rest.includes(o.value);
				} else {
					e.value = rest.length ? rest.shift() : "";
				}
			}
		}
		const first = controls.find(presses);
		if (button) {
			const chosen = controls.find(e => presses(e) && e.name === button && (!value || e.value === value));
			window.hadalSubmit = () => chosen.click();
			return "click";
		}
		const typed = ["text", "search", "tel", "url", "number", "date", "month", "week", "time", "datetime-local"];
		const boxes = controls.filter(e => typed.includes(e.type));
		const box = boxes.find(e => !e.disabled && !e.readOnly);
		if (box && (first || boxes.length === 1)) {
			box.focus();
			return "press Enter";
		}
		window.hadalSubmit = () => first ? first.click() : form.requestSubmit();
		return "click";
	})()`, values, c.submit.Button, c.submit.Value)
}

// chromium finds a browser. Without one the test is skipped on a developer's
// machine and fails where it is promised to run.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "no Chromium found in PATH (Debian: apt install chromium-headless-shell); Fill is not compared with a browser"
	if os.Getenv("CI") != "" || os.Getenv("HADAL_REQUIRE_CHROME") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}
