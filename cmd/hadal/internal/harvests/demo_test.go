package harvests

import (
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures"
	"github.com/hadal-crawler/hadal/internal/config"
)

// TestDemoSites: sites that need scripts are left out where they cannot run, and
// that is said by their names and in one line.
func TestDemoSites(t *testing.T) {
	for _, c := range []struct {
		name     string
		settings config.SiteSettings
		why      string // part of what is said; "": all sites are harvested
	}{
		{"no Chrome", config.SiteSettings{Browser: "auto", BrowserPath: "/no/such/chrome"}, "apt install chromium-headless-shell"},
		{"forbidden", config.SiteSettings{Browser: "never"}, "--browser is never"},
		{"remote", config.SiteSettings{Browser: "auto", BrowserPath: "/no/such/chrome", BrowserRemote: "http://127.0.0.1:9222"}, ""},
	} {
		names, leftOut := demoSites(c.settings)
		want := fixtures.Names()
		if c.why == "" {
			want = append(want, fixtures.ScriptedNames()...)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: %q", c.name, names)
		}
		if !strings.Contains(leftOut, c.why) || strings.Contains(leftOut, "\n") || (c.why == "") != (leftOut == "") {
			t.Errorf("%s: it says %q", c.name, leftOut)
		}
		for _, name := range fixtures.ScriptedNames() {
			if c.why != "" && !strings.Contains(leftOut, name) {
				t.Errorf("%s: %s is not named in %q", c.name, name, leftOut)
			}
		}
	}
}
