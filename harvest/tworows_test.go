package harvest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// divided is a site whose records stand behind a row of links that each lead to a row of links.
type divided struct {
	lang, title string
	over        [2]string                      // what stands over the rows
	records     []string                       // each once on the page of its part
	of          func(i int) (part, sub string) // where a record stands
	at          func(part, sub string) string  // the address of a part, or of one below it
	says        func(part, sub string) string  // what the link to it says
	list        func(i int) string
	around      [2]string
	tops        bool // the page of a part lists some of its records as well, and the parts beside it
	asked       map[string]int
}

func (d *divided) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	parts, subs := []string{}, map[string][]string{}
	for i := range d.records {
		p, s := d.of(i)
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
		if !slices.Contains(subs[p], s) {
			subs[p] = append(subs[p], s)
		}
	}
	slices.Sort(parts)
	row := func(over, part string, of []string) string {
		out := over + "<p class=row>"
		for _, s := range of {
			at, says := d.at(s, ""), d.says(s, "")
			if part != "" {
				at, says = d.at(part, s), d.says(part, s)
			}
			out += fmt.Sprintf(`<a href="%s">%s</a> `, strings.ReplaceAll(at, "&", "&amp;"), says)
		}
		return out + "</p>"
	}
	say := func(body string) {
		fmt.Fprintf(w, `<!doctype html><html lang=%s><title>%s</title><body><h1>%[2]s</h1><nav><a href="/">Start</a> <a href="/info">Info</a></nav>%s<footer>2024</footer></body></html>`, d.lang, d.title, body)
	}
	here := r.URL.RequestURI()
	d.asked[here]++
	if r.URL.Path == "/" {
		say(row(d.over[0], "", parts))
		return
	}
	for _, p := range parts {
		slices.Sort(subs[p])
		if here == d.at(p, "") {
			body := ""
			if d.tops {
				body = row(d.over[0], "", parts)
			}
			body += row(d.over[1], p, subs[p])
			if d.tops {
				body += d.around[0]
				n := 0
				for i := range d.records {
					if part, _ := d.of(i); part == p && n < 5 {
						body += d.list(i)
						n++
					}
				}
				body += d.around[1]
			}
			say(body)
			return
		}
		for _, s := range subs[p] {
			if here == d.at(p, s) {
				body := row(d.over[1], p, subs[p]) + "<h2>" + d.says(p, s) + "</h2>" + d.around[0]
				for i := range d.records {
					if part, sub := d.of(i); part == p && sub == s {
						body += d.list(i)
					}
				}
				say(body + d.around[1])
				return
			}
		}
	}
	if strings.HasPrefix(r.URL.Path, "/nr/") {
		say("<h2>" + r.URL.Path[4:] + "</h2><p>…</p>")
		return
	}
	http.NotFound(w, r)
}

func coinedNames(n int, first, last []string) (out []string) {
	for i := range n {
		out = append(out, first[i*7%len(first)]+" "+last[i*i*3%41%len(last)]+fmt.Sprint(" ", 1700+i))
	}
	return out
}

