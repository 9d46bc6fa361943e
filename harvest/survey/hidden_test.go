package survey

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// TestHidden: leads are followed before further pages are explored, each once,
// and all of it is bounded.
func TestHidden(t *testing.T) {
	u := func(s string) page.URL { return page.MustParseURL("http://a.test" + s) }
	click := func(at ...string) (out []page.Step) {
		for _, a := range at {
			out = append(out, page.Step{Do: page.Click, At: a})
		}
		return out
	}
	var h hidden
	var went []string
	leads := map[string][]page.Lead{
		"/[]":         {{Steps: click("#a"), Text: "Shelf"}, {Steps: click("#b"), Text: "Help"}},
		"/[#a]":       {{Steps: click("#a", "#c"), Text: "Find"}},
		"/[#a #c]":    {{Steps: click("#a", "#c", "#d")}, {Steps: click("#a")}},
		"/[#a #c #d]": {{Steps: click("#a", "#c", "#d", "#e")}}, // too deep
	}
	h.observe(surface.Visit{URL: u("/"), Status: 200})
	h.observe(surface.Visit{URL: u("/gone"), Status: 404})
	h.observe(surface.Visit{URL: u("/two"), Status: 200})
	h.observe(surface.Visit{URL: u("/"), Status: 200})
	for range 20 {
		at, ok := h.next()
		if !ok {
			break
		}
		name := at.URL.PathQuery() + "["
		for i, s := range at.Steps {
			if i > 0 {
				name += " "
			}
			name += s.At
		}
		name += "]"
		went = append(went, name)
		status := 200
		if name == "/[#b]" {
			status = 0 // it failed: not tried again
		}
		h.observe(surface.Visit{URL: at.URL, Steps: at.Steps, Status: status, Explored: true, Leads: leads[name]})
	}
	if diff := cmp.Diff([]string{"/[]", "/[#a]", "/[#b]", "/[#a #c]", "/[#a #c #d]", "/two[]"}, went); diff != "" {
		t.Error(diff)
	}
	var many hidden
	for i := range 50 {
		many.observe(surface.Visit{URL: u(fmt.Sprintf("/%d", i)), Status: 200})
	}
	n := 0
	for at, ok := many.next(); ok; at, ok = many.next() {
		n++
		many.observe(surface.Visit{URL: at.URL, Steps: at.Steps, Status: 200, Explored: true,
			Leads: []page.Lead{{Steps: click(fmt.Sprintf("#x%d", n))}, {Steps: click(fmt.Sprintf("#y%d", n))}}})
	}
	if n != pagesExplored+leadsFollowed {
		t.Errorf("%d places were looked at, want %d", n, pagesExplored+leadsFollowed)
	}
}

// A choice that could be made already before something was done there is not made again behind it.
func TestAChoiceIsMadeOnce(t *testing.T) {
	at := page.MustParseURL("http://a.test/")
	choose := func(at, value string) page.Step { return page.Step{Do: page.Choose, At: at, Text: value, Opens: true} }
	press := page.Step{Do: page.Click, At: "#go"}
	lead := func(steps ...page.Step) page.Lead { return page.Lead{Steps: steps, Text: "x", Of: "Library"} }
	var h hidden
	first := []page.Step{choose("#s", "a"), press}
	h.observe(surface.Visit{URL: at, Status: 200, Leads: []page.Lead{lead(first...), lead(choose("#s", "b"), press)}})
	n := len(h.leads)
	h.observe(surface.Visit{URL: at, Status: 200, Explored: true, Steps: first, Leads: []page.Lead{
		lead(append(first, first...)...),                      // the same choice again
		lead(choose("#s", "a"), choose("#s", "b")),            // another value of it
		lead(append(first, choose("#town", "c"), press)...)}}) // a further one
	if got := len(h.leads) - n; got != 1 {
		t.Errorf("%d further leads: %+v", got, h.leads)
	}
}
