package network

import (
	"encoding/base64"
	"net/http"
	"slices"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/internal/config"
)

// Of a header's line pages show what stands behind its scheme; of a file of cookies those that
// say who asks are hidden, and no settings.
func TestWhatIsHidden(t *testing.T) {
	revealed := func(secrets []fetch.Secret) (out []string) {
		for _, s := range secrets {
			out = append(out, s.Reveal())
		}
		return out
	}
	for line, want := range map[string][]string{
		"plain-key":     nil,
		"Bearer abc.12": {"abc.12"},
		"Basic " + base64.StdEncoding.EncodeToString([]byte("me:pass word")): {"bWU6cGFzcyB3b3Jk", "pass word"},
	} {
		if got := revealed(bare(line)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	for _, c := range []struct {
		cookies []*http.Cookie
		want    []string
	}{
		{[]*http.Cookie{{Value: "english"}, {Value: "51d3e8f2"}}, []string{"51d3e8f2"}},
		{[]*http.Cookie{{Value: "csrf-90"}, {Value: "51d3e8f2", HttpOnly: true}}, []string{"51d3e8f2"}},
	} {
		if got := revealed(tellingWho(c.cookies)); !slices.Equal(got, c.want) {
			t.Errorf("%q are hidden, want %q", got, c.want)
		}
	}
}

// No script of a page reads a cookie that is to be hidden, and so none writes it into the page
// or into what it asks for.
func TestScriptsReadNoHiddenCookies(t *testing.T) {
	t.Setenv("A_COOKIE", "51d3e8f2")
	_, a, err := who(config.SiteSettings{Who: &config.Access{Start: "https://a.example/", Cookies: []config.Carried{{Name: "told", Value: "x1"}, {Name: "hidden", Value: "env:A_COOKIE"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range a.Cookies {
		if k.HttpOnly != (k.Name == "hidden") {
			t.Errorf("scripts may read %s: %v", k.Name, !k.HttpOnly)
		}
	}
}
