package survey

import (
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
