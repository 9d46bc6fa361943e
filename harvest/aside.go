package harvest

import (
	"fmt"

	"github.com/hadal-crawler/hadal/querygen"
)

// What a harvest says of its records is about the form as it was asked. What was left
// aside is told beside it: other searches of the site, choices that the form makes by
// itself, and pages like the form's that stand for another choice before the search. No
// share is claimed over these.

// aside tells, a sentence each, what was left aside and how to ask it.
func (r *run) aside() []string {
	f := r.State.Profile.Form
	if f == nil || r.Planner == nil {
		return nil
	}
	var out []string
	for _, other := range r.Survey.Others(f) {
		out = append(out, fmt.Sprintf("another search on this site (%s %s, on %s) was not asked: ask it with --fresh --form %s",
			other.Method, other.Action.PathQuery(), other.Page, other.ID))
	}
	for _, p := range r.Planner.Presets() {
		out = append(out, fmt.Sprintf("the form's own choice %q of %s was kept: ask others with --fixed %s=VALUE", p.Value, p.Name, p.Name))
	}
	if r.unvaried != "" {
		out = append(out, r.unvaried)
	} else if like := r.Survey.Like(f); len(like) > 0 {
		out = append(out, fmt.Sprintf("%d pages like that of the form (%s, say) stand for other choices before the search, and were not asked: harvest them by their addresses", len(like), like[0]))
	}
	return out
}

// estimate is what is known of the number of records. Of a site whose first choice was not
// varied it is only the least: what the search behind one choice has is no share of it.
func (r *run) estimate() querygen.Estimate {
	e := r.Planner.Estimate()
	if r.unvaried != "" {
		e = querygen.Estimate{Held: e.Held, Low: max(e.Low, float64(e.Held)), Method: "unknown: a choice before the search was not varied"}
	}
	return e
}
