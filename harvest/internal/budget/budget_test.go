package budget

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
)

// Where one page loads more than is allowed, the same limit never suffices: the stop names one that may.
func TestAPageThatLoadsMoreThanIsAllowed(t *testing.T) {
	b := &Budget{limits: Limits{Requests: 40}, spent: 40}
	stop := b.cutShort(page.Get(page.MustParseURL("https://x.example/")).Rendered())
	if stop == nil || !strings.Contains(stop.Reason, "--max-requests 4000") {
		t.Errorf("%+v", stop)
	}
}
