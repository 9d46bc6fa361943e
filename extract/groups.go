package extract

import (
	"cmp"
	"slices"
	"strings"
)

// region is a run of candidate records: a guess at where the results are.
type region struct {
	recs  []span
	how   string // how the records were told apart
	quick float64
	f     features
	score float64
}

// holds reports whether node i stands in one of the records, which are in
// document order.
func (r region) holds(i int32) bool {
	x, _ := slices.BinarySearchFunc(r.recs, i, func(s span, i int32) int { return cmp.Compare(s.hi, i+1) })
	return x < len(r.recs) && r.recs[x].lo <= i
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
//   - runs of siblings between separators (hr, br);
//   - what microdata or RDFa mark as things of one type.
//
// The first is the region finding of MDR (Liu, Grossman, Zhai, KDD 2003) with
// equal symbols in the place of tree distance, the second the tag-path
// clustering of Miao et al. (WWW 2009), the third and fourth the separators
// of ViNTs (Zhao et al., WWW 2005).
func regions(v *Page) []region {
	out := make([]region, 0, 4*maxRegions)
	seen := map[[2]uint64]bool{}
	add := func(how string, recs []span) {
		if r, ok := propose(v, how, recs, seen); ok {
			if out = append(out, r); len(out) == cap(out) {
				out = out[:copy(out, likeliest(out))]
			}
		}
	}
	var kids []int32
	for i := range v.nodes {
		kids = kids[:0]
		for k := v.nodes[i].first; k >= 0; k = v.nodes[k].next {
			kids = append(kids, k)
		}
		if len(kids) < 2 {
			continue
		}
		siblings(v, kids, add)
		if len(kids) >= 4 {
			headed(v, kids, add)
			numberedHeads(v, kids, add)
			separated(v, kids, add)
		}
	}
	samePath(v, add)
	items(v, add)
	return likeliest(out)
}

// likeliest returns the regions to look at closely, the best by quick first, of
// those alike the one that was proposed first.
func likeliest(all []region) []region {
	order := make([]int, len(all)) // a region is too large to be moved about
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[b].quick, all[a].quick), cmp.Compare(a, b))
	})
	out := make([]region, 0, min(len(order), maxRegions))
	for _, i := range order[:cap(out)] {
		out = append(out, all[i])
	}
	return out
}

// propose drops records without content and judges the rest by what the
// running sums give for free. It keeps nothing of recs itself.
func propose(v *Page, how string, recs []span, seen map[[2]uint64]bool) (region, bool) {
	empty := func(r span) bool {
		a, b := &v.sums[r.lo], &v.sums[r.hi]
		return b.chars == a.chars && b.images == a.images || b.chars-a.chars < 2 && b.links == a.links
	}
	count, size := 0, 0.0
	id := [2]uint64{1469, uint64(len(recs))}
	for _, r := range recs {
		if empty(r) {
			continue
		}
		a, b := &v.sums[r.lo], &v.sums[r.hi]
		count++
		id[0] = id[0]*fnvPrime ^ uint64(r.lo)<<32 ^ uint64(r.hi)
		size += float64(min(b.chars-a.chars-(b.known-a.known), 400)) + 10*float64(min(b.links-a.links, 3))
	}
	id[1] = uint64(count)
	if count < 2 || size < 20 || seen[id] {
		return region{}, false
	}
	seen[id] = true
	keep := make([]span, 0, count)
	for _, r := range recs {
		if !empty(r) {
			keep = append(keep, r)
		}
	}
	return region{recs: keep, how: how, quick: size}, true
}

// mark are nodes that hold nothing and stand between records rather than for one.
func (n *vnode) isMark() bool {
	switch n.tag {
	case "#text", "br", "hr", "img", "input":
		return true
	}
	return false
}

