package region

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract/internal/tally"
	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/page/dates"
)

// Bounds of a heading that names a group of records.
const (
	headLetters = 80  // in it
	headAbove   = 60  // nodes above the first record that are looked at
	headsAtMost = 0.7 // of them to a record: what stands above each is a part of it
	minGrouped  = 3   // records in two groups
)

// UnderHeads returns the heading that each record stands under, where the list is
// in groups: the day of a diary, the letter of a directory, the court of a calendar.
// Headings are what stands between records, outside of them, in elements of one
// kind that lead nowhere, two different ones at least and one above the first
// record. It returns nil where the list is in no groups.
func UnderHeads(v *view.Page, recs []view.Span) []string {
	if len(recs) < minGrouped {
		return nil
	}
	heads := make([][]int32, len(recs)) // elements between a record and the one before
	often := map[uint64]int{}
	for i, s := range recs {
		from := max(0, recs[0].Lo-headAbove)
		if i > 0 {
			from = recs[i-1].Hi
		}
		seen := map[uint64]bool{}
		for k := from; k < s.Lo; k++ {
			n := &v.Nodes[k]
			if n.Is&view.IsText != 0 || n.End > s.Lo || !isHead(v, k) {
				continue
			}
			heads[i] = append(heads[i], k)
			if !seen[n.Sym] {
				seen[n.Sym] = true
				often[n.Sym]++
			}
			k = n.End - 1
		}
	}
	// The kind that stands above the first record and above most others.
	var kind uint64
	for _, k := range heads[0] {
		if sym := v.Nodes[k].Sym; often[sym] > often[kind] {
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
			if v.Nodes[k].Sym != kind {
				continue
			}
			at = v.TextOf(v.Subtree(k))
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
	return tally.HasRange(lower) && !strings.ContainsFunc(lower, unicode.IsLetter) && !dates.Is(text) || tally.ReadTotal(text).Rank > tally.WeakTotal
}

// isHead reports whether element k may be a heading: short, neither a link nor in
// one, without a control, outside menus and pagers.
func isHead(v *view.Page, k int32) bool {
	s := v.Sum(v.Subtree(k))
	return s.Chars > 0 && s.Chars <= headLetters && s.Links == 0 && v.Nodes[k].Link < 0 && s.Controls == 0 && s.Images == 0 &&
		v.Nodes[k].Zone&(view.ZoneAside|view.ZoneForm) == 0
}

// GroupField is what the column for the heading that a record stands under is called
// until a wrapper names it, and noGroup the name by which one leaves it out.
const (
	GroupField = "group"
	NoGroup    = "-"
)

// WithoutHeads cuts the heading of the next group off the records that are runs of
// siblings: what ends a few of them, most have not, and is by its element a heading.
func WithoutHeads(v *view.Page, recs []view.Span) []view.Span {
	has := map[uint64]int{} // records by the siblings in them
	runs := false
	for _, s := range recs {
		seen := map[uint64]bool{}
		for k := s.Lo; k >= 0 && k < s.Hi; k = v.Nodes[k].Next {
			if sym := v.Nodes[k].Sym; !seen[sym] {
				seen[sym] = true
				has[sym]++
			}
		}
		runs = runs || v.Nodes[s.Lo].End < s.Hi
	}
	if !runs {
		return recs
	}
	var out []view.Span
	for _, s := range recs {
		cut := s.Hi
		for k := s.Lo; k >= 0 && k < s.Hi; k = v.Nodes[k].Next {
			switch n := &v.Nodes[k]; {
			case k == s.Lo:
			case HeadTag(n.Tag) && has[n.Sym]*2 <= len(recs) && isHead(v, k):
				cut = min(cut, k)
			case v.Sum(v.Subtree(k)).Chars > 0 || n.Tag == "img":
				cut = s.Hi // the record goes on
			}
		}
		out = append(out, view.Span{Lo: s.Lo, Hi: cut})
	}
	return out
}

// HeadTag reports an element that is a heading of what follows.
func HeadTag(tag string) bool {
	switch tag {
	case "h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "legend", "summary", "header":
		return true
	}
	return false
}
