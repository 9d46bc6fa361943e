package space

import (
	"slices"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Lifts reports whether q undoes every choice that the form as served makes.
func (si *SearchInterface) Lifts(q querygen.Query) bool {
	lifted := false
	for _, m := range si.Menus {
		if !m.Preset || si.Presents(&m) {
			continue
		}
		if !slices.ContainsFunc(q.Bind, func(p page.Pair) bool { return p.Name == m.Field.Name && si.isAny(p) }) {
			return false
		}
		lifted = true
	}
	return lifted
}

// isAny reports whether a pair chooses the option of a menu that does not filter.
func (si *SearchInterface) isAny(p page.Pair) bool {
	for _, m := range si.Menus {
		if m.Field.Name != p.Name {
			continue
		}
		for _, o := range m.Field.Options {
			if o.Value == p.Value && o.Any && !o.Disabled {
				return true
			}
		}
	}
	return false
}
