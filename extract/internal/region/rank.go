package region

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
	"github.com/hadal-crawler/hadal/page"
)

// Bounds of a close look at one region.
const (
	sampleRecords = 40
	sampleLeaves  = 120
)

// rank looks closely at each region and sorts them, the likeliest list of
// results first. Regions that cannot come out as anything, whatever a close
// look shows, get none and no score.
func rank(v *view.Page, rs []Region, c tally.Claim) []Region {
	asked := len(v.Query) > 0
	claimed := func(r Region) float64 {
		switch {
		case c.Rows >= 2 && len(r.Recs) == c.Rows:
			return 2 // as many as the page says it shows
		case c.Rows < 0 && c.Total >= 2 && len(r.Recs) == c.Total:
			return 1.5
		}
		return 1
	}
	order := make([]int, len(rs))
	for i := range rs {
		Measure(v, &rs[i])
		rs[i].Score = rs[i].F.Score(asked) * claimed(rs[i]) // at most
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rs[b].Score, rs[a].Score) })
	top := 0.0
	for _, i := range order {
		r := &rs[i]
		if r.Score < minScore || r.Score < top && r.Score < max(otherScore, otherShare*top) {
			r.Score = 0
			continue
		}
		structure(v, r.Recs, &r.F)
		r.Score = r.F.Score(asked) * claimed(*r)
		top = max(top, r.Score)
	}
	slices.SortStableFunc(rs, func(a, b Region) int { return cmp.Compare(b.Score, a.Score) })
	first := 0
	for i, r := range rs {
		if r.Score*r.F.choice() > rs[first].Score*rs[first].F.choice() {
			first = i
		}
	}
	chosen := rs[first:min(first+1, len(rs))]
	return slices.Concat(chosen, rs[:first], rs[first+len(chosen):])
}

// sample returns up to sampleRecords records, evenly spread, but not at even distances: where a
// record takes several rows these would all be of one kind.
func sample(recs []view.Span) []view.Span {
	if len(recs) <= sampleRecords {
		return recs
	}
	out := make([]view.Span, sampleRecords)
	for i := range out {
		from, to := i*len(recs)/sampleRecords, (i+1)*len(recs)/sampleRecords
		_, part := math.Modf(float64(i) * math.Phi)
		out[i] = recs[from+int(part*float64(to-from))]
	}
	return out
}

// leaf is a piece of text in a record, at a path below the record's top.
type leaf struct {
	path uint64
	node int32
}

// leaves lists the text nodes and images of a span with their paths relative
// to it. Formatting elements are no part of a path; the position of a table
// cell is. The list is valid until the next call.
func leaves(v *view.Page, s view.Span) []leaf {
	memory := view.Kept[scratch](v)
	out := memory.leaves[:0]
	defer func() { memory.leaves = out }()
	type open struct {
		end  int32
		path uint64
	}
	stack := append(make([]open, 0, 32), open{s.Hi, 5})
	ordinal := 0
	for i := s.Lo; i < s.Hi && len(out) < sampleLeaves; i++ {
		n := &v.Nodes[i]
		for len(stack) > 1 && stack[len(stack)-1].end <= i {
			stack = stack[:len(stack)-1]
		}
		top := stack[len(stack)-1].path
		switch {
		case n.Is&view.IsText != 0:
			if len(stack) == 1 {
				// Bare text of a run of siblings: its place among the others tells it apart.
				ordinal++
				top = top*31 + uint64(min(ordinal, 8))
			}
			out = append(out, leaf{wording.HashStep(top, "#text", ""), i})
		case n.Tag == "img":
			out = append(out, leaf{wording.HashStep(top, "img", ""), i})
		case n.Is&view.IsFormatting != 0 || n.Tag == "br":
		default:
			p := wording.HashStep(top, n.Tag, "")
			if n.Cell > 0 && i != s.Lo {
				p = p*31 + uint64(n.Cell)
			}
			stack = append(stack, open{n.End, p})
		}
	}
	return out
}

