package dashboard_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/dashboard"
	"github.com/hadal-crawler/hadal/dashboard/runs"
)

// A piece is chosen, its effect is shown (a record that two pages show counts once), and it is saved as other corrections are.
func TestColumnsAreChosenOnKeptPages(t *testing.T) {
	k := &runs.Keeper{Program: "/bin/true", Target: func(s string) string { return s + ".yaml" }}
	f := &files{}
	h := serve(t, func(o *dashboard.Options) { o.Runs, o.Files = k, f })
	at := theSite + "/steps/1/2/pick"
	var d struct {
		Records int
		Pieces  []struct{ Text string }
		Wrong   string
		Column  *struct {
			Name, Select, Attribute string
			Nth                     int
		}
		Effect *struct {
			Records, Of, Pages, Distinct int
			Examples                     []string
			Here                         []struct{ Value, Kind string }
		}
	}
	get := func(query string) {
		t.Helper()
		d.Column, d.Effect, d.Wrong = nil, nil, ""
		w := ask(h, "GET", at+".json"+query, nil, nil)
		if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != 200 {
			t.Fatalf("%s: status %d, %v", query, w.Code, err)
		}
	}
	if get(""); d.Records != 1 || d.Column != nil {
		t.Fatalf("%+v", d)
	}
	price := slices.IndexFunc(d.Pieces, func(p struct{ Text string }) bool { return p.Text == "£1" })
	if get("?record=0&piece=" + string(rune('0'+price))); d.Column == nil || d.Column.Select != "i.cost" || d.Effect == nil || d.Effect.Pages != 2 || d.Effect.Records != 1 || d.Effect.Of != 1 || d.Effect.Distinct != 1 || d.Effect.Here[0].Kind != "money" {
		t.Errorf("the price: %+v %+v", d.Column, d.Effect)
	}
	if get("?record=0&new.name=cost&new.select=i&new.pattern=%5Cd"); !strings.Contains(d.Wrong, "has no group") || d.Effect != nil {
		t.Errorf("a faulty pattern: %q", d.Wrong)
	}
	if get("?record=0&new.name=make&new.select=i"); !strings.Contains(d.Wrong, "given twice") {
		t.Errorf("a name that is taken: %q", d.Wrong)
	}
	if get("?record=0&new.name=none&new.select=.none&new.required=1"); d.Effect == nil || d.Effect.Records != 0 || d.Effect.Of != 1 {
		t.Errorf("one that nothing has: %+v", d.Effect)
	}
	form := url.Values{"new.name": {"cost"}, "new.select": {"i"}, "new.kind": {"money"}, "new.pattern": {"(.+)"}, "new.key": {"1"}, "action": {"preview"}}
	if w := ask(h, "POST", theSite+"/beliefs", form, nil); w.Code != 200 || !strings.Contains(w.Body.String(), `value="cost"`) || f.saved != "" {
		t.Errorf("the preview: status %d", w.Code)
	}
	form.Set("action", "save")
	if w := ask(h, "POST", theSite+"/beliefs", form, nil); w.Code != 303 {
		t.Fatalf("saving: status %d: %s", w.Code, w.Body)
	}
	p, _ := f.Read("", []byte(f.saved))
	if c := p.Wrapper.Columns; len(c) != 3 || c[2].Name != "cost" || c[2].Select != "i" || c[2].Kind != "money" || c[2].Pattern != "(.+)" || !c[2].Key || c[2].Required {
		t.Errorf("saved: %+v", c)
	}
	if r := k.Runs(); len(r) != 1 || !r[0].Order.Replay {
		t.Errorf("runs: %+v", r)
	}
	at = theSite + "/steps/1/4/pick"
	get("")
	leaves := slices.IndexFunc(d.Pieces, func(p struct{ Text string }) bool { return p.Text == "312 leaves" })
	if get(fmt.Sprint("?piece=", leaves)); d.Records != 1 || d.Column == nil || d.Column.Select != "p.leaves" || d.Effect == nil || d.Effect.Pages != 1 || d.Effect.Records != 1 || d.Effect.Examples[0] != "312 leaves" {
		t.Errorf("on a record's own page: %+v %+v", d.Column, d.Effect)
	}
	if get("?new.name=leaves&new.select=p&new.required=1"); !strings.Contains(d.Wrong, "only columns of the wrapper can be required") {
		t.Errorf("required on a record's own page: %q", d.Wrong)
	}
	for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
		ended = k.Runs()[0].State == runs.Ended
	}
	if w := ask(h, "POST", theSite+"/beliefs", url.Values{"new.on": {"details"}, "new.name": {"leaves"}, "new.select": {"p.leaves"}, "action": {"save"}}, nil); w.Code != 303 {
		t.Fatalf("saving a column of own pages: status %d: %s", w.Code, w.Body)
	}
	if p, _ := f.Read("", []byte(f.saved)); len(p.Details.Columns) != 1 || p.Details.Columns[0].Select != "p.leaves" || len(p.Wrapper.Columns) != 3 {
		t.Errorf("saved: %+v", p.Details)
	}
	for _, bad := range []url.Values{{"new.name": {"x"}, "new.select": {"[["}}, {"next": {"a[["}}} {
		if w := ask(h, "POST", theSite+"/beliefs", bad, nil); w.Code != 400 {
			t.Errorf("a faulty selector, %v: status %d", bad, w.Code)
		}
	}
	// What was chosen is renamed, required and taken out again as other columns are.
	for _, c := range []struct {
		given url.Values
		want  string
	}{
		{url.Values{"own.name.0": {"sheets"}, "own.kind.0": {"integer"}, "name.2": {"cost"}, "required.2": {"1"}}, "cost true, sheets integer"},
		{url.Values{"own.hide.0": {"1"}, "name.2": {"costs"}}, "costs false"},
		{url.Values{"hide.2": {"1"}}, ""},
	} {
		for ended := false; !ended; time.Sleep(5 * time.Millisecond) {
			ended = k.Runs()[0].State == runs.Ended
		}
		c.given.Set("action", "save")
		if w := ask(h, "POST", theSite+"/beliefs", c.given, nil); w.Code != 303 {
			t.Fatalf("%v: status %d: %s", c.given, w.Code, w.Body)
		}
		p, _ := f.Read("", []byte(f.saved))
		var got []string
		for _, c := range p.Wrapper.Columns[2:] {
			got = append(got, fmt.Sprint(c.Name, " ", c.Required))
		}
		for _, c := range p.Details.Columns {
			got = append(got, fmt.Sprint(c.Name, " ", c.Kind))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("after %v: %q, want %q", c.given, got, c.want)
		}
	}
}

