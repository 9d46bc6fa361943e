package survey

import (
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Unread returns the first address that the pages seen lead to and that is of another page
// than those: its path is none of theirs. False where there is none.
func (s *Survey) Unread() (page.URL, bool) {
	read := map[string]bool{}
	for u := range s.asked {
		read[pathOf(u)] = true
	}
	for _, l := range s.linked {
		if !l.menu && s.within(l.url) && !read[pathOf(l.url)] {
			return l.url, true
		}
	}
	return page.URL{}, false
}

// Called returns the first address of the site that f's page leads to by one of these texts,
// and whether a page of it was looked at already.
func (s *Survey) Called(f *forms.Form, texts map[string]bool) (u page.URL, seen bool) {
	for _, l := range s.linked {
		if l.on == s.reached[f.ID] && !l.menu && texts[l.says] && s.within(l.url) && (u.IsZero() || s.asked[l.url]) {
			u = l.url
		}
	}
	return u, s.asked[u]
}
