package harvest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

// stub is a site of one function.
type stub func(u *url.URL) (status int, body string)

func (stub) Hosts(string) []fetch.HostState { return nil }
func (stub) Restore([]fetch.HostState)      {}

func (s stub) Fetch(_ context.Context, r page.Request) (*page.Page, error) {
	u, err := url.Parse(r.URL.String())
	if err != nil {
		return nil, err
	}
	status, body := s(u)
	return &page.Page{Request: r, Final: r.URL, Status: status, Body: []byte(body), Requests: 1,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

const stubForm = `<html lang=en><title>Archive</title><h1>Archive</h1><form action=/find role=search><label>Search <input type=search name=q></label><button>Search</button></form>`

// found is a page with the first few of some records, and a number that the site claims.
func found(names []string, most, claims int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s<h2>Results</h2><p>%d results found</p><ul class=results>", stubForm, claims)
	for _, name := range names[:min(most, len(names))] {
		fmt.Fprintf(&b, `<li><h3><a href="/item/%s">%s</a></h3><p>A letter about %[2]s, kept in the archive.</p>`, strings.ReplaceAll(name, " ", "-"), name)
	}
	return b.String() + "</ul>"
}

// A run that ends while the site shows that much more is there does not end well, nor does
// one whose search was only refused; one that holds what is shown does.
func TestEndingHoldsWhatIsHeldAgainstWhatIsShown(t *testing.T) {
	var all []string
	for i := range 90 {
		all = append(all, fmt.Sprintf("%s %s number%02d", []string{"crimson", "indigo", "olive"}[i%3], []string{"lantern", "anchor", "compass", "kettle", "barrel"}[i/3%5], i))
	}
	matching := func(q string) (out []string) {
		for _, name := range all {
			if q == "" || strings.Contains(" "+name+" ", " "+strings.ToLower(q)+" ") {
				out = append(out, name)
			}
		}
		return out
	}
	site := func(answer func(q string) (int, string)) stub {
		return func(u *url.URL) (int, string) {
			switch u.Path {
			case "/":
				return 200, stubForm
			case "/find":
				return answer(u.Query().Get("q"))
			}
			return 404, "<h1>404</h1>"
		}
	}
	nothing := stubForm + "<p>No results found.</p>"
	for _, tt := range []struct {
		name string
		site stub
		want harvest.StopKind
		says string
	}{
		{"all of what is shown", site(func(q string) (int, string) {
			if m := matching(q); len(m) > 0 {
				return 200, found(m, 100, len(m))
			}
			return 200, nothing
		}), harvest.Complete, "90"},
		{"the first ten of any answer, whatever is asked", site(func(q string) (int, string) {
			if m := matching(q); len(m) > 0 {
				return 200, found(all, 10, len(all))
			}
			return 200, nothing
		}), harvest.Incomplete, "shows 90 records and 10 are held"},
		{"a search that answers nothing that can be read", site(func(string) (int, string) {
			return 200, "<html><title>Sorry</title><p>Choose a collection first."
		}), harvest.Incomplete, "no search form brought a record"},
		{"a search that refuses every question", site(func(string) (int, string) {
			return 200, stubForm + "<p class=error>Your search is too broad. Please refine your search.</p>"
		}), harvest.Incomplete, "no search form brought a record"},
		{"a search that breaks at every question", site(func(string) (int, string) {
			return 500, "<h1>Internal Server Error</h1>"
		}), harvest.Broken, "questions in a row failed"},
		{"a filter of the page's own table", stub(func(u *url.URL) (int, string) {
			if q := strings.ToLower(u.Query().Get("q")); q == "" || strings.Contains("terms of delivery", q) {
				return 200, found([]string{"Terms of delivery"}, 1, 1)
			}
			return 200, nothing
		}), harvest.Incomplete, "only what stood on the form's page"},
		{"what is listed unasked alone, and no word of it finds", site(func(q string) (int, string) {
			if q == "" {
				return 200, found([]string{"Statistics cause traffic"}, 1, 1)
			}
			return 200, nothing
		}), harvest.Incomplete, "no word of that finds it"},
		{"a few records that are all", site(func(q string) (int, string) {
			few := []string{"Morning harbour", "Copper kettle", "Walnut orchard"}
			few = slices.DeleteFunc(few, func(title string) bool { return !strings.Contains(strings.ToLower(title), strings.ToLower(q)) })
			if len(few) > 0 {
				return 200, found(few, 10, len(few))
			}
			return 200, nothing
		}), harvest.Complete, "all 3 records"},
		{"a table's filter that filters nothing", stub(func(u *url.URL) (int, string) {
			return 200, found([]string{"Terms of delivery"}, 1, 1)
		}), harvest.Incomplete, "no search form brought a record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sum := run(t, harvest.Options{}, tt.site, newMemory())
			if sum.Stop.Kind != tt.want || !strings.Contains(sum.Stop.Reason, tt.says) {
				t.Errorf("%d records, stop %s: %s; want %s and %q", sum.Records, sum.Stop.Kind, sum.Stop.Reason, tt.want, tt.says)
			}
			if e := sum.Estimate; e.Known() && e.Low < float64(sum.Records) {
				t.Errorf("estimate %+v", e)
			}
		})
	}
}

// tardy is a network whose shown pages wait for what they ask for.
type tardy struct{ stub }

func (b tardy) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	for _, d := range []time.Duration{time.Second, time.Minute, time.Minute, 2 * time.Minute} {
		fetch.Waiting(ctx, &fetch.LaterError{Host: "http://shop.example", Until: time.Now().Add(d), Reason: fetch.Pacing})
	}
	return b.stub.Fetch(ctx, r)
}

