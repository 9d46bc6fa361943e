package main

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// madeUp is a site made up from a seed: a querygen.Model that is served over HTTP, so that
// what there is of it is known. It counts what it was asked, and remembers what it showed.
type madeUp struct {
	model *model.Model
	kind  madeUpKind
	there int               // records that anything tells of
	names map[string]string // by key
	words []string          // that its front page says

	mu    sync.Mutex
	asked int
	at    int    // requests after which once is called
	once  func() // nil for nothing
	shown int    // the largest total that a page said
}

// madeUpKind is what made-up sites differ in.
type madeUpKind struct {
	name     string
	strategy string
	o        model.Options
	texts    bool // its records are texts, else wares
	json     bool // it answers in JSON
	guesses  bool // its totals may be above the truth
	then     string
}

// What a stopped harvest may be followed by, in madeUpKind.then.
const (
	thenResumed   = "resumed"
	thenRefreshed = "refreshed"
)

var madeUpKinds = []madeUpKind{
	{name: "box", o: model.Options{Box: true}, texts: true},
	{name: "box, 100 reachable", o: model.Options{Box: true, TopK: 100}, texts: true},
	{name: "menus and bounds", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true}},
	{name: "box, no totals", o: model.Options{Box: true, Totals: "hidden"}, texts: true},
	{name: "box and menus", o: model.Options{Box: true, Attributes: []string{"kind", "town"}, TopK: 100}},
	{name: "frequency", strategy: "frequency", o: model.Options{Box: true, TopK: 100}, texts: true},
	{name: "JSON, no totals, resumed", o: model.Options{Box: true, TopK: 100, Totals: "hidden"}, texts: true, json: true, then: thenResumed},
	{name: "menus, refreshed", o: model.Options{Attributes: []string{"kind", "town"}, TopK: 50, Lists: true, Totals: "hidden"}, then: thenRefreshed},

	{name: "box, 10 reachable", o: model.Options{Box: true, TopK: 10}, texts: true},
	{name: "box, rounded totals", o: model.Options{Box: true, Totals: "rounded"}, texts: true},
	{name: "box, guessed totals", o: model.Options{Box: true, Totals: "estimated", TopK: 200}, texts: true, guesses: true},
	{name: "box, capped totals", o: model.Options{Box: true, Totals: "capped", TopK: 100}, texts: true},
	{name: "box, excerpts", o: model.Options{Box: true, Snippet: 12}, texts: true},
	{name: "box, excerpts, no totals", o: model.Options{Box: true, Snippet: 12, Totals: "hidden", TopK: 100}, texts: true},
	{name: "box, moving rows", o: model.Options{Box: true, Unstable: true, Totals: "hidden"}, texts: true},
	{name: "box, any word", o: model.Options{Box: true, Operators: "or", TopK: 100}, texts: true},
	{name: "box, all words, refreshed", o: model.Options{Box: true, Operators: "and", TopK: 100}, texts: true, then: thenRefreshed},
	{name: "box, NOT", o: model.Options{Box: true, Operators: "not", TopK: 100, Totals: "hidden"}, texts: true},
	{name: "listing", o: model.Options{Box: true, Lists: true}, texts: true},
	{name: "listing cut at 50, no totals", o: model.Options{Box: true, Lists: true, TopK: 50, Totals: "hidden"}, texts: true},
	{name: "JSON", o: model.Options{Box: true, TopK: 100}, texts: true, json: true},
	{name: "box, no totals, 100 reachable, resumed", o: model.Options{Box: true, Totals: "hidden", TopK: 100}, texts: true, then: thenResumed},
	{name: "box for names, menus", o: model.Options{Box: true, Searches: []string{"name"}, Attributes: []string{"kind", "town"}, TopK: 100, Totals: "hidden"}},
	{name: "box for notes that half have, menus", o: model.Options{Box: true, Searches: []string{"note"}, Attributes: []string{"kind", "town"}, TopK: 100, Totals: "hidden"}},
	{name: "box for notes that half have, totals", o: model.Options{Box: true, Searches: []string{"note"}, Attributes: []string{"kind", "town"}, TopK: 50, Lists: true}},
	{name: "box for notes alone", o: model.Options{Box: true, Searches: []string{"note"}, TopK: 100}},
	{name: "menus", o: model.Options{Attributes: []string{"kind", "town"}, TopK: 50, Lists: true}},
	{name: "menus and bounds, no totals", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true, Totals: "hidden"}},
	{name: "menus and bounds, too much refused", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Cap: "refuse", Totals: "hidden"}},
	{name: "bounds, resumed", o: model.Options{Attributes: []string{"price"}, TopK: 50, Lists: true}, then: thenResumed},
	{name: "box, menus and bounds, resumed", o: model.Options{Box: true, Attributes: []string{"kind", "price"}, TopK: 50, Totals: "hidden"}, then: thenResumed},
	{name: "frequency, no totals", strategy: "frequency", o: model.Options{Box: true, Totals: "hidden"}, texts: true},
	{name: "setcover", strategy: "setcover", o: model.Options{Box: true, TopK: 100}, texts: true},
	{name: "setcover, no totals", strategy: "setcover", o: model.Options{Box: true, TopK: 100, Totals: "hidden"}, texts: true},
	{name: "random", strategy: "random", o: model.Options{Box: true, TopK: 100}, texts: true},
	{name: "adaptive", strategy: "adaptive", o: model.Options{Box: true}, texts: true},
	{name: "adaptive, no totals", strategy: "adaptive", o: model.Options{Box: true, Totals: "hidden", TopK: 100}, texts: true},
	{name: "drilldown", strategy: "drilldown", o: model.Options{Attributes: []string{"kind", "town", "price"}, TopK: 50, Lists: true, Totals: "hidden"}},
	{name: "box, few records", o: model.Options{Box: true, PageSize: 25}, texts: true, then: thenResumed},
	{name: "box, refreshed", o: model.Options{Box: true, TopK: 100, Totals: "hidden"}, texts: true, then: thenRefreshed},
}

