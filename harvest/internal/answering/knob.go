package answering

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// knob reads the page's own choice of how many rows it shows ("20 | 50 | 100 a
// page") as a control that the search form lacks: a group of which nothing is
// chosen unless a question asks for it.
func knob(form forms.Form, asked page.URL, sizes []extract.SizeChoice) (forms.Field, bool) {
	field := forms.Field{Control: "radio", Label: "rows a page, by the result pages", Role: forms.PageSize, Score: 1, Pos: control.AfterAll}
	for _, s := range sizes {
		p, ok := sizePair(asked, s)
		if !ok {
			continue
		}
		if field.Name == "" {
			field.Name = p.Name
		}
		if p.Name == field.Name {
			field.Options = append(field.Options, forms.Option{Value: p.Value, Label: strconv.Itoa(s.Rows), Pos: control.AfterAll})
		}
	}
	return field, len(field.Options) > 0 && !has(form, field.Name)
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

// pagerRows are offered for a parameter of the page size whose values the site
// does not list.
var pagerRows = []string{"100", "1000"}

// pagerKnob reads a parameter of the pager's links that says how many rows a
// page shows as a control that the search form lacks, of which nothing is chosen
// unless a question asks for it: one that has the number of the page's rows for
// its value in all of the links, and is called so, or was added by the site: the
// question did not have it.
func pagerKnob(form forms.Form, asked page.URL, res extract.Result) (forms.Field, bool) {
	rows := strconv.Itoa(len(res.Records))
	if len(res.Records) < fewestRows {
		return forms.Field{}, false
	}
	own, err := url.Parse(asked.String())
	if err != nil {
		return forms.Field{}, false
	}
	same := map[string]bool{} // by name: whether all links have that value
	links := map[page.URL]bool{}
	for _, u := range append([]page.URL{res.Next.URL}, res.Pages...) {
		if u.IsZero() || u.Origin() != asked.Origin() {
			continue
		}
		links[u] = true
		to, err := url.Parse(u.String())
		if err != nil {
			continue
		}
		for name, values := range to.Query() {
			before, seen := same[name]
			same[name] = (before || !seen) && len(values) == 1 && values[0] == rows
		}
	}
	for _, added := range []bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(same)) {
			// A single link may have the number for the row that its page starts with.
			counts := added && len(links) > 1 && !own.Query().Has(name) || roles.NamesPageSize(name)
			if same[name] && counts && !has(form, name) {
				return anyRows(name, "rows a page, by the links of the pager"), true
			}
		}
	}
	return forms.Field{}, false
}

// anyRows is a control of the page size that takes any number of rows.
func anyRows(name, label string) forms.Field {
	field := forms.Field{Name: name, Control: "radio", Label: label, Role: forms.PageSize, Score: 1, Pos: control.AfterAll}
	for _, n := range pagerRows {
		field.Options = append(field.Options, forms.Option{Value: n, Label: n, Pos: control.AfterAll})
	}
	return field
}

// moreOrFewer reads two links that show the same answer with more and with fewer
// rows ("less", "more") as such a control: both add the same parameter to the
// page's address, and one has as many times the page's number of rows for its
// value as that number has the other.
func moreOrFewer(form forms.Form, asked page.URL, doc *page.Document, rows int) (forms.Field, bool) {
	if rows < fewestRows {
		return forms.Field{}, false
	}
	most := strings.Count(asked.PathQuery(), "&") + 1
	here, links := siblings(asked, doc, func(query string) bool { return strings.Count(query, "&") <= most })
	values := map[string][]int{} // of the parameters that links add, by name
	for _, l := range links {
		if len(l.differs) != 1 || len(l.there) != len(here)+1 {
			continue
		}
		for name, v := range l.differs {
			if n, err := strconv.Atoi(v[0]); err == nil && n > 0 && len(v) == 1 && !slices.Contains(values[name], n) {
				values[name] = append(values[name], n)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := values[name]
		if len(v) == 2 && v[0] != rows && v[0]*v[1] == rows*rows && min(v[0], v[1]) >= fewestRows && !has(form, name) {
			return anyRows(name, "rows a page, by the links to more and to fewer"), true
		}
	}
	return forms.Field{}, false
}

// sibling is a link of a result page to its own address with other parameters.
type sibling struct {
	at             *html.Node
	there, differs url.Values // all parameters, and those that the page has not, or with another value
}

// Bounds of the links that are looked at.
const (
	maxSiblings    = 2000
	longestSibling = 2000 // bytes
)

// siblings returns the parameters of a result page, and its links to siblings of it whose
// query, as it is written, may be one that is wanted: most are not.
func siblings(asked page.URL, doc *page.Document, may func(query string) bool) (here url.Values, out []sibling) {
	own, err := url.Parse(asked.String())
	if err != nil {
		return nil, nil
	}
	here = own.Query()
	for n := range page.Below(doc.Root, "a") {
		href := page.Attr(n, "href")
		_, query, has := strings.Cut(href, "?")
		if len(href) > longestSibling || len(out) == maxSiblings || !has || !may(query) {
			continue
		}
		u, err := doc.Resolve(href)
		if err != nil || u.Origin() != asked.Origin() {
			continue
		}
		to, err := url.Parse(u.String())
		if err != nil || to.Path != own.Path {
			continue
		}
		l := sibling{n, to.Query(), url.Values{}}
		for name, values := range l.there {
			if !slices.Equal(here[name], values) {
				l.differs[name] = values
			}
		}
		out = append(out, l)
	}
	return here, out
}

// has reports whether a form has a control of a name.
func has(form forms.Form, name string) bool {
	return slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == name })
}

