package harvest_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
)

var fourStates = []string{"Alder", "Birch", "Cedar", "Dogwood"}

// stepped is a site whose first page asks for a state in a form, and whose search is that
// of the state: how it knows the state then is told by way.
func stepped(way string) http.Handler {
	var letters []string
	for i := range 96 {
		letters = append(letters, fmt.Sprintf("%s %s lantern number%02d", []string{"amber", "olive"}[i%2], fourStates[i%4], i))
	}
	search := func(w http.ResponseWriter, state string) {
		action, more := "/letters", ""
		switch way {
		case "hidden":
			more = fmt.Sprintf(`<input type=hidden name=state value=%s>`, state)
		case "path", "links":
			action = "/" + state + "/letters"
		}
		fmt.Fprintf(w, `<html lang=en><title>Letters of %s</title><h1>Letters of %[1]s</h1><form action="%s" role=search>%s<label>Search letters <input type=search name=q></label><button>Search</button></form>`, state, action, more)
		if way == "links" {
			for _, s := range fourStates {
				fmt.Fprintf(w, "<a href=/%s/search>Letters of %[1]s</a> ", s)
			}
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		state := r.FormValue("state")
		if c, err := r.Cookie("state"); err == nil && state == "" {
			state = c.Value
		}
		dir, last, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if ok {
			state = dir
		} else {
			last = dir
		}
		switch last {
		case "":
			if way == "" {
				search(w, "all")
				return
			}
			fmt.Fprint(w, `<html lang=en><title>Archive</title><h1>Choose a state</h1><form action=/choose><label>State <select name=state>`)
			for _, s := range fourStates {
				fmt.Fprintf(w, `<option value=%s>%[1]s`, s)
			}
			fmt.Fprint(w, `</select></label><button>Continue</button></form>`)
		case "choose", "search":
			if way == "cookie" {
				http.SetCookie(w, &http.Cookie{Name: "state", Value: state})
			}
			if way == "path" && last == "choose" {
				http.Redirect(w, r, "/"+state+"/search", http.StatusFound)
				return
			}
			search(w, state)
		case "letters":
			var m []string
			for _, name := range letters {
				if q := strings.ToLower(r.FormValue("q")); (way == "" || strings.Contains(name, state)) && (q == "" || strings.Contains(" "+strings.ToLower(name)+" ", " "+q+" ")) {
					m = append(m, name)
				}
			}
			search(w, state)
			if len(m) == 0 {
				fmt.Fprint(w, "<p>No results found.</p>")
				return
			}
			fmt.Fprintf(w, "<h2>Results</h2><p>%d results found</p><ul class=results>", len(m))
			for _, name := range m {
				fmt.Fprintf(w, `<li><h3><a href="/item/%s">%s</a></h3><p>A letter about %[2]s, kept in the archive.</p>`, strings.ReplaceAll(name, " ", "-"), html.EscapeString(name))
			}
		default:
			http.NotFound(w, r)
		}
	})
}

// A choice before the search that was not varied is told, and no share is claimed.
func TestAStepThatWasNotVariedIsTold(t *testing.T) {
	for _, way := range []string{"hidden", "path", "cookie", "links", ""} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(stepped(way))
			defer server.Close()
			start := page.MustParseURL(server.URL + "/")
			if way == "links" {
				start = page.MustParseURL(server.URL + "/Alder/search")
			}
			client, err := fetch.New(fetch.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			client.AddTarget(start)
			store := newMemory()
			sum, err := harvest.Run(context.Background(), harvest.Site{Name: "letters", Start: start}, harvest.Options{Browser: harvest.RenderNever}, client, store, nil)
			if err != nil {
				t.Fatal(err)
			}
			if way == "links" { // whoever starts there has chosen
				if !strings.Contains(sum.Stop.Reason, "3 pages like that of the form") || !sum.Estimate.Exact {
					t.Errorf("%d records of %+v, %s: %s", sum.Records, sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
				}
				return
			}
			told := strings.Contains(strings.Join(sum.Aside, "; "), "was not varied") && strings.Contains(sum.Stop.Reason, "/choose?state=Birch, say")
			if way == "" {
				if told || !sum.Estimate.Exact || sum.Stop.Kind != harvest.Complete || sum.Records != 96 {
					t.Errorf("a site without such a choice: %d records of %+v, %s: %s", sum.Records, sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
				}
				return
			}
			if e := sum.Estimate; !told || e.Known() || e.Exact || e.Low != 24 || sum.Records != 24 || sum.Stop.Kind != harvest.Exhausted {
				t.Errorf("%d records of %+v, %s: %s", sum.Records, e, sum.Stop.Kind, sum.Stop.Reason)
			}
			if e := store.estimate; e == nil || e.Known() {
				t.Errorf("saved: %+v", e)
			}
		})
	}
}

// A choice before the search that is sent by POST is not sent; where no other form is found
// it is told.
func TestAStepByPostIsTold(t *testing.T) {
	posted := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posted = posted || r.Method == http.MethodPost
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<html lang=en><title>Archive</title><h1>Choose a state</h1><form method=post action=/choose><label>State <select name=state><option value=1>Alder<option value=2>Birch</select></label><button>Continue</button></form>`)
	}))
	defer server.Close()
	start := page.MustParseURL(server.URL + "/")
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.AddTarget(start)
	sum, err := harvest.Run(context.Background(), harvest.Site{Name: "letters", Start: start}, harvest.Options{Browser: harvest.RenderNever}, client, newMemory(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if posted || sum.Stop.Kind != harvest.NoForm || !strings.Contains(sum.Stop.Reason, "offers a choice (State) by POST") {
		t.Errorf("posted %t, %s: %s", posted, sum.Stop.Kind, sum.Stop.Reason)
	}
}
