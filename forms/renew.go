package forms

import (
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// HasToken reports whether f carries hidden values that the server made for
// one page load or session (CSRF tokens, view state), so that it may have to
// be renewed before it is filled again.
func (f Form) HasToken() bool {
	for _, c := range f.Fields {
		if c.Role == control.Token && c.Control == "hidden" {
			return true
		}
	}
	return false
}

// Renew returns f as it stands in a fresh copy of its page, found among fresh
// by ID: with fresh hidden values, tokens and action. What was judged about f,
// or overruled by a person, stays, and so does what its controls are set to, for an
// answer shows again what was asked last. It returns false where the page has no such
// form any more.
func (f Form) Renew(fresh []Form) (Form, bool) {
	for _, g := range fresh {
		if g.ID != f.ID {
			continue
		}
		g.Purpose, g.Score, g.Reasons, g.Submit = f.Purpose, f.Score, f.Reasons, f.Submit
		g.Fields = append([]control.Field(nil), g.Fields...)
		judged := map[string][]*control.Field{}
		for i := range f.Fields {
			key := string(f.Fields[i].Control) + " " + f.Fields[i].Name
			judged[key] = append(judged[key], &f.Fields[i])
		}
		for i := range g.Fields {
			c := &g.Fields[i]
			key := string(c.Control) + " " + c.Name
			if old := judged[key]; len(old) > 0 {
				c.Role, c.Score, c.Label = old[0].Role, old[0].Score, old[0].Label
				asServed(c, old[0])
				judged[key] = old[1:]
			}
		}
		if before := f.Before(); before != nil {
			g = g.Behind(*before, before.Value)
		}
		return g, true
	}
	return f, false
}

// asServed sets a control that visitors set to what old, which is the same, held.
func asServed(c, old *control.Field) {
	if c.Control.IsBox() {
		c.Value = old.Value
	}
	if !c.Control.IsChoice() {
		return
	}
	if old.Filled != nil { // a script fills it
		c.Options, c.Filled = old.Options, old.Filled
	}
	c.Options = slices.Clone(c.Options)
	for i := range c.Options {
		o := &c.Options[i]
		o.Selected = slices.ContainsFunc(old.Options, func(was control.Option) bool { return was.Selected && was.Value == o.Value })
	}
}

// Refresh returns a request that another page of f's answers leads to with the tokens
// of f in place of those that it carries. It returns false where it carries
// none of them: where a page's own forms name them otherwise, nobody knows theirs.
func (f Form) Refresh(r page.Request) (page.Request, bool) {
	body, inBody := f.refresh(r.Body)
	r.Body = body
	before, query, _ := strings.Cut(r.URL.String(), "?")
	query, inURL := f.refresh(query)
	if u, err := page.ParseURL(before + "?" + query); inURL && err == nil {
		r.URL = u
	}
	return r, inBody || inURL
}

// refresh puts the tokens of f into encoded parameters that have them.
func (f Form) refresh(encoded string) (out string, found bool) {
	pairs := strings.Split(encoded, "&")
	for _, c := range f.Fields {
		if c.Role != control.Token || c.Control != "hidden" || c.Value == "" {
			continue
		}
		name := url.QueryEscape(c.Name) + "="
		for i, p := range pairs {
			if strings.HasPrefix(p, name) {
				pairs[i], found = name+url.QueryEscape(c.Value), true
			}
		}
	}
	return strings.Join(pairs, "&"), found
}
