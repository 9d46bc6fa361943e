package forms

import (
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/page"
)

// ShownGuard is the side-effect guard for what is done on a page that a browser
// shows. Its zero value lets nothing be sent by other methods than GET, HEAD
// and POST.
type ShownGuard struct {
	Methods []string // that the user allows the site's scripts beside them
}

// RefusePress says why an element of a page must not be pressed, "" where
// pressing it only reads as far as can be seen. Where something was asked by
// then, the form's own guard has decided its doubts: only deeds count.
func (g ShownGuard) RefusePress(e page.Element, asked bool) string {
	if e.Password && !e.Enter {
		return "its form takes a password"
	}
	a := deeds.Act{By: deeds.Press, Method: e.Method, Text: e.Label, Says: append(says(markup.Script(e.Action)), e.Says), Kind: e.Type, Href: e.Href, Around: e.Around, Headings: e.Around}
	a.URL, _ = page.ParseURL(e.Action)
	switch f := e.Form; {
	case f == nil || !e.Sends && !e.Enter:
	case e.Enter: // a box says what is typed, and Enter presses no button that a person chose
		a = deeds.Act{By: deeds.Send, Method: f.Method, Says: says(markup.Script(f.Action)), Fields: shownFields(f), Siblings: shownButtons(f), Around: f.Around}
		a.URL, _ = page.ParseURL(f.Action)
	default:
		a.Fields, a.Siblings = shownFields(f), shownButtons(f)
		if i := slices.IndexFunc(f.Buttons, func(b page.ShownButton) bool { return b.Self }); i >= 0 {
			a.Submitter = &a.Siblings[i]
			a.Siblings = slices.Delete(slices.Clone(a.Siblings), i, i+1)
		}
	}
	if e.Alike && !slices.ContainsFunc(e.Around, deeds.Lists) {
		return "it is one of several alike, and nothing says what they lead to"
	}
	v := deeds.Judge(a)
	if v.Kind == deeds.Deed || v.Kind == deeds.Doubtful && !asked {
		return v.Reason
	}
	return ""
}

// RefuseSend says why a request that a shown page makes must not be sent, ""
// where it only reads as far as can be seen. The buttons of the form that goes
// to its address are known by what it carries of them, or by having been pressed.
func (g ShownGuard) RefuseSend(s page.Sending) string {
	r := s.Request
	a := deeds.Act{By: deeds.Script, Method: r.Method, Methods: g.Methods, URL: r.URL, Header: r.Header, ContentType: r.ContentType, Body: r.Body,
		Asked: s.Asked, Continues: s.Goes}
	if s.Form != nil {
		a.Siblings = shownButtons(s.Form)
		_, query, _ := strings.Cut(r.URL.PathQuery(), "?")
		i := slices.IndexFunc(s.Form.Buttons, func(b page.ShownButton) bool {
			return b.Name != "" && (has(query, b) || has(r.Body, b))
		})
		if i < 0 && s.Pressed != nil {
			i = slices.IndexFunc(s.Form.Buttons, func(b page.ShownButton) bool {
				return b.Name == s.Pressed.Name && b.Value == s.Pressed.Value && b.Label == s.Pressed.Label && b.ID == s.Pressed.ID
			})
		}
		if i >= 0 {
			a.Submitter = &a.Siblings[i]
			a.Siblings = slices.Delete(slices.Clone(a.Siblings), i, i+1)
		}
	}
	if v := deeds.Judge(a); !v.OK() {
		return v.String()
	}
	return ""
}

// has reports whether a query, or a body like it, says that a button was pressed.
func has(query string, b page.ShownButton) bool {
	values, err := url.ParseQuery(query)
	return err == nil && slices.Contains(values[b.Name], b.Value)
}

func shownFields(f *page.ShownForm) []deeds.Field {
	var out []deeds.Field
	for _, c := range f.Fields {
		d := deeds.Field{Kind: c.Kind, Name: c.Name, ID: c.ID, Label: c.Label, Placeholder: c.Placeholder, Autocomplete: c.Autocomplete,
			InputMode: c.InputMode, Pattern: c.Pattern, Value: c.Value}
		for _, o := range c.Options {
			d.Options = append(d.Options, deeds.Option{Value: o.Value, Label: o.Label, Selected: o.Selected})
		}
		out = append(out, d)
	}
	return out
}

func shownButtons(f *page.ShownForm) []deeds.Button {
	var out []deeds.Button
	for _, b := range f.Buttons {
		d := deeds.Button{Name: b.Name, Value: b.Value, Label: b.Label, ID: b.ID, Method: b.Method}
		d.URL, _ = page.ParseURL(b.Action)
		out = append(out, d)
	}
	return out
}

// DeclinesCookies reports whether pressing a button of a banner declines what
// it asks.
func DeclinesCookies(e page.Element) bool {
	e.Form, e.Around, e.Sends = nil, nil, false // what stands around it is the banner's
	return deeds.Declines(e.Label) && ShownGuard{}.RefusePress(e, false) == ""
}
