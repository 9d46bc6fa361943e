package harvest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// wiki is a site whose start page is a record, too, and the only one that has its words:
// all that it and a language's frequent words find is that page, whose title stands in the
// frame of all others. What is asked is offered as the name of a new page above the answer.
func wiki(w http.ResponseWriter, r *http.Request) {
	const pages = 120
	frame := `<nav><a href=/>Main page</a> <a href="/page/about">About</a> <a href="/help">Help</a> <a href="/random">Any page</a></nav>
<form action=/search role=search><input type=search name=q aria-label=Search><button>Search</button></form>`
	show := func(title, body string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=en><title>%s</title>%s<div id=content><h1>%[1]s</h1>%[3]s</div><footer>All pages are free.</footer>", title, frame, body)
	}
	const welcome = "Welcome. Installation went well. Consult the manual about settings."
	name := func(of string, i int) string {
		return of + string([]byte{'a' + byte(i%11), 'a' + byte(i/11)}) // no language has it
	}
	text := func(i int) string {
		return strings.Join([]string{name("vebr", i%4), name("tulk", i%6), name("sifz", i%15), name("dokl", i)}, " ")
	}
	q := strings.ToLower(r.FormValue("q"))
	var found []string
	hit := func(at, title, says string) {
		if q != "" && strings.Contains(" "+strings.ToLower(strings.NewReplacer(".", "").Replace(title+" "+says))+" ", " "+q+" ") {
			found = append(found, fmt.Sprintf(`<li class=search-result><div class=heading><a href="%s">%s</a></div><div class=snippet>%s</div><div class=data>%d bytes (%d words)</div></li>`, at, title, says, len(says), len(strings.Fields(says))))
		}
	}
	switch r.URL.Path {
	case "/":
		show("Main page", "<p>"+welcome)
	case "/help":
		show("Help", "<p>None yet.")
	case "/random":
		show(name("dokl", 7), "<p>"+text(7))
	case "/search":
		hit("/", "Main page", welcome)
		for i := range pages {
			hit(fmt.Sprintf("/page/%d", i), name("dokl", i), text(i))
		}
		create := fmt.Sprintf(`<p class=create>Create the page "<a href="/edit?title=%s">%[1]s</a>" on this wiki! `, q)
		if len(found) == 0 {
			show("Search", "<p>There were no results matching the query.</p>"+create)
			return
		}
		count := fmt.Sprintf("<p>Results <b>1 – %d</b> of <b>%[1]d</b>", len(found))
		if len(found) == 1 {
			count = "<p>Result <b>1</b> of <b>1</b>"
		}
		show("Search", count+create+"See also what the search found.</p><ul class=search-results>"+strings.Join(found, "")+"</ul>")
	default:
		http.NotFound(w, r)
	}
}

// Where the words of what is held lead nowhere else, other pages of the site give some that do.
func TestAnIslandIsLeft(t *testing.T) {
	sum := look(t, http.HandlerFunc(wiki), harvest.Options{})
	if sum.Records != 121 || sum.Requests > 150 {
		t.Errorf("%d records in %d requests, want 121 in at most 150: %s", sum.Records, sum.Requests, sum.Stop.Reason)
	}
}
