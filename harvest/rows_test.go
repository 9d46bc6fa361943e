package harvest_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// parted is a site of people of which only a row of links or buttons leads to the lists.
type parted struct {
	lang, row string
	link      func(part string) string // what leads to a part
	part      func(r *http.Request) (part string, is bool)
	of        func(i int) string // the part of a person
	rows      int                // of a page
	list      [2]string          // what stands around the records
	item      func(i int) string // a record
	search    bool               // there is a search on another page
	people    []string
	shown     map[string]bool
	searched  int
}

func newParted() *parted {
	p := &parted{lang: "cs", rows: 10, shown: map[string]bool{}}
	for i := range 130 {
		p.people = append(p.people, fmt.Sprintf("%c%s %s %d", 'A'+i*i%37%11, []string{"dam", "rih", "olek", "umin"}[i%4], []string{"Novak", "Dvorak", "Kral", "Vesely", "Hajek"}[i%5], 1900+i%90))
	}
	p.of = func(i int) string { return p.people[i][:1] }
	p.link = func(part string) string {
		return `<a href="/seznam/` + url.PathEscape(part) + `">` + part + `</a> `
	}
	p.part = func(r *http.Request) (string, bool) { return strings.CutPrefix(r.URL.Path, "/seznam/") }
	p.list = [2]string{"<ul>", "</ul>"}
	p.item = func(i int) string {
		return fmt.Sprintf(`<li><a href="/osoba/%d">%s</a>, tel. %d</li>`, i, p.people[i], 500000+i*37)
	}
	return p
}

func (p *parted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	say := func(body string) {
		fmt.Fprintf(w, `<!doctype html><html lang=%s><title>Lide</title><body><h1>Lide</h1><nav><a href="/">Domu</a> <a href="/o-nas">O nas</a></nav>%s</body></html>`, p.lang, body)
	}
	var parts []string
	for i := range p.people {
		if !slices.Contains(parts, p.of(i)) {
			parts = append(parts, p.of(i))
		}
	}
	slices.Sort(parts)
	row := p.row
	for _, part := range parts {
		row += p.link(part)
	}
	if strings.Contains(row, "<form") {
		row += "</form>"
	}
	part, is := p.part(r)
	switch {
	case is:
		var in []int
		for i := range p.people {
			if p.of(i) == part {
				in = append(in, i)
			}
		}
		at, _ := strconv.Atoi(r.FormValue("strana"))
		at = max(at, 1)
		body := row + "<h2>" + html.EscapeString(part) + "</h2>" + p.list[0]
		for _, i := range in[min(len(in), (at-1)*p.rows):min(len(in), at*p.rows)] {
			p.shown[p.people[i]] = true
			body += p.item(i)
		}
		body += p.list[1]
		q := r.URL.Query()
		for n := 1; len(in) > p.rows && n <= (len(in)+p.rows-1)/p.rows; n++ {
			q.Set("strana", strconv.Itoa(n))
			if n == at {
				body += fmt.Sprintf(" <b>%d</b>", n)
			} else {
				body += fmt.Sprintf(` <a href="?%s">%d</a>`, html.EscapeString(q.Encode()), n)
			}
		}
		say(body)
	case r.URL.Path == "/":
		say("<p>Seznam lidi z okoli.</p>" + row)
	case r.URL.Path == "/o-nas" && p.search:
		say(`<form action="/hledat"><input type=search name=q><button>Hledat</button></form>`)
	case r.URL.Path == "/hledat":
		p.searched++
		body := "<ul>"
		for i, name := range p.people {
			if q := r.FormValue("q"); q != "" && slices.Contains(strings.Fields(strings.ToLower(name)), strings.ToLower(q)) {
				body += fmt.Sprintf(`<li><a href="/osoba/%d">%s</a>, tel. %d</li>`, i, name, 500000+i*37)
			}
		}
		if body == "<ul>" {
			body = "<p>Nic nenalezeno.</p>"
		}
		say(body)
	case strings.HasPrefix(r.URL.Path, "/osoba/"):
		i, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/osoba/"))
		say("<h2>" + p.people[i] + "</h2>")
	case r.URL.Path == "/o-nas":
		say("<p>Kronika vede zaznamy od roku 1901.</p>")
	default:
		http.NotFound(w, r)
	}
}

