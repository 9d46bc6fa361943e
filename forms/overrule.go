package forms

import (
	"maps"
	"slices"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/purpose"
	"github.com/hadal-crawler/hadal/forms/roles"
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

// Said returns f, as a file says it that a person may have changed, with what that person
// must have said: a control is something else (role other) that would not be judged so.
func (f Form) Said() Form {
	if f.Purpose != purpose.Search {
		return f
	}
	f.Fields = slices.Clone(f.Fields)
	judged := slices.Clone(f.Fields)
	for i := range judged {
		judged[i].Options = slices.Clone(judged[i].Options)
	}
	roles.Assign(judged)
	for i := range f.Fields {
		if c := &f.Fields[i]; c.Role == control.OtherRole && judged[i].Role != control.OtherRole {
			c.Score = 1
		}
	}
	return f
}

// As returns f with the roles that old, which is the same elsewhere, gives its controls.
func (f Form) As(old Form) Form {
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		c := &f.Fields[i]
		if j := slices.IndexFunc(old.Fields, func(g control.Field) bool { return g.Name == c.Name && g.Control == c.Control }); j >= 0 && c.Name != "" {
			c.Role, c.Score = old.Fields[j].Role, old.Fields[j].Score
		}
	}
	return f
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
