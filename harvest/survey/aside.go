package survey

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// mostAside bounds what is named of a kind.
const mostAside = 3

// Others returns search interfaces that the survey found beside f and that lead elsewhere,
// the first ones.
func (s *Survey) Others(f *forms.Form) (out []*forms.Form) {
	paths := []string{pathOf(f.Action)}
	for i := range s.all {
		other := &s.all[i]
		if other.ID == f.ID || s.Worth(other) < goodEnough || other.FiltersPage() || slices.Contains(paths, pathOf(other.Action)) || len(out) == mostAside || s.varies(f, other) ||
			slices.ContainsFunc(out, func(g *forms.Form) bool {
				return g.Alike(other) && (s.behind(f, g) && s.behind(f, other) || s.beside(g, other))
			}) {
			continue
		}
		paths = append(paths, pathOf(other.Action))
		out = append(out, other)
	}
	return out
}

// Unasked returns what looks like a search beside f, be it refused, the first ones.
func (s *Survey) Unasked(f *forms.Form) (out []*forms.Form) {
	for i := range s.all {
		if other := &s.all[i]; other.ID != f.ID && other.Purpose == forms.Search && len(out) < mostAside {
			out = append(out, other)
		}
	}
	return out
}

// beside reports whether what leads to other is another value of the choice that leads to g.
func (s *Survey) beside(g, other *forms.Form) bool {
	options, _, _ := s.Choices(g)
	return slices.ContainsFunc(options, func(o forms.Option) bool { return forms.Leads(o) == page.Get(s.reached[other.ID]) })
}

// mostLooked bounds the pages that are looked at for further searches.
const mostLooked = 5

// Searches returns what the first page and that of f call a search and was not looked at
// yet, the first ones, after the siblings of f's page. Answers of f, and f behind other
// choices, are no other searches.
func (s *Survey) Searches(f *forms.Form) (out []page.URL) {
	looked, before := 0, f.Before()
	for _, u := range s.siblings(f) {
		if s.asked[u] {
			looked++
		} else {
			out = append(out, u)
		}
	}
	for _, l := range s.linked {
		switch {
		case l.url.Site() != f.Page.Site(), l.on != s.linked[0].on && l.on != s.reached[f.ID], l.menu, pathOf(l.url) == pathOf(f.Action),
			before != nil && slices.ContainsFunc(before.Options, func(o forms.Option) bool { return forms.Leads(o) == page.Get(l.url) }),
			!lexicon.Search.Within(lexicon.Fold(l.says)) && !lexicon.Search.Within(lexicon.Split(pathOf(l.url))), slices.Contains(out, l.url):
		case s.asked[l.url]:
			looked++
		default:
			out = append(out, l.url)
		}
	}
	return out[:max(0, min(len(out), mostLooked-looked))]
}

// siblings returns what stands beside the link to f's page on the page before, under the
// same path, where f searches in what its page lists: books, and authors beside them. There
// are few kinds of things; many such links are those of single things.
func (s *Survey) siblings(f *forms.Form) (out []page.URL) {
	at := s.reached[f.ID]
	if pathOf(f.Action) != pathOf(at) || f.Before() != nil {
		return nil
	}
	for _, here := range s.linked {
		if here.url != at || here.menu || here.on == at {
			continue
		}
		out = nil
		for _, there := range s.linked {
			if there.on == here.on && !there.menu && there.url != at && parentOf(there.url) == parentOf(at) && sameShape(there.url, at) && !slices.Contains(out, there.url) {
				out = append(out, there.url)
			}
		}
		if len(out) > 0 && len(out) <= mostAside {
			return out
		}
	}
	return nil
}

// parentOf returns the origin and the path of an address without its last part.
func parentOf(u page.URL) string {
	path := strings.TrimSuffix(pathOf(u), "/")
	return u.Origin() + path[:strings.LastIndexByte(path, '/')+1]
}

func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return path
}
