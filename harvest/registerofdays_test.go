package harvest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
)

// register is a list of what happened in one year, latest first, of which an answer shows so
// many rows and does not say how many there are.
type register struct {
	rows     int
	from, to string // names of the boxes for days; "" where there is none
	says     [2]string
}

var incidents = []string{"Theft", "Fraud", "Accident", "Fire"}

func (s *register) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<html lang=en><title>Register</title><h1>What happened in town</h1><form action="/find"><label>Kind <select name=kind><option value="">All</option>`)
	for _, k := range incidents {
		fmt.Fprintf(w, `<option>%s</option>`, k)
	}
	fmt.Fprint(w, `</select></label>`)
	for i, name := range []string{s.from, s.to} {
		if name != "" {
			fmt.Fprintf(w, `<label>%s <input type=date name=%s></label>`, s.says[i], name)
		}
	}
	fmt.Fprint(w, `<button>Search</button></form>`)
	if r.URL.Path != "/find" {
		return
	}
	var found []string
	for i := 359; i >= 0; i-- {
		day, kind := time.Date(2023, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), incidents[i*i%7%4]
		if k := r.FormValue("kind"); k != "" && k != kind || s.from != "" && day < r.FormValue(s.from) || s.to != "" && r.FormValue(s.to) != "" && day > r.FormValue(s.to) {
			continue
		}
		found = append(found, fmt.Sprintf(`<tr><td><a href="/case/%d">Case %d in %s Street</a><td>%s<td>%s</tr>`, i, 1000+i, []string{"Mill", "Bridge", "Harbour"}[i%3], kind, day))
	}
	if len(found) == 0 {
		fmt.Fprint(w, `<p>Nothing was found.</p>`)
		return
	}
	fmt.Fprint(w, `<table><tr><th>Case<th>Kind<th>Day</tr>`)
	for _, row := range found[:min(len(found), s.rows)] {
		fmt.Fprint(w, row)
	}
	fmt.Fprint(w, `</table>`)
}

// All records lie in the first part of a range that is asked for, which shows just what the form
// shows as served: that is divided again. Two dates beside each other bound one range, whatever
// their labels say. Where nothing but one bound stands beside the menu, it is told that the
// answers end alike.
func TestAllRecordsLieInOnePartOfARange(t *testing.T) {
	for _, c := range []struct {
		site register
		held int
		want []harvest.StopKind
	}{
		{register{50, "date_from", "date_to", [2]string{"Date from", "to"}}, 360, []harvest.StopKind{harvest.Exhausted}},
		{register{30, "alates", "kuni", [2]string{"Alates", "Kuni"}}, 360, []harvest.StopKind{harvest.Exhausted}},
		{register{30, "alates", "", [2]string{"Alates"}}, 60, []harvest.StopKind{harvest.Incomplete}},
		{register{30, "", "", [2]string{}}, 60, []harvest.StopKind{harvest.Incomplete}},
	} {
		sum := look(t, &c.site, harvest.Options{})
		if sum.Records < c.held || !slices.Contains(c.want, sum.Stop.Kind) || sum.Requests > 120 {
			t.Errorf("%+v: %d records with %d requests: %s: %s", c.site, sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
		}
		t.Logf("%+v: %d records with %d requests: %s: %s", c.site, sum.Records, sum.Requests, sum.Stop.Kind, sum.Stop.Reason)
	}
}