// vocabulary makes n words out of syllables, the shorter ones first.
func vocabulary(n int) []string {
	syllables := strings.Fields("ba ke li mo nu ra se ti vo zu dra gle pri sto fan mer kol bin")
	out := make([]string, 0, n)
	for i := 0; len(out) < n; i++ {
		w := ""
		for x := i + len(syllables); x > 0; x /= len(syllables) {
			w += syllables[x%len(syllables)]
		}
		out = append(out, w)
	}
	return out
}

// madeUpRecords returns n records that share words as texts do: few words are in many. Half
// of the wares have a note.
func madeUpRecords(n int, texts bool, r *rand.Rand) []model.Record {
	words := vocabulary(6000)
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	often, towns := rand.NewZipf(r, 1.15, 6, uint64(len(words)-1)), rand.NewZipf(r, 1.2, 2, 60)
	text := func(least, more int) string {
		var out []string
		for range least + r.IntN(more) {
			out = append(out, words[often.Uint64()])
		}
		return strings.Join(out, " ")
	}
	title := func() string { t := text(2, 4); return strings.ToUpper(t[:1]) + t[1:] }
	out := make([]model.Record, n)
	for i := range out {
		fields := []page.Pair{{Name: "name", Value: title()}}
		if texts {
			fields = append(fields, page.Pair{Name: "text", Value: text(8, 40)})
		} else {
			fields = append(fields, page.Pair{Name: "kind", Value: "Kind " + string('A'+rune(min(r.IntN(12), r.IntN(12))))},
				page.Pair{Name: "town", Value: "Town " + strconv.FormatUint(towns.Uint64(), 10)}, page.Pair{Name: "price", Value: strconv.Itoa(10 + int(r.ExpFloat64()*4000))})
			if r.IntN(2) == 0 {
				fields = append(fields, page.Pair{Name: "note", Value: text(4, 12)})
			}
		}
		out[i] = model.Record{Key: strconv.Itoa(1000 + i), Fields: fields}
	}
	return out
}

func newMadeUp(kind madeUpKind, n int, seed uint64) (*madeUp, error) {
	r := rand.New(rand.NewPCG(seed, 41))
	records := madeUpRecords(n, kind.texts, r)
	kind.o.RankSeed = seed
	m, err := model.New(records, kind.o)
	if err != nil {
		return nil, err
	}
	s := &madeUp{model: m, kind: kind, names: map[string]string{}}
	for _, r := range records {
		s.names[r.Key] = r.Fields[0].Value
		if len(kind.o.Attributes) > 0 || len(kind.o.Searches) == 0 || slices.ContainsFunc(r.Fields, func(f page.Pair) bool { return slices.Contains(kind.o.Searches, f.Name) }) {
			s.there++
		}
	}
	for i := range uint64(5) {
		if w := m.StartWord(seed + 1000*i); w != "" {
			s.words = append(s.words, w)
		}
	}
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *madeUp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.count()
	switch {
	case r.URL.Path == "/":
		s.write(w, "<p>Often looked for: "+html.EscapeString(strings.Join(s.words, ", "))+".</p>")
	case r.URL.Path == "/search":
		s.search(w, r.URL.Query())
	default:
		http.NotFound(w, r)
	}
}

func (s *madeUp) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked++; s.asked == s.at && s.once != nil {
		s.once()
	}
}

