package harvest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/harvest"
)

// sessionSite keeps the session in its addresses, one for a few requests: as a part of the path,
// as a parameter of it, or as one of the query. What came too late is led to the start, or told
// with a status or in words. All of it is in Spanish.
func sessionSite(place string, n int) (*httptest.Server, func() int) {
	var seen atomic.Int32
	live := map[string]int{}
	at := func(id, path, query string) string {
		switch place {
		case "path":
			return "/cat/" + id + path + query
		case "parameter of the path":
			return "/cat" + path + ";sesion=" + id + query
		}
		return "/cat" + path + strings.Replace(query+"&", "?", "?ses="+id+"&", 1)
	}
	idIn := regexp.MustCompile(`\bk[0-9a-f]{11}\b`)
	animals := strings.Fields("garza zorro lince buitre nutria jabalí corzo erizo tejón búho")
	places := strings.Fields("laguna sierra bosque ribera páramo dehesa")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count := seen.Add(1)
		show := func(body string) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<html lang=es><title>Fototeca</title><h1>Fototeca de la fauna</h1>%s<p>Archivo provincial</p><p>Horario de visitas</p><p>Aviso legal</p><p>Contacto</p>", body)
		}
		id := idIn.FindString(r.URL.EscapedPath() + "?" + r.URL.RawQuery)
		form := func(id, q string) string {
			hidden := ""
			if place == "parameter of the query" {
				hidden = "<input type=hidden name=ses value=" + id + ">"
			}
			return fmt.Sprintf(`<form action="%s" role=search>%s<label>Buscar <input name=texto value="%s"></label><button>Buscar</button></form>`, strings.TrimSuffix(at(id, "/buscar", "?"), "?"), hidden, q)
		}
		switch {
		case r.URL.Path == "/":
			id = fmt.Sprintf("k%011x", 7919*int(count))
			live[id] = 4
			if place == "path" {
				http.Redirect(w, r, at(id, "/inicio", ""), http.StatusFound)
				return
			}
			show(form(id, ""))
			return
		case id == "" || live[id] <= 0:
			if place == "path" {
				http.Redirect(w, r, "/", http.StatusFound)
				return
			}
			if place == "parameter of the query" {
				w.WriteHeader(http.StatusGone)
			}
			show("<p>La sesión ha caducado. <a href=/>Empezar de nuevo</a></p>")
			return
		}
		live[id]--
		q := strings.ToLower(r.URL.Query().Get("texto"))
		var rows []string
		for i := range n {
			title := fmt.Sprintf("%s de la %s n%d", animals[i%10], places[(i/10)%6], i)
			if q != "" && !slices.ContainsFunc(strings.Fields(q), func(s string) bool { return !slices.Contains(strings.Fields(title), s) }) {
				rows = append(rows, fmt.Sprintf(`<li><a href="%s">%s</a> <em>%d</em>`, at(id, "/foto", fmt.Sprint("?num=", i)), title, 1950+i%70))
			}
		}
		switch {
		case !strings.Contains(r.URL.Path, "buscar"), q == "":
			show(form(id, ""))
		case len(rows) == 0:
			show(form(id, q) + "<p>No se ha encontrado nada.</p>")
		default:
			show(form(id, q) + fmt.Sprintf("<p>%d resultados</p><ul>%s</ul>", len(rows), strings.Join(rows, "")))
		}
	}))
	return server, func() int { return int(seen.Load()) }
}

// The id of a session in addresses is found out, renewed when the session ends, and in no key of
// a record: later runs go on, and another harvest brings the same records.
func TestSessionsInAddresses(t *testing.T) {
	for _, place := range []string{"path", "parameter of the path", "parameter of the query"} {
		t.Run(place, func(t *testing.T) {
			const n = 120
			server, seen := sessionSite(place, n)
			t.Cleanup(server.Close)
			l := newLedgered(t, server.URL+"/", seen)
			o := harvest.Options{SeedWords: []string{"garza", "sierra"}, Details: "never"}
			o.MaxRequests = 7
			l.run(t.Context(), o, nil)
			o.MaxRequests = 300
			if sum := l.run(t.Context(), o, nil); sum.Records != n || sum.Stop.Kind != harvest.Exhausted {
				t.Errorf("%d of %d records: %s: %s", sum.Records, n, sum.Stop.Kind, sum.Stop.Reason)
			}
			l.runAfresh(t, o, n)
		})
	}
}

// runAfresh harvests the site once more from its beginning: so many records are held then, each once.
func (l *ledgered) runAfresh(t *testing.T, o harvest.Options, n int) {
	t.Helper()
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.AddTarget(l.site.Start)
	o.Fresh, o.Browser = true, harvest.RenderNever
	sum, err := harvest.Run(t.Context(), l.site, o, client, l.db, nil)
	if err != nil {
		t.Fatal(err)
	}
	sites, err := l.db.Sites(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if sum.Records != n || sites[0].Records != n {
		t.Errorf("the second harvest has %d of %d records, both %d: %s: %s", sum.Records, n, sites[0].Records, sum.Stop.Kind, sum.Stop.Reason)
	}
}
