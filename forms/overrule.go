package forms

import (
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/forms/control"
)

// Overrule returns f with the roles that a person gives its controls, by name
// or label (see Settle), in place of what was judged. It is a *ValueError to name a control that f lacks.
func (f Form) Overrule(roles map[string]control.Role) (Form, error) {
	if len(roles) == 0 {
		return f, nil
	}
	f.Fields = slices.Clone(f.Fields)
	for _, called := range slices.Sorted(maps.Keys(roles)) {
		name, err := f.Called(called)
		if err != nil {
			return f, err
		}
		for i := range f.Fields {
			if f.Fields[i].Name == name {
				f.Fields[i].Role, f.Fields[i].Score = roles[called], 1
			}
		}
	}
	return f, nil
}

// names lists the names of f's controls, each once.
func (f *Form) names() []string {
	var out []string
	for _, c := range f.Fields {
		if c.Name != "" && !slices.Contains(out, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}
