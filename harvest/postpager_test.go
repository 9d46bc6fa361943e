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
	box     string // what the button says beside a box for the number of a page; "" where there is none
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
	if n, _ := strconv.Atoi(r.FormValue("page")); s.box != "" && n > 0 {
		at = (n - 1) * size
	}
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
	if s.box != "" {
		fmt.Fprintf(w, `<form action=/table method=post><input type=hidden name=made value="%s"><input type=hidden name=op value="%s"><label>Page <input type=number name=page min=1 max=%d value=%d></label><button>%s</button></form>`,
			r.FormValue("made"), r.FormValue("op"), (len(found)+size-1)/size, at/size+1, s.box)
	} else if at+size < len(found) {
		turn(at+size, "&nbsp;&gt;")
		turn((len(found)-1)/size*size, "&nbsp;&gt;&gt;")
	}
	fmt.Fprintf(w, `<form action=/rows method=post><input type=hidden name=pos value=%d><input type=hidden name=drop value=1><input type=submit name=go value="Delete"></form>`, at+size)
}

// Pages are turned by a form that posts where the list goes on, whatever it leads to, and by a box
// for the number of a page, but not by what sends a command along or says a deed.
func TestAPagerThatPosts(t *testing.T) {
	for _, c := range []struct {
		code, box string
		turns     bool
	}{
		{"SELECT * FROM lamps", "", true},
		{"DELETE FROM lamps WHERE made = 'brass'", "", false},
		{"", "Go", true},
		{"", "Delete", false},
	} {
		site := &postPager{lamps: manyLamps(130), code: c.code, box: c.box}
		sum := look(t, site, harvest.Options{})
		if c.turns != (sum.Records == 130) || site.deletes > 0 || sum.Requests > 120 {
			t.Errorf("%+v: %d records with %d requests, %d deletes: %s: %s", c, sum.Records, sum.Requests, site.deletes, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}