// fewestRows is the size of a page from which its number of rows is no accident.
const fewestRows = 5

// offer adds the result page's own choices of its order and of its size, or what
// its pager says of that, to the profile's form, and reports whether it did.
func offer(p *ledger.Profile, asked page.URL, doc *page.Document, res extract.Result) bool {
	var fields []forms.Field
	if len(res.Records) > 1 {
		fields = sortKnobs(*p.Form, asked, doc)
	}
	if field, ok := sizeKnob(*p.Form, asked, doc, res); ok {
		fields = append(fields, field)
	}
	if len(fields) == 0 {
		return false
	}
	form := *p.Form
	form.Fields = append(slices.Clone(form.Fields), fields...)
	p.Form = &form
	return true
}

// sizeKnob reads what a result page says of its size, in one way or another. It is not ok
// for forms that have such a control, and for those that are not sent in the address.
func sizeKnob(form forms.Form, asked page.URL, doc *page.Document, res extract.Result) (forms.Field, bool) {
	if form.Method != "GET" || form.HasToken() || slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Role == forms.PageSize }) {
		return forms.Field{}, false
	}
	field, ok := knob(form, asked, res.Sizes)
	if !ok {
		field, ok = pagerKnob(form, asked, res)
	}
	if !ok {
		field, ok = moreOrFewer(form, asked, doc, len(res.Records))
	}
	return field, ok
}

// maxSortValues bounds the values of one parameter that sortKnobs takes.
const maxSortValues = 24

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
	var out []forms.Field
	known := map[string]bool{}
	here, links := siblings(asked, doc, func(query string) bool { return namesSort(query, known) })
	for _, l := range links {
		for _, p := range sorting(form, here, l) {
			out = addSortOption(out, p, page.Text(l.at))
		}
	}
	return slices.DeleteFunc(out, func(f forms.Field) bool { return has(form, f.Name) })
}

// namesSort reports whether a parameter of a query is called as those that sort a list. It
// remembers its judgements in known.
func namesSort(query string, known map[string]bool) bool {
	for pair := range strings.SplitSeq(query, "&") {
		name, _, ok := strings.Cut(pair, "=")
		if _, seen := known[name]; ok && !seen {
			known[name] = roles.NamesSort(name)
		}
		if ok && known[name] {
			return true
		}
	}
	return false
}

// sorting returns the parameters by which a link differs from the page, if all
// of them are called as those that sort a list; nil otherwise. A
// link to the first page of the answer may lack what tells the page.
func sorting(form forms.Form, here url.Values, l sibling) []page.Pair {
	var out []page.Pair
	for name, values := range l.differs {
		fresh, one := len(here[name]) == 0, len(values) == 1
		switch sorts := roles.NamesSort(name); {
		case fresh && one && (values[0] == "" || !sorts && (values[0] == "0" || values[0] == "1")): // the first page
		case !one || values[0] == "" || !sorts:
			return nil
		default:
			out = append(out, page.Pair{Name: name, Value: values[0]})
		}
	}
	for name, values := range here { // what was asked for must stay
		if !l.there.Has(name) && has(form, name) && len(values) > 0 && values[0] != "" {
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
