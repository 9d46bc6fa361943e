package harvest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// What stands in the records of the first pages is not what all answers have in common,
// though the page with the form lists the same ones: further pages are answers, too.
func TestFirstRecordsAreNoFrame(t *testing.T) {
	const records = 240
	l := serveLedgered(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		size, _ := strconv.Atoi(r.FormValue("limit"))
		if size != 40 {
			size = 20
		}
		at, _ := strconv.Atoi(r.FormValue("page"))
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<title>Depot</title><h1>Depot</h1><form role=search>Search <input type=search name=q>
			Rows <select name=limit><option>20<option>40</select> <button>Select</button></form>`)
		if q := r.FormValue("q"); q != "" && !strings.Contains("lever", q) {
			fmt.Fprint(w, `<p>No rows.</p>`)
			return
		}
		fmt.Fprintf(w, `<p>%d rows</p><table><tr><th>Part<th>Hall<th>Maker<th>Colour</tr>`, records)
		for i := at * size; i < min((at+1)*size, records); i++ {
			fmt.Fprintf(w, `<tr><td><a href="/part/%d">Lever %s</a><td>hall %s<td>maker %s<td>%s</tr>`, i, letters(i*7919), letters(i*104729), letters(i*1299709), letters(i*15485863))
		}
		fmt.Fprint(w, `</table>`)
		if (at+1)*size < records {
			fmt.Fprintf(w, `<p><a href="/?q=%s&limit=%d&page=%d">Next</a></p>`, r.FormValue("q"), size, at+1)
		}
	})
	sum := l.run(t.Context(), harvest.Options{}, func(e harvest.Event) {
		if strings.Contains(e.Message, "odd") || strings.Contains(e.Message, "lacks") {
			t.Error(e.Message)
		}
	})
	if sum.Records != records || sum.Stop.Kind != harvest.Complete || sum.Requests > 18 {
		t.Errorf("%d records, %d requests, %s: %s", sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
	}
}

// letters writes a number as a word.
func letters(n int) string {
	var b strings.Builder
	for n = n%99991 + 99991; n > 0; n /= 20 {
		b.WriteByte("bcdfghjklmnprstvwxza"[n%20])
		b.WriteByte("aeiou"[n%5])
	}
	return b.String()
}
