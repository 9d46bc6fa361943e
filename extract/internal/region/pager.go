package region

import (
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// DoubtfulScore is what a list must reach for what stands in it not to be the pager.
const DoubtfulScore = 1

// PageNumber reads "3", "[3]", "page 3" and the like.
func PageNumber(label string) (int, bool) {
	s := strings.Trim(label, "[](){}|<>.,·•- \u00a0")
	for _, w := range phrases.PageWords {
		if t, ok := strings.CutPrefix(s, w); ok {
			s = strings.TrimSpace(t)
			break
		}
	}
	return wording.AtoiAny(s)
}
