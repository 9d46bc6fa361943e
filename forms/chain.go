package forms

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// Choosing returns f's page as asked of a browser that chooses options of menus, one after the
// other, and sends nothing: so a script fills those that depend on them. It is refused where the
// form must not be asked, and where choosing sends it.
func (f Form) Choosing(pairs []page.Pair, named bool) (page.Request, error) {
	if err := f.guard(nil, named); err != nil {
		return page.Request{}, err
	}
	steps := slices.Clone(f.Opened)
	for _, p := range pairs {
		i := slices.IndexFunc(f.Fields, func(c control.Field) bool { return c.Name == p.Name && c.Control.IsMenu() })
		if i < 0 || f.Fields[i].Reloads {
			return page.Request{}, &ValueError{Control: p.Name, Reason: "is no menu that a person chooses from before the form is sent"}
		}
		steps = append(steps, page.Step{Do: page.Choose, At: f.at(&f.Fields[i]), Text: p.Value})
	}
	return page.Get(f.Page).Rendered(steps...), nil
}

// Above returns the name of the control that a menu depends on, "" for none that the form has.
func (f *Form) Above(name string) string {
	i := slices.IndexFunc(f.Fields, func(c control.Field) bool { return c.Name == name && c.DependsOn != "" })
	for _, g := range f.Fields {
		if i >= 0 && g.Name != "" && g.Name != name && (g.Name == f.Fields[i].DependsOn || g.ID == f.Fields[i].DependsOn) {
			return g.Name
		}
	}
	return ""
}

// Beside returns the options that a menu has beside a value of the one that it depends on; nil
// where they are not known.
func (f *Form) Beside(name, above string) []control.Option {
	for _, c := range f.Fields {
		if c.Name == name && c.Tells(above) {
			return slices.DeleteFunc(append([]control.Option{}, c.Options...), func(o control.Option) bool { return !o.GoesWith(above) })
		}
	}
	return nil
}

// Offering returns f with the options of a menu that g, which is f as a page shows it, offers beside
// the value of another, and whether there are any.
func (f Form) Offering(g *Form, name, beside string) (out Form, any bool) {
	at := func(f *Form) int {
		return slices.IndexFunc(f.Fields, func(c control.Field) bool { return c.Name == name && c.Control.IsMenu() })
	}
	i, k := at(&f), at(g)
	if i < 0 || k < 0 {
		return f, false
	}
	f.Fields = slices.Clone(f.Fields)
	c := &f.Fields[i]
	c.Options, c.Filled = slices.Clone(c.Options), append(slices.Clone(c.Filled), beside)
	for _, o := range g.Fields[k].Options {
		if o.Any || o.Disabled || o.Value == "" {
			continue
		}
		any = true
		j := slices.IndexFunc(c.Options, func(have control.Option) bool { return have.Value == o.Value })
		if j < 0 {
			j = len(c.Options)
			c.Options = append(c.Options, control.Option{Value: o.Value, Label: o.Label})
		}
		c.Options[j].Of = append(slices.Clone(c.Options[j].Of), beside)
	}
	return f, any
}
