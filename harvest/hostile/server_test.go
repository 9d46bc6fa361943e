package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/encoding/charmap"
)

// tongue is what a site says in one language. Only the first two say that nothing was
// found in words that programs may know.
type tongue struct {
	lang, title, search, box, none, count, next, about, quota, login, password, welcome string
	alphabet                                                                            []string
}

var tongues = []tongue{
	{"en", "The Harbour Library", "Search", "Keywords", "No results found.", "%d records", "Next", "About us", "You have used up what is free today. Come back tomorrow.", "Log in to go on reading", "Password", "Welcome to our collection of old things.",
		[]string{"ba", "ke", "lor", "mi", "sten", "tu", "ran", "do", "wick", "ful", "har", "pel"}},
	{"de", "Die Hafenbücherei", "Suchen", "Stichwörter", "Keine Treffer.", "%d Einträge", "Weiter", "Über uns", "Ihr Tagesvorrat an Fragen ist aufgebraucht.", "Nur für Angemeldete", "Kennwort", "Willkommen in unserer Sammlung.",
		[]string{"bär", "ke", "lau", "mi", "stein", "tü", "ran", "do", "wich", "voll", "hör", "pel"}},
	{"fr", "La bibliothèque du port", "Rechercher", "Mots", "Le panier est vide pour cette demande.", "%d notices", "Suivant", "À propos", "Votre forfait du jour est épuisé.", "Réservé aux adhérents", "Mot de passe", "Bienvenue dans notre collection.",
		[]string{"bé", "que", "lou", "mi", "stin", "tè", "ran", "do", "viche", "fol", "hâ", "pel"}},
	{"ru", "Портовая библиотека", "Искать", "Слова", "Увы, полки пусты.", "%d записей", "Дальше", "О нас", "Дневная норма вопросов вышла.", "Только для своих", "Пароль", "Добро пожаловать в собрание.",
		[]string{"ба", "ке", "лор", "ми", "стен", "ту", "ран", "до", "вик", "фул", "хар", "пел"}},
	{"sw", "Maktaba ya bandari", "Tafuta", "Maneno", "Hamna kitu hapa kwa swali hili — pole.", "%d kumbukumbu", "Mbele", "Kuhusu", "Kiasi cha leo kimeisha, rudi kesho.", "Ingia kwanza", "Neno la siri", "Karibu kwenye mkusanyo wetu.",
		[]string{"ba", "ke", "lo", "mi", "sta", "tu", "ra", "do", "wi", "fu", "ha", "pe"}},
}

// thing is a record of a site.
type thing struct {
	title, text string
	kind, place int
}

// site is a made-up search site. It answers wrongly in ways, which of them and when
// being told by chance, not by what is asked.
type site struct {
	tongue
	things     []thing
	structured bool // menus instead of a box
	totals     bool

	mu       sync.Mutex
	random   *rand.Rand
	ways     []string
	share    float64                 // of the answers that are wrong
	from     int                     // the search request that this begins with
	until    int                     // the last one; 0: there is none
	only     func(q url.Values) bool // asked so, answers are wrong always
	searches int
	wrong    map[string]int
	before   []string // answers of late
	layout   int      // from this search request on, pages are made in another way; 0: never
	moved    bool     // the addresses of records are other ones there
}

const rows = 20

// otherDress are five more ways, which nothing was made for.
var otherDress = []string{"maintenance", "cookies", "tongue", "gzip", "popular"}

var allWays = []string{"quota", "login", "nothing", "start", "other", "half", "encoding", "500", "stale", "captcha"}

