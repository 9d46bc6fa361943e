package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Bounds of a heading that names a group of records.
const (
	headLetters = 80  // in it
	headAbove   = 60  // nodes above the first record that are looked at
	headsAtMost = 0.7 // of them to a record: what stands above each is a part of it
	minGrouped  = 3   // records in two groups
)

// underHeads returns the heading that each record stands under, where the list is
// in groups: the day of a diary, the letter of a directory, the court of a calendar.
// Headings are what stands between records, outside of them, in elements of one
// kind that lead nowhere, two different ones at least and one above the first
// record. It returns nil where the list is in no groups.
func underHeads(v *Page, recs []span) []string {
	if len(recs) < minGrouped {
		return nil
	}
	heads := make([][]int32, len(recs)) // elements between a record and the one before
	often := map[uint64]int{}
	for i, s := range recs {
		from := max(0, recs[0].lo-headAbove)
		if i > 0 {
			from = recs[i-1].hi
		}
		seen := map[uint64]bool{}
		for k := from; k < s.lo; k++ {
			n := &v.nodes[k]
			if n.is&isText != 0 || n.end > s.lo || !isHead(v, k) {
				continue
			}
			heads[i] = append(heads[i], k)
			if !seen[n.sym] {
				seen[n.sym] = true
				often[n.sym]++
			}
			k = n.end - 1
		}
	}
	// The kind that stands above the first record and above most others.
	var kind uint64
	for _, k := range heads[0] {
		if sym := v.nodes[k].sym; often[sym] > often[kind] {
			kind = sym
		}
	}
	if often[kind] < 2 || float64(often[kind]) > headsAtMost*float64(len(recs)) {
		return nil
	}
	out, at := make([]string, len(recs)), ""
	first, counts := false, 0 // headings that count the answer: the first one, all of them
	for i := range recs {
		for _, k := range heads[i] {
			if v.nodes[k].sym != kind {
				continue
			}
			at = v.textOf(v.subtree(k))
			if countsAnswer(at) {
				first = first || i == 0
				counts++
			}
		}
		out[i] = at
	}
	if first && counts < 2 {
		return nil // what stands above the first record says how many there are
	}
	if !slices.ContainsFunc(out, func(head string) bool { return head != out[0] }) {
		return nil // one heading stands over all records
	}
	return out
}

// countsAnswer reports whether a text says which of the records, or how many, are
// shown: "1 - 15", "Showing 1 of 30 pages".
func countsAnswer(text string) bool {
	lower := strings.ToLower(text)
	return hasRange(lower) && !strings.ContainsFunc(lower, unicode.IsLetter) && !isDate(text) || readTotal(text, shown{}).rank > weakTotal
}

// isHead reports whether element k may be a heading: short, neither a link nor in
// one, without a control, outside menus and pagers.
func isHead(v *Page, k int32) bool {
	s := v.sum(v.subtree(k))
	return s.chars > 0 && s.chars <= headLetters && s.links == 0 && v.nodes[k].link < 0 && s.controls == 0 && s.images == 0 &&
		v.nodes[k].zone&(zoneNav|zonePager|zoneCalendar|zoneForm) == 0
}

// groupField is what the column for the heading that a record stands under is called
// until a wrapper names it, and noGroup the name by which one leaves it out.
const (
	groupField = "group"
	noGroup    = "-"
)

// nameGroups adds to records the headings that they stand under, as a column of the
// given name, unless there is another of that name.
func (t table) nameGroups(records []Record, name string, named func(string) bool) {
	name = cmp.Or(name, groupField)
	if name == noGroup || named(name) {
		return
	}
	heads := underHeads(t.v, t.recs)
	mixed := false
	fields := make([]Field, len(heads))
	for i, head := range heads {
		fields[i] = typed(name, strings.TrimSpace(head))
		mixed = mixed || fields[i].Kind != fields[0].Kind
	}
	for i, f := range fields {
		if mixed {
			f = Field{Name: f.Name, Value: f.Value}
		}
		if f.Value != "" {
			records[i].Fields = append(records[i].Fields, f)
		}
	}
}

// withoutHeads cuts the heading of the next group off the records that are runs of
// siblings: what ends a few of them, most have not, and is by its element a heading.
func withoutHeads(v *Page, recs []span) []span {
	has := map[uint64]int{} // records by the siblings in them
	runs := false
	for _, s := range recs {
		seen := map[uint64]bool{}
		for k := s.lo; k >= 0 && k < s.hi; k = v.nodes[k].next {
			if sym := v.nodes[k].sym; !seen[sym] {
				seen[sym] = true
				has[sym]++
			}
		}
		runs = runs || v.nodes[s.lo].end < s.hi
	}
	if !runs {
		return recs
	}
	var out []span
	for _, s := range recs {
		cut := s.hi
		for k := s.lo; k >= 0 && k < s.hi; k = v.nodes[k].next {
			switch n := &v.nodes[k]; {
			case k == s.lo:
			case headTag(n.tag) && has[n.sym]*2 <= len(recs) && isHead(v, k):
				cut = min(cut, k)
			case v.sum(v.subtree(k)).chars > 0 || n.tag == "img":
				cut = s.hi // the record goes on
			}
		}
		out = append(out, span{s.lo, cut})
	}
	return out
}

// headTag reports an element that is a heading of what follows.
func headTag(tag string) bool {
	switch tag {
	case "h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "legend", "summary", "header":
		return true
	}
	return false
}
