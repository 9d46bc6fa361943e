package pager

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/phrases"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page"
)

// An answer may be shown in sections (books, maps, scores), of each of which there are the first
// few rows, how many there are, and a link to all of them. Such a link asks what the page asks, and
// one thing more; what it says is another phrase in each language.

// Sections is what the sections of an answer say.
type Sections struct {
	Whole []page.URL // that lead to the whole of a section each, of which the page shows a part
	Total int        // rows that they have; -1 where one that is not shown whole does not say how many
	Rows  int        // that the page shows of them
}

// Cut reports whether sections have more rows than are shown, by what they say.
func (s Sections) Cut() bool { return len(s.Whole) > 0 || s.Total > s.Rows }

const (
	mostSections = 24
	aboveSection = 60 // nodes above the first record that are looked at for its heading
	belowLast    = 24 // nodes below the last one that are looked at for its link
)

// section is a run of records that nothing but white space parts.
type section struct {
	lo, hi  int32 // around the records
	rows    int
	claims  int   // what its heading or its link counts; -1: nothing
	link    int32 // that leads to all of it; -1: none
	several bool  // there are several such links, so that they are something else
}

// sectionsOf reads the sections in which the records of a list stand; none where it has none.
func sectionsOf(v *view.Page, best region.Region) (out Sections) {
	out.Total = -1
	if len(best.Recs) == 0 {
		return out
	}
	var all []section
	for i, s := range best.Recs {
		if i == 0 || speaks(v, best.Recs[i-1].Hi, s.Lo) {
			all = append(all, section{lo: s.Lo, claims: -1, link: -1})
		}
		at := &all[len(all)-1]
		at.hi, at.rows = s.Hi, at.rows+1
	}
	if len(all) > mostSections || len(all) > 1 && len(all) == len(best.Recs) && len(best.Recs) > mostSections/2 {
		return out
	}
	for i := range all {
		from := max(0, all[0].lo-aboveSection)
		if i > 0 {
			from = all[i-1].hi
		}
		if i+1 < len(all) {
			all[i].read(v, from, all[i+1].lo, 0)
		} else {
			all[i].read(v, from, min(int32(len(v.Nodes)), all[i].hi+belowLast), pathOf(v, all[:i]))
		}
	}
	return sum(v, all)
}

// pathOf returns where the links of sections stand, 0 where these have none.
func pathOf(v *view.Page, all []section) uint64 {
	i := slices.IndexFunc(all, func(s section) bool { return s.link >= 0 })
	if i < 0 {
		return 0
	}
	return v.Nodes[all[i].link].Cpath
}

// speaks reports whether there is text between two nodes.
func speaks(v *view.Page, from, to int32) bool {
	return from < to && v.Sum(view.Span{Lo: from, Hi: to}).Chars > 0
}

// read reads the heading of a section, which is the last one above its records, and the link
// behind them, before the next heading: the first one, where nothing tells where the section ends,
// of those that stand as path says.
func (s *section) read(v *view.Page, from, to int32, path uint64) {
	for k := s.lo - 1; k >= from; k-- {
		n := &v.Nodes[k]
		if n.End > s.lo || !region.HeadTag(n.Tag) || v.Sum(v.Subtree(k)).Chars == 0 {
			continue
		}
		_, s.claims = tally.Counted(v.TextOf(v.Subtree(k)))
		for l := k; l < n.End; l++ {
			s.take(v, l)
		}
		break
	}
	for k := s.hi; k < to; k++ {
		n := &v.Nodes[k]
		if region.HeadTag(n.Tag) {
			return
		}
		if path == 0 || n.Cpath == path {
			s.take(v, k)
		}
	}
}

// take takes a node for the link to all of a section, where it is one.
func (s *section) take(v *view.Page, k int32) {
	n := &v.Nodes[k]
	if n.Link != k || n.Zone&(view.ZoneNav|view.ZoneCalendar) != 0 {
		return
	}
	u, ok := v.Target(k)
	label := phrases.NormalLabel(v.Label(k))
	if _, number := phrases.PageNumber(label); !ok || number || label == "" || !own(v, u) || bareFragment(n.H) || !narrows(v, u) || slices.Contains(relOf(n.H), "next") || phrases.WordKind(label) > phrases.WordMore {
		return
	}
	if s.link >= 0 {
		was, _ := v.Target(s.link)
		s.several = s.several || was != u
		return
	}
	s.link = k
	if _, n := tally.Counted(label); s.claims < 0 {
		s.claims = n
	}
}

// narrows reports whether an address asks all that the page's own does, and one thing more or
// another in the place of one that was not asked for.
func narrows(v *view.Page, u page.URL) bool {
	if u == v.Doc.URL {
		return false
	}
	added, replaced := 0, 0
	own, other := v.Doc.URL.Params(), u.Params()
	for _, p := range own {
		at := slices.IndexFunc(other, func(q page.Pair) bool { return q.Name == p.Name })
		switch {
		case at >= 0 && other[at] == p:
		case p.Value == "":
		case at < 0 || v.Asked(p.Value):
			return false
		default:
			replaced++
		}
	}
	for _, q := range other {
		if q.Value != "" && !slices.ContainsFunc(own, func(p page.Pair) bool { return p.Name == q.Name && p.Value != "" }) {
			added++
		}
	}
	if len(own) == 0 { // the question was posted, or stands in the path
		asked := len(v.Query) > 0
		for _, w := range v.Query {
			asked = asked && strings.Contains(strings.ToLower(page.Unescape(u.PathQuery())), w)
		}
		return asked && added > 0
	}
	path, _, _ := strings.Cut(v.Doc.URL.PathQuery(), "?")
	to, _, _ := strings.Cut(u.PathQuery(), "?")
	if path != to {
		return added+replaced == 0
	}
	return added+replaced == 1
}

// sum returns what sections say, where they are such: each link leads elsewhere, and to no part of
// the page alone; of a list in one section the link counts more than is shown.
func sum(v *view.Page, all []section) (out Sections) {
	out.Total = 0
	var links []int32
	counted, most, least := 0, 0, len(v.Nodes) // sections that count more than is shown; the most rows of any, the fewest of these
	for _, s := range all {
		if s.several || s.claims >= 0 && s.claims < s.rows {
			return Sections{Total: -1}
		}
		out.Rows += s.rows
		switch {
		case s.claims > s.rows:
			counted, least = counted+1, min(least, s.rows)
		case s.claims == s.rows:
			s.link = -1
		}
		most = max(most, s.rows)
		if s.link >= 0 {
			u, _ := v.Target(s.link)
			if slices.ContainsFunc(links, func(l int32) bool { return v.Nodes[l].Sym != v.Nodes[s.link].Sym }) || slices.Contains(out.Whole, u) {
				return Sections{Total: -1}
			}
			links = append(links, s.link)
			out.Whole = append(out.Whole, u)
		}
		if out.Total >= 0 {
			out.Total += max(s.claims, s.rows)
		}
		if s.claims < 0 && s.link >= 0 {
			out.Total = -1
		}
	}
	if counted == 0 && len(out.Whole) < 2 || len(out.Whole) == 0 && (len(all) == 1 || least < most) {
		return Sections{Total: -1}
	}
	return out
}