// dividedSites are such sites, each of another hand.
func dividedSites() map[string]*divided {
	out := map[string]*divided{}

	names := coinedNames(180, []string{"Anna", "Johann", "Maria", "Georg", "Eva", "Peter"}, []string{"Huber", "Maier", "Schmid", "Gruber", "Wolf", "Lang", "Berger"})
	towns := []string{"Aldersbach", "Brennberg", "Dietfurt", "Kelheim", "Neuburg", "Weiden"}
	out["towns and decades"] = &divided{lang: "de", title: "Kirchenbücher der Oberpfalz", over: [2]string{"<h3>Orte</h3>", ""}, records: names,
		of: func(i int) (string, string) { return towns[i*i%13%6], fmt.Sprint(1700 + i/10%7*10) },
		at: func(p, s string) string {
			return strings.TrimSuffix("/kirchenbuch/"+strings.ToLower(p)+"/"+s, "/")
		},
		says: func(p, s string) string {
			if s == "" {
				return p
			}
			return s + "–" + s[:3] + "9"
		},
		around: [2]string{"<table><tr><th>Name</th><th>Ereignis</th><th>Blatt</th></tr>", "</table>"},
		list: func(i int) string {
			return fmt.Sprintf("<tr><td>%s</td><td>%s</td><td>%d</td></tr>", names[i], []string{"Taufe", "Trauung", "Begräbnis"}[i%3], 10+i)
		}}

	var terms []string
	for i := range 200 {
		terms = append(terms, string(rune('a'+i*i%97%17))+string("aeiou"[i/3%5])+[]string{"bang", "kar", "lim", "mat", "rung", "sapan"}[i%6]+[]string{"", "an", "i"}[i/6%3]+fmt.Sprint(i))
	}
	out["letters and prefixes"] = &divided{lang: "id", title: "Glosarium Istilah", over: [2]string{"", "<p>Awalan:</p>"}, records: terms,
		of: func(i int) (string, string) {
			return strings.ToUpper(terms[i][:1]), strings.ToUpper(terms[i][:1]) + terms[i][1:2]
		},
		at: func(p, s string) string {
			return strings.TrimSuffix("/istilah?huruf="+p+"&awalan="+s, "&awalan=")
		},
		says:   func(p, s string) string { return p[:len(p)*b2i(s == "")] + s },
		around: [2]string{"<dl>", "</dl>"},
		list: func(i int) string {
			return fmt.Sprintf(`<dt><a href="/nr/%d">%s</a></dt><dd>istilah ke-%d dalam daftar kami</dd>`, i, terms[i], i*7%200)
		}}

	var words []string
	for i := range 210 {
		words = append(words, string(rune('a'+i*i%89%12))+[]string{"ba", "ca", "do", "le", "mo", "ri", "ta"}[i%7]+[]string{"dor", "lha", "mento", "nço", "ria"}[i/7%5]+string(rune('a'+i/35%6)))
	}
	slices.Sort(words)
	words = slices.Compact(words)
	out["letters and pages of prefixes"] = &divided{lang: "pt", title: "Dicionário de Termos Antigos", over: [2]string{"", ""}, records: words,
		of: func(i int) (string, string) {
			return strings.ToUpper(words[i][:1]), []string{"ba-do", "le-ta"}[b2i(words[i][1:3] >= "le")]
		},
		at: func(p, s string) string {
			return "/dic/" + p + map[string]string{"": "", "ba-do": "-1", "le-ta": "-2"}[s] + ".html"
		},
		says: func(p, s string) string {
			if s == "" {
				return p
			}
			from, to, _ := strings.Cut(s, "-")
			l := strings.ToLower(p)
			return l + from + " – " + l + to
		},
		around: [2]string{"<ul>", "</ul>"},
		list: func(i int) string {
			return fmt.Sprintf(`<li><a href="/nr/%d">%s</a> substantivo, séc. %d</li>`, i, words[i], 12+i%8)
		}}

	inns := coinedNames(160, []string{"Auberge", "Hôtel", "Relais", "Moulin"}, []string{"du Lion", "de la Poste", "des Ducs", "du Port", "Saint-Jean", "du Cheval blanc", "de la Gare"})
	communes := map[string][]string{"Bretagne": {"Auray", "Brest", "Quimper", "Vannes"}, "Normandie": {"Caen", "Honfleur", "Lisieux"}, "Provence": {"Apt", "Arles", "Cassis", "Digne", "Orange"}, "Savoie": {"Albertville", "Annecy"}}
	regions := []string{"Bretagne", "Normandie", "Provence", "Savoie"}
	out["regions and towns"] = &divided{lang: "fr", title: "Auberges de France", over: [2]string{"<h3>Par région</h3>", "<h3>Communes</h3>"}, records: inns,
		of: func(i int) (string, string) {
			r := regions[i*i%11%4]
			return r, communes[r][i/4%len(communes[r])]
		},
		at: func(p, s string) string {
			return strings.TrimSuffix("/annuaire/"+strings.ToLower(p)+"/"+strings.ToLower(s), "/")
		},
		says:   func(p, s string) string { return p[:len(p)*b2i(s == "")] + s },
		around: [2]string{"<div>", "</div>"},
		list: func(i int) string {
			return fmt.Sprintf(`<article><h4><a href="/nr/%d">%s</a></h4><p>%d chambres, tél. 02 %d</p></article>`, i, inns[i], 4+i%30, 400000+i*91)
		}}

	events := coinedNames(190, []string{"Pożar", "Jarmark", "Powódź", "Zjazd", "Budowa"}, []string{"w Lipnie", "nad Wisłą", "w Toruniu", "na rynku", "przy moście", "u fary", "w porcie"})
	months := []string{"styczeń", "luty", "marzec", "kwiecień", "maj", "czerwiec", "lipiec", "sierpień", "wrzesień", "październik", "listopad", "grudzień"}
	out["years and months"] = &divided{lang: "pl", title: "Kronika miasta", over: [2]string{"", ""}, records: events,
		of: func(i int) (string, string) { return fmt.Sprint(1901 + i%5), fmt.Sprintf("%02d", 1+i*i%23%12) },
		at: func(p, s string) string { return strings.TrimSuffix("/kronika/"+p+"/"+s, "/") },
		says: func(p, s string) string {
			if s == "" {
				return p
			}
			return months[10*int(s[0]-'0')+int(s[1]-'0')-1]
		},
		around: [2]string{"<ul>", "</ul>"},
		list: func(i int) string {
			return fmt.Sprintf(`<li><a href="/nr/%d">%s</a> – opisano w gazecie nr %d</li>`, i, events[i], 30+i*7)
		}}

	var plants []string
	for i := range 220 {
		plants = append(plants, string(rune('A'+i*i%83%14))+string("aeiouy"[i/2%6])+[]string{"hka", "lvas", "nni", "rtti", "uma"}[i%5]+[]string{"heinä", "kukka", "ruoho", "yrtti"}[i/5%4]+fmt.Sprint(" ", i))
	}
	out["letters and two letters"] = &divided{lang: "fi", title: "Kasvien luettelo", over: [2]string{"", ""}, records: plants, tops: true,
		of: func(i int) (string, string) { return plants[i][:1], plants[i][:2] },
		at: func(p, s string) string {
			if s != "" {
				p = s
			}
			return "/selaa/" + p
		},
		says:   func(p, s string) string { return p[:len(p)*b2i(s == "")] + s },
		around: [2]string{"<ol>", "</ol>"},
		list: func(i int) string {
			return fmt.Sprintf(`<li><a href="/nr/%d">%s</a><span>korkeus %d cm</span></li>`, i, plants[i], 10+i*3%90)
		}}
	return out
}

