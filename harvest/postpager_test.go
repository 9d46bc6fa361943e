package harvest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// postPager is a catalogue of lamps whose pages are turned by a form of their own that posts
// elsewhere than the search, beside one that deletes rows.
type postPager struct {
	lamps   []string
	code    string // what its forms send along
	deletes int
}

func (s *postPager) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<html lang=en><title>Lamps</title><h1>Lamps of the coast</h1><p><input name=filterText id=filterText placeholder=Search aria-label=Search></p>
<ul><li><a href="/table">Search lamps</a></li></ul>`)
	if r.URL.Path == "/" {
		return
	}
	fmt.Fprint(w, `<form action="/table" method=post role=search id=search><select name=op><option>=<option>LIKE %...%</select><label>Search <input type=text name=made></label>
<label>Or the where clause <input name=clause></label><button>Search</button></form>`)
	if r.Method != http.MethodPost {
		return
	}
	if r.URL.Path == "/rows" && r.FormValue("drop") != "" {
		s.deletes++
	}
	if r.FormValue("clause") != "" {
		fmt.Fprint(w, `<p>Error: near LAMP</p>`)
		return
	}
	var found []int
	for i, made := range s.lamps {
		if q := r.FormValue("made"); q == "" || r.FormValue("op") != "=" && made == q {
			found = append(found, i)
		}
	}
	const size = 20
	at, _ := strconv.Atoi(r.FormValue("pos"))
	rows := found[min(at, len(found)):min(len(found), at+size)]
	if len(rows) == 0 {
		fmt.Fprint(w, `<p>No lamps were found.</p>`)
		return
	}
	fmt.Fprintf(w, `<p>%d results</p><table class=results>`, len(found))
	for _, i := range rows {
		fmt.Fprintf(w, `<tr><td>lamp %d</td><td>Made of %s</td><td>%d</td></tr>`, i, s.lamps[i], 1800+i)
	}
	fmt.Fprint(w, `</table>`)
	turn := func(pos int, says string) {
		fmt.Fprintf(w, `<form action=/rows method=post><input type=hidden name=made value="%s"><input type=hidden name=op value="%s"><input type=hidden name=code value="%s"><input type=hidden name=pos value=%d><input type=submit name=go value="%s"></form>`,
			r.FormValue("made"), r.FormValue("op"), s.code, pos, says)
	}
	if at+size < len(found) {
		turn(at+size, "&nbsp;&gt;")
		turn((len(found)-1)/size*size, "&nbsp;&gt;&gt;")
	}
	fmt.Fprintf(w, `<form action=/rows method=post><input type=hidden name=pos value=%d><input type=hidden name=drop value=1><input type=submit name=go value="Delete"></form>`, at+size)
}

// Pages are turned by a form that posts where the list goes on, whatever it leads to, but not by
// one that sends a command along.
func TestAPagerThatPosts(t *testing.T) {
	for code, want := range map[string]int{"SELECT * FROM lamps": 130, "DELETE FROM lamps WHERE made = 'brass'": 0} {
		site := &postPager{lamps: manyLamps(130), code: code}
		sum := look(t, site, harvest.Options{})
		if want > 0 && sum.Records != want || want == 0 && sum.Records == 130 || site.deletes > 0 || sum.Requests > 120 {
			t.Errorf("%s: %d records with %d requests, %d deletes: %s: %s", code, sum.Records, sum.Requests, site.deletes, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}
