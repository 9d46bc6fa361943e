package harvest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// A site that leads questions on to its login, in its own frame, asks for one: that is told, and
// what to do about it. A box to log in on each page asks for nothing.
func TestLedToTheLogin(t *testing.T) {
	for name, c := range map[string]struct {
		free int // questions before the login is asked for
		want string
	}{"led on": {6, "the site asks for a login"}, "a box on each page": {1 << 20, ""}} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int32
			l := serveLedgered(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				frame := `<!DOCTYPE html><html lang=en><title>Depot</title><h1>Depot of parts</h1><p>Parts of all kinds.</p>`
				login := `<form method=post action=/in><h2>Sign in</h2><input name=u><input type=password name=p><button>Sign in</button></form>`
				search := `<form action=/find role=search>Search <input type=search name=q> <button>Search</button></form>`
				switch r.URL.Path {
				case "/":
					fmt.Fprint(w, frame+search)
				case "/login":
					fmt.Fprint(w, frame+login)
				case "/find":
					if int(asked.Add(1)) > c.free {
						http.Redirect(w, r, "/login", http.StatusFound)
						return
					}
					if c.free > 100 {
						frame += login
					}
					var rows []string
					for i := range 400 {
						if row := fmt.Sprintf(`<li><a href="/part/%d">Lever %s</a> <span>hall %s</span>`, i, letters(i*7919+1), letters(i%97+1)); strings.Contains(row, r.FormValue("q")) && r.FormValue("q") != "" {
							rows = append(rows, row)
						}
					}
					if len(rows) == 0 {
						fmt.Fprint(w, frame+search+`<p>Nothing was found.</p>`)
						return
					}
					fmt.Fprintf(w, `%s%s<p>%d results</p><ul>%s</ul>`, frame, search, len(rows), strings.Join(rows[:min(len(rows), 10)], ""))
				default:
					http.NotFound(w, r)
				}
			})
			sum := l.run(t.Context(), harvest.Options{MaxRequests: 40}, func(harvest.Event) {})
			if told := strings.Contains(sum.Stop.Reason, "asks for a login"); told != (c.want != "") || (sum.Stop.Kind == harvest.Blocked) != told {
				t.Errorf("%d records, %d requests, %s: %s", sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
			}
		})
	}
}
