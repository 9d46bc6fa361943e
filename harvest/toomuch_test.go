package harvest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hadal-crawler/hadal/harvest"
)

// hearings is a court's list of hearings, one a day, behind two boxes for dates. It shows up
// to 30 of them, needs both dates, and has news beside whatever it shows.
type hearings struct {
	first time.Time
	days  int
	news  bool
	dense bool // each day of the eighties has too many hearings
}

const germanDate = "02.01.2006"

func (s hearings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<html lang=de><title>Termine</title><nav><a href=/>Startseite</a> <a href=/help>Hilfe</a> <a href=/about>Das Gericht</a></nav>`)
	if r.URL.Path == "/" {
		fmt.Fprint(w, `<h1>Termine der Sitzungen</h1>`)
	}
	from, to := r.FormValue("von"), r.FormValue("bis")
	fmt.Fprintf(w, `<form action=/termine><label>Datum von <input name=von value="%s" placeholder="TT.MM.JJJJ"></label> <label>bis <input name=bis value="%s" placeholder="TT.MM.JJJJ"></label> <button>Termine anzeigen</button></form>`, from, to)
	if r.URL.Path == "/termine" {
		s.answer(w, from, to)
	}
	if s.news {
		fmt.Fprint(w, `<aside><h3>Aktuelles</h3><ul><li><span>2026-11-20</span> <a href=/news/1>Die neuen Seiten</a><li><span>2026-11-17</span> <a href=/news/2>Geschlossen im Winter</a><li><span>2026-11-14</span> <a href=/news/3>Wartung am Sonntag</a></ul></aside>`)
	}
	fmt.Fprint(w, `<footer><a href=/privacy>Datenschutz</a> <a href=/contact>Kontakt</a></footer>`)
}

func (s hearings) answer(w http.ResponseWriter, from, to string) {
	a, err := time.Parse(germanDate, from)
	b, err2 := time.Parse(germanDate, to)
	if err != nil || err2 != nil {
		fmt.Fprint(w, `<p class=fehler>Bitte geben Sie ein gültiges Datum ein (TT.MM.JJJJ).</p>`)
		return
	}
	var rows []string
	for i := range s.days {
		if d := s.first.AddDate(0, 0, i); !d.Before(a) && !d.After(b) {
			rows = append(rows, fmt.Sprintf("<tr><td>%s<td>%d O %d<td>%s<td>Saal %d", d.Format(germanDate), i%9+1, 100+i, []string{"Mietrecht", "Erbsache", "Kaufvertrag"}[i%3], i%13+1))
		}
	}
	switch {
	case len(rows) == 0:
		fmt.Fprint(w, `<p>Im gewählten Zeitraum finden keine Sitzungen statt.</p>`)
	case len(rows) > 30, s.dense && b.Year() >= 1980:
		fmt.Fprint(w, `<p class=fehler>Zu viele Treffer (mehr als 30). Bitte schränken Sie den Zeitraum ein.</p>`)
	default:
		fmt.Fprint(w, `<table><tr><th>Datum<th>Aktenzeichen<th>Gegenstand<th>Saal`, strings.Join(rows, ""), `</table>`)
	}
}

// A page that says that a question matches too much has no records: news that stood beside
// the form unasked are none, though the number that it names reads like a total.
func TestNewsBesideARefusalAreNoRecords(t *testing.T) {
	start, client := serve(t, hearings{first: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), days: 120, news: true})
	m := newMemory()
	lookInto(t, m, start, client, harvest.Options{Details: harvest.FollowNever, MaxRequests: 30})
	for key := range m.records {
		if strings.Contains(key, "/news/") {
			t.Errorf("%s is held", key)
		}
	}
}

// Where asking ends while a part is left of which the site said that it matches too much, the
// end is no good one, and says which part.
func TestTheEndTellsWhatMatchesTooMuch(t *testing.T) {
	site := hearings{first: time.Date(1979, 12, 20, 0, 0, 0, 0, time.UTC), days: 120, dense: true}
	sum := look(t, site, harvest.Options{Details: harvest.FollowNever, MinYield: 1000, Patience: 14})
	if sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "match too much") || !strings.Contains(sum.Stop.Reason, " from 19") {
		t.Errorf("%s: %s", sum.Stop.Kind, sum.Stop.Reason)
	}
}

// A range that is refused may have records however far from those that are held.
func TestRefusedRangesAreFollowed(t *testing.T) {
	site := hearings{first: time.Date(1979, 12, 20, 0, 0, 0, 0, time.UTC), days: 120}
	if sum := look(t, site, harvest.Options{Details: harvest.FollowNever}); sum.Records != site.days {
		t.Errorf("%d of %d records: %s: %s", sum.Records, site.days, sum.Stop.Kind, sum.Stop.Reason)
	}
}
