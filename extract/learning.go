package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/page"
)

// Learning is what the result pages read so far of one interface tell about
// its wrapper: a fold over pages. What all pages show alike is template; what
// has the same place on many of them and says something else each time is
// data (the idea of RoadRunner, Crescenzi, Mecca, Merialdo, VLDB 2001, with
// voting between regions in the place of alignment). The zero Learning has
// seen nothing. It is stored as JSON in the site profile.
type Learning struct {
	Pages      int         `json:"pages,omitempty"`
	Candidates []Candidate `json:"candidates,omitempty"` // the likeliest first
}

// Candidate is a wrapper that some of the pages fit.
type Candidate struct {
	Wrapper Wrapper `json:"wrapper"`
	Votes   float64 `json:"votes"`            // sum over pages of how far it reads what reading the page by itself takes for its records
	Hash    string  `json:"hash,omitempty"`   // of what it read last
	Static  int     `json:"static,omitempty"` // pages on which that was the same as on the page before
}

// Bounds of a Learning, so that a profile stays small and pages are read fast.
const (
	maxCandidates = 8
	triedRegions  = 4
	enoughPages   = 6 // after which no new candidates are looked for
)

// See returns l extended by a page that answers a query. l itself is not changed.
func (l Learning) See(doc *page.Document, o Options) Learning {
	out := Learning{Pages: l.Pages + 1, Candidates: slices.Clone(l.Candidates)}
	if len(doc.Root.Data) == 0 && doc.Root.FirstChild == nil {
		return out
	}
	v := newView(doc, o.Query, o.Background.known())
	if l.Pages >= enoughPages {
		for i, c := range out.Candidates {
			if t, r, why := wrapped(v, &c.Wrapper); why == "" && len(t.rows) > 0 {
				out.Candidates[i] = c.add(v, r, 1)
			}
		}
		return out
	}
	best, ranked := bestOf(v, claimOf(v, v.known.Counts))
	if len(best.recs) == 0 {
		return out
	}
	for n, r := range append([]region{best}, ranked[:min(len(ranked), triedRegions-1)]...) {
		if n > 0 {
			r = tidy(v, r)
		}
		if len(r.recs) == 0 || r.score < best.score/4 {
			continue
		}
		w, ok := describe(v, r)
		if ok && !slices.ContainsFunc(out.Candidates, func(c Candidate) bool { return c.Wrapper.sameAs(w) }) {
			out.Candidates = append(out.Candidates, Candidate{Wrapper: w})
		}
	}
	for i, c := range out.Candidates {
		var found []span
		if len(c.Wrapper.Columns) == 0 {
			found = tidy(v, region{recs: picked(v, &c.Wrapper)}).recs
		} else if t, _, why := wrapped(v, &c.Wrapper); why == "" {
			found = t.recs
		}
		if len(found) > 0 {
			out.Candidates[i] = c.add(v, region{recs: found}, agreement(found, best.recs))
		}
	}
	slices.SortStableFunc(out.Candidates, func(a, b Candidate) int { return cmp.Compare(b.worth(), a.worth()) })
	out.Candidates = out.Candidates[:min(len(out.Candidates), maxCandidates)]
	return out
}

// agreement is the F1 of the records that two regions have in common.
func agreement(a, b []span) float64 {
	same := 0
	for _, s := range a {
		if slices.Contains(b, s) {
			same++
		}
	}
	return 2 * float64(same) / float64(len(a)+len(b))
}

// worth is what a candidate has got from all pages. One that shows the same
// on every page is template.
func (c Candidate) worth() float64 {
	return c.Votes / float64(1+c.Static*c.Static)
}

// add returns c with what region r of another page shows.
func (c Candidate) add(v *Page, r region, vote float64) Candidate {
	w := c.Wrapper
	t := tableOf(v, r.recs)
	if len(w.Columns) > 0 {
		t = tableBy(v, r.recs, w.Columns)
		w.Columns = mergeColumns(w.Columns, learnColumns(t.rows, t.headers, t.isTitle))
	} else {
		w.Columns = learnColumns(t.rows, t.headers, t.isTitle)
	}
	w.Pages++
	w.Records += len(t.rows)
	if w.Siblings > 0 {
		for _, s := range r.recs {
			w.Siblings = max(w.Siblings, siblingsOf(v, s))
		}
	}
	h := uint64(1)
	for _, s := range r.recs[:min(len(r.recs), 5)] {
		h = h*fnvPrime ^ lineHash(v.textOf(s), nil)
	}
	hash := fmt.Sprintf("%016x", h)
	if hash == c.Hash {
		c.Static++
	}
	c.Hash = hash
	w.Drop, w.Fixed = t.parameters(w.Drop, w.Fixed)
	if w.Group == "" && underHeads(v, t.recs) != nil && !newReader(w.Columns).named(groupField) {
		w.Group = groupField
	}
	if w.Next == "" {
		w.Next = nextSelector(v, pagerOf(v, r).next)
	}
	c.Wrapper = w
	c.Votes += vote
	return c
}

