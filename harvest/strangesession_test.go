package harvest_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// strangeSite is a catalogue of stones in German whose addresses have something of each visit:
// a session, in several places and notations, which ends after some requests; or a token of the
// form, or the time, which are none.
type strangeSite struct {
	kind string
	ids  int
	live map[string]int
}

// visit begins a session.
func (s *strangeSite) visit() (id string) {
	s.ids++
	hash := sha256.Sum256([]byte(fmt.Sprint(s.ids)))
	switch id = fmt.Sprintf("%x", hash); s.kind {
	case "in brackets":
		id = "(S(" + id[:24] + "))"
	case "upper case":
		id = strings.ToUpper(id[:32]) + ".node1"
	case "a short number":
		id = fmt.Sprint(48213 + 7*s.ids)
	case "like those of records":
		id = fmt.Sprintf("2024-%06d", 900000+s.ids)
	case "base 64, in hidden fields":
		id = base64.StdEncoding.EncodeToString(hash[:16])
	case "time":
		id = fmt.Sprint(1732791234567 + 3217*s.ids)
	}
	s.live[id] = 20
	return id
}

// first is whether the id is the first part of a path.
func (s *strangeSite) first() bool {
	return s.kind != "upper case" && s.kind != "token" && s.kind != "time" && s.kind != "base 64, in hidden fields"
}

func (s *strangeSite) at(id, path string, q url.Values) string {
	switch {
	case s.first():
		path = "/" + id + path
	case s.kind == "upper case":
		path += ";jsessionid=" + id
	case s.kind != "token":
		q.Set("z", id)
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return path
}

func (s *strangeSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	link := func(id, path string, q url.Values) string {
		return strings.ReplaceAll(s.at(id, path, q), "&", "&amp;")
	}
	show := func(id, body string) {
		action, hidden := strings.Split(s.at(id, "/finde", url.Values{}), "?")[0], ""
		switch s.kind {
		case "token":
			hidden = "<input type=hidden name=csrf value=" + s.visit() + ">"
		case "time", "base 64, in hidden fields":
			hidden = `<input type=hidden name=z value="` + id + `">`
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html lang=de><title>Steinkatalog</title><h1>Steinkatalog</h1><form action=%q role=search>%s<label>Suchwort <input name=wort></label><button>Suchen</button></form>%s<p>Impressum</p><p>Kontakt</p>", action, hidden, body)
	}
	q := r.URL.Query()
	path, id := r.URL.Path, q.Get("z")
	if first, rest, ok := strings.Cut(path[1:], "/"); ok && s.first() {
		id, path = first, "/"+rest
	}
	if before, after, ok := strings.Cut(path, ";jsessionid="); ok {
		path, id = before, after
	}
	if s.kind == "token" {
		id = q.Get("csrf")
	}
	if path == "/" && id == "" {
		id = s.visit()
		if s.kind == "in brackets" || s.kind == "led on" {
			http.Redirect(w, r, s.at(id, "/start", url.Values{}), http.StatusFound)
			return
		}
		show(id, "")
		return
	}
	if s.live[id]--; s.live[id] < 0 && s.kind != "time" && (s.kind != "token" || path == "/finde") {
		switch s.kind {
		case "upper case":
			fmt.Fprint(w, "<html lang=de><title>Steinkatalog</title><h1>Steinkatalog</h1><p>Ihre Sitzung ist abgelaufen. <a href=/>Neu beginnen</a>")
		case "led on":
			http.Redirect(w, r, s.at(s.visit(), path, q), http.StatusFound)
		case "token":
			w.WriteHeader(419)
		case "base 64, in hidden fields":
			w.WriteHeader(440)
		default:
			http.Redirect(w, r, "/", http.StatusFound)
		}
		return
	}
	word := strings.ToLower(strings.TrimSpace(q.Get("wort")))
	if path != "/finde" || word == "" {
		show(id, "")
		return
	}
	stones, places := strings.Fields("granit basalt gneis schiefer marmor quarz kalkspat feldspat glimmer turmalin"), strings.Fields("harz eifel rhön spessart taunus odenwald vogelsberg")
	var found []string
	for i := range strangeStones {
		title := fmt.Sprintf("%s aus dem %s stück%d", stones[i%10], places[(i/10)%7], i)
		if !slices.ContainsFunc(strings.Fields(word), func(x string) bool { return !slices.Contains(strings.Fields(title), x) }) {
			found = append(found, fmt.Sprintf("<li><a href=%q>%s</a> <em>%d</em>", link(id, "/stein", url.Values{"nr": {fmt.Sprintf("2024-%06d", i)}}), title, 1900+i%99))
		}
	}
	if len(found) == 0 {
		show(id, "<p>Keine Treffer.</p>")
		return
	}
	from, more := 0, ""
	fmt.Sscan(q.Get("ab"), &from)
	end := min(from+10, len(found))
	if next := (url.Values{"wort": {word}, "ab": {fmt.Sprint(end)}}); end < len(found) {
		if s.kind == "token" {
			next.Set("csrf", id)
		}
		more = fmt.Sprintf("<a href=%q>Weiter</a>", link(id, "/finde", next))
	}
	show(id, fmt.Sprintf("<p>%d Treffer</p><ul>%s</ul>%s", len(found), strings.Join(found[min(from, end):end], ""), more))
}

const strangeStones = 140

// Whatever a session looks like and wherever it stands, all records are had, though it ends on the
// way and between runs, and none is there twice after another harvest.
func TestStrangeSessions(t *testing.T) {
	for _, kind := range []string{"in brackets", "upper case", "led on", "a short number", "like those of records", "base 64, in hidden fields", "token", "time"} {
		t.Run(kind, func(t *testing.T) {
			s, seen := &strangeSite{kind: kind, live: map[string]int{}}, 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { seen++; s.ServeHTTP(w, r) }))
			t.Cleanup(server.Close)
			l := newLedgered(t, server.URL+"/", func() int { return seen })
			o := harvest.Options{SeedWords: []string{"granit", "harz"}, Details: "never", MaxRequests: 13}
			l.run(t.Context(), o, nil)
			s.live = map[string]int{}
			o.MaxRequests = 300
			if sum := l.run(t.Context(), o, nil); sum.Records != strangeStones || sum.Stop.Kind != harvest.Exhausted {
				t.Errorf("%d of %d records: %s: %s", sum.Records, strangeStones, sum.Stop.Kind, sum.Stop.Reason)
			}
			l.runAfresh(t, o, strangeStones)
		})
	}
}
