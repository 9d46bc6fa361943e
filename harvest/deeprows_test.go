package harvest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// tree is a site whose records stand behind rows of links that lead to rows of links, so many as
// the path to each is long.
type tree struct {
	lang  string
	paths [][]string                 // of the records
	at    func(path []string) string // the address of a page
	says  func(path []string) string // what the link to it says
	over  []string                   // what stands over the rows of each depth
	whole bool                       // the start page has all rows, in one list each
}

func (s *tree) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	here, body := r.URL.RequestURI(), ""
	var write func(path []string)
	write = func(path []string) {
		var below []string
		n := 0
		for i, p := range s.paths {
			if len(p) < len(path) || !slices.Equal(p[:len(path)], path) {
				continue
			}
			if n++; len(p) == len(path) {
				body += fmt.Sprintf(`<div class=item><a href="/item?%d">Item no. %d of %s</a> box %d</div>`, i, 1000+i*7, strings.Join(path, ", "), i%9)
			} else if !slices.Contains(below, p[len(path)]) {
				below = append(below, p[len(path)])
			}
		}
		if len(below) == 0 {
			return
		}
		body += s.over[len(path)] + "<ul>"
		for _, b := range below {
			p := append(slices.Clone(path), b)
			body += fmt.Sprintf(`<li><a href="%s">%s</a></li>`, strings.ReplaceAll(s.at(p), "&", "&amp;"), s.says(p))
		}
		if body += "</ul>"; s.whole {
			for _, b := range below {
				write(append(slices.Clone(path), b))
			}
		}
	}
	switch found := false; {
	case here == "/":
		write(nil)
	default:
		whole := s.whole
		s.whole = false
		for _, p := range s.paths {
			for n := 1; n <= len(p) && !found; n++ {
				if found = s.at(p[:n]) == here; found {
					body += "<h2>" + s.says(p[:n]) + "</h2>"
					write(p[:n])
				}
			}
		}
		if s.whole = whole; !found {
			http.NotFound(w, r)
			return
		}
	}
	fmt.Fprintf(w, `<!doctype html><html lang=%s><title>Archive</title><body><h1>Archive</h1><nav><a href="/">Start</a> <a href="/info">Info</a></nav><main>%s</main><footer>2024</footer></body></html>`, s.lang, body)
}

// Lists that stand several rows of links below the first are found, at one depth or at several.
func TestRowsOfLinksAtAnyDepth(t *testing.T) {
	dates := func(years []int, mixed bool) (out [][]string) {
		for i, y := range years {
			for m := range 3 + i%3 {
				for range 2 + (i+m)%4 {
					p := []string{fmt.Sprint(y / 10 * 10), fmt.Sprint(y), fmt.Sprintf("%02d", 1+m*2)}
					if mixed && i%4 == 1 {
						p = p[:2]
					}
					out = append(out, p)
				}
			}
		}
		return out
	}
	years := []int{1951, 1953, 1956, 1962, 1963, 1967, 1971, 1974, 1975, 1978}
	months := strings.Fields("jan feb mar apr mai jun jul aug sep oct nov dec")
	dated := func(p []string) string {
		switch len(p) {
		case 1:
			return p[0] + "–" + p[0][:3] + "9"
		case 2:
			return p[1]
		}
		return months[(int(p[2][0]-'0')*10+int(p[2][1]-'0'))-1]
	}
	none := []string{"", "", ""}
	folders := func(p []string) string { return "/foto/" + strings.Join(p, "/") }
	var places [][]string
	for i, c := range []string{"Africa", "Asia", "Europe"} {
		for k := range 3 {
			for town := range 2 + (i+k)%2 {
				for range 3 + town {
					places = append(places, []string{c, fmt.Sprint("Land ", 10*i+k), fmt.Sprint("Town ", 100*i+10*k+town)})
				}
			}
		}
	}
	var kinds [][]string
	for i := range 12 {
		for k := range 24 {
			p := []string{fmt.Sprint("kind ", string(rune('k'+i)))}
			if i == 5 {
				p = append(p, fmt.Sprint("sort ", k%4))
			}
			kinds = append(kinds, p[:])
		}
	}
	for name, site := range map[string]*tree{
		"one part of many is divided":       {"en", kinds, func(p []string) string { return "/category/" + strings.ReplaceAll(strings.Join(p, "/"), " ", "-") }, func(p []string) string { return p[len(p)-1] }, none, false},
		"decades, years and months":         {"nl", dates(years, false), folders, dated, none, false},
		"months of some of the years alone": {"da", dates(years, true), folders, dated, none, false},
		"all rows on the start page":        {"fr", dates(years, false), folders, dated, none, true},
		"years beside their decades":        {"en", dates(years, true), func(p []string) string { return "/foto/" + strings.Join(p[min(1, len(p)-1):], "/") }, dated, none, false},
		"months in the names of files": {"en", dates(years, true), func(p []string) string {
			return "/index_" + strings.Join(p[min(1, len(p)-1):], "_") + ".html"
		}, dated, none, false},
		"dates in parameters": {"pl", dates(years, false), func(p []string) string {
			return []string{"/?dek=" + p[0], "/?rok=" + p[min(1, len(p)-1)], "/?rok=" + p[min(1, len(p)-1)] + "&m=" + p[len(p)-1]}[len(p)-1]
		}, dated, none, false},
		"places that say what they are": {"en", places, func(p []string) string {
			return []string{"/continent/", "/country/", "/town/"}[len(p)-1] + strings.ReplaceAll(strings.ToLower(p[len(p)-1]), " ", "-")
		}, func(p []string) string { return p[len(p)-1] }, []string{"<h3>Continents</h3>", "<h3>Countries</h3>", "<h3>Towns</h3>"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			sum := look(t, site, harvest.Options{})
			if sum.Records < len(site.paths)*98/100 || sum.Records > len(site.paths) || sum.Stop.Kind != harvest.Exhausted && sum.Stop.Kind != harvest.Incomplete {
				t.Errorf("%d of %d records: %v", sum.Records, len(site.paths), sum.Stop)
			}
		})
	}
}