// parameters returns those of the records' addresses which tell no records apart, and
// those that had their value without being asked for it: those known, and what t's page
// shows.
func (t table) parameters(drop, fixed []string) (_, _ []string) {
	keys := newKeys(t.v)
	keys.add(nil, fixed)
	for _, row := range t.rows {
		title := slices.IndexFunc(row, func(c cell) bool { return t.isTitle(c.fragment) })
		if u, ok := t.v.target(titleLink(t.v, row, title)); ok {
			keys.see(u)
		}
	}
	keys.learn()
	for _, name := range drop {
		keys.drop[name] = true
	}
	return slices.Sorted(maps.Keys(keys.drop)), slices.Sorted(maps.Keys(keys.fixed))
}

// Wrapper returns the likeliest wrapper; the zero Wrapper where no two pages
// have one in common.
func (l Learning) Wrapper() Wrapper {
	if len(l.Candidates) == 0 || l.Candidates[0].Wrapper.Pages < 2 {
		return Wrapper{}
	}
	return l.Candidates[0].Wrapper
}

func (w Wrapper) sameAs(o Wrapper) bool {
	return w.Region == o.Region && w.Record == o.Record && w.Between == o.Between && (w.Siblings > 0) == (o.Siblings > 0)
}

// describe puts a region of the page into selectors; false where these would
// not find the same records again.
func describe(v *Page, r region) (Wrapper, bool) {
	var w Wrapper
	first := r.recs[0]
	top := v.nodes[first.lo].parent
	for top > 0 && v.nodes[top].end < r.recs[len(r.recs)-1].hi {
		top = v.nodes[top].parent
	}
	if top < 0 {
		return w, false
	}
	w.Region = address(v, top)
	for between, how := range betweens {
		if r.how == how {
			w.Between = between
		}
	}
	if w.Between == "" {
		nodes := make([]int32, len(r.recs))
		for i, s := range r.recs {
			nodes[i] = s.lo
			if v.nodes[s.lo].tag == "#text" {
				return w, false
			}
			if n := siblingsOf(v, s); n > 1 {
				w.Siblings = max(w.Siblings, n)
			}
		}
		if w.Record = common(v, nodes, top); w.Record == "" {
			return w, false
		}
		if !finds(v, w, r.recs) {
			return narrowed(v, w, nodes, r.recs)
		}
		return w, true
	}
	return w, finds(v, w, r.recs)
}

// maxTries bounds the selectors that are tried for one region.
const maxTries = 12

// narrowed tells the elements that records start with from their neighbours by
// what they hold: the first row of three, say, is the one with a link.
func narrowed(v *Page, w Wrapper, starts []int32, recs []span) (Wrapper, bool) {
	shared := map[string]int{}
	var order []string
	for _, i := range starts {
		seen := map[string]bool{}
		for k := i + 1; k < v.nodes[i].end; k++ {
			n := &v.nodes[k]
			if css := tagAndClasses(n); n.h.Type == html.ElementNode && !seen[css] {
				seen[css] = true
				if shared[css]++; shared[css] == 1 {
					order = append(order, css)
				}
			}
		}
	}
	record, tries := w.Record, 0
	for _, css := range order {
		if shared[css] < len(starts) || tries == maxTries {
			continue
		}
		tries++
		if w.Record = record + ":has(" + css + ")"; finds(v, w, recs) {
			return w, true
		}
	}
	return w, false
}

// siblingsOf returns how many nodes side by side s is made of.
func siblingsOf(v *Page, s span) int {
	n := 0
	for i := s.lo; i < s.hi; i = v.nodes[i].end {
		n++
	}
	return n
}

// finds reports whether w finds nine of ten records and little else.
func finds(v *Page, w Wrapper, recs []span) bool {
	got := tidy(v, region{recs: picked(v, &w)}).recs
	found := 0
	for _, s := range got {
		if _, ok := slices.BinarySearchFunc(recs, s, func(a, b span) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) }); ok {
			found++
		}
	}
	return found*10 >= len(recs)*8 && len(got)*4 <= len(recs)*5+4
}

// Extend returns w with the columns that a further page shows.
func (w Wrapper) Extend(doc *page.Document, o Options) Wrapper {
	v := newView(doc, o.Query, o.Background.known())
	if t, r, why := wrapped(v, &w); why == "" && len(t.rows) > 0 {
		return Candidate{Wrapper: w}.add(v, r, 0).Wrapper
	}
	return w
}

// Following returns w, learned after the pages have changed, with the names
// that the columns had before where a label or a class is still the same.
func (w Wrapper) Following(old Wrapper) Wrapper {
	w.Columns = slices.Clone(w.Columns)
	taken := map[string]bool{}
	for _, c := range w.Columns {
		taken[c.Name] = true
	}
	if old.Group != "" && !taken[old.Group] {
		w.Group = old.Group
	}
	taken[w.Group] = true
	for i := range w.Columns {
		c := &w.Columns[i]
		for _, was := range old.Columns {
			same := was.place() == c.place() || was.Title && c.Title
			if same && was.Name != c.Name && !taken[was.Name] {
				delete(taken, c.Name)
				c.Name = was.Name
				taken[c.Name] = true
			}
		}
	}
	return w
}
