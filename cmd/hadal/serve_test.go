//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/xuri/excelize/v2"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/storage"
)

// served is a hadal serve of its own.
type served struct {
	cmd *exec.Cmd
	url string // without the slash at its end
	db  string
}

func startServe(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{db: filepath.Join(t.TempDir(), "hadal.db")}
	s.cmd = hadal(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--json", "--db", s.db}, args...)...)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var said struct{ URL string }
	if err == nil {
		err = json.Unmarshal(line, &said)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	s.url = strings.TrimSuffix(said.URL, "/")
	return s
}

func (s *served) get(t *testing.T, path string, into any) {
	t.Helper()
	answer, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s: %v: %.300s", path, answer.Status, err, text)
	}
}

// post sends a form, and returns where it leads.
func (s *served) post(t *testing.T, path string, form url.Values) string {
	t.Helper()
	answer, err := http.PostForm(s.url+path, form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s: %s", path, answer.Status, text)
	}
	return answer.Request.URL.Path
}

type runState struct {
	Run struct {
		State, Reason, Site       string
		Status, Records, Requests int
		Planned                   []string
	}
}

func (s *served) await(t *testing.T, run string, what func(runState) bool) (r runState) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if s.get(t, run+".json", &r); what(r) {
			return r
		}
	}
	t.Fatalf("%s did not come to that: %+v", run, r)
	return r
}

func ended(r runState) bool { return r.Run.State == "ended" }

// A harvest that is started from a page is one of the command: it has a dry run, limits, a
// ledger and the lock, is ended with everything saved, and ends saved when the pages do.
func TestServeStartsOrdinaryHarvests(t *testing.T) {
	t.Parallel()
	site := serve(t, "cars")
	s := startServe(t)
	run := s.post(t, "/start", url.Values{"url": {site.URL()}, "dry": {"1"}})
	if r := s.await(t, run, ended); r.Run.Status != 0 || len(r.Run.Planned) == 0 {
		t.Fatalf("dry run: %+v", r)
	}
	for _, r := range site.Log() {
		if strings.Contains(r.Target, "/results") {
			t.Errorf("a dry run asked %s", r.Target)
		}
	}
	run = s.post(t, run+"/again", url.Values{})
	r := s.await(t, run, ended)
	if r.Run.Status != 0 || r.Run.Records != len(site.Site.Records) {
		t.Fatalf("harvest: %+v", r)
	}
	name := r.Run.Site
	at := "/sites/" + url.PathEscape(name)
	var held struct{ Matching int }
	if s.get(t, at+"/records.json", &held); held.Matching != r.Run.Records {
		t.Errorf("%d records are shown of %d", held.Matching, r.Run.Records)
	}

	// A correction: saved beside the database, and read again without a request.
	requests := len(site.Log())
	run = s.post(t, at+"/beliefs", url.Values{"name.1": {"brand"}, "action": {"save"}})
	if r := s.await(t, run, ended); r.Run.Status != 0 || !strings.Contains(r.Run.Reason, "read again") {
		t.Fatalf("replay: %+v", r)
	}
	var columns struct{ Columns []struct{ Name string } }
	// What a page shows is counted again only after a rest, so as not to slow down harvests.
	for began := time.Now(); !strings.Contains(fmt.Sprint(columns), "brand") && time.Since(began) < 3*time.Minute; time.Sleep(50 * time.Millisecond) {
		s.get(t, at+"/columns.json", &columns)
	}
	if !strings.Contains(fmt.Sprint(columns), "brand") || len(site.Log()) != requests {
		t.Errorf("columns after the correction: %v; %d requests", columns, len(site.Log())-requests)
	}
	saved, err := os.ReadFile(filepath.Join(filepath.Dir(s.db), strings.ReplaceAll(name, ":", "_")+".yaml"))
	if err != nil || !bytes.Contains(saved, []byte("brand")) {
		t.Errorf("the profile: %v: %.200s", err, saved)
	}

	// One that is going on is locked, ended by a page, and by the end of the pages.
	slow := serve(t, "books")
	order := url.Values{"url": {slow.URL()}, "delay_seconds": {"0.3"}}
	run = s.post(t, "/start", order)
	s.await(t, run, func(r runState) bool { return r.Run.Records > 0 })
	if out, err := hadal(t, "harvest", slow.URL(), "--db", s.db).CombinedOutput(); err == nil || !bytes.Contains(out, []byte("another process is harvesting it")) {
		t.Errorf("a second harvest: %v: %s", err, out)
	}
	s.post(t, run+"/end", url.Values{})
	if r := s.await(t, run, ended); r.Run.Status != 130 || r.Run.Records == 0 {
		t.Errorf("paused: %+v", r)
	}
	run = s.post(t, run+"/again", url.Values{})
	before := s.await(t, run, func(r runState) bool { return r.Run.State == "running" && r.Run.Requests > 3 && r.Run.Records > 0 })
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := s.cmd.Wait(); err != nil || time.Since(began) > 2*time.Second {
		t.Errorf("serve ended after %s with %v", time.Since(began), err)
	}
	db, err := storage.Open(context.Background(), s.db, storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// On a slow machine the harvest saves what it has after the pages have ended.
	for until := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		sites, err := db.Sites(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		open := slices.IndexFunc(sites, func(of storage.SiteStatus) bool {
			return of.Name == before.Run.Site && (of.Stop == nil || of.Stop.Kind != "interrupted" || of.Records < before.Run.Records) || db.Busy(of)
		})
		if open < 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("after the end: %+v, stop %+v", sites[open], sites[open].Stop)
		}
	}
}

