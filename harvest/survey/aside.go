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
		if other.ID == f.ID || s.Worth(other) < goodEnough || slices.Contains(paths, pathOf(other.Action)) || len(out) == mostAside || s.varies(f, other) ||
			slices.ContainsFunc(out, func(g *forms.Form) bool { return s.behind(f, g) && s.behind(f, other) && g.Alike(other) }) {
			continue
		}
		paths = append(paths, pathOf(other.Action))
		out = append(out, other)
	}
	return out
}

// mostLooked bounds the pages that are looked at for further searches.
const mostLooked = 5

// Searches returns what the first page and that of f call a search and was not looked at
// yet, the first ones. Answers of f, and f behind other choices, are no other searches.
func (s *Survey) Searches(f *forms.Form) (out []page.URL) {
	looked, before := 0, f.Before()
	for _, l := range s.linked {
		switch {
		case l.url.Site() != f.Page.Site(), l.on != s.linked[0].on && l.on != s.reached[f.ID], l.menu, pathOf(l.url) == pathOf(f.Action),
			before != nil && slices.ContainsFunc(before.Options, func(o forms.Option) bool { return o.Leads == l.url.String() }),
			!lexicon.Search.Within(lexicon.Fold(l.says)) && !lexicon.Search.Within(lexicon.Split(pathOf(l.url))), slices.Contains(out, l.url):
		case s.asked[l.url]:
			looked++
		default:
			out = append(out, l.url)
		}
	}
	return out[:max(0, min(len(out), mostLooked-looked))]
}

func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return path
}
