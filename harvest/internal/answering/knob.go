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
			if !same[name] || !counts || slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == name }) {
				continue
			}
			return anyRows(name, "rows a page, by the links of the pager"), true
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
	own, err := url.Parse(asked.String())
	if err != nil {
		return forms.Field{}, false
	}
	values := map[string][]int{} // of the parameters that links add, by name
	most := strings.Count(own.RawQuery, "&") + 1
	for n := range doc.Root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" || strings.Count(page.Attr(n, "href"), "&") > most {
			continue
		}
		name, value, ok := addsNumber(own, doc, page.Attr(n, "href"))
		if ok && !slices.Contains(values[name], value) {
			values[name] = append(values[name], value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := values[name]
		taken := slices.ContainsFunc(form.Fields, func(f forms.Field) bool { return f.Name == name })
		if len(v) == 2 && v[0] != rows && v[0]*v[1] == rows*rows && min(v[0], v[1]) >= fewestRows && !taken {
			return anyRows(name, "rows a page, by the links to more and to fewer"), true
		}
	}
	return forms.Field{}, false
}

// addsNumber returns the only parameter that an address has and the page's own,
// own, does not, where all others are the same and it has a number for its value.
func addsNumber(own *url.URL, doc *page.Document, href string) (name string, value int, ok bool) {
	if len(href) > 2000 || !strings.Contains(href, "?") {
		return "", 0, false
	}
	u, err := doc.Resolve(href)
	if err != nil {
		return "", 0, false
	}
	to, err := url.Parse(u.String())
	if err != nil || to.Host != own.Host || to.Path != own.Path {
		return "", 0, false
	}
	here, there := own.Query(), to.Query()
	if len(there) != len(here)+1 {
		return "", 0, false
	}
	for n, v := range there {
		switch {
		case here.Has(n) && slices.Equal(here[n], v):
		case !here.Has(n) && len(v) == 1 && name == "":
			if value, err = strconv.Atoi(v[0]); err != nil || value <= 0 {
				return "", 0, false
			}
			name = n
		default:
			return "", 0, false
		}
	}
	return name, value, name != ""
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
