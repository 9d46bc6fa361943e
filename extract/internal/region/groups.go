package region

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Region is a run of candidate records: a guess at where the results are.
type Region struct {
	Recs  []view.Span
	How   string // how the records were told apart
	quick float64
	F     features
	Score float64
}

// Holds reports whether node i stands in one of the records, which are in
// document order.
func (r Region) Holds(i int32) bool {
	return view.Hold(r.Recs, i)
}

// Certain returns the records of a list that is beyond doubt; none of others.
func (r Region) Certain() []view.Span {
	if r.Score < DoubtfulScore {
		return nil
	}
	return r.Recs
}

// Bounds that keep the search for regions linear in the size of the page.
const (
	maxHeads   = 8   // symbols of one parent that are tried as the start of a record
	maxRegions = 160 // regions that are looked at closely
)

// regions proposes all repeated structures of the page as regions:
//
//   - children of one parent with the same tag, tag and class, or shape;
//   - nodes with the same path from the root under several parents (results
//     in groups, grids of cells);
//   - runs of siblings that each start with the same kind of node (rows that
//     belong together, dt and dd, headings with paragraphs);
//   - runs of siblings between separators (hr, br).
//
// The first is the region finding of MDR (Liu, Grossman, Zhai, KDD 2003) with
// equal symbols in the place of tree distance, the second the tag-path
// clustering of Miao et al. (WWW 2009), the third and fourth the separators
// of ViNTs (Zhao et al., WWW 2005).
func regions(v *view.Page) []Region {
	var out []Region
	seen := map[[2]uint64]bool{}
	add := func(how string, recs []view.Span) {
		if r, ok := propose(v, how, recs, seen); ok {
			if out = append(out, r); len(out) == 4*maxRegions {
				out = out[:copy(out, likeliest(out))]
			}
		}
	}
	var kids []int32
	for i := range v.Nodes {
		kids = kids[:0]
		for k := v.Nodes[i].First; k >= 0; k = v.Nodes[k].Next {
			kids = append(kids, k)
		}
		if len(kids) < 2 {
			continue
		}
		siblings(v, kids, add)
		if len(kids) >= 4 {
			headed(v, kids, add)
			numberedHeads(v, kids, add)
			Separated(v, kids, add)
		}
	}
	samePath(v, add)
	return likeliest(out)
}

// likeliest returns the regions to look at closely, the best by quick first, of
// those alike the one that was proposed first.
func likeliest(all []Region) []Region {
	order := make([]int, len(all)) // a region is too large to be moved about
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[b].quick, all[a].quick), cmp.Compare(a, b))
	})
	out := make([]Region, 0, min(len(order), maxRegions))
	for _, i := range order[:cap(out)] {
		out = append(out, all[i])
	}
	return out
}

// propose drops records without content and judges the rest by what the
// running sums give for free. It keeps nothing of recs itself.
func propose(v *view.Page, how string, recs []view.Span, seen map[[2]uint64]bool) (Region, bool) {
	empty := func(r view.Span) bool {
		a, b := &v.Sums[r.Lo], &v.Sums[r.Hi]
		return b.Chars == a.Chars && b.Images == a.Images || b.Chars-a.Chars < 2 && b.Links == a.Links
	}
	count, size := 0, 0.0
	id := [2]uint64{1469, uint64(len(recs))}
	for _, r := range recs {
		if empty(r) {
			continue
		}
		a, b := &v.Sums[r.Lo], &v.Sums[r.Hi]
		count++
		id[0] = id[0]*wording.FnvPrime ^ uint64(r.Lo)<<32 ^ uint64(r.Hi)
		size += float64(min(b.Chars-a.Chars-(b.Known-a.Known), 400)) + 10*float64(min(b.Links-a.Links, 3))
	}
	id[1] = uint64(count)
	if count < 2 || size < 20 || seen[id] {
		return Region{}, false
	}
	seen[id] = true
	keep := make([]view.Span, 0, count)
	for _, r := range recs {
		if !empty(r) {
			keep = append(keep, r)
		}
	}
	return Region{Recs: keep, How: how, quick: size}, true
}

