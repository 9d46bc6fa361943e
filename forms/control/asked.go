package control

import (
	"slices"

	"github.com/hadal-crawler/hadal/deeds"
)

// Asked is a control for the judge of deeds; put says that its value was put in.
func (c *Field) Asked(put bool) deeds.Field {
	d := deeds.Field{Kind: string(c.Control), Name: c.Name, ID: c.ID, Label: c.Label, Placeholder: c.Placeholder, Autocomplete: c.Autocomplete,
		InputMode: c.InputMode, Pattern: c.Pattern, Value: c.Value, Open: c.Control == "range" && (put || c.Value == c.Min || c.Value == c.Max), Asked: put, Options: slices.Grow([]deeds.Option(nil), len(c.Options))}
	for _, o := range c.Options {
		d.Options = append(d.Options, deeds.Option{Value: o.Value, Label: o.Label, Selected: o.Selected, Any: o.Any})
	}
	return d
}
