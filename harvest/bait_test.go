package harvest_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fixtures/bait"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// sideBySide calls f for each case, a few at a time.
func sideBySide(cases []bait.Case, n int, f func(bait.Case)) {
	var all sync.WaitGroup
	next := make(chan bait.Case)
	for range n {
		all.Go(func() {
			for c := range next {
				f(c)
			}
		})
	}
	for _, c := range cases {
		next <- c
	}
	close(next)
	all.Wait()
}

// tempted harvests a server's site with few requests.
func tempted(t *testing.T, s *bait.Server, name string) harvest.Summary {
	t.Helper()
	start := page.MustParseURL(s.URL)
	o := harvest.Options{Browser: harvest.RenderNever, MaxRequests: 14, SurveyPages: 8, Details: harvest.FollowAlways}
	sum, err := harvest.Run(t.Context(), harvest.Site{Name: name, Start: start}, o, clientFor(t, start), newMemory(), nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return sum
}

// What does something does not arrive at a site, however it is dressed.
func TestNoDeedArrives(t *testing.T) {
	t.Parallel()
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	beside := map[string]bool{}
	for i, c := range cases {
		beside[c.Name] = i%2 == 0
	}
	var through atomic.Int32
	sideBySide(cases, 16, func(c bait.Case) {
		s, err := bait.Serve(beside[c.Name], c)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		tempted(t, s, c.Name)
		if done := s.Deeds(); len(done) > 0 {
			t.Logf("%s: %d deeds arrived: %s", c.Name, len(done), done[0])
			through.Add(1)
		}
	})
	if n := through.Load(); n > 0 {
		t.Errorf("%d of %d cases got through", n, len(cases))
	}
}

// No form that does something is sent unasked, also where a better one would be chosen.
func TestNoDeedIsTakenForASearch(t *testing.T) {
	t.Parallel()
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Reads() { // a part of it may be sent
			continue
		}
		doc, err := page.ParseDocument([]byte(c.HTML), "text/html; charset=utf-8", page.MustParseURL("http://site.invalid/"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range forms.Parse(doc) {
			if f.Submit {
				t.Errorf("%s would be sent: %s", c.Name, strings.Join(f.Reasons, "; "))
			}
		}
	}
}

// Nor in Chrome, where scripts run and controls are pressed to see where they
// lead: several cases stand on a page. HADAL_DEEDS=all shows each of them (make
// eval-deeds), else those that scripts do and a few of the others are shown.
func TestNoDeedArrivesInChrome(t *testing.T) {
	t.Parallel()
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	const together = 8
	groups := map[string][]bait.Case{}
	var pages [][]bait.Case
	for i, c := range cases {
		scripted := strings.Contains(c.HTML, "<script") || strings.Contains(c.HTML, "fetch(") || strings.Contains(c.HTML, "location")
		if os.Getenv("HADAL_DEEDS") != "all" && !scripted && i%12 != 0 || strings.Contains(c.HTML, "submit()") || strings.Contains(c.HTML, "location=") {
			if strings.Contains(c.HTML, "submit()") || strings.Contains(c.HTML, "location=") {
				pages = append(pages, []bait.Case{c}) // it leaves the page
			}
			continue
		}
		key := c.Language()
		if os.Getenv("HADAL_DEEDS") != "all" {
			key = "any"
		}
		if groups[key] = append(groups[key], c); len(groups[key]) == together {
			pages = append(pages, groups[key])
			delete(groups, key)
		}
	}
	for _, rest := range groups {
		pages = append(pages, rest)
	}
	n, through := newShownNetwork(t), 0
	for _, together := range pages {
		s, err := bait.Serve(true, together...)
		if err != nil {
			t.Fatal(err)
		}
		start := page.MustParseURL(s.URL)
		n.AddTarget(start)
		for _, at := range []string{"", "hits?q=" + s.Word(), "r/7"} {
			u := page.MustParseURL(s.URL + at)
			if at != "" && !slices.ContainsFunc(together, func(c bait.Case) bool { return c.Slot != bait.OnPage }) {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			_, err := n.Fetch(ctx, page.Get(u).Rendered(page.Step{Do: page.Explore, Times: 6 * len(together)}))
			cancel()
			if err != nil {
				t.Logf("%s: %v", together[0].Name, err)
			}
		}
		if done := s.Deeds(); len(done) > 0 {
			t.Logf("%s and %d others: %d deeds arrived: %q", together[0].Name, len(together)-1, len(done), done)
			through++
		}
		s.Close()
	}
	if through > 0 {
		t.Errorf("cases on %d of %d pages got through", through, len(pages))
	}
	t.Logf("deeds arrived from %d of %d pages", through, len(pages))
}

// Nor where a page is operated like a person does, to see what scripts draw: each case on a site
// of its own that has no search. HADAL_DEEDS=all harvests all that scripts do, else some.
func TestNoDeedArrivesFromOperating(t *testing.T) {
	t.Parallel()
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	i, all := 0, os.Getenv("HADAL_DEEDS") == "all"
	cases = slices.DeleteFunc(cases, func(c bait.Case) bool {
		if i++; all {
			return !strings.Contains(c.HTML, "<script") && !strings.Contains(c.HTML, "fetch(")
		}
		return !strings.Contains(c.HTML, "<script") || i%3 != 0
	})
	n := newShownNetwork(t)
	var mu sync.Mutex
	through := 0
	sideBySide(cases, 4, func(c bait.Case) {
		s, err := bait.Serve(false, c)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		start := page.MustParseURL(s.URL)
		n.AddTarget(start)
		o := harvest.Options{Browser: harvest.RenderAlways, MaxRequests: 60, SurveyPages: 4, MaxDuration: time.Minute}
		if _, err := harvest.Run(t.Context(), harvest.Site{Name: c.Name, Start: start}, o, n, newMemory(), nil); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if done := s.Deeds(); len(done) > 0 {
			mu.Lock()
			through++
			mu.Unlock()
			t.Logf("%s: %d deeds arrived: %q", c.Name, len(done), done[:min(len(done), 3)])
		}
	})
	if through > 0 {
		t.Errorf("%d of %d cases got through", through, len(cases))
	}
}

// Searches that could be asked can still be asked, whatever their words.
func TestNoSearchIsLost(t *testing.T) {
	t.Parallel()
	cases, err := bait.Searches()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var accepted strings.Builder
	refused := 0
	sideBySide(cases, 4, func(c bait.Case) {
		s, err := bait.Serve(false, c)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		doc, err := page.ParseDocument([]byte(s.Front()), "text/html; charset=utf-8", page.MustParseURL(s.URL))
		if err != nil {
			t.Error(err)
			return
		}
		how, why := "", "no form was found"
		for _, f := range forms.Parse(doc) {
			switch {
			case f.Submit:
				how = "request"
			case f.Purpose == forms.Search && f.Askable() == nil:
				how = cmp.Or(how, "steps")
			default:
				why = strings.Join(f.Reasons, "; ")
			}
		}
		mu.Lock()
		if how != "" {
			accepted.WriteString(c.Name + " " + how + "\n")
		}
		mu.Unlock()
		if c.Accepted != "" && c.Accepted != how && how != "request" {
			mu.Lock()
			refused++
			mu.Unlock()
			t.Logf("%s: it could be asked by %s, and now %q: %s\n%s", c.Name, c.Accepted, how, why, c.HTML)
		}
	})
	if refused > 0 {
		t.Errorf("%d of %d searches are lost", refused, len(cases))
	}
	if path := os.Getenv("HADAL_ACCEPTED"); path != "" {
		os.WriteFile(path, []byte(accepted.String()), 0o644)
	}
}

// A record's own page is not fetched where its link does something: by its
// address, by what it asks or says, or by its picture.
func TestNoRecordLinkThatDoesSomethingIsFollowed(t *testing.T) {
	t.Parallel()
	for name, link := range map[string]string{
		"plain":   `<a href="/see/%d">%s</a>`,
		"address": `<a href="/see/%d/delete">%s</a>`,
		"handler": `<a href="/see/%d" onclick="return confirm('Really delete?')">%s</a>`,
		"title":   `<a href="/see/%d" title="Remove this item">%s</a>`,
		"method":  `<a href="/see/%d" data-method="delete">%s</a>`,
		"class":   `<a href="/see/%d" class="btn js-delete">%s</a>`,
		"picture": `<a href="/see/%d"><i class="fa fa-trash"></i>%s</a>`,
		"order":   `<a href="/see/%d">Delete entry</a> <h3>%s</h3>`,
	} {
		var seen atomic.Int32
		start, client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/see/") {
				seen.Add(1)
			}
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, `<title>Tools</title><form action="/hits" role="search"><input name="q"><button>Search</button></form>`)
			var rows strings.Builder
			n, q := 0, strings.ToLower(r.URL.Query().Get("q"))
			for i, tool := range strings.Fields("anvil bellows chisel drill easel file gimlet hammer iron jack knife lathe") {
				if q == "" || q == "the" || q == tool {
					n++
					fmt.Fprintf(&rows, "<li>"+link+" <span>No %d</span></li>", i+1, "The "+tool, i+1)
				}
			}
			if n == 0 {
				io.WriteString(w, "<p>No results found.</p>")
				return
			}
			fmt.Fprintf(w, "<p>%d results</p><ul>%s</ul>", n, &rows)
		}))
		o := harvest.Options{Browser: harvest.RenderNever, MaxRequests: 30, SurveyPages: 1, Details: harvest.FollowAlways}
		if _, err := harvest.Run(t.Context(), harvest.Site{Name: "links", Start: start}, o, client, newMemory(), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := seen.Load(); (n > 0) != (name == "plain") {
			t.Errorf("%s: %d pages of records were fetched", name, n)
		}
	}
}