func siblings(v *view.Page, kids []int32, add func(string, []view.Span)) {
	memory := view.Kept[scratch](v)
	for _, by := range []struct {
		how string
		sym func(*view.Node) uint64
	}{
		{"same tag", tagOf},
		{"same tag and class", func(n *view.Node) uint64 { return n.Sym }},
		{"same shape", shapeOf},
	} {
		p := &memory.parts
		p.part(len(kids), func(x int) uint64 {
			if n := &v.Nodes[kids[x]]; !n.IsMark() {
				return by.sym(n)
			}
			return 0
		})
		for g, size := range p.size {
			if size < 2 {
				continue
			}
			recs := memory.recs[:0]
			for _, x := range p.group(g) {
				recs = append(recs, v.Subtree(kids[x]))
			}
			memory.recs = recs
			add(by.how, recs)
		}
	}
}

func tagOf(n *view.Node) uint64 { return wording.HashStep(7, n.Tag, "") }

// shapeOf returns the shape by which a node is told from its siblings. Items of a list
// have one: each is a record by itself, whatever it lacks.
func shapeOf(n *view.Node) uint64 {
	if n.Tag == "li" {
		return tagOf(n)
	}
	return n.Shape
}

// Single returns a record for each of nodes.
func Single(v *view.Page, nodes []int32) []view.Span {
	out := make([]view.Span, len(nodes))
	for i, k := range nodes {
		out[i] = v.Subtree(k)
	}
	return out
}

// headed cuts kids before each node of one kind, for the kinds that are
// frequent enough. An item of a list is a record by itself, whatever it lacks.
func headed(v *view.Page, kids []int32, add func(string, []view.Span)) {
	memory := view.Kept[scratch](v)
	p := &memory.parts
	for pass, sym := range []func(*view.Node) uint64{
		func(n *view.Node) uint64 { return n.Sym },
		v.Profile,
	} {
		p.part(len(kids), func(x int) uint64 {
			if n := &v.Nodes[kids[x]]; n.Is&view.IsText == 0 && n.Tag != "br" && n.Tag != "li" {
				return sym(n)
			}
			return 0
		})
		order := memory.order[:0]
		for g, size := range p.size {
			if size >= 2 && (int(size)*2 <= len(kids)+1 || pass == 0) {
				order = append(order, int32(g))
			}
		}
		if head := named(v, kids, p, order); head >= 0 {
			order = append(order[:0], head)
		}
		memory.order = order
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(p.size[b], p.size[a]) })
		for _, head := range order[:min(len(order), maxHeads)] {
			add("run of siblings", Cut(v, kids, func(x int) bool { return p.of[x] == head }))
		}
	}
}

// named returns the one group of order whose nodes all have an id, where no other kid
// has one, else -1: what a page's author gives names to is where records begin, not one
// of the rows that follow.
func named(v *view.Page, kids []int32, p *partition, order []int32) int32 {
	head := int32(-1)
	for x, k := range kids {
		n := &v.Nodes[k]
		switch id := n.H != nil && page.Attr(n.H, "id") != ""; {
		case head >= 0 && id != (p.of[x] == head):
			return -1
		case id && head < 0:
			if head = p.of[x]; !slices.Contains(order, head) || p.group(int(head))[0] != int32(x) {
				return -1
			}
		}
	}
	return head
}

// numberedHeads cuts kids before each that starts with the next number of a
// series: "1.", "2.", "3.".
func numberedHeads(v *view.Page, kids []int32, add func(string, []view.Span)) {
	memory := view.Kept[scratch](v)
	want, heads := -1, memory.order[:0]
	for x, k := range kids {
		n, ok := leadingNumber(v, v.Subtree(k))
		if !ok || want >= 0 && n != want {
			continue
		}
		heads = append(heads, int32(x))
		want = n + 1
	}
	memory.order = heads
	if len(heads) >= 3 && len(heads) < len(kids) {
		add("numbered", Cut(v, kids, func(x int) bool { _, ok := slices.BinarySearch(heads, int32(x)); return ok }))
	}
}

// leadingNumber reads "12." or "[12]" at the start of the text of s.
func leadingNumber(v *view.Page, s view.Span) (int, bool) {
	for i := s.Lo; i < s.Hi; i++ {
		if v.Nodes[i].Tag != "#text" {
			continue
		}
		t := strings.TrimLeft(v.Nodes[i].Text(), " ([#")
		end := 0
		for end < len(t) && t[end] >= '0' && t[end] <= '9' {
			end++
		}
		if end == 0 || end < len(t) && !strings.ContainsAny(t[end:end+1], ".):] ") {
			return 0, false
		}
		return wording.Atoi(t[:end])
	}
	return 0, false
}