// On the page that is clicked on, the only links are those to what is clicked: whatever the
// site wrote leads nowhere, and nothing gives a link another address later.
func TestPickedPagesLeadToChoicesOnly(t *testing.T) {
	h := serve(t, nil)
	w := ask(h, "GET", theSite+"/steps/1/2/page?pick=1", nil, nil)
	if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox allow-top-navigation-by-user-activation; default-src 'none';") || strings.Contains(policy, "allow-scripts") || strings.Contains(policy, "same-origin") {
		t.Errorf("policy %q", policy)
	}
	body := w.Body.String()
	links := regexp.MustCompile(`(?i)href\s*=\s*"([^"]*)"`).FindAllStringSubmatch(body, -1)
	if len(links) < 4 {
		t.Errorf("%d links: %s", len(links), body)
	}
	for _, l := range links {
		if !strings.HasPrefix(l[1], "/sites/books.example/steps/1/2/pick?record=0&amp;piece=") {
			t.Errorf("a link leads to %s", l[1])
		}
	}
	for _, bad := range []string{"evil.example", "javascript:", "<set", "<animate", "onclick", "_top", "<script"} {
		if strings.Contains(strings.ToLower(strings.ReplaceAll(body, `&lt;script`, "")), bad) {
			t.Errorf("the page has %s: %s", bad, body)
		}
	}
	if body := ask(h, "GET", theSite+"/steps/1/2/page", nil, nil).Body.String(); strings.Contains(body, "href") {
		t.Errorf("a page that is only looked at has a link: %s", body)
	}
}

// A click in the sandbox comes without the cookie, which is for this server's own pages: the
// page is asked for once more, from here.
func TestWhoComesFromASandboxIsAskedAgain(t *testing.T) {
	h := serve(t, func(o *dashboard.Options) { o.Token = "secret" })
	from := func(site string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", site)
			r.Header.Set("Sec-Fetch-Mode", "navigate")
			r.Header.Set("Sec-Fetch-Dest", "document")
		}
	}
	at := theSite + "/steps/1/2/pick?record=0&piece=1"
	w := ask(h, "GET", at, nil, from("cross-site"))
	if w.Code != 200 || !strings.Contains(w.Body.String(), `http-equiv="refresh"`) || strings.Contains(w.Body.String(), "books.example") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w := ask(h, "GET", at, nil, from("same-origin")); w.Code != 303 {
		t.Errorf("from here without a cookie: status %d", w.Code)
	}
}