// shell finds a browser. Without one the test is left out.
func shell(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium found in PATH (Debian: apt install chromium-headless-shell): the pages of hadal serve are not looked at")
	return ""
}

// watched is a tab whose errors are noted.
type watched struct {
	context.Context
	mu     sync.Mutex
	errors []string
}

func newTab(t *testing.T) *watched {
	t.Helper()
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(shell(t)), chromedp.DisableGPU)...)
	t.Cleanup(stop)
	tab, closeTab := chromedp.NewContext(alloc)
	t.Cleanup(closeTab)
	if err := chromedp.Do(tab); err != nil {
		t.Fatal(err)
	}
	w := &watched{Context: tab}
	console := chromedp.Console(tab)
	go func() {
		for m, err := range console {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleWarning {
				w.mu.Lock()
				w.errors = append(w.errors, m.Text)
				w.mu.Unlock()
			}
		}
	}()
	return w
}

func (w *watched) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(w, 60*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		at, _ := chromedp.Run(w, chromedp.Location())
		t.Fatalf("%v at %s", err, at)
	}
}

func (w *watched) eval(t *testing.T, script string, options ...chromedp.EvaluateOption) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(w, 60*time.Second)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, options...))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// click clicks what a selector finds and waits for the page that it leads to. It does so by
// script, for parts of a page are taken over while it is looked at.
func (w *watched) click(t *testing.T, selector string) {
	t.Helper()
	w.sees(t, selector)
	w.do(t, chromedp.Evaluate[chromedp.Void](`window.before = true`))
	w.leave(t, selector, fmt.Sprintf("window.clicked || (document.querySelector(%q)?.click(), window.clicked = true), ", selector))
}

// sees waits until what a selector finds is visible.
func (w *watched) sees(t *testing.T, selector string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		seen, err := chromedp.Run(w, chromedp.Evaluate[bool](fmt.Sprintf("document.readyState === 'complete' && !!document.querySelector(%q)?.checkVisibility()", selector)))
		if err == nil && seen {
			return
		}
	}
	t.Fatalf("%s is not seen", selector)
}

// leave waits for the page that a click leads to.
func (w *watched) leave(t *testing.T, selector, again string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ready, err := chromedp.Run(w, chromedp.Evaluate[bool](`window.before ? (`+again+`false) : document.readyState === "complete"`)); err == nil && ready {
			return
		}
	}
	t.Fatalf("%s leads nowhere", selector)
}

