package harvest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// Texts that a site holds in another encoding than it says are its own: its answers
// count from the first one on.
func TestTextsThatAreGarbledOnTheSiteAreRead(t *testing.T) {
	t.Parallel()
	words := []string{"harbour", "lantern", "meadow", "orchard", "pebble", "quarry", "ribbon", "saddle"}
	l := serveLedgered(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=ISO-8859-1")
		fmt.Fprint(w, `<title>Notes</title><h1>Notes</h1><p>All notes of the society, by their words.</p><form role=search>Search <input type=search name=q required> <button>Search</button></form>`)
		q := strings.ToLower(r.FormValue("q"))
		var rows []string
		for i := range 160 {
			text := fmt.Sprintf("%s by Ruano Rincón and Jürgen Müller: %s %s", words[i%8], words[(i*3+1)%8], letters(i*7919))
			if q != "" && strings.Contains(strings.ToLower(text), q) {
				rows = append(rows, fmt.Sprintf(`<li><a href="/note/%d">%s %s</a> <p>%s</p></li>`, i, words[i%8], letters(i*104729), text)) // UTF-8
			}
		}
		if len(rows) == 0 {
			if q != "" {
				fmt.Fprint(w, `<p>No notes found.</p>`)
			}
			return
		}
		fmt.Fprintf(w, `<p>%d notes found</p><ol>%s</ol>`, len(rows), strings.Join(rows, "\n"))
	})
	odd := 0
	sum := l.run(t.Context(), harvest.Options{SeedWords: []string{"harbour"}}, func(e harvest.Event) {
		if strings.Contains(e.Message, "encoding") {
			odd++
		}
	})
	if sum.Records != 160 || odd > 0 {
		t.Errorf("%d of 160 records in %d requests, %d pages said to be in another encoding: %s", sum.Records, sum.Requests, odd, sum.Stop.Reason)
	}
}
