package harvest

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
)

// believe puts what a person says about the site in the place of what the
// harvest knows: each part that the profile has. Parts that it lacks are
// learned as ever; unless it is frozen, the others are learned on from there.
func (r *wishes) believe(p *Profile) error {
	if p == nil {
		return nil
	}
	if err := p.Wrapper.Check(); err != nil {
		return &OptionError{Err: fmt.Errorf("profile: wrapper: %w", err)}
	}
	now := &r.State.Profile
	if p.Form != nil && r.Options.Form == "" {
		if now.Form != nil && now.Form.ID != p.Form.ID && r.State.Steps > 0 && !r.Options.Fresh {
			return &OptionError{Err: fmt.Errorf("the harvest of %s has answers of form %s, the profile names form %s: start over with --fresh",
				r.Site.Name, now.Form.ID, p.Form.ID)}
		}
		if now.Form == nil || now.Form.ID != p.Form.ID || !p.Form.HasToken() {
			form := *p.Form
			now.Form = &form
			now.Spent = now.Spent || form.HasToken() // whatever token it had is old
			now.OneToken = now.OneToken || form.HasToken()
		}
		now.Why = p.Why
	}
	if !p.Wrapper.IsZero() {
		now.Wrapper, now.Misfits = p.Wrapper, 0
	}
	if p.Details.Pages > 0 {
		now.Details = p.Details
	}
	if p.Background.Pages > 0 && now.Background.Pages == 0 {
		now.Background = p.Background
	}
	if p.Browser != nil && r.State.Steps == 0 {
		now.Browser = p.Browser
	}
	if p.Empty != "" {
		now.Empty = p.Empty
	}
	if p.Keys != "" {
		now.Keys = p.Keys
	}
	if len(p.Seeds) > 0 {
		now.Seeds = p.Seeds
	}
	if len(p.Endpoints) > 0 {
		now.Endpoints = p.Endpoints
	}
	now.Direct.Off = p.Direct.Off
	now.Fixed, now.Frozen = p.Fixed, p.Frozen
	return nil
}

// capabilities returns what the user says that the interface can do, and what a
// profile says beside it.
func (r *wishes) capabilities() querygen.Capabilities {
	out := slices.Clone(r.Options.Capabilities)
	if r.Options.Profile == nil {
		return out
	}
	for _, c := range r.Options.Profile.Capabilities {
		if out.Get(c.Name).Verdict == querygen.Unknown {
			out = append(out, c)
		}
	}
	return out
}

// worthKnowing are the capabilities that change how a site is harvested: a
// person who watches is told about them.
var worthKnowing = []string{
	querygen.CanListAll, querygen.CanPageSize, querygen.CanLimit, querygen.CanAnd, querygen.CanOr, querygen.CanNot,
	querygen.CanPrefix, querygen.CanSort, querygen.CanDivide,
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