func b2i(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Where the parts of a list are divided by rows of links of their own, these are followed: all
// records come, and each page is asked for twice at most.
func TestRowsOfLinksBelowRows(t *testing.T) {
	for name, site := range dividedSites() {
		t.Run(name, func(t *testing.T) {
			site.asked = map[string]int{}
			sum := look(t, site, harvest.Options{})
			requests, pages := 0, map[string]bool{}
			for _, n := range site.asked {
				requests += n
			}
			for i := range site.records {
				p, s := site.of(i)
				pages[site.at(p, s)] = true
			}
			t.Logf("%d of %d records, %d requests for %d pages with records: %v", sum.Records, len(site.records), requests, len(pages), sum.Stop)
			for i := range site.records {
				p, s := site.of(i)
				if site.asked[site.at(p, s)] == 0 {
					t.Logf("never asked: %s %s", p, s)
				}
			}
			if sum.Records < len(site.records)*98/100 || sum.Records > len(site.records) || sum.Stop.Kind != harvest.Exhausted {
				t.Errorf("%d of %d records: %v", sum.Records, len(site.records), sum.Stop)
			}
		})
	}
}

// Records whose addresses go on from their part's, and whose pages list like ones, are no parts.
func TestRecordsBelowAPartAreNoParts(t *testing.T) {
	site := newParted()
	kinds := []string{"malari", "sochari", "rytci", "sklari"}
	site.of = func(i int) string { return kinds[i*i%7%4] }
	site.link = func(part string) string {
		return `<a href="/kategorie/` + part + `">` + strings.ToUpper(part) + `</a> `
	}
	site.part = func(r *http.Request) (string, bool) { return strings.CutPrefix(r.URL.Path, "/kategorie/") }
	link := func(i int) string {
		return fmt.Sprintf(`<li><a href="/kategorie/%s/%d">%s</a>, tel. %d</li>`, site.of(i), i, site.people[i], 500000+i*37)
	}
	site.item = link
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var part string
		var i int
		if n, _ := fmt.Sscanf(strings.ReplaceAll(r.URL.Path, "/", " "), " kategorie %s %d", &part, &i); n < 2 {
			site.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><html lang=cs><title>Lide</title><h1>%s</h1><p>narozen %d</p><h3>Podobni</h3><ul>%s%s%s%s</ul></html>", site.people[i], 1900+i%70, link((i+7)%130), link((i+14)%130), link((i+21)%130), link((i+28)%130))
	}), harvest.Options{})
	if sum.Records != len(site.people) || len(sum.Profile.Form.Fields[0].Options) > len(kinds) {
		t.Errorf("%d of %d records by %d parts: %v", sum.Records, len(site.people), len(sum.Profile.Form.Fields[0].Options), sum.Stop)
	}
}
