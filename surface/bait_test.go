package surface_test

import (
	"fmt"
	"net/http"
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
		start := page.MustParseURL("http://site.invalid/")
		p := &page.Page{
			Request: page.Get(start), Final: start, Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			Body: fmt.Appendf(nil, "<!DOCTYPE html><html lang=%s><title>Site</title><body>%s", c.Language(), strings.ReplaceAll(c.HTML, "{n}", "7")),
		}
		read, err := surface.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range read.Links {
			if l.URL != start {
				t.Errorf("%s: %s (%s) %q is followed: %s", c.Name, l.URL.PathQuery(), l.Kind, l.Anchor, c.HTML)
			}
		}
	}
}
