package survey

import (
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// A choice before the search (a state, a library) is told by addresses: a page that does
// not show the search leads to it by several that differ in one choice alone. Whether they
// lead to forms that are alike is for visits to tell. Where the page with the choice stands
// behind another one (a country, then a state), all of it is one choice of what stands at
// the end; what was not looked at yet is an option that is expanded when it is.

// mostChoices bounds the options of a choice before the search.
const mostChoices = 1000

// Choices returns the options of the choice that was made on the way to f, the one that
// led there first, then its neighbours, and what the pages call that choice, of several steps
// the first one first; nothing where none is known. It is sure where the
// page offers a menu or where f sends the choice along.
func (s *Survey) Choices(f *forms.Form) (out []forms.Option, asks []string, sure bool) {
	if out, asks, sure := s.hidden.choices(f); out != nil || len(f.Opened) > 0 {
		return out, asks, sure
	}
	asked := s.reached[f.ID]
	on, menu, leaves, sure := s.alike(asked, f, "")
	if leaves == nil {
		return nil, nil, false
	}
	asks = []string{menu}
	var beyond []forms.Option
	for range 3 { // steps before it
		next, menu, branches, _ := s.alike(on, f, asked.PathQuery())
		if branches == nil {
			break
		}
		asks = slices.Insert(asks, 0, menu)
		for _, later := range [][]forms.Option{leaves, beyond} {
			for i := range later {
				later[i] = forms.Stepped(branches[0], later[i])
			}
		}
		beyond = append(beyond, branches[1:]...)
		on = next
	}
	out = append(leaves, beyond...)
	return out[:min(len(out), mostChoices)], asks, sure
}

// alike returns the page that leads to asked by one of several addresses that differ in
// one choice, what it calls that, and these, asked first. The menu of any site leads to such addresses, too: it
// stands on all of its pages, and names them at the end of the path. Where that may be, the
// page that was led to must not lead to the others, and a choice that is all of the path must
// be sent along, or stand in further.
func (s *Survey) alike(asked page.URL, f *forms.Form, further string) (on page.URL, menu string, out []forms.Option, sure bool) {
	for _, here := range s.linked {
		if here.url != asked {
			continue
		}
		var before []forms.Option
		out, sure = nil, true
		for _, there := range s.linked {
			if there.on != here.on || there.menu != here.menu {
				continue
			}
			o := forms.Option{Label: there.says, Leads: there.url.String()}
			if there.url == asked {
				out = append(out, o)
				continue
			}
			choice, at, ok := oneChoice(asked, there.url)
			sent := f.Sends(choice) || strings.Contains(further, choice)
			switch {
			case !ok || !there.menu && !(sent && at == within) && (!sent && at == wholly || s.leads(asked, there.url)):
				continue
			case out == nil:
				before = append(before, o)
			default:
				out = append(out, o)
			}
			sure = sure && (there.menu || sent)
		}
		slices.Reverse(before)
		if out = append(out, before...); len(out) > 2 || here.menu && len(out) == 2 {
			value(out)
			return here.on, here.of, out, sure
		}
	}
	return on, "", nil, false
}

// Offered reports whether the options of f, a menu, were among what the survey might visit.
func (s *Survey) Offered(f *forms.Form) bool {
	return slices.ContainsFunc(s.linked, func(l lead) bool { return l.menu && pathOf(l.url) == pathOf(f.Action) })
}

// leads reports whether a page leads to another one.
func (s *Survey) leads(on, to page.URL) bool {
	return slices.ContainsFunc(s.linked, func(l lead) bool { return l.on == on && l.url == to })
}

// Expand returns the options that the page of an option o leads to, as the page of a
// choice that another one stands before: addresses like leaf, which stands behind the
// first, that the other pages of it do not lead to.
func (s *Survey) Expand(o forms.Option, first forms.Option) (out []forms.Option) {
	leaf := forms.Leads(first).URL
	if forms.Leads(o).Render {
		return s.hidden.beyond(o)
	}
	on, menu, link, elsewhere := forms.Leads(o).URL, false, false, map[page.URL]bool{}
	for _, l := range s.linked {
		menu = menu || l.url == leaf && l.menu
		link = link || l.url == leaf && !l.menu
		if l.on != on {
			elsewhere[l.url] = true
		}
	}
	for _, l := range s.linked {
		if l.on == on && (l.menu && !link || !l.menu && !menu) && !elsewhere[l.url] && sameShape(l.url, leaf) && len(out) < mostChoices {
			out = append(out, forms.Option{Label: l.says, Leads: l.url.String()})
		}
	}
	value(out)
	for i := range out {
		out[i] = forms.Stepped(o, out[i])
	}
	return out
}

// value gives the options of a step their values: that in which their addresses differ.
func value(options []forms.Option) {
	for i := range options {
		said := ""
		if len(options) > 1 {
			said, _, _ = oneChoice(forms.Leads(options[i]).URL, forms.Leads(options[(i+1)%len(options)]).URL)
		}
		options[i].Of = []string{said}
	}
}

// sameShape reports whether two addresses have as many parts and the same parameters.
func sameShape(a, b page.URL) bool {
	x, err := url.Parse(a.String())
	y, err2 := url.Parse(b.String())
	if err != nil || err2 != nil || x.Host != y.Host || strings.Count(x.Path, "/") != strings.Count(y.Path, "/") {
		return false
	}
	m, n := x.Query(), y.Query()
	for name := range m {
		if !n.Has(name) {
			return false
		}
	}
	return len(m) == len(n)
}

// At returns the form that a page showed which is alike to f; nil where
// there is none. seen is false where that page was not had yet.
func (s *Survey) At(at page.Request, f *forms.Form) (g *forms.Form, seen bool) {
	found, seen := s.shows[at]
	return f.Likest(found), seen
}

// varies reports whether other is f behind another choice.
func (s *Survey) varies(f, other *forms.Form) bool {
	return s.anywhere(f, func(found []forms.Form) bool {
		g := f.Likest(found)
		return g != nil && g.ID == other.ID
	})
}

// Variants returns the IDs of f behind all choices before it that were looked at.
func (s *Survey) Variants(f *forms.Form) []string {
	out := []string{f.ID}
	for i := range s.all {
		if g := &s.all[i]; g.ID != f.ID && s.varies(f, g) {
			out = append(out, g.ID)
		}
	}
	return out
}

// Whence returns the address from which other, a search beside f, is found as it was: that
// of its page, or start where a choice stands before it.
func (s *Survey) Whence(f, other *forms.Form, start page.URL) page.URL {
	choices, _, _ := s.Choices(other)
	if u := s.reached[other.ID]; choices == nil && !s.behind(f, other) && !u.IsZero() {
		return u
	}
	return start
}

// behind reports whether other stands behind the choice that stands before f.
func (s *Survey) behind(f, other *forms.Form) bool {
	return s.anywhere(f, func(found []forms.Form) bool {
		return slices.ContainsFunc(found, func(g forms.Form) bool { return g.ID == other.ID })
	})
}

// anywhere reports whether is holds for what a page shows that the choice before f leads to.
func (s *Survey) anywhere(f *forms.Form, is func([]forms.Form) bool) bool {
	before := f.Before()
	return before != nil && slices.ContainsFunc(before.Options, func(o forms.Option) bool { return is(s.shows[forms.Leads(o)]) })
}

// Chosen reports whether f is what the user means by choice, whatever was chosen before it.
func (s *Survey) Chosen(f *forms.Form, choice string) bool {
	return f.CalledBy(choice) || slices.ContainsFunc(s.all, func(g forms.Form) bool { return g.CalledBy(choice) && s.varies(f, &g) })
}

// Like returns the addresses that the survey saw which differ from that of f's page in one
// choice alone, where the form sends that choice along: f is one of many alike.
func (s *Survey) Like(f *forms.Form) (out []page.URL) {
	before := f.Before()
	for _, l := range s.linked {
		choice, at, ok := oneChoice(f.Page, l.url)
		if ok && at == within && f.Sends(choice) && !slices.Contains(out, l.url) && (before == nil || !slices.ContainsFunc(before.Options, func(o control.Option) bool { return o.Leads == l.url.String() })) {
			out = append(out, l.url)
		}
	}
	if len(out) < 2 {
		return nil // one alone may be anything
	}
	return out
}

// place is where in an address a choice stands.
type place int

const (
	within place = iota // a parameter, or a part of the path that others follow
	last                // the last part of the path
	wholly              // all of the path
)

// oneChoice returns what a has where b has something else, if that is all in which they
// differ: a part of the path or the value of a parameter.
func oneChoice(a, b page.URL) (choice string, at place, ok bool) {
	x, err := url.Parse(a.String())
	y, err2 := url.Parse(b.String())
	if err != nil || err2 != nil {
		return "", within, false
	}
	p, q := strings.Split(x.Path, "/"), strings.Split(y.Path, "/")
	m, n := x.Query(), y.Query()
	if x.Host != y.Host || len(p) != len(q) || len(m) != len(n) {
		return "", within, false
	}
	differ := 0
	for i := range p {
		if p[i] == q[i] {
			continue
		}
		differ++
		choice = p[i]
		if i == len(p)-1 {
			at = last
		}
	}
	if at == last && len(p) < 3 {
		at = wholly
	}
	for name := range m {
		if !n.Has(name) {
			return "", within, false
		}
		if m.Get(name) != n.Get(name) {
			differ++
			choice = m.Get(name)
		}
	}
	return choice, at, differ == 1 && choice != ""
}

// A lead is an address that a page leads to, with that page.
type lead struct {
	url, on page.URL
	says    string // what the page calls it
	menu    bool   // it is an option of a form
	of      string // and what the page calls the menu
}

// leads are those of all pages that were visited, the first ones.
type leads []lead

// note keeps what a page leads to.
func (l *leads) note(v surface.Visit) {
	const most = 5000
	known := map[lead]bool{}
	for _, to := range *l {
		if to.on == v.URL {
			to.says, to.of = "", ""
			known[to] = true
		}
	}
	for _, link := range v.Links {
		to := lead{url: link.URL, on: v.URL, menu: link.Kind == "form"}
		if len(*l) < most && !known[to] {
			known[to] = true
			to.says, to.of = link.Anchor, link.Menu
			*l = append(*l, to)
		}
	}
}
