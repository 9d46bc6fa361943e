package forms

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Overrule returns f with the roles that a person gives its controls, by name,
// in place of what was judged. It is an error to name a control that f lacks.
func (f Form) Overrule(roles map[string]Role) (Form, error) {
	if len(roles) == 0 {
		return f, nil
	}
	f.Fields = slices.Clone(f.Fields)
	for _, name := range slices.Sorted(maps.Keys(roles)) {
		found := false
		for i := range f.Fields {
			if f.Fields[i].Name == name {
				f.Fields[i].Role, f.Fields[i].Score = roles[name], 1
				found = true
			}
		}
		if !found {
			return f, fmt.Errorf("form %s has no control %q to give a role; it has %s", f.ID, name, strings.Join(f.names(), ", "))
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