// Measure looks closely at a region: its features and its score.
func Measure(v *view.Page, r *Region) {
	n := float64(len(r.Recs))
	f := features{count: n}
	var all view.Sums
	var sizes []float64
	for _, s := range r.Recs {
		t := v.Sum(s)
		all.Chars += t.Chars
		all.LinkChars += t.LinkChars
		all.Known += t.Known
		f.size += float64(min(t.Chars, 400))
		sizes = append(sizes, float64(t.Chars))
		if t.Links > 0 || v.Nodes[s.Lo].Link >= 0 {
			f.linked += 1 / n
		}
		if t.Images > 0 {
			f.imaged += 1 / n
		}
		if t.Leaves >= 2 {
			f.rich += 1 / n
		}
		if t.Hits > 0 {
			f.Hits += 1 / n
		}
		if v.Nodes[s.Lo].Zone&view.ZoneAside != 0 {
			f.nav += 1 / n
		}
		f.form += min(1, float64(t.Controls)) / n
	}
	page := float64(max(1, v.Main, all.Chars))
	around := v.Sum(ancestorOf(v, r.Recs))
	f.share = float64(all.Chars) / page
	f.cover = float64(all.Chars) / float64(max(1, around.Chars))
	f.dense = float64(all.LinkChars) / float64(max(1, all.Chars))
	f.Known = float64(all.Known) / float64(max(1, all.Chars))
	f.mean = float64(all.Chars) / n
	f.even = evenness(sizes)
	f.unit = 1
	switch v.Nodes[r.Recs[0].Lo].Tag {
	case "li", "tr", "article", "dl", "section", "dt":
		f.unit = 1.05
	case "p", "span", "td", "b", "font", "i":
		f.unit = 0.93
	case "a":
		f.unit = 0.85
	case "header", "footer", "nav", "option", "label", "button", "ul", "ol":
		f.unit = 0.8
	}
	f.titled = titled(v, r.Recs)
	f.whole = whole(v, r.Recs)
	f.named, f.main = called(v, r.Recs[0].Lo)
	// The best that structure can find.
	f.regular, f.distinct, f.targets, f.data = 1, 1, 1, 1
	r.F = f
}

// kinds counts the elements of a page with something in them, by their kind.
type kinds map[uint64]int

// kindOf is the name and class of an element, and, where it has no class, those of the
// elements around it.
func kindOf(n *view.Node) uint64 {
	if n.Class() == "" {
		return n.Cpath
	}
	return n.Sym
}

// wholeRun is taken for the whole of runs of siblings: what they begin with may stand in
// them again.
const wholeRun = 0.8

// whole returns the share of the elements of the records' kinds that are records.
func whole(v *view.Page, recs []view.Span) float64 {
	all := view.Kept[kinds](v)
	if *all == nil {
		*all = kinds{}
		for i := range v.Nodes {
			if a, b := &v.Sums[i], &v.Sums[v.Nodes[i].End]; b.Chars > a.Chars || b.Images > a.Images {
				(*all)[kindOf(&v.Nodes[i])]++
			}
		}
	}
	seen, there := kinds{}, 0
	for _, s := range recs {
		n := &v.Nodes[s.Lo]
		if n.End != s.Hi {
			return wholeRun
		}
		kind := kindOf(n)
		if seen[kind]++; seen[kind] == 1 {
			there += (*all)[kind]
		}
	}
	return float64(len(recs)) / float64(max(there, len(recs)))
}

// called tells what class names and tags say of a record, given its first node:
// of the three elements from the record on outwards, the share that is called
// after records.
func called(v *view.Page, i int32) (named float64, main bool) {
	main = v.Nodes[i].Is&view.InMain != 0
	for range 3 {
		if i < 0 {
			break
		}
		if n := &v.Nodes[i]; n.Is&view.IsText == 0 && calledRecord(v, n) {
			named += 1.0 / 3
		}
		i = v.Nodes[i].Parent
	}
	return named, main
}

// calledRecord reports whether the class or identifier of n names records.
func calledRecord(v *view.Page, n *view.Node) bool {
	return hasRecordWord(v, page.Attr(n.H, "class")) || hasRecordWord(v, page.Attr(n.H, "id"))
}

// namedRecords are classes and identifiers of a page, by whether a word of them says that
// it is a record.
type namedRecords map[string]bool

func hasRecordWord(v *view.Page, name string) bool {
	if name == "" {
		return false
	}
	return view.Remember[namedRecords](v, name, func() bool {
		return slices.ContainsFunc(view.NameWords(name), func(w string) bool { return recordWords[w] })
	})
}

// titled reports whether records are rows of a table with a row of column
// names above them.
func titled(v *view.Page, recs []view.Span) bool {
	first := &v.Nodes[recs[0].Lo]
	if first.Tag != "tr" || len(recs) < 2 {
		return false
	}
	if HeaderRow(v, v.Subtree(recs[0].Lo)) && !HeaderRow(v, v.Subtree(recs[1].Lo)) {
		return true
	}
	table := first.Parent
	for table > 0 && v.Nodes[table].Tag != "table" {
		table = v.Nodes[table].Parent
	}
	if table < 0 {
		return false
	}
	for i := table + 1; i < recs[0].Lo && i < table+400; i++ {
		if v.Nodes[i].Tag == "tr" && HeaderRow(v, v.Subtree(i)) {
			return true
		}
	}
	return false
}

// ancestorOf returns the subtree of the lowest common ancestor of the records.
func ancestorOf(v *view.Page, recs []view.Span) view.Span {
	a, last := v.Nodes[recs[0].Lo].Parent, recs[len(recs)-1].Hi
	for a > 0 && v.Nodes[a].End < last {
		a = v.Nodes[a].Parent
	}
	if a < 0 {
		a = 0
	}
	return v.Subtree(a)
}

