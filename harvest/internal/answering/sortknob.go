package answering

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// Bounds of what sortKnobs looks at.
const (
	maxSortLinks  = 2000 // of one page
	maxSortValues = 24   // of one parameter
)

// sortKnobs reads the links of a result page that show the same answer in
// another order ("Title", "Newest first") as controls that the search form
// lacks, one for each parameter in which they differ from the page's own
// address. Nothing is chosen of them unless a question asks for it. There are
// none for forms that have such a control, and for those that are not sent in
// the address.
func sortKnobs(form forms.Form, asked page.URL, doc *page.Document) []forms.Field {
	if form.Method != "GET" || form.HasToken() || slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Role == forms.Sort }) {
		return nil
	}
	own, err := url.Parse(asked.String())
	if err != nil {
		return nil
	}
	here := own.Query()
	var out []forms.Field
	links, known := 0, map[string]bool{}
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" || links >= maxSortLinks {
			continue
		}
		href := page.Attr(n, "href")
		if len(href) > 2000 || !namesSort(href, known) {
			continue
		}
		links++
		u, err := doc.Resolve(href)
		if err != nil || u.Origin() != asked.Origin() {
			continue
		}
		to, err := url.Parse(u.String())
		if err != nil || to.Path != own.Path {
			continue
		}
		for _, p := range sorting(form, here, to.Query()) {
			out = addSortOption(out, p, page.Text(n))
		}
	}
	return slices.DeleteFunc(out, func(f forms.Field) bool {
		return slices.ContainsFunc(form.Fields, func(g forms.Field) bool { return g.Name == f.Name })
	})
}

// namesSort reports whether a parameter of an address is called as those that
// sort a list. It remembers its judgements in known.
func namesSort(href string, known map[string]bool) bool {
	_, query, _ := strings.Cut(href, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, _, ok := strings.Cut(pair, "=")
		if !ok {
			continue
		}
		sorts, seen := known[name]
		if !seen {
			sorts = roles.NamesSort(name)
			known[name] = sorts
		}
		if sorts {
			return true
		}
	}
	return false
}

// sorting returns the parameters by which an address differs from the page's
// own, if all of them are called as those that sort a list; nil otherwise. A
// link to the first page of the answer may lack what tells the page.
func sorting(form forms.Form, here, there url.Values) []page.Pair {
	var out []page.Pair
	for name, values := range there {
		if slices.Equal(here[name], values) || len(here[name]) == 0 && len(values) == 1 && values[0] == "" {
			continue
		}
		if len(here[name]) == 0 && len(values) == 1 && (values[0] == "0" || values[0] == "1") && !roles.NamesSort(name) {
			continue // the first page
		}
		if len(values) != 1 || values[0] == "" || !roles.NamesSort(name) {
			return nil
		}
		out = append(out, page.Pair{Name: name, Value: values[0]})
	}
	for name, values := range here { // what was asked for must stay
		_, kept := there[name]
		of := slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == name })
		if !kept && of && len(values) > 0 && values[0] != "" {
			return nil
		}
	}
	slices.SortFunc(out, func(a, b page.Pair) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// addSortOption adds a value of a parameter to the controls.
func addSortOption(fields []forms.Field, p page.Pair, label string) []forms.Field {
	i := slices.IndexFunc(fields, func(f forms.Field) bool { return f.Name == p.Name })
	if i < 0 {
		i = len(fields)
		fields = append(fields, forms.Field{Name: p.Name, Control: "radio", Label: "order, by the links of the result pages", Role: forms.Sort, Score: 1, Pos: control.AfterAll})
	}
	f := &fields[i]
	if len(f.Options) < maxSortValues && !slices.ContainsFunc(f.Options, func(o forms.Option) bool { return o.Value == p.Value }) {
		if label = strings.Join(strings.Fields(label), " "); label == "" || len(label) > 40 {
			label = p.Value
		} else if !strings.EqualFold(label, p.Value) {
			label += " (" + p.Value + ")"
		}
		f.Options = append(f.Options, forms.Option{Value: p.Value, Label: label, Pos: control.AfterAll})
	}
	return fields
}