// Long waits within a shown page are told, each once.
func TestLongWaitsWithinAPageAreTold(t *testing.T) {
	var told []string
	_, err := harvest.Run(t.Context(), site, harvest.Options{Browser: harvest.RenderAlways, MaxRequests: 1}, tardy{func(*url.URL) (int, string) { return 200, stubForm }}, newMemory(), func(e harvest.Event) {
		if e.Kind == "wait" {
			told = append(told, e.Message)
		}
	})
	if err != nil || len(told) != 2 || !strings.Contains(told[0], "waiting 1m0s") || !strings.Contains(told[1], "waiting 2m0s") {
		t.Errorf("told %q, %v", told, err)
	}
}

// nowhere is a network in which the site's name is nobody's. It counts what it is asked.
type nowhere struct {
	stub
	asked *int
}

func (n nowhere) Fetch(context.Context, page.Request) (*page.Page, error) {
	*n.asked++
	return nil, fmt.Errorf("%w shop.example", fetch.ErrNoHost)
}

// A misspelt host is asked for once, and it is told how to be rid of it.
func TestAMisspeltHostIsLookedUpOnce(t *testing.T) {
	n := 0
	sum, err := harvest.Run(t.Context(), site, harvest.Options{}, nowhere{nil, &n}, newMemory(), nil)
	if err != nil || n != 1 || sum.Stop.Kind != harvest.Broken || !strings.Contains(sum.Stop.Reason, "db forget shop.example") {
		t.Errorf("%d times: %s: %s, %v", n, sum.Stop.Kind, sum.Stop.Reason, err)
	}
}

