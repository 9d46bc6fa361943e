package harvest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/surface"
)

// What a harvest says of its records is about the form as it was asked. What was left
// aside is told beside it: other searches of the site, choices that the form makes by
// itself, and pages like the form's that stand for another choice before the search. No
// share is claimed over these.

// mostAside bounds what is named of a kind.
const mostAside = 3

// aside tells, a sentence each, what was left aside and how to ask it.
func (r *run) aside() []string {
	f := r.state.Profile.Form
	if f == nil || r.planner == nil {
		return nil
	}
	var out []string
	for _, other := range r.survey.others(f) {
		out = append(out, fmt.Sprintf("another search on this site (%s %s, on %s) was not asked: ask it with --fresh --form %s",
			other.Method, other.Action.PathQuery(), other.Page, other.ID))
	}
	for _, p := range r.planner.Presets() {
		out = append(out, fmt.Sprintf("the form's own choice %q of %s was kept: ask others with --fixed %s=VALUE", p.Value, p.Name, p.Name))
	}
	if like := r.survey.like(f); len(like) > 0 {
		out = append(out, fmt.Sprintf("%d pages like that of the form (%s, say) stand for other choices before the search, and were not asked: harvest them by their addresses", len(like), like[0]))
	}
	return out
}

// others returns search interfaces that the survey found beside f and that lead elsewhere,
// the first ones.
func (s *survey) others(f *forms.Form) (out []*forms.Form) {
	paths := []string{pathOf(f.Action)}
	for i := range s.all {
		other := &s.all[i]
		if other.ID == f.ID || s.worth(other) < goodEnough || slices.Contains(paths, pathOf(other.Action)) || len(out) == mostAside {
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

// like returns the addresses that the survey saw which differ from that of f's page in one
// choice alone, where the form sends that choice along: f is one of many alike.
func (s *survey) like(f *forms.Form) (out []page.URL) {
	for _, u := range s.linked {
		if choice, ok := oneChoice(f.Page, u); ok && carries(f, choice) {
			out = append(out, u)
		}
	}
	if len(out) < 2 {
		return nil // one alone may be anything
	}
	return out
}

// note keeps the addresses that lead to pages beside those of forms.
func (s *survey) note(v surface.Visit) {
	const most = 2000
	for _, l := range v.Links {
		if len(s.linked) < most && !slices.Contains(s.linked, l.URL) {
			s.linked = append(s.linked, l.URL)
		}
	}
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
			if slices.Contains(values, choice) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Fields, func(c forms.Field) bool { return c.Control == "hidden" && c.Value == choice })
}
