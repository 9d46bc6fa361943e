package forms

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/internal/markup"
	"github.com/hadal-crawler/hadal/forms/roles"
	"github.com/hadal-crawler/hadal/page"
)

// A page may lead to the parts of a list, a letter or a year each, by links or buttons, and
// have no form for it. Such a row is one control, of which a value is asked by going where it
// leads.

// rowScore is how sure it is that a row of links is what a site is asked by: whatever takes a
// word is preferred.
const rowScore = unsure

const (
	leastParts = 3
	mostParts  = 1000
	mostLinks  = 8000 // that are looked at
	mostPlaces = 8    // in an address that may differ
)

// IsRow reports whether f is a row of links that lead to parts of a list: there may be a
// search beside it.
func (f *Form) IsRow() bool { return f.rowOf(f.Fields) != nil }

// rowOf returns the row of links among the fields of f, nil where there is none.
func (f *Form) rowOf(fields []control.Field) *control.Field {
	if !f.Declared {
		return nil
	}
	i := slices.IndexFunc(fields, func(c control.Field) bool { return c.Control == control.Links })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// follow returns the request by which the chosen link of a row is followed.
func (f *Form) follow(row *control.Field) (page.Request, error) {
	i := slices.IndexFunc(row.Options, func(o control.Option) bool { return o.Selected })
	if i < 0 {
		return page.Request{}, &ValueError{Control: row.Name, Reason: "one of its links is required"}
	}
	to, err := page.ParseURL(row.Options[i].Leads)
	if err != nil {
		return page.Request{}, err
	}
	if v := deeds.Judge(deeds.Act{By: deeds.Follow, URL: to, Lang: f.Lang}); !v.OK() {
		return page.Request{}, &GuardError{Form: f.ID, Reasons: []string{v.Reason}}
	}
	return page.Request{Method: "GET", URL: to, Referer: f.Page}, nil
}

// row is what may be one: links whose addresses differ in one place alone, or years, in elements
// of one kind, whose addresses differ in a folder and what is in it.
type row struct {
	name    string // of the parameter, or of the part of the path before that place
	action  string // the address before it
	folders bool   // they lie in several folders
	options []control.Option
	at      []*html.Node // where each stands
}

// row returns the form that a row of links is which leads to the parts of a list: of several
// the alphabet, else years, else that with the most links. Where these lie below the links of
// another one that says what it says, that one leads to more of them.
func (p *parser) row() (Form, bool) {
	var found []Form
	best, worth := -1, 0
	for _, r := range p.rows() {
		if len(r.options) < leastParts || len(r.options) > mostParts {
			continue
		}
		f, is := p.formOf(r)
		if !is {
			continue
		}
		n := len(r.options)
		if serial(&f) {
			n += mostParts
		}
		if found = append(found, f); n > worth {
			best, worth = len(found)-1, n
		}
	}
	if best < 0 {
		return Form{}, false
	}
	for top := best; top >= 0; {
		best = top
		top = slices.IndexFunc(found, func(f Form) bool { return serial(&f) == serial(&found[best]) && f.over(&found[best]) })
	}
	return found[best], true
}

// serial reports whether the links of a row are the alphabet or years.
func serial(f *Form) bool { return deeds.Serial(labelsOf(f.Fields[0].Options)) }

// over reports whether all links of a row lie below those of another one.
func (f *Form) over(below *Form) bool {
	tops := leadsOf(f.Fields[0].Options)
	return !slices.ContainsFunc(leadsOf(below.Fields[0].Options), func(u page.URL) bool {
		return !slices.ContainsFunc(tops, func(top page.URL) bool { return GoesOn(top, u) })
	})
}

// leadsOf returns where options lead that bind something.
func leadsOf(options []control.Option) (out []page.URL) {
	for _, o := range options {
		if !o.Any {
			out = append(out, Leads(o).URL)
		}
	}
	return out
}

// rows collects the links of the page, and the buttons that lead on as they do, by what their
// addresses have in common.
func (p *parser) rows() []*row {
	var out []*row
	at := map[string]*row{}
	seen := map[string]bool{}
	add := func(n *html.Node, u page.URL, label string) {
		if label = strings.TrimSpace(counted.ReplaceAllString(label, "")); label == "" || u.Host() != p.in.Doc.URL.Host() || len(seen) > mostLinks {
			return
		}
		for _, place := range placesOf(u) {
			key := place.name + "\x00" + place.rest
			if place.folder {
				if !deeds.Year(label) {
					continue
				}
				key += "\x00" + tagsAround(n)
			}
			if seen[key+"\x00"+place.value] {
				continue
			}
			seen[key+"\x00"+place.value] = true
			r := at[key]
			if r == nil {
				r = &row{name: place.name, action: place.action, folders: place.folder}
				at[key] = r
				out = append(out, r)
			}
			r.options, r.at = append(r.options, control.Option{Label: label, Leads: u.String()}), append(r.at, n)
		}
	}
	for _, n := range p.in.Doc.Find("a[href]").Nodes {
		if u, err := p.in.Doc.Resolve(page.Attr(n, "href")); err == nil && u == u.WithoutRoute() && !page.HasAttr(n, "hreflang") {
			add(n, u, page.Text(n))
		}
	}
	for i, form := range p.in.Doc.Forms() {
		for _, b := range p.buttons(form, i) {
			add(b.at, b.to, b.says)
		}
	}
	for _, r := range out {
		if !r.folders {
			out = append(out, r.alike()...)
		}
	}
	return out
}

// alike returns the rows of links of r that stand in elements of one kind each; nothing where all do.
func (r *row) alike() (out []*row) {
	by := map[string]*row{}
	for i, n := range r.at {
		tags := tagsAround(n)
		if by[tags] == nil {
			by[tags] = &row{name: r.name, action: r.action}
			out = append(out, by[tags])
		}
		by[tags].options, by[tags].at = append(by[tags].options, r.options[i]), append(by[tags].at, n)
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// counted finds how many a part has, behind what it is called.
var counted = regexp.MustCompile(`\s*[(\[]\s*\d[\d.,\s]*[)\]]\s*$`)

// button is one that leads to an address.
type button struct {
	at   *html.Node
	to   page.URL
	says string
}

// buttons returns where the buttons of a form lead that has nothing else, and is sent by GET.
func (p *parser) buttons(n *html.Node, index int) (out []button) {
	f := readForm(p.in, n, index)
	if f.Method != "GET" || f.Action.IsZero() || len(f.Asks) > 0 || slices.ContainsFunc(f.Fields, func(c control.Field) bool { return c.Control.IsFilled() }) {
		return nil
	}
	for i := range f.Fields {
		b := &f.Fields[i]
		if !b.Control.Submits() || b.Name == "" || len(b.Asks) > 0 {
			continue
		}
		if r, err := f.request(f.entries(f.Fields, b), b); err == nil && r.Method == "GET" {
			out = append(out, button{p.in.Controls[n][b.Pos], r.URL, cmp.Or(b.Label, b.Value)})
		}
	}
	return out
}

// place is where an address may differ from others of its row.
type place struct {
	name, value, rest, action string
	folder                    bool // the folder that it is in may differ, too
}

// tagsAround returns the names of the elements around a node.
func tagsAround(n *html.Node) (tags string) {
	for n = n.Parent; n != nil; n = n.Parent {
		tags += " " + n.Data
	}
	return tags
}

// placesOf returns the parts of the path and the parameters of an address, the last first.
func placesOf(u page.URL) (out []place) {
	path, query, _ := strings.Cut(u.PathQuery(), "?")
	params := u.Params()
	for i, q := range slices.Backward(params) {
		if q.Value == "" || len(out) == mostPlaces {
			continue
		}
		rest := slices.Delete(slices.Clone(params), i, i+1)
		said := make([]string, len(rest))
		for k, o := range rest {
			said[k] = url.QueryEscape(o.Name) + "=" + url.QueryEscape(o.Value)
		}
		slices.Sort(said)
		out = append(out, place{q.Name, q.Value, path + "?" + strings.Join(said, "&"), path, false})
	}
	parts := strings.Split(path, "/")
	for i, part := range slices.Backward(parts) {
		if part == "" || len(out) == mostPlaces {
			continue
		}
		for _, from := range []int{i, i - 1} {
			if from < 0 || parts[from] == "" {
				continue
			}
			before, after := strings.Join(parts[:from], "/")+"/", strings.Join(parts[i+1:], "/")
			name := ""
			if from > 0 {
				name = page.Unescape(parts[from-1])
			}
			out = append(out, place{name, strings.Join(parts[from:i+1], "/"), fmt.Sprint(before, "\x00", len(parts)-i, i-from, after, "?", query), before, from < i})
		}
	}
	return out
}

// formOf returns the form that a row is, where it leads to the parts of a list and nowhere else.
func (p *parser) formOf(r *row) (f Form, is bool) {
	c := control.Field{Name: cmp.Or(r.name, "part"), Control: control.Links, Options: slices.Clone(r.options)}
	if label := r.here(); label != "" {
		at := slices.IndexFunc(c.Options, func(o control.Option) bool { return like(o.Label) == like(label) && o.Label > label })
		if at < 0 {
			at = len(c.Options)
		}
		c.Options = slices.Insert(c.Options, at, control.Option{Label: label, Leads: p.in.Doc.URL.String()})
	}
	for i := range c.Options {
		o := &c.Options[i]
		o.Value = o.Label
		if slices.ContainsFunc(c.Options[:i], func(other control.Option) bool { return strings.EqualFold(other.Label, o.Label) }) {
			o.Value = o.Leads
		}
	}
	for i := range c.Options {
		c.Options[i].Any = roles.BindsNothing(&c, i)
	}
	if i := slices.IndexFunc(c.Options, func(o control.Option) bool { return o.Any }); i >= 0 {
		c.Options[i].Selected = true
	}
	heading := page.Heading(r.at[0])
	labels := labelsOf(c.Options)
	if len(labels) < leastParts || !deeds.Parted(c.Name, heading, labels) {
		return f, false
	}
	if role, _ := roles.JudgeOne(&c); !role.Selects() && role != control.OtherRole {
		return f, false // it shows the same otherwise
	}
	if !p.followed(c.Options) {
		return f, false
	}
	action, err := p.in.Doc.URL.Resolve(r.action)
	if err != nil {
		return f, false
	}
	f = Form{Declared: true, Page: p.in.Doc.URL, Method: "GET", Action: action, Purpose: Search, Score: rowScore, Lang: p.in.Doc.Lang,
		Reasons: []string{fmt.Sprintf("a row of %d links of the page leads to the parts of a list (%s to %s)", len(labels), labels[0], labels[len(labels)-1])}, Fields: []control.Field{c}}
	if heading != "" {
		f.Around, f.Headings = []string{heading}, []string{heading}
	}
	if part := deeds.Parted("", heading, nil); part {
		f.Fields[0].Label = heading
	}
	f.ID = f.identity()
	f.Fields[0].Role, f.Fields[0].Score = control.CategoryRole, 1
	f.settle()
	return f, f.Submit
}

// followed reports whether all of some links may be followed.
func (p *parser) followed(options []control.Option) bool {
	judge := deeds.Judging{Lang: p.in.Doc.Lang}
	return !slices.ContainsFunc(options, func(o control.Option) bool {
		u, err := page.ParseURL(o.Leads)
		return err != nil || !judge.Judge(deeds.Act{By: deeds.Follow, URL: u, Text: o.Label}).OK() || judge.Orders(o.Label, u)
	})
}

// Under are the links that divide a part of a list further.
type Under struct {
	Links []Option
	Says  bool // that they lead to parts, too
	Dates bool // they are years, or stand behind one in their addresses
	Apart bool // they may as well be no parts of this one: they lead elsewhere, or are called like records
}

// Beside reports whether a record of their page is more than these links: it is none of them, or
// says more of one than what that is called, which is no date.
func (u Under) Beside(title, text string, at page.URL) bool {
	says, is := 0, false
	for _, o := range u.Links {
		if strings.Contains(text, o.Label) {
			text = strings.Replace(text, o.Label, "", 1)
			says++
		}
		is = is || Leads(o).URL == at || o.Label == title
	}
	return says == 0 && !is || says == 1 && is && !u.Dates && strings.ContainsFunc(text, unicode.IsLetter)
}

// Below returns the links that divide a part of a list further, on the page of the part, without
// those that are known, nor the pages of its list, to the next of which leads next: their addresses
// go on from its own, or they begin to say what it says or are years of it. Others say that they are
// parts, and are so many or stand under a heading that does.
func Below(doc *page.Document, part Option, next page.URL, least int, known func(Option) bool) (best Under) {
	p := &parser{in: markup.Read(doc)}
	own := Leads(part).URL
	best.Apart = true
	for _, r := range p.rows() {
		var further, apart []Option
		var first, other *html.Node
		spans, begin, long := true, true, false
		if slices.ContainsFunc(r.options, func(o Option) bool { return Leads(o).URL == next }) {
			continue
		}
		for i, o := range r.options {
			u := Leads(o).URL
			if u == own || known(o) {
				continue
			}
			begins, short := within(part.Label, o.Label)
			date := dateIn(own, u)
			switch on := GoesOn(own, u) && r.beyond(own) || date; {
			case on || begins && (Beside(own, u) || deeds.Span(o.Label)):
				if further = append(further, o); first == nil {
					first = r.at[i]
				}
				spans, begin, long = spans && (date || deeds.Span(o.Label)), begin && begins && short, long || begins && !short
			case !r.folders:
				if apart = append(apart, o); other == nil {
					other = r.at[i]
				}
			}
		}
		u := Under{Links: further, Dates: spans}
		switch {
		case len(further) > 0:
			u.Says = spans || begin || !long && deeds.Parted(r.name, page.Heading(first), labelsOf(further))
			if u.Apart = !u.Says && long; !u.Says && !r.beyond(own) {
				continue
			}
		case len(apart) > 0 && (deeds.Parted("", page.Heading(other), nil) || len(apart) >= least && deeds.Parted(r.name, "", labelsOf(apart))):
			u = Under{Links: apart, Says: true, Apart: true}
		default:
			continue
		}
		if len(u.Links) > mostParts || u.Apart && !best.Apart || len(u.Links) <= len(best.Links) && u.Apart == best.Apart || !p.followed(u.Links) {
			continue
		}
		best = u
	}
	return best
}

// Named returns links as they are called below a part.
func Named(over Option, links []Option) []Option {
	links = slices.Clone(links)
	for i := range links {
		o := &links[i]
		if o.Label = strings.Join(strings.Fields(o.Label), " "); !strings.HasPrefix(strings.ToLower(o.Label), strings.ToLower(over.Label)) {
			o.Label = over.Label + " " + o.Label
		}
		o.Value = o.Label
	}
	return links
}

// Distinct returns links that each lead elsewhere, and tells those apart that are called the same.
func Distinct(links []Option) (out []Option) {
	leads, called := map[string]bool{}, map[string]bool{}
	for _, o := range links {
		if leads[o.Leads] {
			continue
		}
		if at := strings.ToLower(o.Value); called[at] {
			o.Value = o.Leads
		}
		leads[o.Leads], called[strings.ToLower(o.Value)] = true, true
		out = append(out, o)
	}
	return out
}

// dated finds a month behind a year, or a day behind these, at the end of an address.
var dated = regexp.MustCompile(`(?:^|\D)(?:1[5-9]|20)\d\d(?:(?:[/._-]|&\w+=)(?:0?[1-9]|1[0-2]))?(?:[/._-]|&\w+=)(?:0?[1-9]|[12]\d|3[01])/?(?:\.\w+)?$`)

// dateIn reports whether an address names a month or a day of what another one names.
func dateIn(whole, u page.URL) bool {
	stem := ending.ReplaceAllString(whole.PathQuery(), "")
	rest, goesOn := strings.CutPrefix(u.PathQuery(), stem)
	return goesOn && deeds.Year(stem[strings.LastIndexByte(stem, '/')+1:]) && rest != "" && !unicode.IsDigit(rune(rest[0])) && dated.MatchString(u.PathQuery())
}

// ending finds how the name of a file ends.
var ending = regexp.MustCompile(`\.[a-z]{3,5}$`)

// beyond reports whether the place in which the addresses of a row differ is behind an address.
func (r *row) beyond(own page.URL) bool {
	path, _, _ := strings.Cut(own.PathQuery(), "?")
	return strings.HasPrefix(r.action, path) && !slices.ContainsFunc(own.Params(), func(q page.Pair) bool { return q.Name == r.name })
}

// within reports whether what a link says begins as the part of a list does that it stands in,
// or is a year in that of years, and whether it is hardly longer.
func within(part, says string) (begins, short bool) {
	part, says = strings.ToLower(part), strings.ToLower(says)
	if from, to := yearsOf(part); from > 0 && deeds.Span(part) && deeds.Span(says) {
		first, last := yearsOf(says)
		is := from <= first && last <= to && last-first < to-from
		return is, is
	}
	from, _, ranges := strings.Cut(strings.NewReplacer("–", "-", "—", "-", " ", "").Replace(says), "-")
	begins = strings.HasPrefix(says, part) && says != part
	return begins, begins && (utf8.RuneCountInString(says) <= utf8.RuneCountInString(part)+2 || ranges && utf8.RuneCountInString(from) <= utf8.RuneCountInString(part)+4)
}

// yearsOf returns the years that a label says, from which to which: of one alone that ends in
// 0 or 00 the decade or the century; 0 where it says none.
func yearsOf(label string) (from, to int) {
	for _, said := range fourDigits.FindAllString(label, -1) {
		year, _ := strconv.Atoi(said)
		if from == 0 || year < from {
			from = year
		}
		to = max(to, year)
	}
	switch {
	case from == 0 || to > from:
	case from%100 == 0:
		to += 99
	case from%10 == 0:
		to += 9
	}
	return from, to
}

var fourDigits = regexp.MustCompile(`\d{4}`)

// GoesOn reports whether an address goes on where another one ends.
func GoesOn(from, to page.URL) bool {
	path, query, _ := strings.Cut(from.PathQuery(), "?")
	on, more, _ := strings.Cut(to.PathQuery(), "?")
	if query == "" {
		dir := strings.TrimSuffix(strings.TrimSuffix(path, ".html"), "/") + "/"
		return strings.HasPrefix(on, dir) && len(on) > len(dir) || on == path && more != ""
	}
	return on == path && len(to.Params()) > len(from.Params()) && !slices.ContainsFunc(from.Params(), func(q page.Pair) bool { return !slices.Contains(to.Params(), q) })
}

// Beside reports whether two addresses differ in one place.
func Beside(a, b page.URL) bool {
	for _, x := range placesOf(a) {
		for _, y := range placesOf(b) {
			if !x.folder && x.name == y.name && x.rest == y.rest {
				return true
			}
		}
	}
	return false
}

// here returns the part that the page itself shows, which its row does not link: the alphabet
// lacks it. Letters that nothing is under are no links either; what is shown stands out, then.
func (r *row) here() string {
	labels := labelsOf(r.options)
	if !deeds.Serial(labels) {
		return ""
	}
	within := r.at[0].Parent
	for range highestRow {
		if within.Parent == nil || markup.Holds(within, r.at[len(r.at)-1]) {
			break
		}
		within = within.Parent
	}
	var bare, marked []string
	var walk func(n *html.Node, marks bool)
	walk = func(n *html.Node, marks bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				for said := range strings.FieldsSeq(c.Data) {
					if slices.Contains(labels, said) || like(said) != like(labels[0]) {
						continue
					}
					if bare = append(bare, said); marks {
						marked = append(marked, said)
					}
				}
			case c.Type == html.ElementNode && c.Data != "a" && c.Data != "select" && c.Data != "script":
				walk(c, marks || c.Data == "b" || c.Data == "strong" || c.Data == "em" || page.HasAttr(c, "aria-current") || current.MatchString(page.Attr(c, "class")))
			}
		}
	}
	walk(within, false)
	for _, said := range [][]string{bare, marked} {
		if len(said) == 1 {
			return said[0]
		}
	}
	return ""
}

// like says of what kind a label is, that of a letter or of a year; of others, itself.
func like(label string) string {
	first, n := utf8.DecodeRuneInString(label)
	switch {
	case n == len(label) && unicode.IsUpper(first):
		return "upper"
	case n == len(label) && unicode.IsLetter(first):
		return "letter"
	case len(label) == 4 && strings.Trim(label, "0123456789") == "":
		return "year"
	}
	return label
}

// highestRow is how many elements lie between a link of a row and what holds all of it, at most.
const highestRow = 3

// current finds the class of what is shown now.
var current = regexp.MustCompile(`(?i)\b(?:active|current|selected|here|on)\b`)

// labelsOf returns what options are called that bind something.
func labelsOf(options []control.Option) (out []string) {
	for _, o := range options {
		if !o.Any {
			out = append(out, o.Label)
		}
	}
	return out
}
