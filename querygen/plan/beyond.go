package plan

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Presets returns the menus that every question kept at what the form as served chooses,
// though that selects a part of the records, and their values.
func (p *Planner) Presets() (out []page.Pair) {
	f := p.facts
	if !f.Restricted() {
		return nil
	}
	for i := range f.Space.Menus {
		m := &f.Space.Menus[i]
		value := space.PresetValue(m.Field)
		if !m.Preset || f.Space.Presents(m) || f.StandsForAll(m) {
			continue
		}
		varied := slices.ContainsFunc(f.Asked, func(q *facts.Question) bool {
			// An answer without records to a value alone tells nothing of what words would find.
			_, text := f.BoxText(q)
			return (text || len(q.Rows) > 0 || f.Space.Box == nil) && slices.ContainsFunc(q.Query.Bind, func(b page.Pair) bool { return b.Name == m.Field.Name && b.Value != value })
		})
		if !varied {
			out = append(out, page.Pair{Name: m.Field.Name, Value: value})
		}
	}
	return out
}