// Another search of the site is told, once, though it stands behind each choice.
func TestWhatIsLeftAsideIsTold(t *testing.T) {
	var letters []string
	for i := range 24 {
		letters = append(letters, fmt.Sprintf("%s lantern number%02d", []string{"amber", "olive"}[i%2], i))
	}
	s := stub(func(u *url.URL) (int, string) {
		form := func(action, label string) string {
			return fmt.Sprintf(`<form action=%s role=search><label>%s <input type=search name=q></label><button>Search</button></form>`, action, label)
		}
		switch {
		case u.Path == "/":
			return 200, `<html lang=en><title>Archive</title><h1>Archive</h1><ul><li><a href=/ca/search>Search California</a><li><a href=/tx/search>Search Texas</a><li><a href=/ny/search>Search New York</a></ul>`
		case strings.HasSuffix(u.Path, "/search"):
			state := strings.Split(u.Path, "/")[1]
			return 200, "<html lang=en><title>Search</title><h1>Letters</h1>" + form("/"+state+"/letters", "Search letters") + form("/"+state+"/people", "Search people")
		case strings.HasSuffix(u.Path, "/letters"), strings.HasSuffix(u.Path, "/people"):
			var m []string
			for i, name := range letters {
				if strings.Index("ca tx ny", u.Path[1:3]) != i%3*3 {
					continue // of another state
				}
				if q := strings.ToLower(u.Query().Get("q")); q == "" || strings.Contains(" "+name+" ", " "+q+" ") {
					m = append(m, name)
				}
			}
			state := strings.Split(u.Path, "/")[1]
			more := "<p>No results found.</p>"
			if len(m) > 0 {
				more = found(m, 100, len(m))
			}
			return 200, "<html lang=en><title>Search</title><h1>Letters</h1>" + form("/"+state+"/letters", "Search letters") + form("/"+state+"/people", "Search people") + more
		}
		return 404, "<h1>404</h1>"
	})
	sum := run(t, harvest.Options{}, s, newMemory())
	const want = "another search on this site (GET /ca/people, on "
	if len(sum.Aside) != 1 || !strings.HasPrefix(sum.Aside[0], want) || !strings.Contains(sum.Stop.Reason, want) || !strings.Contains(sum.Stop.Reason, "behind 3 choices") {
		t.Errorf("not told: %q (%s: %s)", sum.Aside, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// A form of which nothing says that it searches is named at the end, with its box: it is asked
// where the user names both.
func TestAFormThatDoesNotSayWhatItIs(t *testing.T) {
	site := stub(func(u *url.URL) (int, string) {
		form := "<html lang=en><title>Texts</title><h1>Index of texts</h1><form action=/cgi-bin/grep>Pattern: <input name=pat> <input type=submit value=grep></form>"
		if u.Path != "/cgi-bin/grep" {
			return 200, form + "<p>Texts of the river, the castle and the harbour.</p>"
		}
		var rows string
		for i, title := range []string{"River and castle", "The castle", "A river in winter", "Harbour lights", "Winter at the harbour", "Castle of winter"} {
			if w := u.Query().Get("pat"); w != "" && strings.Contains(strings.ToLower(title), strings.ToLower(w)) {
				rows += fmt.Sprintf("<li><a href=/text/%d.txt>%s</a> <i>19%02d</i>", i, title, i)
			}
		}
		if rows == "" {
			return 200, form + "<p>No results found.</p>"
		}
		return 200, form + "<ul>" + rows + "</ul>"
	})
	if sum := run(t, harvest.Options{}, site, newMemory()); sum.Stop.Kind != harvest.NoForm || !strings.Contains(sum.Stop.Reason, `--form 0 --roles "pat=query"`) || !strings.Contains(sum.Stop.Reason, "Pattern") {
		t.Errorf("%s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
	if sum := run(t, harvest.Options{Form: "0", Roles: map[string]forms.Role{"pat": forms.QueryRole}}, site, newMemory()); sum.Records != 6 {
		t.Errorf("%d of 6 records where the form is named, %s: %s", sum.Records, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// That nothing new came for as many rows as there are records proves nothing while the site
// shows that more is there: the rows are of posts that are held, and of notices over each list.
func TestAShownTotalSpeaksAgainstProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	frequent := func() uint64 { return uint64(min(rng.ExpFloat64()*30, 119)) }
	word := func(i uint64) string {
		return string([]rune("bdfgklmnprst"[i%12:i%12+1])) + "o" + string("bdfgklmnprst"[i/12%12]) + "ari"
	}
	var subjects, writers []string
	for range 300 {
		subjects = append(subjects, strings.Join([]string{word(frequent()), word(frequent()), word(frequent()), word(frequent())}, " "))
		writers = append(writers, word(rng.Uint64N(26)))
	}
	const perPage, pages = 15, 10
	sum := run(t, harvest.Options{}, stub(func(u *url.URL) (int, string) {
		form := "<form action=/list><input name=sword><button>Search</button></form>"
		head := "<html lang=en><title>Board</title><h1>Board</h1>"
		if u.Path != "/list" {
			return 200, head + form
		}
		var rows []string
		for i, s := range subjects {
			if strings.Contains(s, u.Query().Get("sword")) {
				rows = append(rows, fmt.Sprintf("<tr><td>%d<td><a href='/view?no=%d'>%s</a><td>%s</tr>", i, i, s, writers[i]))
			}
		}
		at, _ := strconv.Atoi(u.Query().Get("page"))
		at = max(at, 1)
		notices := ""
		for i := range 3 {
			notices += fmt.Sprintf("<tr><td>notice<td><a href='/view?no=n%d'>How to use this board, %d</a><td>admin</tr>", i, i+1)
		}
		body := fmt.Sprintf("%s<p>%d posts in all</p><table><tr><th>No<th>Subject<th>Writer</tr>%s%s</table>", head, len(rows), notices, strings.Join(rows[min((at-1)*perPage, len(rows)):min(at*perPage, len(rows))], ""))
		if at < pages && at*perPage < len(rows) {
			body += fmt.Sprintf("<a rel=next href='/list?sword=%s&amp;page=%d'>Next</a>", url.QueryEscape(u.Query().Get("sword")), at+1)
		}
		return 200, body + form
	}), newMemory())
	if sum.Records < 294 {
		t.Errorf("%d of 300 records, %s: %s", sum.Records, sum.Stop.Kind, sum.Stop.Reason)
	}
}
