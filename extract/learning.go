package extract

import (
	"cmp"
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"github.com/hadal-crawler/hadal/extract/internal/record"
	"github.com/hadal-crawler/hadal/extract/internal/region"
	"github.com/hadal-crawler/hadal/extract/internal/table"
	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/extract/pager"
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
	manyRecords   = 8 // on a page, which show that they are a list
)

// See returns l extended by a page that answers a query. l itself is not changed.
func (l Learning) See(doc *page.Document, o Options) Learning {
	out := Learning{Pages: l.Pages + 1, Candidates: slices.Clone(l.Candidates)}
	if len(doc.Root.Data) == 0 && doc.Root.FirstChild == nil {
		return out
	}
	if _, ok := shown(doc); ok {
		return out // its elements are none of records
	}
	o.Learning = l
	v := view.New(doc, o.Query, o.Background.known())
	if l.Pages >= enoughPages {
		for i, c := range out.Candidates {
			if t, r, why := wrapped(v, &c.Wrapper); why == "" && len(t.Rows) > 0 {
				out.Candidates[i] = c.add(v, r, 1)
			}
		}
		return out
	}
	best, ranked, _ := byItself(v, tally.ClaimOf(v, v.Known.Counts), table.Telling{By: o.Keys, Unsteady: o.Unsteady}, o)
	if len(best.Recs) == 0 {
		return out
	}
	for n, r := range append([]region.Region{best}, ranked[:min(len(ranked), triedRegions-1)]...) {
		if n > 0 {
			r = region.Tidy(v, r)
		}
		if len(r.Recs) == 0 || r.Score < best.Score/4 {
			continue
		}
		w, ok := describe(v, r)
		if ok && !slices.ContainsFunc(out.Candidates, func(c Candidate) bool { return c.Wrapper.sameAs(w) }) {
			out.Candidates = append(out.Candidates, Candidate{Wrapper: w})
		}
	}
	for i, c := range out.Candidates {
		var found []view.Span
		if len(c.Wrapper.Columns) == 0 {
			found = region.Tidy(v, region.Region{Recs: picked(v, &c.Wrapper)}).Recs
		} else if t, _, why := wrapped(v, &c.Wrapper); why == "" {
			found = t.Recs
		}
		if len(found) > 0 {
			out.Candidates[i] = c.add(v, region.Region{Recs: found}, region.Agreement(found, best.Recs))
		}
	}
	slices.SortStableFunc(out.Candidates, func(a, b Candidate) int { return cmp.Compare(b.worth(), a.worth()) })
	out.Candidates = out.Candidates[:min(len(out.Candidates), maxCandidates)]
	return out
}

// around returns the records, of the kind that the likeliest candidate finds, within which
// a list lies whose entries have no pages of their own: it is what one record tells, as its
// terms and values, and stands out only because the page has hardly more records.
func (l Learning) around(v *view.Page, best region.Region, records []record.Record) region.Region {
	if len(l.Candidates) == 0 || len(best.Recs) < 2 || slices.ContainsFunc(records, func(r record.Record) bool { return !r.URL.IsZero() }) {
		return region.Region{}
	}
	w := l.Candidates[0].Wrapper
	recs := region.Tidy(v, region.Region{Recs: picked(v, &w)}).Recs
	for _, s := range best.Recs {
		if !slices.ContainsFunc(recs, func(r view.Span) bool { return r.Lo < s.Lo && s.Hi <= r.Hi && v.Sum(r).Links > 0 }) {
			return region.Region{}
		}
	}
	return region.Region{Recs: recs, How: "around the likeliest list, where records stood so far", Score: region.DoubtfulScore}
}

// worth is what a candidate has got from all pages. One that shows the same
// on every page is template.
func (c Candidate) worth() float64 {
	return c.Votes / float64(1+c.Static*c.Static)
}

// add returns c with what region r of another page shows.
func (c Candidate) add(v *view.Page, r region.Region, vote float64) Candidate {
	w := c.Wrapper
	t := table.Of(v, r.Recs)
	if len(w.Columns) > 0 {
		t = table.By(v, r.Recs, w.Columns)
		w.Columns = table.MergeColumns(w.Columns, table.LearnColumns(t.Rows, t.Headers, t.IsTitle))
	} else {
		w.Columns = table.LearnColumns(t.Rows, t.Headers, t.IsTitle)
	}
	w.Pages++
	w.Records += len(t.Rows)
	if w.Siblings > 0 {
		for _, s := range r.Recs {
			w.Siblings = max(w.Siblings, siblingsOf(v, s))
		}
	}
	h := uint64(1)
	for _, s := range r.Recs[:min(len(r.Recs), 5)] {
		h = h*wording.FnvPrime ^ wording.LineHash(v.TextOf(s), nil)
	}
	hash := fmt.Sprintf("%016x", h)
	if hash == c.Hash {
		c.Static++
	}
	c.Hash = hash
	w.Drop, w.Fixed = t.Parameters(w.Drop, w.Fixed)
	if shared := t.Sharing(w.Columns, w.telling(table.Telling{})); shared == table.ByFragment || len(t.Rows)*2 >= w.Records { // the first pages have most of what is held
		w.Shared = cmp.Or(w.Shared, shared)
	}
	if w.Group == "" && region.UnderHeads(v, t.Recs) != nil && !table.NewReader(w.Columns).Named(region.GroupField) {
		w.Group = region.GroupField
	}
	if w.Next == "" {
		w.Next = pager.NextSelector(v, pager.Of(v, r).Next)
	}
	c.Wrapper = w
	c.Votes += vote
	return c
}

