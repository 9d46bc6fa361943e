package harvest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/querygen"
)

// A choice of the page size that only result pages offer is used in all further
// questions, also after a restart.
func TestKnobOfResultPagesIsTurned(t *testing.T) {
	plain, m := newShop(t), newMemory()
	run(t, harvest.Options{}, plain, newMemory())
	whole := newShop(t)
	whole.sizes = true
	sum := run(t, harvest.Options{}, whole, m)
	if sum.Records != 60 || sum.Floor > 6 || len(whole.asked) >= len(plain.asked) {
		t.Errorf("%d records, floor %d, %d requests instead of %d", sum.Records, sum.Floor, len(whole.asked), len(plain.asked))
	}
	if c := sum.Capabilities.Get(querygen.CanPageSize); c.Verdict != querygen.Yes || c.Value != "10" {
		t.Errorf("%+v", c)
	}
	turned := 0
	for _, a := range asked(whole) {
		if strings.Contains(a, "count=50") {
			turned++
		}
	}
	if turned < len(whole.asked)/2 {
		t.Errorf("%d of %d requests with large pages", turned, len(whole.asked))
	}
	for _, cut := range []int{4, 6, 8, 12} {
		first, second, m := newShop(t), newShop(t), newMemory()
		first.sizes, second.sizes = true, true
		run(t, harvest.Options{MaxRequests: cut}, first, m)
		run(t, harvest.Options{}, second, m)
		if d := cmp.Diff(asked(whole), append(asked(first), asked(second)...)); d != "" {
			t.Errorf("cut after %d requests (-undisturbed +resumed):\n%s", cut, d)
		}
	}
}