func siblings(v *Page, kids []int32, add func(string, []span)) {
	memory := Kept[scratch](v)
	for _, by := range []struct {
		how string
		sym func(*vnode) uint64
	}{
		{"same tag", func(n *vnode) uint64 { return hashStep(7, n.tag, "") }},
		{"same tag and class", func(n *vnode) uint64 { return n.sym }},
		{"same shape", func(n *vnode) uint64 { return n.shape }},
	} {
		p := &memory.parts
		p.part(len(kids), func(x int) uint64 {
			if n := &v.nodes[kids[x]]; !n.isMark() {
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
				recs = append(recs, v.subtree(kids[x]))
			}
			memory.recs = recs
			add(by.how, recs)
		}
	}
}

func single(v *Page, nodes []int32) []span {
	out := make([]span, len(nodes))
	for i, k := range nodes {
		out[i] = v.subtree(k)
	}
	return out
}

// headed cuts kids before each node of one kind, for the kinds that are
// frequent enough. An item of a list is a record by itself, whatever it lacks.
func headed(v *Page, kids []int32, add func(string, []span)) {
	memory := Kept[scratch](v)
	p := &memory.parts
	for pass, sym := range []func(*vnode) uint64{
		func(n *vnode) uint64 { return n.sym },
		func(n *vnode) uint64 { return hashStep(n.shape, n.tag, n.class()) },
		v.profile,
		func(n *vnode) uint64 { return hashStep(9, n.tag, "") },
	} {
		p.part(len(kids), func(x int) uint64 {
			if n := &v.nodes[kids[x]]; n.is&isText == 0 && n.tag != "br" && n.tag != "li" {
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
		memory.order = order
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(p.size[b], p.size[a]) })
		for _, head := range order[:min(len(order), maxHeads)] {
			add("run of siblings", cut(v, kids, func(x int) bool { return p.of[x] == head }))
		}
	}
}

// profile tells nodes apart by what they begin with and hold: rows of one
// record often have the same tags.
func (v *Page) profile(n *vnode) uint64 {
	h := hashStep(n.sym, "profile", "")
	depth := 0
	for k := n.first; k >= 0 && depth < 4; depth++ {
		// The first child with content leads on.
		for k >= 0 && v.nodes[k].tag != "#text" && v.nodes[k].tag != "img" && v.sum(v.subtree(k)).leaves == 0 {
			k = v.nodes[k].next
		}
		if k < 0 {
			break
		}
		h = hashStep(h, v.nodes[k].tag, v.nodes[k].class())
		k = v.nodes[k].first
	}
	if n.first >= 0 && v.sum(span{n.first, n.end}).links > 0 {
		h = hashStep(h, "linked", "")
	}
	return h
}

// numberedHeads cuts kids before each that starts with the next number of a
// series: "1.", "2.", "3.".
func numberedHeads(v *Page, kids []int32, add func(string, []span)) {
	memory := Kept[scratch](v)
	want, heads := -1, memory.order[:0]
	for x, k := range kids {
		n, ok := leadingNumber(v, v.subtree(k))
		if !ok || want >= 0 && n != want {
			continue
		}
		heads = append(heads, int32(x))
		want = n + 1
	}
	memory.order = heads
	if len(heads) >= 3 && len(heads) < len(kids) {
		add("numbered", cut(v, kids, func(x int) bool { _, ok := slices.BinarySearch(heads, int32(x)); return ok }))
	}
}

// leadingNumber reads "12." or "[12]" at the start of the text of s.
func leadingNumber(v *Page, s span) (int, bool) {
	for i := s.lo; i < s.hi; i++ {
		if v.nodes[i].tag != "#text" {
			continue
		}
		t := strings.TrimLeft(v.nodes[i].text(), " ([#")
		end := 0
		for end < len(t) && t[end] >= '0' && t[end] <= '9' {
			end++
		}
		if end == 0 || end < len(t) && !strings.ContainsAny(t[end:end+1], ".):] ") {
			return 0, false
		}
		return atoi(t[:end])
	}
	return 0, false
}

// cut makes a run out of each kid, given by its index, for which head holds and
// the kids after it. The last run may not be longer than the longest before it,
// and ends where a kind of node stands that no other run has. The runs are valid
// until the next call of cut.
func cut(v *Page, kids []int32, head func(x int) bool) []span {
	memory := Kept[scratch](v)
	out := memory.runs[:0]
	longest, first, start := 0, -1, -1
	for x, k := range kids {
		if !head(x) {
			continue
		}
		if start < 0 {
			first = x
		} else {
			out = append(out, span{kids[start], k})
			longest = max(longest, x-start)
		}
		start = x
	}
	if start < 0 {
		return nil
	}
	usual := func(k int32) bool {
		return slices.ContainsFunc(kids[first:start], func(m int32) bool { return v.nodes[m].sym == v.nodes[k].sym })
	}
	end := start + 1
	for end < len(kids) && end-start < longest && usual(kids[end]) {
		end++
	}
	memory.runs = append(out, span{kids[start], v.nodes[kids[end-1]].end})
	return memory.runs
}

// separated cuts kids at each hr, at each double br and at each br.
func separated(v *Page, kids []int32, add func(string, []span)) {
	memory := Kept[scratch](v)
	isTag := func(x int, tag string) bool { return x < len(kids) && v.nodes[kids[x]].tag == tag }
	for _, sep := range []struct {
		how string
		at  func(x int) bool
	}{
		{"between rules", func(x int) bool { return isTag(x, "hr") }},
		{"between empty lines", func(x int) bool { return isTag(x, "br") && (isTag(x+1, "br") || x > 0 && isTag(x-1, "br")) }},
		{"lines", func(x int) bool { return isTag(x, "br") }},
	} {
		if !slices.ContainsFunc(kids, func(k int32) bool { return v.nodes[k].tag == "hr" || v.nodes[k].tag == "br" }) {
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
					recs = append(recs, span{kids[start], v.nodes[kids[x-1]].end})
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
func samePath(v *Page, add func(string, []span)) {
	memory := Kept[scratch](v)
	p := &memory.parts
	for _, by := range []func(*vnode) uint64{func(n *vnode) uint64 { return n.cpath }, func(n *vnode) uint64 { return n.path }} {
		p.part(len(v.nodes), func(i int) uint64 {
			if n := &v.nodes[i]; !n.isMark() && n.is&isFormatting == 0 {
				return by(n)
			}
			return 0
		})
		for g, size := range p.size {
			nodes := p.group(g)
			// Groups under one parent are proposed by siblings already.
			if size >= 2 && v.nodes[nodes[0]].parent != v.nodes[nodes[size-1]].parent {
				recs := memory.recs[:0]
				for _, i := range nodes {
					recs = append(recs, v.subtree(i))
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
	recs, runs []span
	leaves     []leaf
	uses       []pathUse
	paths      map[uint64]int32
	texts      map[uint64]bool
	targets    map[string]bool
}
