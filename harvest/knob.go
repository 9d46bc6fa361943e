package harvest

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// afterAll is a place in a form behind all controls that a page can have.
const afterAll = 1 << 20

// knob reads the page's own choice of how many rows it shows ("20 | 50 | 100 a
// page") as a control that the search form lacks: a group of which nothing is
// chosen unless a question asks for it. It is not ok for forms that have such a
// control, and for those that are not sent in the address.
func knob(form forms.Form, asked page.URL, sizes []extract.SizeChoice) (forms.Field, bool) {
	if form.Method != "GET" || form.HasToken() || slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Role == forms.PageSize }) {
		return forms.Field{}, false
	}
	field := forms.Field{Control: "radio", Label: "rows a page, by the result pages", Role: forms.PageSize, Score: 1, Pos: afterAll}
	for _, s := range sizes {
		p, ok := sizePair(asked, s)
		if !ok {
			continue
		}
		if field.Name == "" {
			field.Name = p.Name
		}
		if p.Name == field.Name {
			field.Options = append(field.Options, forms.Option{Value: p.Value, Label: strconv.Itoa(s.Rows), Pos: afterAll})
		}
	}
	taken := slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == field.Name })
	return field, len(field.Options) > 0 && !taken
}

// sizePair returns the parameter by which a choice differs from the page that
// offers it: the one that has the number of rows for its value.
func sizePair(asked page.URL, s extract.SizeChoice) (page.Pair, bool) {
	if len(s.Step.Set) == 1 {
		return s.Step.Set[0], true
	}
	to, err := url.Parse(s.Step.URL.String())
	if err != nil || s.Step.URL.IsZero() || s.Step.URL.Origin() != asked.Origin() {
		return page.Pair{}, false
	}
	from, err := url.Parse(asked.String())
	if err != nil || from.Path != to.Path {
		return page.Pair{}, false
	}
	var names []string
	for name, values := range to.Query() {
		if len(values) == 1 && values[0] == strconv.Itoa(s.Rows) && from.Query().Get(name) != values[0] {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return page.Pair{}, false
	}
	return page.Pair{Name: names[0], Value: strconv.Itoa(s.Rows)}, true
}

// offer adds the page's own choice of its size to the profile's form, and
// reports whether it did.
func offer(p *Profile, asked page.URL, sizes []extract.SizeChoice) bool {
	field, ok := knob(*p.Form, asked, sizes)
	if !ok {
		return false
	}
	form := *p.Form
	form.Fields = append(slices.Clone(form.Fields), field)
	p.Form = &form
	return true
}
