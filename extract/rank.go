package extract

import (
	"cmp"
	"math"
	"slices"

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
func rank(v *Page, rs []region, c claim) []region {
	asked := len(v.query) > 0
	claimed := func(r region) float64 {
		switch {
		case c.rows >= 2 && len(r.recs) == c.rows:
			return 2 // as many as the page says it shows
		case c.rows < 0 && c.total >= 2 && len(r.recs) == c.total:
			return 1.5
		}
		return 1
	}
	order := make([]int, len(rs))
	for i := range rs {
		measure(v, &rs[i])
		rs[i].score = rs[i].f.score(asked) * claimed(rs[i]) // at most
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rs[b].score, rs[a].score) })
	top := 0.0
	for _, i := range order {
		r := &rs[i]
		if r.score < minScore || r.score < top && r.score < max(otherScore, otherShare*top) {
			r.score = 0
			continue
		}
		structure(v, r.recs, &r.f)
		r.score = r.f.score(asked) * claimed(*r)
		top = max(top, r.score)
	}
	slices.SortStableFunc(rs, func(a, b region) int { return cmp.Compare(b.score, a.score) })
	return rs
}

// sample returns up to sampleRecords records, evenly spread.
func sample(recs []span) []span {
	if len(recs) <= sampleRecords {
		return recs
	}
	out := make([]span, sampleRecords)
	for i := range out {
		out[i] = recs[i*len(recs)/sampleRecords]
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
func leaves(v *Page, s span, limit int) []leaf {
	memory := Kept[scratch](v)
	out := memory.leaves[:0]
	defer func() { memory.leaves = out }()
	type open struct {
		end  int32
		path uint64
	}
	stack := append(make([]open, 0, 32), open{s.hi, 5})
	ordinal := 0
	for i := s.lo; i < s.hi && len(out) < limit; i++ {
		n := &v.nodes[i]
		for len(stack) > 1 && stack[len(stack)-1].end <= i {
			stack = stack[:len(stack)-1]
		}
		top := stack[len(stack)-1].path
		switch {
		case n.is&isText != 0:
			if len(stack) == 1 {
				// Bare text of a run of siblings: its place among the others tells it apart.
				ordinal++
				top = top*31 + uint64(min(ordinal, 8))
			}
			out = append(out, leaf{hashStep(top, "#text", ""), i})
		case n.tag == "img":
			out = append(out, leaf{hashStep(top, "img", ""), i})
		case n.is&isFormatting != 0 || n.tag == "br":
		default:
			p := hashStep(top, n.tag, "")
			if n.cell > 0 && i != s.lo {
				p = p*31 + uint64(n.cell)
			}
			stack = append(stack, open{n.end, p})
		}
	}
	return out
}

func measure(v *Page, r *region) {
	n := float64(len(r.recs))
	f := features{count: n}
	var all sums
	var sizes []float64
	for _, s := range r.recs {
		t := v.sum(s)
		all.chars += t.chars
		all.linkChars += t.linkChars
		all.known += t.known
		f.size += float64(min(t.chars, 400))
		sizes = append(sizes, float64(t.chars))
		if t.links > 0 || v.nodes[s.lo].link >= 0 {
			f.linked += 1 / n
		}
		if t.images > 0 {
			f.imaged += 1 / n
		}
		if t.leaves >= 2 {
			f.rich += 1 / n
		}
		if t.hits > 0 {
			f.hits += 1 / n
		}
		if v.nodes[s.lo].zone&(zoneNav|zonePager|zoneCalendar) != 0 {
			f.nav += 1 / n
		}
		f.form += min(1, float64(t.controls)) / n
	}
	page := float64(max(1, v.main, all.chars))
	around := v.sum(ancestorOf(v, r.recs))
	f.share = float64(all.chars) / page
	f.cover = float64(all.chars) / float64(max(1, around.chars))
	f.dense = float64(all.linkChars) / float64(max(1, all.chars))
	f.known = float64(all.known) / float64(max(1, all.chars))
	f.mean = float64(all.chars) / n
	f.even = evenness(sizes)
	f.unit = 1
	switch v.nodes[r.recs[0].lo].tag {
	case "li", "tr", "article", "dl", "section", "dt":
		f.unit = 1.05
	case "p", "span", "td", "b", "font", "i":
		f.unit = 0.93
	case "a":
		f.unit = 0.85
	case "header", "footer", "nav", "option", "label", "button", "ul", "ol":
		f.unit = 0.8
	}
	f.titled = titled(v, r.recs)
	f.named, f.main = called(v, r.recs[0].lo)
	f.marked = v.nodes[r.recs[0].lo].tag != "#text" && itemType(v.nodes[r.recs[0].lo].h) != ""
	// The best that structure can find.
	f.regular, f.distinct, f.targets, f.data = 1, 1, 1, 1
	r.f = f
}

// called tells what class names and tags say of a record, given its first node:
// of the three elements from the record on outwards, the share that is called
// after records.
func called(v *Page, i int32) (named float64, main bool) {
	main = v.nodes[i].is&inMain != 0
	for range 3 {
		if i < 0 {
			break
		}
		if n := &v.nodes[i]; n.is&isText == 0 && calledRecord(v, n) {
			named += 1.0 / 3
		}
		i = v.nodes[i].parent
	}
	return named, main
}

// calledRecord reports whether the class or identifier of n names records.
func calledRecord(v *Page, n *vnode) bool {
	return hasRecordWord(v, attr(n.h, "class")) || hasRecordWord(v, attr(n.h, "id"))
}

// namedRecords are classes and identifiers of a page, by whether a word of them says that
// it is a record.
type namedRecords map[string]bool

func hasRecordWord(v *Page, name string) bool {
	if name == "" {
		return false
	}
	have := *Kept[namedRecords](v)
	has, known := have[name]
	if !known {
		has = slices.ContainsFunc(nameWords(name), func(w string) bool { return recordWords[w] })
		if have == nil {
			have = namedRecords{}
			*Kept[namedRecords](v) = have
		}
		have[name] = has
	}
	return has
}

// titled reports whether records are rows of a table with a row of column
// names above them.
func titled(v *Page, recs []span) bool {
	first := &v.nodes[recs[0].lo]
	if first.tag != "tr" || len(recs) < 2 {
		return false
	}
	if headerRow(v, v.subtree(recs[0].lo)) && !headerRow(v, v.subtree(recs[1].lo)) {
		return true
	}
	table := first.parent
	for table > 0 && v.nodes[table].tag != "table" {
		table = v.nodes[table].parent
	}
	if table < 0 {
		return false
	}
	for i := table + 1; i < recs[0].lo && i < table+400; i++ {
		if v.nodes[i].tag == "tr" && headerRow(v, v.subtree(i)) {
			return true
		}
	}
	return false
}

// ancestorOf returns the subtree of the lowest common ancestor of the records.
func ancestorOf(v *Page, recs []span) span {
	a, last := v.nodes[recs[0].lo].parent, recs[len(recs)-1].hi
	for a > 0 && v.nodes[a].end < last {
		a = v.nodes[a].parent
	}
	if a < 0 {
		a = 0
	}
	return v.subtree(a)
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
func structure(v *Page, recs []span, f *features) {
	recs = sample(recs)
	n := float64(len(recs))
	f.distinct, f.targets, f.data, f.notes = 0, 0, 0, 0
	memory := Kept[scratch](v)
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
		h := uint64(fnvStart)
		digits, chars := int32(0), int32(0)
		first, back := true, v.nodes[s.lo].zone&zoneNotes != 0
		for _, l := range leaves(v, s, sampleLeaves) {
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
			x := &v.nodes[l.node]
			if x.is&isText != 0 {
				h = (h ^ x.shape) * fnvPrime
				digits += x.digits
				chars += v.sums[l.node+1].chars - v.sums[l.node].chars
			}
			if u, ok := v.target(x.link); ok && first {
				first = false
				back = back || u == v.doc.URL
				targeted++
				targets[v.canonical(x.link)] = true
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
func fanOf(v *Page, s span) int {
	targets := make([]page.URL, 0, 8) // at most sampleLeaves: a search is cheaper than a map
	links := 0
	for i := s.lo; i < s.hi && links < sampleLeaves; i++ {
		if v.nodes[i].tag != "a" {
			continue
		}
		if u, ok := v.target(i); ok {
			if !slices.Contains(targets, u) {
				targets = append(targets, u)
			}
			links++
		}
	}
	return len(targets)
}