func newSite(t tongue, n int, seed uint64) *site {
	s := &site{tongue: t, random: rand.New(rand.NewPCG(seed, 7)), wrong: map[string]int{}}
	var words []string
	for range n / 2 {
		w := ""
		for range 2 + s.random.IntN(2) {
			w += t.alphabet[s.random.IntN(len(t.alphabet))]
		}
		words = append(words, w)
	}
	word := func() string { // few are frequent, most are rare
		x := s.random.Float64()
		return words[int(x*x*float64(len(words)))]
	}
	for i := range n {
		s.things = append(s.things, thing{
			title: fmt.Sprintf("%s %s %s", word(), word(), word()),
			text:  fmt.Sprintf("%s %s %s %s %s, %d", word(), word(), word(), word(), word(), 1000+i),
			kind:  s.random.IntN(12), place: s.random.IntN(9),
		})
	}
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.URL.Path == "/":
		fmt.Fprint(w, s.start())
	case r.URL.Path == "/search":
		s.search(w, r.URL.Query())
	case strings.HasPrefix(r.URL.Path, "/rec/"):
		n, _ := strconv.Atoi(r.URL.Path[len("/rec/"):])
		fmt.Fprint(w, s.page("", "<h1>"+s.things[n%len(s.things)].title+"</h1><p>"+s.things[n%len(s.things)].text+"</p>"))
	case r.URL.Path == "/about":
		fmt.Fprint(w, s.page("", "<h1>"+s.about+"</h1><p>"+s.welcome+"</p>"))
	default:
		http.NotFound(w, r)
	}
}

func (s *site) start() string {
	seen := ""
	for _, t := range s.things[:3] {
		seen += t.title + ", "
	}
	return s.page("", "<h1>"+s.title+"</h1><p>"+s.welcome+" "+seen+"</p>")
}

// page puts what a page says into the frame of all pages.
func (s *site) page(asked, body string) string {
	controls := fmt.Sprintf(`<label>%s <input type=search name=q value="%s"></label>`, s.box, html.EscapeString(asked))
	if s.structured {
		controls = ""
		for name, n := range map[string]int{"kind": 12, "place": 9} {
			options := "<option value=''>-"
			for i := range n {
				options += fmt.Sprintf("<option value=%d>%s%s", i, s.alphabet[i], name)
			}
			controls += fmt.Sprintf("<label>%s <select name=%s>%s</select></label>", name, name, options)
		}
	}
	head := `<div class=head><a href="/">%s</a> <a href="/about">%s</a></div>`
	if s.layout > 0 && s.searches >= s.layout {
		head = `<nav><ul><li><a href="/">%s</a><li><a href="/about">%s</a></ul></nav>`
	}
	return fmt.Sprintf(`<!DOCTYPE html><html lang=%s><head><meta charset=utf-8><title>%s</title></head><body>`+head+
		`<form action=/search role=search>%s<button>%s</button></form>%s<div class=foot>© 2026 %s · %s</div></body></html>`,
		s.lang, s.title, s.title, s.about, controls, s.tongue.search, body, s.title, s.about)
}

// found returns the things that a question matches, and which of them one page shows.
func (s *site) found(q url.Values) (found []int, at, end int) {
	word := strings.ToLower(strings.TrimSpace(q.Get("q")))
	for i, t := range s.things {
		switch {
		case s.structured:
			if k := q.Get("kind"); k != "" && k != strconv.Itoa(t.kind) {
				continue
			}
			if p := q.Get("place"); p != "" && p != strconv.Itoa(t.place) {
				continue
			}
		case word == "" || !slices.Contains(strings.Fields(strings.ReplaceAll(t.title+" "+t.text, ",", "")), word):
			continue
		}
		found = append(found, i)
	}
	if s.structured && len(found) > 400 {
		found = found[:400]
	}
	at, _ = strconv.Atoi(q.Get("from"))
	at = min(at, len(found))
	return found, at, min(at+rows, len(found))
}

// answer is the right one.
func (s *site) answer(q url.Values) string {
	found, at, end := s.found(q)
	if at == end {
		return s.page(q.Get("q"), "<p>"+s.none+"</p>")
	}
	var b strings.Builder
	if s.totals {
		fmt.Fprintf(&b, "<p>"+s.count+"</p>", len(found))
	}
	anew := s.layout > 0 && s.searches >= s.layout
	for _, i := range found[at:end] {
		t, address := s.things[i], fmt.Sprintf("/rec/%d", i)
		switch {
		case anew:
			if s.moved {
				address = fmt.Sprintf("/item/%d/view", i)
			}
			fmt.Fprintf(&b, `<section class=hit><div class=what>%s</div><a class=name href="%s">%s</a></section>`, t.text, address, t.title)
		default:
			fmt.Fprintf(&b, `<div class=row><h3><a href="%s">%s</a></h3><p>%s</p></div>`, address, t.title, t.text)
		}
	}
	if end < len(found) {
		next := url.Values{"from": {strconv.Itoa(end)}}
		for name, v := range q {
			if name != "from" {
				next[name] = v
			}
		}
		fmt.Fprintf(&b, `<p><a href="/search?%s">%s</a></p>`, html.EscapeString(next.Encode()), s.next)
	}
	return s.page(q.Get("q"), b.String())
}

