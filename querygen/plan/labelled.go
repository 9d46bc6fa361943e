package plan

import (
	"cmp"
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// KnownFor returns the rows that match a text box of a form, most trusted
// values first: what a harvest of it has to keep.
func KnownFor(form forms.Form, rows []querygen.LabelledValues) []querygen.LabelledValues {
	var out []querygen.LabelledValues
	for _, r := range rows {
		if !slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Control.IsBox() && space.AsksFor(f, r) }) {
			continue
		}
		r.Values = slices.Clone(r.Values)
		slices.SortStableFunc(r.Values, func(a, b querygen.TrustedValue) int { return cmp.Compare(b.Trust, a.Trust) })
		r.Values = r.Values[:min(len(r.Values), querygen.KnownKept)]
		out = append(out, r)
	}
	return out
}