// Lists that letters, years or kinds alone lead to are harvested by these, part by part; where a
// page takes words, that is asked.
func TestRowsOfLinksToParts(t *testing.T) {
	parameter := func(name string) func(*http.Request) (string, bool) {
		return func(r *http.Request) (string, bool) { return r.FormValue(name), r.FormValue(name) != "" }
	}
	year := func(p *parted) func(int) string {
		return func(i int) string { return strconv.Itoa(1900 + i*i%37%9) }
	}
	for _, c := range []struct {
		name string
		of   func(*parted)
		none bool
	}{
		{"letters in the path", func(*parted) {}, false},
		{"years in a parameter", func(p *parted) {
			p.lang, p.of, p.part = "pt", year(p), parameter("ano")
			p.link = func(part string) string { return `<li><a href="/lista?ano=` + part + `">` + part + `</a> (14)</li>` }
		}, false},
		{"kinds under a heading", func(p *parted) {
			kinds := []string{"Peintres", "Sculpteurs", "Graveurs", "Verriers"}
			p.lang, p.row, p.of, p.part = "fr", "<h3>Par catégorie</h3>", func(i int) string { return kinds[i*i%7%4] }, parameter("c")
			p.link = func(part string) string { return `<a href="/liste?l=1&amp;c=` + part + `">` + part + `</a><br>` }
		}, false},
		{"kinds by their address", func(p *parted) {
			kinds := []string{"malari", "sochari", "rytci", "sklari"}
			p.of = func(i int) string { return kinds[i*i%7%4] }
			p.part = func(r *http.Request) (string, bool) { return strings.CutPrefix(r.URL.Path, "/kategorie/") }
			p.link = func(part string) string {
				return `<a href="/kategorie/` + part + `">` + strings.ToUpper(part) + `</a> `
			}
		}, false},
		{"buttons", func(p *parted) {
			p.lang, p.row, p.part = "it", `<form action="/elenco">`, parameter("iniziale")
			p.link = func(part string) string { return `<button name="iniziale" value="` + part + `">` + part + `</button>` }
		}, false},
		{"years of which the records repeat what others say", func(p *parted) {
			p.lang, p.of = "pl", year(p)
			p.list = [2]string{"<table><tr><th>Imię i nazwisko</th><th>Zdarzenie</th><th>Wieś</th><th>Akt</th></tr>", "</table>"}
			p.item = func(i int) string {
				return fmt.Sprintf("<tr><td>%s</td><td>%s</td><td>%s</td><td>akt %d/1950</td></tr>",
					[]string{"Jan Mazur", "Anna Nowak", "Maria Zając"}[i*i%3], []string{"chrzest", "pogrzeb"}[i/3%2], []string{"Lipno", "Brzezie"}[i/2%2], i+11)
			}
		}, false},
		{"letters beside a search", func(p *parted) { p.search = true }, false},
		{"letters of what deletes", func(p *parted) {
			p.part = func(r *http.Request) (string, bool) { return strings.CutPrefix(r.URL.Path, "/delete/") }
			p.link = func(part string) string { return `<a href="/delete/` + part + `">` + part + `</a> ` }
		}, true},
		{"languages", func(p *parted) {
			p.of = func(i int) string { return []string{"English", "Deutsch", "Polski", "Magyar"}[i%4] }
			p.part = func(*http.Request) (string, bool) { return "", false }
			p.link = func(part string) string { return `<a href="/?jazyk=` + part + `">` + part + `</a> ` }
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			site := newParted()
			c.of(site)
			sum := look(t, site, harvest.Options{})
			switch {
			case c.none && (sum.Records > 0 || sum.Stop.Kind != harvest.NoForm):
				t.Errorf("%d records: %v", sum.Records, sum.Stop)
			case site.search && site.searched == 0:
				t.Errorf("the search was not asked: %v", sum.Form)
			case !c.none && !site.search && (sum.Records != len(site.people) || sum.Stop.Kind != harvest.Exhausted):
				t.Errorf("%d of %d records: %v", sum.Records, len(site.people), sum.Stop)
			}
		})
	}
}

// Where what is asked first shows a part of a list, its letter is no link there.
func TestARowWithoutTheLetterThatIsShown(t *testing.T) {
	site := newParted()
	sum := look(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			r.URL.Path = "/seznam/A"
		}
		part, _ := strings.CutPrefix(r.URL.Path, "/seznam/")
		link := site.link
		defer func() { site.link = link }()
		site.link = func(of string) string {
			if of == part {
				return "<b>" + of + "</b> "
			}
			return link(of)
		}
		site.ServeHTTP(w, r)
		io.WriteString(w, "\n")
	}), harvest.Options{})
	if sum.Records != len(site.people) {
		t.Errorf("%d of %d records: %v", sum.Records, len(site.people), sum.Stop)
	}
}