// Years that lead to nothing but months, which lead to nothing, are no records.
func TestRowsOfLinksThatLeadToNoList(t *testing.T) {
	site := &tree{lang: "pt", over: []string{"", ""}, says: func(p []string) string { return p[len(p)-1] }, at: func(p []string) string { return "/ano/" + strings.Join(p, "/") }}
	for y := range 6 {
		for m := range 4 {
			site.paths = append(site.paths, []string{fmt.Sprint(1990 + y), fmt.Sprintf("%02d", 1+m)})
		}
	}
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Count(r.URL.Path, "/") < 3 {
			site.ServeHTTP(w, r)
			return
		}
		fmt.Fprint(w, "<!doctype html><html lang=pt><body><h1>Arquivo</h1><p>Ainda em preparação.</p></body></html>")
	}), harvest.Options{})
	if sum.Records > 0 || sum.Stop.Kind != harvest.NoForm || !strings.Contains(sum.Stop.Reason, "1990 to 1995, leads to pages that list nothing") {
		t.Errorf("%d records: %v", sum.Records, sum.Stop)
	}
}

// Entries that stand below a letter, and name others below other letters, are no parts.
func TestEntriesThatNameOthersAreNoParts(t *testing.T) {
	var entries []string
	for i := range 140 {
		entries = append(entries, string(rune('a'+i%7))+letters(i*7919)+"en")
	}
	link := func(i int) string {
		return fmt.Sprintf(`<li><a href="/ordbok/%c/%s">%[2]s</a></li>`, entries[i%140][0], entries[i%140])
	}
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		letter, entry, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/ordbok/"), "/")
		body := ""
		for c := 'a'; c < 'h'; c++ {
			body += fmt.Sprintf(`<a href="/ordbok/%c">%c</a> `, c, c-32)
		}
		body += "<h2>" + letter + entry + "</h2><ul>"
		for i, e := range entries {
			switch {
			case entry == "" && e[:1] == letter:
				body += link(i)
			case e == entry:
				body += link(i+3) + link(i+19) + link(i+40) + link(i+81)
			}
		}
		fmt.Fprintf(w, "<!doctype html><html lang=nn><title>Ordbok</title><body><h1>Ordbok</h1>%s</ul></body></html>", body)
	}), harvest.Options{})
	if sum.Records != len(entries) || len(sum.Profile.Form.Fields[0].Options) > 7 {
		t.Errorf("%d of %d records by %d parts: %v", sum.Records, len(entries), len(sum.Profile.Form.Fields[0].Options), sum.Stop)
	}
}
