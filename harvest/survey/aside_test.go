package survey

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// Beside a page that searches in what it lists, what stands under the same path may list
// things of another kind. Many such links are single things, and a search that leads
// elsewhere says nothing of what stands beside its page.
func TestSiblingsOfAListMayBeSearches(t *testing.T) {
	u := func(s string) page.URL { return page.MustParseURL("http://a.test" + s) }
	for _, c := range []struct {
		name   string
		action string
		links  []string
		want   []page.URL
	}{
		{"another kind", "/lists/books/", []string{"/lists/books/", "/lists/authors/", "/lists/authors/add/", "/help/", "/lists/?o=1"}, []page.URL{u("/lists/authors/")}},
		{"single things", "/lists/books/", []string{"/lists/books/", "/lists/a/", "/lists/b/", "/lists/c/", "/lists/d/"}, nil},
		{"a search for all", "/find", []string{"/lists/books/", "/lists/authors/"}, nil},
	} {
		s := New(u("/"), 1, func() bool { return false }, func(page.URL) bool { return true })
		home := surface.Visit{URL: u("/"), Status: 200}
		for _, link := range c.links {
			home.Links = append(home.Links, surface.Link{URL: u(link), Kind: "link"})
		}
		s.Observe(home, nil)
		f := forms.Form{ID: "f", Page: u("/lists/books/"), Action: u(c.action)}
		s.Observe(surface.Visit{URL: u("/lists/books/"), Status: 200}, []forms.Form{f})
		if got := s.Searches(&f); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		s.Observe(surface.Visit{URL: u("/lists/authors/"), Status: 200}, nil)
		if got := s.Searches(&f); len(got) > 0 {
			t.Errorf("%s: %v is looked at again", c.name, got)
		}
	}
}
