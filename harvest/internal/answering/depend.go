package answering

import (
	"slices"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// offers returns the options that the page of an answer gives the controls of
// the search form that depend on another one.
func offers(search *forms.Form, onPage []forms.Form) []querygen.Offer {
	i := slices.IndexFunc(onPage, func(f forms.Form) bool { return f.ID == search.ID })
	if i < 0 {
		return nil
	}
	var out []querygen.Offer
	for _, f := range search.Fields {
		if f.DependsOn == "" || f.Name == "" {
			continue
		}
		for _, now := range onPage[i].Fields {
			if now.Name == f.Name && len(now.Options) > 0 {
				out = append(out, querygen.Offer{Name: f.Name, Options: now.Options})
			}
		}
	}
	return out
}

// withOffered returns the form with the options that a query chooses of
// controls which depend on another one: the page that f was read from shows
// those for its own choice only.
func withOffered(f forms.Form, q querygen.Query) forms.Form {
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		c := &f.Fields[i]
		for _, b := range q.Bind {
			if c.DependsOn == "" || c.Name != b.Name {
				continue
			}
			c.Disabled = false // an empty list is often disabled until it has options
			if !slices.ContainsFunc(c.Options, func(o forms.Option) bool { return o.Value == b.Value }) {
				c.Options = append(slices.Clone(c.Options), forms.Option{Value: b.Value, Label: b.Value})
			}
		}
	}
	return f
}
