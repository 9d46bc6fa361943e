package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// mill is a site whose answers go on behind an offset that no link tells, whose links lead
// into a second language, and whose rows link to two pages each.
type mill struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	token string                            // that holds
	start string                            // what is harvested
	pager func(q string, offset int) string // what stands below an answer
	post  bool                              // the search is sent by POST, with a token that holds once
	auto  bool                              // other words than its own are asked, too
}

func newMill(t *testing.T) *mill {
	const records, size = 90, 10
	m := &mill{pager: func(string, int) string { return "" }}
	words := []string{"wheel", "stone", "water", "wind", "grain", "dam"}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		r.ParseForm()
		asked := r.URL.RequestURI()
		if r.Method == http.MethodPost {
			asked += "?" + r.PostForm.Encode()
		}
		m.asked = append(m.asked, asked)
		form := `<form action="/search">`
		spent := r.Method == http.MethodPost && (r.PostFormValue("csrf_token") != m.token || m.token == "")
		if m.post {
			m.token = fmt.Sprintf("%032x", 7919*len(m.asked))
			form = `<form action="/search" method="post"><input type="hidden" name="csrf_token" value="` + m.token + `">`
		}
		form += `<label>Search mills <input type="search" name="q"></label><button>Search</button></form>`
		m.mu.Unlock()
		page := func(format string, args ...any) {
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Mills</title><nav><a href="/catalogue/">Search the catalogue</a> <a href="/catalogue/?lang=de">Suche</a> <a href="/secret/search">Advanced search</a></nav>`+format+`<footer>All about mills</footer>`, args...)
		}
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case spent:
			http.Error(w, "the token is not valid", http.StatusForbidden)
		case r.URL.Path == "/search" && m.post && r.Method == http.MethodGet:
			page("<h1>Catalogue</h1>" + form)
		case r.URL.Path == "/search":
			offset, _ := strconv.Atoi(r.FormValue("offset"))
			var rows []string
			total := 0
			for i := range records {
				if word := words[i%6] + " " + words[(i/6+1+i)%6]; strings.Contains(word, r.FormValue("q")) && r.FormValue("q") != "" {
					if total++; total > offset && total <= offset+size {
						rows = append(rows, fmt.Sprintf(`<div class="row"><h3><a href="/mill/%d">Mill %d of %s</a></h3><p>Owner: <a href="/owner/%d">Owner %d</a></p><p>%d horses</p><small><a href="/edit/%d" data-method="delete">-</a> <a href="/act/%d">Delete</a></small></div>`, i, i, word, i%7, i%7, i*3, i, i))
					}
				}
			}
			if len(rows) == 0 {
				page("<p>No mills found.</p>")
				return
			}
			page(`<main><h1>Results</h1>%s</main>%s`, form+strings.Join(rows, ""), m.pager(r.FormValue("q"), offset))
		case strings.HasPrefix(r.URL.Path, "/mill/"):
			page(`<h1>Mill %s</h1><dl><dt>Built</dt><dd>18%s</dd><dt>Height</dt><dd>%s m</dd></dl>`, r.URL.Path[6:], r.URL.Path[6:], r.URL.Path[6:])
		case r.URL.Path == "/catalogue/":
			page("<h1>Catalogue</h1>" + form)
		default:
			page("<h1>Welcome</h1><p>Mills of wind, water, grain and stone, with dam and wheel.</p>")
		}
	}))
	t.Cleanup(m.Close)
	m.start = m.URL + "/"
	return m
}

// harvest runs a harvest of the site and returns its records, and what was asked.
func (m *mill) harvest(t *testing.T, flags ...string) (records int, asked []string) {
	t.Helper()
	m.mu.Lock()
	m.asked = nil
	m.mu.Unlock()
	words := "--terms" // and none else
	if m.auto {
		words = "--seed-words"
	}
	out, err := hadal(t, append([]string{"harvest", m.start, "--db", "h.db", "--quiet", "--json", words, "wheel,stone,water,wind,grain,dam"}, append(fast, flags...)...)...).Output()
	var summary struct{ Records int }
	if jsonErr := json.Unmarshal(out, &summary); jsonErr != nil {
		t.Fatalf("%v: %v, %v\n%s", flags, err, jsonErr, out)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return summary.Records, slices.Clone(m.asked)
}

func count(asked []string, has string) (n int) {
	for _, a := range asked {
		if strings.Contains(a, has) {
			n++
		}
	}
	return n
}

// What the user says of further pages is done: by a parameter that no link tells, by the link
// that a selector names, or not at all.
func TestPagerOfTheUser(t *testing.T) {
	t.Parallel()
	m := newMill(t)
	first, asked := m.harvest(t)
	if n := count(asked, "offset"); n != 0 || first >= 90 {
		t.Errorf("of itself: %d records, %d further pages, want fewer than all and none", first, n)
	}
	records, asked := m.harvest(t, "--pager", "parameter=offset,step=10")
	if records != 90 || count(asked, "offset=10") != 6 || count(asked, "offset=0") != 0 {
		t.Errorf("by a parameter: %d records, want 90, each of 6 answers read on:\n%s", records, strings.Join(asked, "\n"))
	}
	for _, a := range asked {
		_, offset, has := strings.Cut(a, "offset=")
		if n, err := strconv.Atoi(offset); has && (err != nil || n%10 != 0 || n > 30) {
			t.Errorf("by a parameter: %s was asked", a)
		}
	}
	m.post = true
	if first, asked := m.harvest(t); first >= 90 || count(asked, "offset") != 0 {
		t.Errorf("posted, of itself: %d records", first)
	}
	records, asked = m.harvest(t, "--pager", "parameter=offset,step=10")
	if records != 90 || count(asked, "offset=10&q=wheel") != 1 || count(asked, "offset=20&q=wheel") != 1 || count(asked, "/search?") != count(asked, "csrf_token") {
		t.Errorf("by a parameter of what is posted: %d records, want 90:\n%s", records, strings.Join(asked, "\n"))
	}
	m.post = false
	m.pager = func(q string, offset int) string {
		return fmt.Sprintf(`<p class="foot"><a class="news" href="/news">next</a> <a class="on" href="?q=%s&amp;offset=%d">weiter im Text</a></p>`, q, offset+10)
	}
	if _, asked := m.harvest(t, "--pager", "next=.foot a.on"); count(asked, "q=wheel&offset=10") != 1 || count(asked, "q=wheel&offset=20") != 1 || count(asked, "/news") != 0 {
		t.Errorf("by a selector:\n%s", strings.Join(asked, "\n"))
	}
	for _, link := range []string{`href="/mill/3/delete">on`, `href="/logout">on`, `href="/x/7">Delete this list`} { // what the selector takes for a pager
		m.pager = func(string, int) string { return `<p class="foot"><a class="on" ` + link + `</a></p>` }
		if records, asked := m.harvest(t, "--pager", "next=.foot a.on"); records == 0 || count(asked, "delete")+count(asked, "logout")+count(asked, "/x/") != 0 {
			t.Errorf("%s was followed, or nothing read (%d records):\n%s", link, records, strings.Join(asked, "\n"))
		}
	}
	if records, asked := m.harvest(t, "--pager", "off"); count(asked, "offset") != 0 || count(asked, "/news") != 0 || records == 0 {
		t.Errorf("off: %d records\n%s", records, strings.Join(asked, "\n"))
	}
}

// Where the user does not want to go nothing is asked for, be it for the survey, for further
// pages or for those of records.
func TestIncludeAndExclude(t *testing.T) {
	t.Parallel()
	m := newMill(t)
	m.auto = true
	_, asked := m.harvest(t, "--survey-pages", "10")
	if count(asked, "lang=") == 0 || count(asked, "/secret") == 0 {
		t.Errorf("nothing leads astray:\n%s", strings.Join(asked, "\n"))
	}
	_, asked = m.harvest(t, "--exclude", "*?lang=*,/secret/*,/mill/1*", "--details", "always")
	if count(asked, "lang=") != 0 || count(asked, "/secret") != 0 || count(asked, "/mill/1") != 0 || count(asked, "/mill/2") == 0 {
		t.Errorf("exclude:\n%s", strings.Join(asked, "\n"))
	}
	m.auto = false
	_, asked = m.harvest(t, "--include", "/catalogue/**,/mill/2*", "--details", "always", "--pager", "parameter=offset,step=10")
	for _, a := range asked {
		if a != "/" && a != "/robots.txt" && !strings.HasPrefix(a, "/catalogue/") && !strings.HasPrefix(a, "/mill/2") && (!strings.HasPrefix(a, "/search") || strings.Contains(a, "offset")) {
			t.Errorf("include: %s was asked", a)
		}
	}
	if count(asked, "/mill/2") == 0 || count(asked, "/search") == 0 {
		t.Errorf("include:\n%s", strings.Join(asked, "\n"))
	}
	// Pages of records are those that look as the user says, and reading them is what that means.
	records, asked := m.harvest(t, "--details-links", "/mill/1*")
	if n := count(asked, "/mill/1"); n == 0 || n != count(asked, "/mill/") || n > records {
		t.Errorf("details-links: %d records\n%s", records, strings.Join(asked, "\n"))
	}
	// Where that is another of a record's links, a column has it.
	profile := filepath.Join(t.TempDir(), "mills.yaml")
	text := "name: mills\nstart: " + m.URL + "/\nwrapper:\n  columns:\n    - {name: kept_by, select: p a, attribute: href, kind: url}\n"
	if err := os.WriteFile(profile, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m.start = profile
	_, asked = m.harvest(t, "--details-links", "/owner/*")
	if n := count(asked, "/owner/"); n == 0 || n > 7 || count(asked, "/mill/") != 0 {
		t.Errorf("details-links by a column:\n%s", strings.Join(asked, "\n"))
	}
	// Whatever a person says, what does something is no page of a record.
	for _, link := range []string{"edit", "act"} {
		deed := strings.Replace(text, "select: p a,", "select: 'a[href^=\"/"+link+"\"]',", 1)
		if err := os.WriteFile(profile, []byte(deed), 0o600); err != nil {
			t.Fatal(err)
		}
		if records, asked := m.harvest(t, "--details-links", "/"+link+"/*"); records == 0 || count(asked, "/"+link+"/") != 0 {
			t.Errorf("details-links by a column: a deed was done (%d records)\n%s", records, strings.Join(asked, "\n"))
		}
	}
}
