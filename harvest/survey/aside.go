package survey

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
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

func pathOf(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	return path
}
