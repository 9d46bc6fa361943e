package harvest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// projectList is the start page of a gitweb with one project, which it lists where
// nothing is asked, and where what is asked is in its name or its description.
func projectList(w http.ResponseWriter, r *http.Request) {
	const whole = "Lamps of brass, copper and glass, made for those who look for light in dark places, or on the shelf"
	asked := r.FormValue("s")
	if len(asked) == 1 {
		http.Error(w, "403 - At least two characters are required for search parameter", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<html lang=en><title>Git</title><div class=projsearch><form action=""><input type=hidden name=a value=project_list>
		<input type=text name=s value=%q title="Search project by name and description"><input type=submit name=btnS value=Search></form><a href="/">List all projects</a></div>`, asked)
	shown, rest := "Lamps of brass, copper", "... "
	switch {
	case asked != "" && !strings.Contains(whole, asked):
		fmt.Fprint(w, `<center><b>No such projects found</b><br>Click <a href="/">here</a> to view all projects</center>`)
		return
	case asked != "" && strings.Contains(shown, asked):
		shown = strings.ReplaceAll(shown, asked, "<span class=match>"+asked+"</span>")
	case asked != "":
		rest = "<span class=match>... </span>"
	}
	fmt.Fprintf(w, `<table class=project_list><tr><th>Project<th><a class=header href="?o=descr">Description</a><th><a class=header href="?o=owner">Owner</a><th>
		<tr class=dark><td><a class=list href="/lamps">lamps</a><td><a class=list href="/lamps" title=%q>%s%s</a><td><i>root</i><td class=link><a href="/lamps">summary</a></table>`, whole, shown, rest)
}

// A list of one, which the start page shows unasked, is not what the site has.
func TestAListOfOneIsNotTheSite(t *testing.T) {
	for _, word := range []string{"brass", "light", "zinc"} {
		site := byParameter("page", 1, 1, "")
		site.seen, site.lamps = map[string]bool{}, fewLamps()
		sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				projectList(w, r)
				return
			}
			site.ServeHTTP(w, r)
		}), harvest.Options{SeedWords: []string{word, "brass"}})
		if sum.Records != 90 {
			t.Errorf("%s: %d records of form %v, %v", word, sum.Records, sum.Form, sum.Stop)
		}
	}
}

// Where the first search form found has nothing behind it, the next one is asked,
// and a run that goes on keeps to that. A site without another one is left with the
// reason.
func TestAFormThatBringsNothing(t *testing.T) {
	for _, other := range []bool{true, false} {
		t.Run(fmt.Sprint(other), func(t *testing.T) {
			site := byParameter("page", 1, 1, "")
			site.seen, site.lamps = map[string]bool{}, fewLamps()
			asked := 0 // of the form that brings nothing
			start, client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.URL.Path == "/" || r.URL.Path == "/wiki":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					fmt.Fprint(w, `<html lang=en><title>Wiki</title><h1>Wiki</h1><form action="/wiki" role=search><label>Search the wiki <input type=search name=s required></label><button>Search</button></form>
						<p>Amber, bistre, cerise, damask, ebony, fallow, ginger, henna, icterine, jasper, khaki, lilac, mauve, navy, ochre, pewter, quartz, russet, sienna, umber.`)
					if other {
						fmt.Fprint(w, `<a href="/lamps">Lamps</a>`)
					}
					if r.FormValue("s") != "" {
						asked++
						fmt.Fprint(w, `<p>No pages were found.</p>`)
					}
				default:
					site.ServeHTTP(w, r)
				}
			}))
			sum := lookOn(t, newMemory(), start, harvest.Options{MaxRequests: 25, SeedWords: []string{"brass"}})
			t.Logf("%d records with %d requests: %s", sum.Records, sum.Requests, sum.Stop.Reason)
			if other && (sum.Records != 90 || sum.Form == nil || !strings.HasSuffix(sum.Form.Action.String(), "/find")) {
				t.Errorf("%d records of form %v, want 90 of the second", sum.Records, sum.Form)
			}
			// Where there is another form, it is asked soon; where there is none, the
			// patience is as ever.
			if other && asked > 30 || !other && asked < 55 {
				t.Errorf("%d questions to the form that brings nothing", asked)
			}
			if !other && (sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "no other search form")) {
				t.Errorf("stop %+v", sum.Stop)
			}
			if !other {
				return
			}
			// By what a person sees of its profile, it is asked no more.
			_, believed := sum.Profile.Describe(harvest.Site{Name: "wiki", Start: start}).Beliefs()
			asked = 0
			by, err := harvest.RunAll(t.Context(), harvest.Site{Name: "wiki", Start: start}, harvest.Options{Browser: harvest.RenderNever, SeedWords: []string{"brass"}, Profile: &believed}, client, newMemory(), nil)
			if err != nil || by.Records != 90 || asked > 0 || len(by.Sources) > 0 {
				t.Errorf("by its profile: %d records, %d questions to the form that brings nothing, %d other searches, %v", by.Records, asked, len(by.Sources), err)
			}
		})
	}
}
