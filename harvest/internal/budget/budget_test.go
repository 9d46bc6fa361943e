package budget

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// Where one page loads more than is allowed, the same limit never suffices: the stop names one that may.
func TestAPageThatLoadsMoreThanIsAllowed(t *testing.T) {
	for limit, named := range map[int]string{40: "--max-requests 4000,", 1000: "--max-requests 4000,", 5000: "--max-requests 10000,"} {
		b := &Budget{limits: Limits{Requests: limit}, spent: limit}
		stop := b.cutShort(page.Get(page.MustParseURL("https://x.example/")).Rendered())
		if stop == nil || !strings.Contains(stop.Reason, named) {
			t.Errorf("%d: %+v", limit, stop)
		}
	}
}
