package surface_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fixtures/bait"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// mute are cases that no word tells from a link that shows something: a vote by "+" and a
// deed in the path of what says "next", whose word means knowledge in another language.
var mute = map[string]bool{"pt.votar": true, "nl.pager": true}

// No link that a crawl follows does something, and no form or menu that only leads on.
func TestNoDeedIsALink(t *testing.T) {
	cases, err := bait.Deeds()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Reads() || mute[c.Name] {
			continue
		}
		links, start := linksOf(t, c)
		for _, l := range links {
			if l.URL != start {
				t.Errorf("%s: %s (%s) %q is followed: %s", c.Name, l.URL.PathQuery(), l.Kind, l.Anchor, c.HTML)
			}
		}
	}
}

// A menu that says that it leads to parts of what there is is followed.
func TestMenusThatBrowse(t *testing.T) {
	cases, err := bait.Menus()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		links, _ := linksOf(t, c)
		if !slices.ContainsFunc(links, func(l surface.Link) bool { return l.Kind == "form" }) {
			t.Errorf("%s: not followed: %s", c.Name, c.HTML)
		}
	}
}

// linksOf returns the links of a page that has a case, and its address.
func linksOf(t *testing.T, c bait.Case) ([]surface.Link, page.URL) {
	t.Helper()
	start := page.MustParseURL("http://site.invalid/")
	read, err := surface.Read(&page.Page{
		Request: page.Get(start), Final: start, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		Body: fmt.Appendf(nil, "<!DOCTYPE html><html lang=%s><title>Site</title><body>%s", c.Language(), strings.ReplaceAll(c.HTML, "{n}", "7")),
	})
	if err != nil {
		t.Fatal(err)
	}
	return read.Links, start
}
