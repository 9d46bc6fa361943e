package harvest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// sectioned is a catalogue of lamps that shows the first rows of each kind that an answer has, and
// leads to the others.
type sectioned struct {
	lamps  []string
	flat   bool // sections are no elements of their own
	folder bool // of a section, in the address
	silent bool // headings do not count
	links  string
}

const shownOfEach, lampsAPage = 5, 12

func (s *sectioned) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	q, kind := r.FormValue("q"), r.FormValue("art")
	if s.folder {
		kind = strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/find"), "/")
	}
	fmt.Fprintf(w, `<html lang=et><title>Lambid</title><h1>Lambid</h1><form action="/find" role=search><label>Otsi <input type=search name=q></label><button>Otsi</button></form>`)
	if !strings.HasPrefix(r.URL.Path, "/find") || len(q) < 3 {
		return
	}
	kinds := []string{"laud", "sein", "lagi"}
	found := map[string][]int{}
	for i, made := range s.lamps {
		if slices.Contains(strings.Fields(made), q) {
			found[kinds[i%3]] = append(found[kinds[i%3]], i)
		}
	}
	row := func(i int) {
		fmt.Fprintf(w, `<li><h3><a href="/lamp/%d">lamp %d</a></h3><p>Made of %s in the year %d</p></li>`, i, i, s.lamps[i], 1800+i)
	}
	at := func(kind, more string) string {
		if s.folder {
			return "/find/" + kind + "?q=" + url.QueryEscape(q) + more
		}
		return "/find?q=" + url.QueryEscape(q) + "&amp;art=" + kind + more
	}
	fmt.Fprint(w, "<main>")
	if len(found) == 0 {
		fmt.Fprint(w, "<p>Midagi ei leitud.</p>")
	}
	if kind != "" {
		n := 1
		_, _ = fmt.Sscan(r.FormValue("lk"), &n)
		list := found[kind]
		fmt.Fprint(w, "<ul>")
		for _, i := range list[min(len(list), (n-1)*lampsAPage):min(len(list), n*lampsAPage)] {
			row(i)
		}
		fmt.Fprint(w, "</ul>")
		if n*lampsAPage < len(list) {
			fmt.Fprintf(w, `<p class=pager><a href="%s">Järgmine</a></p>`, at(kind, fmt.Sprintf("&amp;lk=%d", n+1)))
		}
		return
	}
	for _, kind := range kinds {
		list := found[kind]
		if len(list) == 0 {
			continue
		}
		if !s.flat {
			fmt.Fprint(w, "<section>")
		}
		head := kind
		if !s.silent {
			head = fmt.Sprintf("%s (%d)", kind, len(list))
		}
		fmt.Fprintf(w, "<h2>%s</h2><ul>", head)
		for _, i := range list[:min(len(list), shownOfEach)] {
			row(i)
		}
		fmt.Fprint(w, "</ul>")
		if len(list) > shownOfEach && s.links != "" {
			fmt.Fprintf(w, `<p><a href="%s">%s</a></p>`, at(kind, ""), strings.ReplaceAll(s.links, "N", fmt.Sprint(len(list))))
		}
		if !s.flat {
			fmt.Fprint(w, "</section>")
		}
	}
}

// An answer that shows the first rows of each of its sections is read on in these, whatever the
// links say; where none leads on, what the headings count is missing.
func TestAnswersInSections(t *testing.T) {
	for name, s := range map[string]*sectioned{
		"sections":          {links: "Kõik"},
		"one after another": {links: "Vaata kõiki (N)", flat: true},
		"in folders":        {links: "Rohkem", folder: true},
		"nothing counts":    {links: "Kõik", silent: true},
		"no link":           {},
	} {
		t.Run(name, func(t *testing.T) {
			s.lamps = fewLamps()
			start, client := serve(t, s)
			sum := lookAt(t, start, client, harvest.Options{SeedWords: []string{"brass"}})
			t.Logf("%d of %d with %d requests: %s: %s", sum.Records, len(s.lamps), sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
			if s.links == "" {
				if sum.Records < len(s.lamps) && sum.Stop.Kind != harvest.Incomplete {
					t.Errorf("%d records, %s: %s", sum.Records, sum.Stop.Kind, sum.Stop.Reason)
				}
			} else if sum.Records < len(s.lamps) || sum.Requests > 100 {
				t.Errorf("%d records with %d requests", sum.Records, sum.Requests)
			}
		})
	}
}