// chooseColumn clicks on a piece of a record in a kept page, in its sandbox, sees what that
// gives, and has it saved as a column called clicked.
func (w *watched) chooseColumn(t *testing.T, step string, requests int) int {
	t.Helper()
	w.do(t, chromedp.Navigate(step))
	w.click(t, "a[href$='/pick']")
	w.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("iframe").scrollIntoView({block: "start", behavior: "instant"})`))
	time.Sleep(500 * time.Millisecond) // what is in the frame cannot be looked at from here
	chosen := `String(location.search.includes("piece="))`
	for y := 40; y < 540 && w.eval(t, chosen) != "true"; y += 25 {
		for _, x := range []int{30, 120, 300} {
			at := w.eval(t, fmt.Sprintf(`(() => { const r = document.querySelector("iframe").getBoundingClientRect(); return (r.left + %d) + " " + (r.top + %d) })()`, x, y))
			var left, top float64
			if _, err := fmt.Sscan(at, &left, &top); err != nil {
				t.Fatal(err)
			}
			w.do(t, chromedp.MouseClickXY(left, top))
			time.Sleep(60 * time.Millisecond)
			if w.eval(t, chosen) == "true" {
				break
			}
		}
	}
	w.sees(t, "#chosen [role=status]")
	if said := w.eval(t, `document.querySelector("#chosen [role=status]").innerText`); !strings.Contains(said, "records have it, on ") || strings.HasPrefix(said, "0 of") {
		t.Errorf("of what was clicked on it says %q", said)
	}
	w.do(t, chromedp.Evaluate[chromedp.Void](`document.getElementById("new.name").value = "clicked"; 0`))
	w.click(t, "#chosen form:not([method]) button")
	w.click(t, "#chosen button[value=preview]")
	if diff := w.eval(t, `document.querySelector(".diff").innerText`); !strings.Contains(diff, "name: clicked, select:") {
		t.Errorf("the difference is %s", diff)
	}
	w.click(t, "button[value=save]")
	w.sees(t, "a[href$='/history']")
	return requests
}

// grows waits until the curve of what is held is drawn on, without a reload.
func (w *watched) grows(t *testing.T) {
	t.Helper()
	const curve = `(document.querySelector("svg.chart path.held") || {getAttribute: () => ""}).getAttribute("d")`
	began := w.eval(t, `window.here = true; `+curve)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		now, err := chromedp.Run(w, chromedp.Evaluate[string](`window.here ? `+curve+` : "reloaded"`))
		if err != nil || now == "reloaded" {
			t.Fatalf("the page was left: %v", err)
		}
		if began == "" {
			began = now
		} else if now != began {
			return
		}
	}
	t.Fatal("the curve does not grow")
}

// accessible fails where a page is wider than the window, or an accessibility checker finds
// something serious.
func (w *watched) accessible(t *testing.T, server, axe, scheme string, width int64, paths ...string) {
	t.Helper()
	w.do(t, chromedp.EmulateViewport(width, 900), chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
	for _, path := range paths {
		w.do(t, chromedp.Navigate(server+path))
		if strings.HasSuffix(path, "/beliefs") { // and what a correction changes
			w.axe(t, axe, path, width)
			w.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("[name='name.1']").value += "x"; 0`))
			w.click(t, "button[value=preview]")
		}
		w.axe(t, axe, path, width)
	}
}

func (w *watched) axe(t *testing.T, axe, path string, width int64) {
	t.Helper()
	if wide := w.eval(t, `String(document.documentElement.scrollWidth - innerWidth)`); wide != "0" && !strings.HasPrefix(wide, "-") {
		t.Errorf("%s is %s pixels wider than %d", path, wide, width)
	}
	w.do(t, chromedp.Evaluate[chromedp.Void](axe+"; 0"))
	found := w.eval(t, `axe.run({iframes: false}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical").map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 150)).join(" | ")).join("\n"))`, chromedp.EvalAwaitPromise)
	if found != "" {
		t.Errorf("%s at %d: %s", path, width, found)
	}
}

