package crawl_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage/crawls"
	"github.com/hadal-crawler/hadal/surface/crawl"
)

// screen is a network whose browser runs the scripts of the pages that
// TestRunRenders serves: their form and their link are in the document then.
type screen struct {
	*fetch.Client
	broken   bool
	rendered *atomic.Int64
}

func (s screen) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if !r.Render {
		return s.Client.Fetch(ctx, r)
	}
	s.rendered.Add(1)
	if s.broken {
		return nil, errors.New("there is none")
	}
	p, err := s.Client.Fetch(ctx, page.Get(r.URL))
	if err == nil {
		p.Request = r
		p.Body = []byte(strings.Replace(string(p.Body), "<main></main>", `<main><form action="/find"><input name="q"><button>Search</button></form><a href="/second">more</a></main>`, 1))
	}
	return p, err
}

// A page that shows nothing without scripts is read as a browser shows it, its
// links and forms with it; other pages are not shown in one, and without a
// browser the page stays as it was served.
func TestRunRenders(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			w.Write([]byte(`<title>app</title><main></main><script src="/app.js"></script>`))
		case "/second":
			w.Write([]byte(`<title>second</title><p>It was served with what it says.</p><script>var x</script>`))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for _, c := range []struct {
		name                   string
		shell, broken          bool
		pages, forms, rendered int
	}{
		{"with a browser", true, false, 2, 1, 1},
		{"whose browser fails", true, true, 1, 0, 1},
		{"without", false, false, 1, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var shown atomic.Int64
			store := crawls.New(mustOpen(t, filepath.Join(t.TempDir(), "hadal.db")))
			defer store.Close()
			var visits []string
			o := crawl.Options{Name: "app", Ordering: nearest{}, Judge: judge, Seeds: []page.URL{page.MustParseURL(server.URL + "/")}, Events: func(e crawl.Event) {
				if e.Kind == "page" && e.Visit.Note != "" {
					visits = append(visits, e.Visit.Note)
				}
			}}
			if c.shell {
				o.Shell = func(doc *page.Document) string {
					if strings.Contains(doc.Text(), "served") {
						return ""
					}
					return "nothing but scripts"
				}
			}
			s, err := crawl.Run(t.Context(), o, screen{mustClient(t, fetch.Options{}), c.broken, &shown}, store)
			if err != nil {
				t.Fatal(err)
			}
			if s.Pages != c.pages || s.Forms != c.forms || int(shown.Load()) != c.rendered {
				t.Errorf("%d pages, %d forms, %d rendered; want %d, %d, %d", s.Pages, s.Forms, shown.Load(), c.pages, c.forms, c.rendered)
			}
			if c.broken != (len(visits) == 1 && strings.HasPrefix(visits[0], "in a browser:")) {
				t.Errorf("notes %q", visits)
			}
		})
	}
}