func (s *site) search(w http.ResponseWriter, q url.Values) {
	s.searches++
	right := s.answer(q)
	way := ""
	switch {
	case s.only != nil:
		if s.only(q) {
			way = s.ways[0]
		}
	case s.searches >= s.from && (s.until == 0 || s.searches <= s.until) && s.random.Float64() < s.share:
		way = s.ways[s.random.IntN(len(s.ways))]
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.wrong[way]++
	switch way {
	case "":
		if len(right) > 1500 {
			s.before = append(s.before, right)
		}
		fmt.Fprint(w, right)
	case "quota":
		if s.searches%2 == 1 {
			fmt.Fprint(w, s.page("", "<p>"+s.quota+"</p>"))
			return
		}
		fmt.Fprint(w, "<html><body><p>"+s.quota+"</p></body></html>")
	case "login":
		fmt.Fprint(w, s.page("", "<h2>"+s.login+"</h2><form action=/enter method=post><input name=user> <label>"+s.password+" <input type=password name=p></label><button>OK</button></form>"))
	case "nothing":
	case "start":
		fmt.Fprint(w, s.start())
	case "other":
		fmt.Fprint(w, otherSite)
	case "half":
		cut := len(right) * (30 + s.random.IntN(50)) / 100
		fmt.Fprint(w, right[:cut])
	case "encoding":
		twice, _ := charmap.ISO8859_1.NewDecoder().String(right)
		fmt.Fprint(w, twice)
	case "500":
		w.WriteHeader(500)
		fmt.Fprint(w, right)
	case "stale":
		if len(s.before) == 0 {
			fmt.Fprint(w, right)
			return
		}
		fmt.Fprint(w, s.before[s.random.IntN(len(s.before))])
	case "maintenance":
		fmt.Fprint(w, "<!DOCTYPE html><html><head><title>Back soon</title></head><body><h1>We are improving our service</h1><p>Please try again in an hour.</p></body></html>")
	case "cookies":
		fmt.Fprint(w, s.page("", "<div class=wall><h2>Szanujemy Twoją prywatność</h2><p>Aby przejść dalej, zaakceptuj pliki cookie.</p><button>Akceptuję</button></div>"))
	case "tongue":
		next := (slices.IndexFunc(tongues, func(t tongue) bool { return t.lang == s.lang }) + 1) % len(tongues)
		other := &site{tongue: tongues[next], things: s.things, structured: s.structured, totals: s.totals}
		fmt.Fprint(w, other.answer(q))
	case "gzip":
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		fmt.Fprint(z, right)
		z.Close()
		fmt.Fprintf(w, "%s", b.Bytes()[:b.Len()*2/3])
	case "popular":
		var b strings.Builder
		for i, t := range s.things[:rows] {
			fmt.Fprintf(&b, `<div class=row><h3><a href="/rec/%d">%s</a></h3><p>%s</p></div>`, i, t.title, t.text)
		}
		fmt.Fprint(w, s.page("", b.String()))
	case "captcha":
		fmt.Fprint(w, `<html><head><title>…</title><script src="/captcha/api.js"></script></head><body><div class="g-captcha" data-key=1></div><p>…</p></body></html>`)
	}
}

// otherSite is a page of another site altogether, with a list of its own.
var otherSite = func() string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang=en><head><title>Daily Gazette</title></head><body><header><a href="/">Gazette</a> <a href="/sport">Sport</a></header><form action=/find><input name=query><button>Find</button></form><main>`)
	for i := range 14 {
		fmt.Fprintf(&b, `<article><h2><a href="/news/%d">Mayor opens bridge number %d</a></h2><p>The mayor said that it was a good day for all, on day %d.</p></article>`, i, i, i)
	}
	b.WriteString(`</main><footer>Gazette Ltd</footer></body></html>`)
	return b.String()
}()
