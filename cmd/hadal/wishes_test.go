package main

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// oddMarket is a market in several scripts, whose form has postcodes with zeros in front, countries
// that YAML may read as something else, sums and days as they are written there.
type oddMarket struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // what each question bound, in the order of the form
}

const oddForm = `<form action="/find" role="search">
<label>Postleitzahl <select name="plz"><option value="">alle<option>01067<option>01234<option>1234</select></label>
<label>Land <select name="land"><option value="">alle<option>NO<option>DE<option>on<option>null<option>1e3</select></label>
<label>المدينة <select name="city"><option value="">الكل<option value="1">عمّان<option value="2">دمشق<option value="3">بيروت</select></label>
<label>価格 下限 <input name="pmin"></label><label>価格 上限 <input name="pmax"></label>
<label>Angeboten von <input name="dfrom" placeholder="TT.MM.JJJJ"></label><label>Angeboten bis <input name="dto" placeholder="TT.MM.JJJJ"></label>
<label>Preis bis <select name="top"><option value="">egal<option value="a">1.000 €<option value="b">2.500 €<option value="c">10.000 €</select></label>
<button>Suchen</button></form>`

func newOddMarket(t *testing.T) *oddMarket {
	m := &oddMarket{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `<!doctype html><html lang="de"><meta charset="utf-8"><title>Wohnungen</title><h1>Wohnungen</h1>`+oddForm)
		if r.URL.Path != "/find" {
			return
		}
		var said []string
		for _, name := range []string{"plz", "land", "city", "pmin", "pmax", "dfrom", "dto", "top"} {
			if v := r.URL.Query().Get(name); v != "" {
				said = append(said, name+"="+v)
			}
		}
		question := strings.Join(said, " ")
		if strings.Contains(question, "98765") || strings.Contains(question, "2100") || question == "" { // hadal's own, to which nothing matches
			fmt.Fprint(w, "<p>Nichts gefunden.")
			return
		}
		m.mu.Lock()
		m.asked = append(m.asked, question)
		m.mu.Unlock()
		h := fnv.New32()
		h.Write([]byte(question))
		fmt.Fprint(w, "<p>4 Treffer<ul>")
		for i := range 4 {
			fmt.Fprintf(w, `<li><a href="/w/%d-%d">Wohnung am %s %d</a> <span>%d EUR</span>`, h.Sum32(), i, []string{"Markt", "Tor", "See", "Wald"}[i], h.Sum32(), 300+i*7)
		}
		fmt.Fprint(w, "</ul>")
	}))
	t.Cleanup(m.Close)
	return m
}

// What people write in other scripts, with zeros in front, in local notations and in files of other
// programs is asked as it is meant, and nothing else is; what fits nothing is told at once.
func TestOddWishesAreDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		write(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, "%05d\n", i)
	}
	only := func(control, values string) string {
		return "questions: {controls: [{control: " + control + ", only: " + values + "}]}"
	}
	for entry, want := range map[string]string{
		only("Postleitzahl", "[01234, 1234]"):                                             "plz=01234|plz=1234",
		only("Land", "[no, on, 1e3, 'null']"):                                             "land=NO|land=on|land=null|land=1e3",
		only("Land", "[!!str NO]"):                                                        "land=NO",
		only("المدينة", "[دمشق]"):                                                         "city=2",
		only("Postleitzahl", "{file: "+file("a.txt", "\ufeff01067\r\n\r\n01234\r\n")+"}"): "plz=01067|plz=01234",
		only("Postleitzahl", "{file: "+file("b.csv", "\ufeffplz;ort\r\n\"01234\";\"Neustadt; Alt\"\r\n")+", column: PLZ}"):                                  "plz=01234",
		only("Postleitzahl", "{file: "+file("c.txt", many.String())+"}"):                                                                                    "plz=01067|plz=01234|no effect: |99998 of 100000 values are of no use",
		"fixed: [{name: plz, value: 01234}]\n" + only("Land", "[DE]"):                                                                                       "plz=01234 land=DE",
		"questions: {controls: [{control: المدينة, except: [دمشق, بيروت]}, {control: Postleitzahl, always: 01234}]}":                                        "plz=01234 city=1",
		"questions: {controls: [{control: 価格, range: {from: ¥50 000, to: ¥70 000, step: 10000 円}}], split: always}":                                         "pmin=50000 pmax=60000|pmin=60000 pmax=70000",
		"questions: {controls: [{control: 価格, range: {from: \"1,234.50 円\", to: \"9,999.50 円\"}}]}":                                                         "pmin=1234.5 pmax=9999.5",
		"questions: {controls: [{control: Angeboten, range: {from: 2024-01, to: 2024-02, step: 1 month}}], split: always}":                                  "dfrom=01.01.2024 dto=31.01.2024|dfrom=01.02.2024 dto=29.02.2024",
		"questions: {controls: [{control: Preis bis, range: {from: 1000, to: 3000}}]}":                                                                      "top=a|top=b",
		"questions: {controls: [{control: Land, only: [DE]}, {control: Postleitzahl, only: [1234, 01067], in-order: true}], combine: [Postleitzahl, Land]}": "plz=1234 land=DE|plz=01067 land=DE",
	} {
		m := newOddMarket(t)
		at := t.TempDir()
		yaml := "\ufeffsites:\n  - name: it\n    start: " + m.URL + "/\n    loopback-delay: 0s\n    " + strings.ReplaceAll(entry, "\n", "\n    ") + "\n"
		write(t, filepath.Join(at, "hadal.yaml"), strings.ReplaceAll(yaml, "\n", "\r\n"))
		cmd := hadal(t, "harvest", "it", "--db", "h.db", "--quiet", "--browser", "never")
		cmd.Dir = at
		out, _ := cmd.CombinedOutput()
		questions := slices.DeleteFunc(strings.Split(want, "|"), func(s string) bool {
			said := !strings.Contains(s, "=")
			if said && strings.Count(string(out), s) != 1 {
				t.Errorf("%s: it does not say %q once:\n%s", entry, s, out)
			}
			return said
		})
		if !slices.Equal(m.asked, questions) {
			t.Errorf("%s: asked %q, want %q\n%s", entry, m.asked, questions, out)
		}
	}
}
