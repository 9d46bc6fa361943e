package harvest

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// worthKnowing are the capabilities that change how a site is harvested: a
// person who watches is told about them.
var worthKnowing = []string{
	querygen.CanListAll, querygen.CanPageSize, querygen.CanLimit, querygen.CanAnd, querygen.CanOr, querygen.CanNot,
	querygen.CanPrefix, querygen.CanSubstring, querygen.CanSort, querygen.CanDivide,
}

// notice puts what the answers so far show about the interface into the profile
// that c commits, where it has changed, and tells of it. Evidence that only grew
// waits for the next change, or for the stop.
func (r *run) notice(c *Commit) {
	if r.Planner == nil || r.Planner.Queries() == 0 {
		return
	}
	now := r.Planner.Capabilities()
	profile := r.State.Profile
	if c.Profile != nil {
		profile = *c.Profile
	}
	if slices.Equal(now, profile.Capabilities) || c.Stop == nil && slices.EqualFunc(now, profile.Capabilities, sameVerdict) {
		return
	}
	for _, is := range now {
		if was := profile.Capabilities.Get(is.Name); slices.Contains(worthKnowing, is.Name) && (was.Verdict != is.Verdict || was.Value != is.Value) {
			r.Tell("note", describeCapability(is))
		}
	}
	profile.Capabilities = now
	c.Profile = &profile
}

func sameVerdict(a, b querygen.Capability) bool {
	return a.Name == b.Name && a.Verdict == b.Verdict && a.Value == b.Value
}

func describeCapability(c querygen.Capability) string {
	said := fmt.Sprintf("the interface: %s %s", c.Name, c.Verdict)
	if c.Value != "" {
		said += fmt.Sprintf(" (%s)", c.Value)
	}
	return said + ": " + c.Evidence
}