// The pages in a real browser, wide and narrow: a harvest is started and seen to grow without
// a reload, a question opened, a role and a column corrected, the records read again and
// downloaded. No page has an error in the console, is wider than the window, or is hard to
// use for who cannot see it.
func TestServeInABrowser(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile(filepath.Join("testdata", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	w := newTab(t)
	sites, err := fixtures.Named(fixtures.Options{Seed: 3}, "cars")
	if err != nil {
		t.Fatal(err)
	}
	site, err := fixtures.Serve(sites[0])
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	s := startServe(t)

	w.do(t, chromedp.EmulateViewport(1280, 900))
	w.accessible(t, s.url, string(axe), "light", 1280, "/", "/runs", "/search?q=nothing", "/start") // of an empty database
	w.do(t, chromedp.Navigate(s.url+"/start"), chromedp.SendKeys(chromedp.CSS("#url"), site.URL()), chromedp.SendKeys(chromedp.CSS("#delay_seconds"), "1"))
	w.click(t, "main form button")
	w.sees(t, "main ol:not(.log) li") // what would be asked, brought by the script
	w.click(t, "form[action$=again] button")
	at := "/sites/" + url.PathEscape(strings.TrimSuffix(strings.TrimPrefix(site.URL(), "http://"), "/"))
	w.click(t, fmt.Sprintf("main a[href='%s']", at))
	w.grows(t)
	w.click(t, "#head form[action$=end] button") // stopped while it goes on: what came is held, and it goes on from there
	w.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#run a").focus()`))
	s.await(t, "/runs/2", ended)
	time.Sleep(3 * time.Second) // it is told meanwhile, and what somebody is at stays
	w.do(t, chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	w.sees(t, "form[action$=again] button")
	w.do(t, chromedp.Navigate(s.url+at))
	if state := w.eval(t, `document.querySelector("#head .state").innerText`); state != "interrupted" {
		t.Errorf("it was stopped, and is %s", state)
	}
	w.click(t, "#head a[href^='/start']")
	w.click(t, "main form button")
	w.sees(t, "form[action$=again] button") // it has ended: go on
	w.do(t, chromedp.Navigate(s.url+at))
	w.sees(t, "svg.chart path.held")
	w.click(t, "#asked a[href*='/questions/']")
	w.click(t, "main tbody a[href*='/steps/']")
	w.sees(t, "iframe[sandbox]")
	step := w.eval(t, `location.pathname`)

	w.do(t, chromedp.Navigate(s.url+at+"/beliefs"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("[name='role.1']").value = "view"; document.querySelector("[name='name.1']").value = "brand"; 0`))
	w.click(t, "button[value=preview]")
	if diff := w.eval(t, `document.querySelector(".diff").innerText`); !strings.Contains(diff, "brand") || !strings.Contains(diff, "view") {
		t.Errorf("the difference is %s", diff)
	}
	w.click(t, "button[value=save]")
	w.sees(t, "a[href$='/history']")
	w.do(t, chromedp.Navigate(s.url+at+"/records"))
	if head := w.eval(t, `document.querySelector("main thead").innerText`); !strings.Contains(head, "brand") {
		t.Errorf("the columns are %s", head)
	}
	chosen := w.chooseColumn(t, s.url+step, len(site.Log()))
	if n := len(site.Log()); chosen != n {
		t.Errorf("choosing a column sent %d requests", n-chosen)
	}
	w.do(t, chromedp.Navigate(s.url+at+"/records?c=brand&c=clicked"))
	if head := w.eval(t, `document.querySelector("main thead").innerText`); !strings.Contains(head, "clicked") || !strings.Contains(head, "brand") {
		t.Errorf("the columns are %s", head)
	}
	if cells := w.eval(t, `[...document.querySelectorAll("#list tbody td:nth-child(3)")].map(c => c.innerText).join("")`); cells == "" {
		t.Error("no record has what was clicked on")
	}
	w.do(t, chromedp.Navigate(s.url+at+"/records"))
	w.click(t, "main .facets a") // a brand
	narrowed := w.eval(t, `document.querySelector("#list p").innerText`)
	href := w.eval(t, `[...document.querySelectorAll("a[download]")].find(a => a.innerText === "xlsx").href`)
	answer, err := http.Get(href)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	book, err := excelize.OpenReader(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil || !strings.HasPrefix(narrowed, fmt.Sprint(len(rows)-1, " records of ")) || !slices.Contains(rows[0], "brand") {
		t.Errorf("the download has %d rows of %s, where the page shows %q, %v", len(rows), rows[0], narrowed, err)
	}

	pages := []string{"/", at, at + "/records", at + "/records?q=silver&sort=price&min.price=3000", at + "/columns", at + "/questions", at + "/questions/1", step, step + "/pick", step + "/pick?record=1&piece=1", at + "/looked", at + "/history?from=1&to=2", at + "/beliefs", "/search?q=silver",
		"/sql?q=SELECT+1+AS+one", "/sql?q=SELECT", "/start", "/start?site=" + url.QueryEscape(strings.TrimPrefix(at, "/sites/")), "/runs", "/runs/2", "/login"}
	w.accessible(t, s.url, string(axe), "light", 1280, pages...)
	w.accessible(t, s.url, string(axe), "dark", 390, pages...)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.errors) > 0 {
		t.Errorf("in the console: %q", w.errors)
	}
}