func (s *madeUp) show(total int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = max(s.shown, total)
}

func (s *madeUp) search(w http.ResponseWriter, values url.Values) {
	number, err := strconv.Atoi(values.Get("page"))
	if err != nil || number < 1 {
		number = 1
	}
	var q querygen.Query
	next := url.Values{"page": {strconv.Itoa(number + 1)}}
	for _, f := range s.model.Form().Fields {
		next.Set(f.Name, values.Get(f.Name))
		if v := strings.TrimSpace(values.Get(f.Name)); v != "" {
			q.Bind = append(q.Bind, page.Pair{Name: f.Name, Value: v})
		}
	}
	o := s.model.Ask(querygen.Ask{Query: q, Page: number})
	s.show(o.Total)
	further := "/search?" + next.Encode()
	if !o.More {
		further = ""
	}
	if s.kind.json {
		s.writeJSON(w, o, further)
		return
	}
	s.write(w, s.answer(o, further))
}

func (s *madeUp) writeJSON(w http.ResponseWriter, o querygen.Outcome, further string) {
	body := map[string]any{"results": s.rows(o), "next": nil}
	if further != "" {
		body["next"] = further
	}
	if o.Total >= 0 {
		body["total"] = o.Total
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // whoever is gone is not told
}

func (s *madeUp) rows(o querygen.Outcome) []map[string]string {
	rows := []map[string]string{}
	for _, r := range o.Rows {
		row := map[string]string{"id": r.Key, "url": "/item/" + r.Key}
		for _, f := range r.Fields {
			row[f.Name] = f.Value
		}
		rows = append(rows, row)
	}
	return rows
}

func (s *madeUp) answer(o querygen.Outcome, further string) string {
	var b strings.Builder
	switch {
	case o.Status == querygen.Refused:
		return "<p>Too many results. Please narrow your search.</p>"
	case len(o.Rows) == 0:
		return "<p>No results found.</p>"
	case o.Total >= 0 && o.Capped:
		fmt.Fprintf(&b, "<p>More than %d results</p>", o.Total)
	case o.Total >= 0 && (s.kind.guesses || s.kind.o.Totals == "rounded"):
		fmt.Fprintf(&b, "<p>About %d results</p>", o.Total)
	case o.Total >= 0:
		fmt.Fprintf(&b, "<p>%d results</p>", o.Total)
	}
	if s.kind.texts {
		b.WriteString(`<ol class="results">`)
		for _, row := range s.rows(o) {
			fmt.Fprintf(&b, `<li class="result"><h3><a href="%s">%s</a></h3><p>%s</p></li>`, row["url"], html.EscapeString(s.names[row["id"]]), html.EscapeString(row["text"]))
		}
		b.WriteString("</ol>")
	} else {
		columns := []string{"name", "kind", "town", "price", "note"}
		b.WriteString("<table><thead><tr>")
		for _, c := range columns {
			b.WriteString("<th>" + c + "</th>")
		}
		b.WriteString("</tr></thead><tbody>")
		for _, row := range s.rows(o) {
			b.WriteString("<tr>")
			for _, c := range columns {
				value := html.EscapeString(row[c])
				if c == "name" {
					value = `<a href="` + row["url"] + `">` + value + "</a>"
				}
				b.WriteString("<td>" + value + "</td>")
			}
			b.WriteString("</tr>")
		}
		b.WriteString("</tbody></table>")
	}
	if further != "" {
		b.WriteString(`<p><a rel="next" href="` + html.EscapeString(further) + `">Next</a></p>`)
	}
	return b.String()
}

// write writes a page with the form and a body.
func (s *madeUp) write(w http.ResponseWriter, body string) {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Collection</title></head><body><h1>Collection</h1><form action="/search" method="get">`)
	for _, f := range s.model.Form().Fields {
		fmt.Fprintf(&b, `<label>%s `, html.EscapeString(f.Label))
		if f.Control != "select" {
			fmt.Fprintf(&b, `<input type="%s" name="%s"></label>`, f.Control, f.Name)
			continue
		}
		fmt.Fprintf(&b, `<select name="%s">`, f.Name)
		for _, o := range f.Options {
			fmt.Fprintf(&b, `<option value="%s">%s</option>`, html.EscapeString(o.Value), html.EscapeString(o.Label))
		}
		b.WriteString("</select></label>")
	}
	b.WriteString(`<button>Search</button></form>` + body + `</body></html>`)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(b.String())) // whoever is gone is not told
}

// kindsOf returns as many kinds as are asked for, from the first on.
func kindsOf(n int) []madeUpKind {
	return slices.Repeat(madeUpKinds, n/len(madeUpKinds)+1)[:n]
}
