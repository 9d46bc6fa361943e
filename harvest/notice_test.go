package harvest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/querygen"
)

// What a probe finds is kept with the profile, told once, and shared with the
// harvest that goes on from it, which asks nothing again.
func TestProbeIsKeptAndGoneOnFrom(t *testing.T) {
	m := newMemory()
	first, second := newShop(t), newShop(t)
	told := map[string]int{}
	sum, err := harvest.Run(t.Context(), site, harvest.Options{Strategy: "probe", MaxRequests: 40}, first, m, func(e harvest.Event) {
		if e.Kind == "note" && strings.HasPrefix(e.Message, "the interface: ") {
			told[e.Message]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := m.state.Profile.Capabilities
	if c := kept.Get(querygen.CanListAll); c.Verdict == querygen.Unknown || c.Evidence == "" {
		t.Errorf("kept: %+v", kept)
	}
	if d := cmp.Diff(sum.Capabilities, kept); d != "" {
		t.Errorf("the summary has others (-summary +kept):\n%s", d)
	}
	for message, n := range told {
		if n > 1 {
			t.Errorf("told %d times: %s", n, message)
		}
	}
	if len(told) == 0 {
		t.Error("nothing was told")
	}
	if len(first.asked) > 40 {
		t.Errorf("%d requests", len(first.asked))
	}
	if sum := run(t, harvest.Options{}, second, m); sum.Records != 60 || !sum.Resumed {
		t.Errorf("%+v", sum)
	}
	before := map[string]bool{}
	for _, a := range asked(first) {
		before[a] = true
	}
	for _, a := range asked(second) {
		if before[a] {
			t.Errorf("%s is asked again", a)
		}
	}
}