// Wrapper returns the likeliest wrapper; the zero Wrapper where no two pages
// have one in common, or all have but one record: what repeats is not seen there.
func (l Learning) Wrapper() Wrapper {
	if len(l.Candidates) == 0 {
		return Wrapper{}
	}
	if w := l.Candidates[0].Wrapper; w.Pages >= 2 && w.Records > w.Pages {
		return w
	}
	return Wrapper{}
}

// Likeliest returns the wrapper, or the likeliest candidate for one: what a person reads who
// wants to know how pages were read before enough of them were seen. One page shows where
// records stand if it has many.
func (l Learning) Likeliest() Wrapper {
	if len(l.Candidates) == 0 {
		return Wrapper{}
	}
	if w := l.Candidates[0].Wrapper; w.Pages >= 2 && w.Records > w.Pages || w.Records >= manyRecords {
		return w
	}
	return Wrapper{}
}

func (w Wrapper) sameAs(o Wrapper) bool {
	return w.Region == o.Region && w.Record == o.Record && w.Between == o.Between && (w.Siblings > 0) == (o.Siblings > 0)
}

// describe puts a region of the page into selectors; false where these would
// not find the same records again.
func describe(v *view.Page, r region.Region) (Wrapper, bool) {
	var w Wrapper
	first := r.Recs[0]
	top := v.Nodes[first.Lo].Parent
	for top > 0 && v.Nodes[top].End < r.Recs[len(r.Recs)-1].Hi {
		top = v.Nodes[top].Parent
	}
	if top < 0 {
		return w, false
	}
	w.Region = view.Address(v, top)
	for between, how := range betweens {
		if r.How == how {
			w.Between = between
		}
	}
	if w.Between == "" {
		nodes := make([]int32, len(r.Recs))
		for i, s := range r.Recs {
			nodes[i] = s.Lo
			if v.Nodes[s.Lo].Tag == "#text" {
				return w, false
			}
			if n := siblingsOf(v, s); n > 1 {
				w.Siblings = max(w.Siblings, n)
			}
		}
		if w.Record = view.Common(v, nodes, top); w.Record == "" {
			return w, false
		}
		if !finds(v, w, r.Recs) {
			return narrowed(v, w, nodes, r.Recs)
		}
		return w, true
	}
	return w, finds(v, w, r.Recs)
}

// maxTries bounds the selectors that are tried for one region.
const maxTries = 12

// narrowed tells the elements that records start with from their neighbours by
// what they hold: the first row of three, say, is the one with a link.
func narrowed(v *view.Page, w Wrapper, starts []int32, recs []view.Span) (Wrapper, bool) {
	shared := map[string]int{}
	var order []string
	for _, i := range starts {
		seen := map[string]bool{}
		for k := i + 1; k < v.Nodes[i].End; k++ {
			n := &v.Nodes[k]
			if css := view.TagAndClasses(n); n.H.Type == html.ElementNode && !seen[css] {
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
func siblingsOf(v *view.Page, s view.Span) int {
	n := 0
	for i := s.Lo; i < s.Hi; i = v.Nodes[i].End {
		n++
	}
	return n
}

// finds reports whether w finds nine of ten records and little else.
func finds(v *view.Page, w Wrapper, recs []view.Span) bool {
	got := region.Tidy(v, region.Region{Recs: picked(v, &w)}).Recs
	found := 0
	for _, s := range got {
		if _, ok := slices.BinarySearchFunc(recs, s, func(a, b view.Span) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) }); ok {
			found++
		}
	}
	return found*10 >= len(recs)*8 && len(got)*4 <= len(recs)*5+4
}

// Extend returns w with the columns that a further page shows.
func (w Wrapper) Extend(doc *page.Document, o Options) Wrapper {
	v := view.New(doc, o.Query, o.Background.known())
	if t, r, why := wrapped(v, &w); why == "" && len(t.Rows) > 0 {
		return Candidate{Wrapper: w}.add(v, r, 0).Wrapper
	}
	return w
}

// Shown returns the name by which the page itself shows a column: that of its label or of the
// head of its cells. What a person calls it otherwise is theirs to read, and changes nothing
// of which box of a form its values are for.
func (w Wrapper) Shown(name string) string {
	i := slices.IndexFunc(w.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return name
	}
	shown := w.Columns[i].Shown()
	if shown == "" || slices.ContainsFunc(w.Columns, func(c Column) bool { return c.Name == shown }) {
		return name
	}
	return shown
}

// Following returns w, learned after the pages have changed or a person has said something of
// them, with the names that the columns had before where a label or a class is still the same,
// and with what a person says of them there, in place of what was said before.
func (w Wrapper) Following(old Wrapper) Wrapper {
	w.Columns = table.Taught(w.Columns)
	if old.Unplaced() && old.Next != "" {
		w.Next = old.Next
	}
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
			same := was.Rows > 0 && (was.Place() == c.Place() || was.Title && c.Title)
			if same && was.Name != c.Name && !taken[was.Name] {
				delete(taken, c.Name)
				c.Name = was.Name
				taken[c.Name] = true
			}
		}
	}
	w.Columns = table.Told(w.Columns, old.said())
	return w
}