// evenness is 1 for records of equal size and falls with their coefficient of variation.
func evenness(x []float64) float64 {
	var sum, sq float64
	for _, s := range x {
		sum += s
	}
	mean := sum / float64(len(x))
	if mean == 0 {
		return 0
	}
	for _, s := range x {
		sq += (s - mean) * (s - mean)
	}
	return 1 / (1 + math.Sqrt(sq/float64(len(x)))/mean)
}

// structure compares the records with each other: which paths do they share,
// and do their texts and targets differ?
func structure(v *view.Page, recs []view.Span, f *features) {
	recs = sample(recs)
	n := float64(len(recs))
	f.distinct, f.targets, f.data, f.notes = 0, 0, 0, 0
	memory := view.Kept[scratch](v)
	if memory.paths == nil {
		memory.paths, memory.texts, memory.targets = map[uint64]int32{}, map[uint64]bool{}, map[string]bool{}
	}
	index, texts, targets := memory.paths, memory.texts, memory.targets
	clear(index)
	clear(texts)
	clear(targets)
	uses := memory.uses[:0]
	targeted := 0
	for i, s := range recs {
		h := uint64(wording.FnvStart)
		digits, chars := int32(0), int32(0)
		first, back := true, v.Nodes[s.Lo].Zone&view.ZoneNotes != 0
		for _, l := range leaves(v, s) {
			at, ok := index[l.path]
			if !ok {
				at = int32(len(uses))
				index[l.path] = at
				uses = append(uses, pathUse{last: -1})
			}
			p := &uses[at]
			p.total++
			if p.last != i {
				p.last = i
				p.support++
			}
			x := &v.Nodes[l.node]
			if x.Is&view.IsText != 0 {
				h = (h ^ x.Shape) * wording.FnvPrime
				digits += x.Digits
				chars += v.Sums[l.node+1].Chars - v.Sums[l.node].Chars
			} else if alt := v.Names(x); alt != "" {
				h = wording.HashStep(h, alt, "")
			}
			if u, ok := v.Address(x.Link); ok && first {
				first = false
				back = back || u == v.Doc.URL
				targeted++
				targets[v.Canonical(x.Link)] = true
			}
		}
		texts[h] = true
		if back {
			f.notes += 1 / n
		}
		if digits*2 > chars {
			f.numeric += 1 / n
		}
		if digits > 0 {
			f.data += 1 / n
		}
		f.fan += float64(fanOf(v, s)) / n
	}
	memory.uses = uses
	f.distinct = float64(len(texts)) / n
	if targeted > 0 {
		f.targets = float64(len(targets)) / float64(targeted)
	}
	var paths, shared, leaves, several int
	for _, p := range uses {
		paths += p.support
		shared += p.support * p.support
		leaves += p.total
		if float64(p.total)/float64(p.support) >= 1.7 {
			several += p.total
		}
	}
	if paths > 0 {
		f.regular = float64(shared) / n / float64(paths)
		f.repeats = float64(several) / float64(leaves)
	}
}

// pathUse is how the records of a region use a path: how many have it, how many
// leaves stand there, and the last record that had it.
type pathUse struct{ support, total, last int }

// fanOf counts the different targets of the links in s, up to sampleLeaves links.
func fanOf(v *view.Page, s view.Span) int {
	targets := make([]page.URL, 0, 8) // at most sampleLeaves: a search is cheaper than a map
	links := 0
	for i := s.Lo; i < s.Hi && links < sampleLeaves; i++ {
		if v.Nodes[i].Tag != "a" {
			continue
		}
		if u, ok := v.Address(i); ok {
			if !slices.Contains(targets, u) {
				targets = append(targets, u)
			}
			links++
		}
	}
	return len(targets)
}

// Why says in words what speaks for a region, for a person who asks why it
// won or lost.
func (r Region) Why() string {
	if r.F.count == 0 {
		return "" // found otherwise than by its looks
	}
	f := r.F
	parts := []string{fmt.Sprintf("%.0f%% of the page's text", 100*min(1, f.share)), fmt.Sprintf("%.0f%% alike", 100*f.regular), fmt.Sprintf("%.0f%% with a link", 100*f.linked)}
	for _, p := range []struct {
		holds bool
		says  string
	}{
		{f.titled, "under column names"},
		{f.main, "in the main part"},
		{f.named > 0, "named like results"},
		{f.data > 0.9, "with numbers or dates"},
		{f.imaged > 0.9, "with images"},
		{f.Hits > 0.5, "with words of the query"},
		{f.nav > 0.5, "in a menu or side bar"},
		{f.dense > 0.95 && f.rich < 0.5, "nothing but links"},
		{f.Known > 0.5, "known from an empty answer"},
	} {
		if p.holds {
			parts = append(parts, p.says)
		}
	}
	return strings.Join(parts, ", ")
}
