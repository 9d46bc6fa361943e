package harvest_test

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

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
		if way == "greeting" { // it is only said to whom
			fmt.Fprintf(w, `<html lang=en><title>Letters</title><p>Greetings to %s</p><form action=/letters role=search><label>Search letters <input type=search name=q></label><button>Search</button></form>`, state)
			return
		}
		action, more := "/letters", ""
		switch way {
		case "hidden", "gap":
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
			if way == "gap" {
				fmt.Fprint(w, "<option value=Elm>Elm")
			}
			fmt.Fprint(w, `</select></label><button>Continue</button></form>`)
		case "choose", "search":
			if state == "Elm" {
				fmt.Fprint(w, "<html lang=en><title>Elm</title><p>Elm has no archive.</p>")
				return
			}
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
				if q := strings.ToLower(r.FormValue("q")); (way == "" || way == "greeting" || strings.Contains(name, state)) && (q == "" || strings.Contains(" "+strings.ToLower(name)+" ", " "+q+" ")) {
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

// A choice before the search is varied, however the server knows of it, and a share is
// claimed over all of it: each value costs one request beside the floor. A harvest that is
// ended in between goes on.
func TestAChoiceBeforeTheSearchIsVaried(t *testing.T) {
	for _, way := range []string{"hidden", "path", "cookie", "links", ""} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			requests := 0
			site := stepped(way)
			start, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests++
				site.ServeHTTP(w, r)
			}))
			if way == "links" {
				start = page.MustParseURL(start.String() + "Alder/search")
			}
			store := newMemory()
			sum := lookOn(t, store, start, harvest.Options{})
			if way == "links" { // whoever starts there has chosen
				if !strings.Contains(sum.Stop.Reason, "3 pages like that of the form") || !sum.Estimate.Exact {
					t.Errorf("%d records of %+v, %s: %s", sum.Records, sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
				}
				return
			}
			most := map[string]int{"hidden": 12, "path": 17, "cookie": 12, "": 4}[way] // robots.txt, the start page, redirects and nonsense among them
			check := func(sum harvest.Summary) {
				if !sum.Estimate.Exact || sum.Estimate.Coverage != 1 || sum.Stop.Kind != harvest.Complete || sum.Records != 96 || len(store.records) != 96 || len(sum.Aside) > 0 {
					t.Errorf("%d records of %+v, %s: %s", sum.Records, sum.Estimate, sum.Stop.Kind, sum.Stop.Reason)
				}
				if store.estimate == nil || *store.estimate != sum.Estimate {
					t.Errorf("saved: %+v", store.estimate)
				}
			}
			check(sum)
			if requests > most || sum.Requests != requests {
				t.Errorf("%d requests, %d of them counted, want at most %d", requests, sum.Requests, most)
			}
			if again := lookOn(t, store, start, harvest.Options{}); again.Requests != sum.Requests || again.Stop.Kind != harvest.Complete {
				t.Errorf("%d requests after %d though all was held, %s: %s", again.Requests, sum.Requests, again.Stop.Kind, again.Stop.Reason)
			}
			requests = 0
			store = newMemory()
			check(lookOn(t, store, start, harvest.Options{MaxRequests: 3}))
			if runs := most/2 + 1; requests > most+2*runs { // robots.txt and the choice anew
				t.Errorf("%d requests where it was ended each 3, %d at once", requests, sum.Requests)
			}
		})
	}
}

// A value that leads to no such form is told. What a profile says of the choice holds: what
// is taken out of it is not asked, and no request is lost on looking for the form again.
func TestValuesOfAChoiceThatAreLeftOut(t *testing.T) {
	start, client := serve(t, stepped("gap"))
	sum := lookOn(t, newMemory(), start, harvest.Options{})
	if sum.Records != 96 || sum.Stop.Kind != harvest.Complete || len(sum.Aside) != 1 || !strings.Contains(sum.Aside[0], `"Elm", say) lead to no such form`) {
		t.Errorf("%d records, %s: %s; %q", sum.Records, sum.Stop.Kind, sum.Stop.Reason, sum.Aside)
	}
	profile := harvest.Profile{Form: sum.Form}
	before := sum.Form.Before()
	before.Options = before.Options[:2]
	two := lookAt(t, start, client, harvest.Options{Profile: &profile})
	if two.Records != 48 || two.Stop.Kind != harvest.Complete || !two.Estimate.Exact || two.Requests > 6 {
		t.Errorf("%d records of %+v with %d requests, %s: %s", two.Records, two.Estimate, two.Requests, two.Stop.Kind, two.Stop.Reason)
	}
}

// A choice that changes nothing of the search is made twice, not for each of its values;
// a list that comes behind another one is doubted first.
func TestAChoiceThatChangesNothingIsNotVaried(t *testing.T) {
	requests := 0
	site := stepped("greeting")
	start, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		site.ServeHTTP(w, r)
	}))
	store := newMemory()
	sum := lookOn(t, store, start, harvest.Options{})
	if sum.Records != 96 || sum.Stop.Kind != harvest.Complete || !sum.Estimate.Exact || requests > 30 || !strings.Contains(sum.Stop.Reason, "changes nothing") {
		t.Errorf("%d records of %+v with %d requests, %s: %s", sum.Records, sum.Estimate, requests, sum.Stop.Kind, sum.Stop.Reason)
	}
	if again := lookOn(t, store, start, harvest.Options{}); again.Requests != sum.Requests || again.Stop.Kind != sum.Stop.Kind {
		t.Errorf("again: %d requests after %d, %s", again.Requests, sum.Requests, again.Stop.Kind)
	}
}

// A choice before the search that is sent by POST is not sent; where no other form is found
// it is told.
func TestAStepByPostIsTold(t *testing.T) {
	posted := false
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posted = posted || r.Method == http.MethodPost
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<html lang=en><title>Archive</title><h1>Choose a state</h1><form method=post action=/choose><label>State <select name=state><option value=1>Alder<option value=2>Birch</select></label><button>Continue</button></form>`)
	}), harvest.Options{})
	if posted || sum.Stop.Kind != harvest.NoForm || !strings.Contains(sum.Stop.Reason, "offers a choice (State) by POST") {
		t.Errorf("posted %t, %s: %s", posted, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// A menu of which nothing says what it leads to is left alone, and the setting by which it
// is asked is told.
func TestAMenuThatSaysNothingIsTold(t *testing.T) {
	var asked []string
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && r.URL.Path != "/robots.txt" {
			asked = append(asked, r.URL.String())
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<html lang=et><title>Selts</title><h1>Tere</h1><form action=/teema><label>Jälgi teemat <select name=teema><option value=1>Mets<option value=2>Meri</select></label><button>OK</button></form>`)
	})
	if sum := look(t, site, harvest.Options{MaxRequests: 12}); len(asked) > 0 || !strings.Contains(sum.Stop.Reason, "--form 0") {
		t.Errorf("asked %q, %s: %s", asked, sum.Stop.Kind, sum.Stop.Reason)
	}
	if sum := look(t, site, harvest.Options{MaxRequests: 12, Form: "0"}); len(asked) == 0 {
		t.Errorf("not asked where the form is named: %s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
}
