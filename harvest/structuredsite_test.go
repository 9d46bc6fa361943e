package harvest_test

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// A structuredSite is a made-up site without a query box, which answers without a
// network: its records are found by menus, ranges, dates and columns. What it shows
// where nothing was found is in words that nobody has seen, in none, or in a picture.
// The same seed and knobs make the same site.
type structuredSite struct {
	knobs
	labels  structuredLabels
	menus   []structuredMenu
	records []structuredRecord
	denial  string // what stands on an empty page
	asked   int
	nothing int // questions that matched nothing
	chance  *rand.Rand
}

// knobs are what structured sites differ in.
type knobs struct {
	seed    uint64
	n       int  // records
	size    int  // rows a page
	k       int  // records of one answer that can be reached; 0 for all
	totals  bool // answers show how many match
	choices int  // menus, one to four
	depends bool // the second menu's values go with one value of the first each
	numbers bool // a pair of numbers
	lists   bool // which are chosen from lists
	dates   bool // a pair of dates
	column  bool // a text column
	table   bool // rows are those of a table
	demand  bool // nothing chosen brings nothing
	dress   dress
	echo    bool // empty pages repeat what was asked
	known   bool // empty pages say what is familiar instead

	advice string // stands on empty pages, too
	absurd string // what comes for a number that nobody enters: "" the empty page, "all", or a complaint
	deaf   bool   // of menus, the site heeds the first that is chosen from only
}

// dress is what an empty page wears.
type dress string

var dresses = []dress{"plain", "sidebar", "popular", "redirect", "bare", "silent", "picture", "missing"}

// listed are dresses that show a few records and say nothing of what was asked: under a
// heading, under none, and those that came last or by chance.
var listed = []dress{"recommended", "unheaded", "recent", "chance"}

// consolations are headings of what an empty page shows instead.
var consolations = map[string][]string{
	"en": {"Popular right now", "You may also like", "Recently added"}, "de": {"Beliebt", "Das könnte Ihnen gefallen", "Neu eingetroffen"},
	"fr": {"Les plus consultés", "Vous aimerez aussi", "Derniers ajouts"}, "es": {"Lo más visto", "También le puede interesar", "Últimas novedades"},
}

type structuredMenu struct {
	name, label string
	values      []string // as chosen
	said        []string // as people read them
}

type structuredRecord struct {
	id      int
	title   string
	choices []int // by menu
	price   int
	day     time.Time
	author  string
}

// structuredLabels are the words of a form in one language.
type structuredLabels struct {
	lang, title, search, any string
	menus                    [4]string
	priceFrom, priceTo       string
	dateFrom, dateTo         string
	author, next, total      string
	familiar                 string
}

var structuredLanguages = []structuredLabels{
	{"en", "Catalogue search", "Search", "Any", [4]string{"Category", "Region", "Condition", "Material"}, "Price from", "Price to", "Published from", "Published to", "Author", "Next", "%d matches", "No results found"},
	{"de", "Katalogsuche", "Suchen", "Alle", [4]string{"Kategorie", "Region", "Zustand", "Material"}, "Preis von", "Preis bis", "Datum von", "Datum bis", "Verfasser", "Weiter", "%d Treffer", "No results found"},
	{"fr", "Recherche au catalogue", "Rechercher", "Tous", [4]string{"Catégorie", "Région", "État", "Matière"}, "Prix min", "Prix max", "Date du", "Date au", "Auteur", "Suivant", "%d résultats", "No results found"},
	{"es", "Buscar en el catálogo", "Buscar", "Todos", [4]string{"Categoría", "Región", "Estado", "Material"}, "Precio desde", "Precio hasta", "Fecha desde", "Fecha hasta", "Autor", "Siguiente", "%d resultados", "No results found"},
}

// unseen are things that sites say where they have nothing, as no list of such
// sentences has them. Half of the sites coin theirs instead.
var unseen = []string{
	"Da ist wohl der Wurm drin: die Kiste blieb leer.", "Crickets. Try widening things a bit.", "Le panier est resté vide cette fois-ci.",
	"Nuestro almacén guarda silencio.", "Het bleef stil aan de overkant.", "Zde je pusto a prázdno.", "Hier herrscht gähnende Leere.",
	"Qui dorme tutto.", "Tyhjää täynnä.", "Пусто, как в поле зимой.", "Ovdje vlada tišina.", "Tomrummet svarar.", "A polc üresen áll.",
	"El cistell torna buit.", "空空如也。", "からっぽです。", "텅 비었습니다.", "الرف فارغ تماما.", "המדף ריק לגמרי.", "Raft burada bomboş.",
}

