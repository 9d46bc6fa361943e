package target

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/page"
)

func TestParseTarget(t *testing.T) {
	s := config.Defaults()
	entry := config.Site{Name: "books", Start: "https://books.example/search", SiteSettings: s.SiteSettings}
	entry.Strategy = "frequency"
	s.Sites = []config.Site{entry}
	sites := Lookup{settings: s, held: func() []harvest.Site {
		return []harvest.Site{{Name: "lamps.example", Start: page.MustParseURL("http://lamps.example/find")}, {Name: "maps", Start: page.MustParseURL("http://maps.example/")}}
	}}
	t.Chdir(t.TempDir())
	for _, name := range []string{"there.example", "plain"} {
		if err := os.WriteFile(name, []byte("https://a.example/"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ arg, name, start, strategy string }{
		{"books", "books", "https://books.example/search", "frequency"},
		{"https://books.example/search", "books", "https://books.example/search", "frequency"},
		{"https://books.example/", "books.example", "https://books.example/", "auto"},
		{"some.site/", "some.site", "https://some.site/", "auto"},
		{"some.site", "some.site", "https://some.site/", "auto"},
		{"some.site:8443/x?y=z", "some.site:8443", "https://some.site:8443/x?y=z", "auto"},
		{"127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8080/", "auto"},
		{"lamps.example", "lamps.example", "http://lamps.example/find", "auto"},
		{"maps", "maps", "http://maps.example/", "auto"},
		{"localhost", "localhost", "http://localhost/", "auto"},
		{"intranet.corp/x", "intranet.corp", "https://intranet.corp/x", "auto"},
		{"books.md", "books.md", "https://books.md/", "auto"}, // Moldova
		{"https://there.example/", "there.example", "https://there.example/", "auto"},
		{"https://lamp.example/", "lamp.example", "https://lamp.example/", "auto"},
		{"10.0.0.7", "10.0.0.7", "https://10.0.0.7/", "auto"},
		{"localhost/app", "localhost", "http://localhost/app", "auto"},
		{"HTTP://Some.Site:80", "some.site", "http://some.site/", "auto"},
	} {
		got, err := sites.Target(c.arg)
		if err != nil {
			t.Errorf("%s: %v", c.arg, err)
		} else if got.Site.Name != c.name || got.Site.Start.String() != c.start || got.Settings.Strategy != c.strategy {
			t.Errorf("%s: got %s %s %s, want %s %s %s", c.arg, got.Site.Name, got.Site.Start, got.Settings.Strategy, c.name, c.start, c.strategy)
		}
	}
	for arg, want := range map[string]string{
		"": "neither", "bokos": "did you mean books?", "ftp://some.site/": "must be an http", "mailto:a@b.example": "", "https://": "", "./file": "neither",
		"there.example": "is a file", "plain": "is a file", "./plain": "is a file", "urls.txt": "no file urls.txt", "list.CSV": "no file", "mpas": "did you mean maps?",
		"lmaps.example": "did you mean lamps.example?", "lamp.example/x": "did you mean lamps.example?", "quite-else": "did you mean https://quite-else/?", "..": "neither",
	} {
		if got, err := sites.Target(arg); err == nil {
			t.Errorf("%q is taken for %s", arg, got.Site.Start)
		} else if exit.Status(err) != exit.BadUsage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: exit status %d, %v, want %s", arg, exit.Status(err), err, want)
		}
	}
}

func TestTargetsOfOneSiteAreOneGroup(t *testing.T) {
	s := config.Defaults()
	var targets []Target
	for _, arg := range []string{"https://a.example/", "https://b.example/", "https://www.a.example/", "http://127.0.0.1:1/", "http://127.0.0.1:2/"} {
		got, err := Lookup{settings: s}.Target(arg)
		if err != nil {
			t.Fatal(err)
		}
		targets = append(targets, got)
	}
	var sizes []int
	for _, g := range BySite(targets) {
		sizes = append(sizes, len(g))
	}
	if fmt.Sprint(sizes) != "[2 1 1 1]" {
		t.Errorf("group sizes %v, want [2 1 1 1]", sizes)
	}
}
