package survey

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// A box outside any form that is called a filter may narrow down just what its page lists: other
// pages are looked at before it is asked, and it is no search beside another one.
func TestFiltersOfPages(t *testing.T) {
	box := func(name string) forms.Form {
		return forms.Form{ID: name, Index: -1, Purpose: forms.Search, Score: 0.9, Page: page.MustParseURL("http://a.test/" + name),
			Fields: []control.Field{{Name: name, Control: "text", Role: forms.QueryRole, Label: "Search"}}}
	}
	for _, name := range []string{"filterText", "words"} {
		s := New(page.MustParseURL("http://a.test/"), 1, func() bool { return true }, func(page.URL) bool { return true })
		f, main := box(name), box("main")
		main.Action = page.MustParseURL("http://a.test/find")
		s.Observe(surface.Visit{URL: f.Page, Status: 200, Rendered: true}, []forms.Form{f, main})
		filter := name == "filterText"
		if s.Enough(&f) == filter || (len(s.Others(&main)) == 0) != filter {
			t.Errorf("%s: enough %t, beside the other: %d", name, s.Enough(&f), len(s.Others(&main)))
		}
		for i := range mostLead {
			s.Observe(surface.Visit{URL: page.MustParseURL(fmt.Sprintf("http://a.test/%d", i)), Status: 200}, nil)
		}
		if !s.Enough(&f) {
			t.Errorf("%s: nothing else was found", name)
		}
	}
}
