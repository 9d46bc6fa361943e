package survey

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// mostAside bounds what is named of a kind.
const mostAside = 3

// Others returns search interfaces that the survey found beside f and that lead elsewhere,
// the first ones.
func (s *Survey) Others(f *forms.Form) (out []*forms.Form) {
	paths := []string{pathOf(f.Action)}
	for i := range s.all {
		other := &s.all[i]
		if other.ID == f.ID || s.Worth(other) < goodEnough || slices.Contains(paths, pathOf(other.Action)) || len(out) == mostAside {
			continue
		}
		paths = append(paths, pathOf(other.Action))
		out = append(out, other)
	}
	return out
}

func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return path
}

// Step tells of a choice before the search that was not varied: f was met behind one of
// several alike addresses of a page that does not show f itself. "" where there is none.
func (s *Survey) Step(f *forms.Form) string {
	asked := s.reached[f.ID]
	for _, here := range s.linked {
		if here.url != asked {
			continue
		}
		var others []page.URL
		chosen := ""
		for _, there := range s.linked {
			choice, ok := oneChoice(asked, there.url)
			if ok && there.on == here.on && there.menu == here.menu && (there.menu || carries(f, choice)) {
				chosen, others = choice, append(others, there.url)
			}
		}
		if len(others) > 1 || here.menu && len(others) == 1 {
			return fmt.Sprintf("the choice before the search on %s was not varied: what is held is of %q, and nothing of the %d others (%s, say): harvest them by their addresses with --fresh",
				here.on, chosen, len(others), others[0])
		}
	}
	return ""
}

// Like returns the addresses that the survey saw which differ from that of f's page in one
// choice alone, where the form sends that choice along: f is one of many alike.
func (s *Survey) Like(f *forms.Form) (out []page.URL) {
	for _, l := range s.linked {
		if choice, ok := oneChoice(f.Page, l.url); ok && carries(f, choice) && !slices.Contains(out, l.url) {
			out = append(out, l.url)
		}
	}
	if len(out) < 2 {
		return nil // one alone may be anything
	}
	return out
}

// oneChoice returns what a has where b has something else, if that is all in which they
// differ: a part of the path that is not the last one, or the value of a parameter.
func oneChoice(a, b page.URL) (choice string, ok bool) {
	x, err := url.Parse(a.String())
	y, err2 := url.Parse(b.String())
	if err != nil || err2 != nil || x.Host != y.Host {
		return "", false
	}
	differ := 0
	p, q := strings.Split(x.Path, "/"), strings.Split(y.Path, "/")
	if len(p) != len(q) {
		return "", false
	}
	for i := range p {
		if p[i] == q[i] {
			continue
		}
		if differ++; i == len(p)-1 {
			return "", false
		}
		choice = p[i]
	}
	m, n := x.Query(), y.Query()
	if len(m) != len(n) {
		return "", false
	}
	for name := range m {
		if _, both := n[name]; !both {
			return "", false
		}
		if m.Get(name) != n.Get(name) {
			differ++
			choice = m.Get(name)
		}
	}
	return choice, differ == 1 && choice != ""
}

// carries reports whether every submission of f has a choice: in its address, or in a
// control that nobody sees.
func carries(f *forms.Form, choice string) bool {
	if u, err := url.Parse(f.Action.String()); err == nil {
		if slices.Contains(strings.Split(u.Path, "/"), choice) {
			return true
		}
		for _, values := range u.Query() {
			if f.Method != "GET" && slices.Contains(values, choice) { // GET drops them
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Control == "hidden" && c.Value == choice })
}

// A lead is an address that a page leads to, with that page.
type lead struct {
	url, on page.URL
	menu    bool // it is an option of a form
}

// leads are those of all pages that were visited, the first ones.
type leads []lead

// note keeps what a page leads to.
func (l *leads) note(v surface.Visit) {
	const most = 2000
	for _, link := range v.Links {
		if to := (lead{link.URL, v.URL, link.Kind == "form"}); len(*l) < most && !slices.Contains(*l, to) {
			*l = append(*l, to)
		}
	}
}