// syllables make words of several scripts.
var syllables = [][]string{
	strings.Fields("ba ke li mo nu ra se ti vo zu dra gle pri sto fan mer kol bin"),
	strings.Fields("ба ке ли мо ну ра се ти во зу дра гле при сто фан мер"),
	strings.Fields("βα κε λι μο νυ ρα σε τι φο ζη δρα γλε πρι στο"),
	strings.Fields("ბა კე ლი მო ნუ რა სე ტი ვო ზუ დრა"),
	strings.Fields("बा के ली मो नु रा से ती वो जू"),
	strings.Fields("با كي لو مو نا را سي تو في زا"),
}

func coin(r *rand.Rand, script, parts int) string {
	var b strings.Builder
	for range parts {
		b.WriteString(syllables[script][r.IntN(len(syllables[script]))])
	}
	return b.String()
}

func coinSentence(r *rand.Rand) string {
	script := r.IntN(len(syllables))
	var out []string
	for range 3 + r.IntN(5) {
		out = append(out, coin(r, script, 2+r.IntN(3)))
	}
	return strings.Join(out, " ") + "."
}

func capitalized(s string) string {
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// drawKnobs draws the knobs that a case does not settle.
func drawKnobs(seed uint64, totals bool, k, n int) knobs {
	r := rand.New(rand.NewPCG(seed, 0x6b6e6f6273+uint64(k)))
	out := knobs{seed: seed, n: n, k: k, totals: totals, size: []int{10, 20, 25, 50}[r.IntN(4)], choices: 1 + r.IntN(4),
		depends: r.IntN(2) == 0, numbers: r.IntN(2) == 0, dates: r.IntN(2) == 0, column: r.IntN(3) == 0, table: r.IntN(2) == 0,
		lists: r.IntN(4) == 0, demand: r.IntN(4) == 0, dress: dresses[r.IntN(len(dresses))], echo: r.IntN(2) == 0}
	if r.IntN(3) == 0 { // menus only: what is impossible cannot be said
		out.choices, out.numbers, out.dates, out.column = max(out.choices, 2), false, false, false
	}
	if k > 0 {
		out.size = min(out.size, k/2)
	}
	return out
}

// drawEdge draws a site at an edge: limits that are no multiple of the page size or below
// it, pages of a few rows, forms of one menu, and records instead of a word that nothing
// was found.
func drawEdge(seed uint64) knobs {
	r := rand.New(rand.NewPCG(seed, 0x65646765))
	out := drawKnobs(seed, r.IntN(2) == 0, 0, []int{90, 200, 400, 700}[r.IntN(4)])
	out.size = []int{1, 2, 3, 5, 7, 10, 15, 20, 30}[r.IntN(9)]
	if out.size < 3 {
		out.n = min(out.n, 200)
	}
	if r.IntN(4) > 0 {
		out.k = []int{7, 12, 20, 23, 37, 50, 64, 99, 100}[r.IntN(9)]
	}
	if r.IntN(4) == 0 {
		out.choices, out.numbers, out.dates, out.column = 1, false, false, false
	}
	if r.IntN(2) == 0 {
		out.dress = listed[r.IntN(len(listed))]
	}
	return out
}

// reachable is how many records questions can bring: of those that agree in all that the
// form asks for, one answer shows k.
func (s *structuredSite) reachable() int {
	cells := map[string]int{}
	for _, r := range s.records {
		cell := fmt.Sprint(r.choices)
		if s.numbers && !s.lists {
			cell += fmt.Sprint(" ", r.price)
		}
		if s.numbers && s.lists {
			at, _ := slices.BinarySearch(bounds, r.price)
			cell += fmt.Sprint(" ", at)
		}
		if s.dates {
			cell += r.day.Format(" " + time.DateOnly)
		}
		if s.column {
			cell += " " + r.author
		}
		cells[cell]++
	}
	n := 0
	for _, in := range cells {
		if s.k > 0 {
			in = min(in, s.k)
		}
		n += in
	}
	return n
}

// bounds are what lists of bounds offer.
var bounds = []int{0, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1000}

func newStructuredSite(o knobs) *structuredSite {
	r := rand.New(rand.NewPCG(o.seed, 0x73746172))
	s := &structuredSite{knobs: o, labels: structuredLanguages[r.IntN(len(structuredLanguages))], chance: rand.New(rand.NewPCG(o.seed, 5))}
	s.denial = unseen[r.IntN(len(unseen))]
	if r.IntN(2) == 0 {
		s.denial = capitalized(coinSentence(r))
	}
	sizes := []int{6 + r.IntN(10), 15 + r.IntN(25), 3 + r.IntN(4), 8 + r.IntN(8)}
	for i := range o.choices {
		m := structuredMenu{name: fmt.Sprintf("m%d", i+1), label: s.labels.menus[i]}
		for v := range sizes[i] {
			m.values = append(m.values, strconv.Itoa(100*(i+1)+v))
			m.said = append(m.said, capitalized(coin(r, 0, 3))+" "+strconv.Itoa(v+1))
		}
		s.menus = append(s.menus, m)
	}
	var authors []string
	for range 40 + o.n/40 {
		authors = append(authors, capitalized(coin(r, 0, 2))+" "+capitalized(coin(r, 0, 3)))
	}
	from := time.Date(1998, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range o.n {
		rec := structuredRecord{id: 1000 + 7*i, price: int(math.Round(math.Exp(3.5 + 1.2*r.NormFloat64()))), author: authors[skewed(r, len(authors))],
			day: from.AddDate(0, 0, int(9000*math.Sqrt(r.Float64())))}
		rec.title = capitalized(coin(r, 0, 3)) + " " + coin(r, 0, 4) + " " + coin(r, 0, 2)
		for j, m := range s.menus {
			v := skewed(r, len(m.values))
			if j == 1 && o.depends && o.choices > 1 {
				// Each value of the second menu goes with one of the first.
				first := len(s.menus[0].values)
				if v = rec.choices[0] + first*(v/first); v >= len(m.values) {
					v = rec.choices[0] % len(m.values)
				}
			}
			rec.choices = append(rec.choices, v)
		}
		s.records = append(s.records, rec)
	}
	r.Shuffle(len(s.records), func(i, j int) { s.records[i], s.records[j] = s.records[j], s.records[i] })
	return s
}

// skewed draws one of n, the first ones more often.
func skewed(r *rand.Rand, n int) int {
	sum := 0.0
	for i := range n {
		sum += 1 / math.Pow(float64(i+1), 0.8)
	}
	x := r.Float64() * sum
	for i := range n {
		if x -= 1 / math.Pow(float64(i+1), 0.8); x <= 0 {
			return i
		}
	}
	return n - 1
}

func (s *structuredSite) Hosts(string) []fetch.HostState {
	return []fetch.HostState{{Host: "http://shop.example", Requests: s.asked}}
}
func (s *structuredSite) Restore([]fetch.HostState) {}

func (s *structuredSite) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	s.asked++
	u, err := url.Parse(r.URL.String())
	if err != nil {
		return nil, err
	}
	status, body, final := 200, "", r.URL
	switch {
	case u.Path == "/":
		body = s.page(s.form())
	case u.Path == "/find":
		status, body = s.find(u.Query())
		if body == "" {
			final, body = page.MustParseURL("http://shop.example/"), s.page(s.form())
		}
	case strings.HasPrefix(u.Path, "/item/"):
		body = s.page("<h1>" + strings.TrimPrefix(u.Path, "/item/") + "</h1>")
	default:
		status, body = 404, s.page("<h1>404</h1>")
	}
	return &page.Page{Request: r, Final: final, Status: status, Body: []byte(body), Requests: 1,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, nil
}

func (s *structuredSite) page(body string) string {
	return fmt.Sprintf(`<!DOCTYPE html><html lang=%s><head><title>%s</title></head><body><header><a href="/">%[2]s</a> <a href="/about">About</a></header><main>%s</main><footer><p>Marlow &amp; Sons, 1 Harbour Lane</p></footer></body></html>`,
		s.labels.lang, s.labels.title, body)
}

func (s *structuredSite) form() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<h1>%s</h1><form action="/find" role=search>`, s.labels.title)
	for _, m := range s.menus {
		fmt.Fprintf(&b, `<label>%s <select name=%s><option value="">%s</option>`, m.label, m.name, s.labels.any)
		for i, v := range m.values {
			fmt.Fprintf(&b, `<option value="%s">%s</option>`, v, m.said[i])
		}
		b.WriteString(`</select></label>`)
	}
	if s.numbers && s.lists {
		for i, label := range []string{s.labels.priceFrom, s.labels.priceTo} {
			fmt.Fprintf(&b, `<label>%s <select name=%s><option value="">%s</option>`, label, []string{"pmin", "pmax"}[i], s.labels.any)
			for _, x := range bounds {
				fmt.Fprintf(&b, `<option>%d</option>`, x)
			}
			b.WriteString(`</select></label>`)
		}
	} else if s.numbers {
		fmt.Fprintf(&b, `<label>%s <input type=number name=pmin></label> <label>%s <input type=number name=pmax></label>`, s.labels.priceFrom, s.labels.priceTo)
	}
	if s.dates {
		fmt.Fprintf(&b, `<label>%s <input type=date name=dfrom></label> <label>%s <input type=date name=dto></label>`, s.labels.dateFrom, s.labels.dateTo)
	}
	if s.column {
		fmt.Fprintf(&b, `<label>%s <input type=text name=author></label>`, s.labels.author)
	}
	fmt.Fprintf(&b, `<button>%s</button></form>`, s.labels.search)
	return b.String()
}

// matching returns the records that fit what was chosen, and what that was in words.
func (s *structuredSite) matching(v url.Values) (found []structuredRecord, said []string) {
	keep := func(structuredRecord) bool { return true }
	narrow := func(label, value string, fits func(structuredRecord) bool) {
		said = append(said, label+": "+value)
		before := keep
		keep = func(r structuredRecord) bool { return before(r) && fits(r) }
	}
	for i, m := range s.menus {
		if at := slices.Index(m.values, v.Get(m.name)); at >= 0 && (!s.deaf || len(said) == 0) {
			narrow(m.label, m.said[at], func(r structuredRecord) bool { return r.choices[i] == at })
		}
	}
	if x, err := strconv.ParseFloat(v.Get("pmin"), 64); err == nil {
		narrow(s.labels.priceFrom, v.Get("pmin"), func(r structuredRecord) bool { return float64(r.price) >= x })
	}
	if x, err := strconv.ParseFloat(v.Get("pmax"), 64); err == nil {
		narrow(s.labels.priceTo, v.Get("pmax"), func(r structuredRecord) bool { return float64(r.price) <= x })
	}
	if d, err := time.Parse(time.DateOnly, v.Get("dfrom")); err == nil {
		narrow(s.labels.dateFrom, v.Get("dfrom"), func(r structuredRecord) bool { return !r.day.Before(d) })
	}
	if d, err := time.Parse(time.DateOnly, v.Get("dto")); err == nil {
		narrow(s.labels.dateTo, v.Get("dto"), func(r structuredRecord) bool { return !r.day.After(d) })
	}
	if a := strings.ToLower(strings.TrimSpace(v.Get("author"))); a != "" {
		narrow(s.labels.author, a, func(r structuredRecord) bool { return strings.Contains(strings.ToLower(r.author), a) })
	}
	for _, r := range s.records {
		if keep(r) {
			found = append(found, r)
		}
	}
	return found, said
}

func (s *structuredSite) find(v url.Values) (status int, body string) {
	if s.absurd != "" && len(v.Get("pmin")) > 6 {
		if s.absurd != "all" {
			return 200, s.page(s.form() + "<p>" + s.absurd + "</p>")
		}
		v.Del("pmin")
	}
	found, said := s.matching(v)
	if s.demand && len(said) == 0 {
		return 200, s.page(s.form())
	}
	if len(found) == 0 {
		s.nothing++
		return s.empty(said)
	}
	total := len(found)
	if s.k > 0 {
		found = found[:min(s.k, len(found))]
	}
	at, _ := strconv.Atoi(v.Get("page"))
	at = max(at, 1)
	from := min((at-1)*s.size, len(found))
	to := min(from+s.size, len(found))
	var b strings.Builder
	b.WriteString(s.form())
	if s.totals {
		fmt.Fprintf(&b, "<p>"+s.labels.total+"</p>", total)
	}
	b.WriteString(s.rows(found[from:to]))
	if to < len(found) {
		v.Set("page", strconv.Itoa(at+1))
		fmt.Fprintf(&b, `<p class=pager><a rel=next href="/find?%s">%s</a></p>`, html.EscapeString(v.Encode()), s.labels.next)
	}
	return 200, s.page(b.String())
}

func (s *structuredSite) rows(list []structuredRecord) string {
	var b strings.Builder
	cells := func(r structuredRecord) (out []string) {
		for i, m := range s.menus {
			out = append(out, m.said[r.choices[i]])
		}
		return append(out, strconv.Itoa(r.price)+" EUR", r.day.Format(time.DateOnly), r.author)
	}
	var names []string
	for _, m := range s.menus {
		names = append(names, m.label)
	}
	names = append(names, strings.Fields(s.labels.priceFrom)[0], strings.Fields(s.labels.dateFrom)[0], s.labels.author)
	if !s.table {
		b.WriteString("<ul class=hits>")
		for _, r := range list {
			fmt.Fprintf(&b, `<li class=hit><h3><a href="/item/%d">%s</a></h3><dl>`, r.id, r.title)
			for i, c := range cells(r) {
				fmt.Fprintf(&b, `<dt>%s</dt><dd>%s</dd>`, names[i], c)
			}
			b.WriteString("</dl></li>")
		}
		return b.String() + "</ul>"
	}
	fmt.Fprintf(&b, "<table class=hits><tr><th>%s</th><th>%s</th></tr>", s.labels.title, strings.Join(names, "</th><th>"))
	for _, r := range list {
		fmt.Fprintf(&b, `<tr><td><a href="/item/%d">%s</a></td>`, r.id, r.title)
		for _, c := range cells(r) {
			fmt.Fprintf(&b, `<td>%s</td>`, c)
		}
		b.WriteString("</tr>")
	}
	return b.String() + "</table>"
}

// empty is the page where nothing was found; no body where it is the form's own again.
func (s *structuredSite) empty(said []string) (int, string) {
	denial, wears := s.denial, s.dress
	if s.known {
		denial = s.labels.familiar
		if wears == "redirect" || wears == "silent" || wears == "picture" {
			wears = "plain"
		}
	}
	echo := ""
	if s.echo {
		echo = "<p>" + html.EscapeString(strings.Join(said, "; ")) + "</p>"
	}
	says := "<p>" + denial + "</p>"
	if s.advice != "" {
		says += "<p>" + s.advice + "</p>"
	}
	switch wears {
	case "sidebar":
		return 200, s.page(s.form() + echo + says + `<aside><h2>Harbour news</h2><p>The reading room is closed on Mondays, and on the day after a storm.</p><ul><li><a href="/news/1">New shelves in the hall</a></li><li><a href="/news/2">A gift of maps</a></li><li><a href="/news/3">Opening hours in May</a></li></ul></aside>`)
	case "popular":
		return 200, s.page(s.form() + echo + says + "<h2>" + capitalized(coin(rand.New(rand.NewPCG(s.seed, 3)), 0, 4)) + "</h2>" + s.rows(s.records[:5]))
	case "recommended", "unheaded", "recent", "chance":
		if !s.known {
			says = "" // what is familiar stands beside the list
		}
		r := rand.New(rand.NewPCG(s.seed, 4))
		heading, shown := "<h2>"+consolations[s.labels.lang][r.IntN(3)]+"</h2>", s.records[:min(len(s.records), 3+r.IntN(4))]
		switch wears {
		case "unheaded":
			heading = ""
		case "recent":
			shown = s.records[max(0, len(s.records)-4):]
		case "chance":
			shown = nil
			for range 5 {
				shown = append(shown, s.records[s.chance.IntN(len(s.records))])
			}
		}
		return 200, s.page(s.form() + echo + says + heading + s.rows(shown))
	case "redirect":
		return 200, ""
	case "bare":
		return 200, s.page(echo + says)
	case "silent":
		return 200, s.page(s.form() + echo)
	case "picture":
		return 200, s.page(s.form() + echo + `<p><img src="/img/desert.png" width=300 height=200></p>`)
	case "missing":
		return 404, s.page(s.form() + echo + says)
	}
	return 200, s.page(s.form() + echo + says)
}

// String tells what the site is like.
func (o knobs) String() string {
	has := ""
	for _, x := range []struct {
		on   bool
		said string
	}{{o.depends, "dependent "}, {o.numbers, "numbers "}, {o.numbers && o.lists, "lists "}, {o.dates, "dates "}, {o.column, "column "}, {o.table, "table "}, {o.echo, "echo "}, {o.demand, "demand "}} {
		if x.on {
			has += x.said
		}
	}
	k := cmp.Or(strconv.Itoa(o.k), "none")
	if o.k == 0 {
		k = "none"
	}
	return fmt.Sprintf("seed %d n=%d k=%s p=%d totals=%t menus=%d %s%s", o.seed, o.n, k, o.size, o.totals, o.choices, has, o.dress)
}