// Cut makes a run out of each kid, given by its index, for which head holds and
// the kids after it. The last run may not be longer than the longest before it,
// and ends where a kind of node stands that no other run has. The runs are valid
// until the next call of cut.
func Cut(v *view.Page, kids []int32, head func(x int) bool) []view.Span {
	memory := view.Kept[scratch](v)
	out := memory.runs[:0]
	longest, first, start := 0, -1, -1
	for x, k := range kids {
		if !head(x) {
			continue
		}
		if start < 0 {
			first = x
		} else {
			out = append(out, view.Span{Lo: kids[start], Hi: k})
			longest = max(longest, x-start)
		}
		start = x
	}
	if start < 0 {
		return nil
	}
	usual := func(k int32) bool {
		return slices.ContainsFunc(kids[first:start], func(m int32) bool { return v.Nodes[m].Sym == v.Nodes[k].Sym })
	}
	end := start + 1
	for end < len(kids) && end-start < longest && usual(kids[end]) {
		end++
	}
	memory.runs = append(out, view.Span{Lo: kids[start], Hi: v.Nodes[kids[end-1]].End})
	return memory.runs
}

// Separated cuts kids at each hr, at each double br and at each br.
func Separated(v *view.Page, kids []int32, add func(string, []view.Span)) {
	memory := view.Kept[scratch](v)
	isTag := func(x int, tag string) bool { return x < len(kids) && v.Nodes[kids[x]].Tag == tag }
	for _, sep := range []struct {
		how string
		at  func(x int) bool
	}{
		{"between rules", func(x int) bool { return isTag(x, "hr") }},
		{"between empty lines", func(x int) bool { return isTag(x, "br") && (isTag(x+1, "br") || x > 0 && isTag(x-1, "br")) }},
		{"lines", func(x int) bool { return isTag(x, "br") }},
	} {
		if !slices.ContainsFunc(kids, func(k int32) bool { return v.Nodes[k].Tag == "hr" || v.Nodes[k].Tag == "br" }) {
			return
		}
		recs := memory.recs[:0]
		start, seps := -1, 0
		for x := 0; x <= len(kids); x++ {
			at := x < len(kids) && sep.at(x)
			if at {
				seps++
			}
			if at || x == len(kids) {
				if start >= 0 {
					recs = append(recs, view.Span{Lo: kids[start], Hi: v.Nodes[kids[x-1]].End})
				}
				start = -1
			} else if start < 0 {
				start = x
			}
		}
		memory.recs = recs
		if seps >= 2 || seps == 1 && sep.how == "between rules" {
			add(sep.how, recs)
		}
	}
}

// samePath groups the elements of the whole page by their path from the root.
func samePath(v *view.Page, add func(string, []view.Span)) {
	memory := view.Kept[scratch](v)
	p := &memory.parts
	for _, by := range []func(*view.Node) uint64{func(n *view.Node) uint64 { return n.Cpath }, func(n *view.Node) uint64 { return n.Path }} {
		p.part(len(v.Nodes), func(i int) uint64 {
			if n := &v.Nodes[i]; !n.IsMark() && n.Is&view.IsFormatting == 0 {
				return by(n)
			}
			return 0
		})
		for g, size := range p.size {
			nodes := p.group(g)
			// Groups under one parent are proposed by siblings already.
			if size >= 2 && v.Nodes[nodes[0]].Parent != v.Nodes[nodes[size-1]].Parent {
				recs := memory.recs[:0]
				for _, i := range nodes {
					recs = append(recs, v.Subtree(i))
				}
				memory.recs = recs
				add("same path", recs)
			}
		}
	}
}

// scratch is memory that the search for regions uses again and again.
type scratch struct {
	parts      partition
	order      []int32
	recs, runs []view.Span
	leaves     []leaf
	uses       []pathUse
	paths      map[uint64]int32
	texts      map[uint64]bool
	targets    map[string]bool
}

// Agreement is the F1 of the records that two regions have in common.
func Agreement(a, b []view.Span) float64 {
	same := 0
	for _, s := range a {
		if slices.Contains(b, s) {
			same++
		}
	}
	return 2 * float64(same) / float64(len(a)+len(b))
}
