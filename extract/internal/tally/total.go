package tally

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Total is the number of matches that a page claims.
type Total struct {
	N      int // -1 where there is none
	Capped bool
	Text   string // where it was read
	Rank   int    // how sure the wording is
	at     int32  // the node where it was read
	of     int    // rows that it says are shown, of which it is the total where the page leads on; 0: it does not say
}

// WeakTotal is the rank of a count that may be about something else.
const WeakTotal = 3

// Shown is what the page itself holds of its answer, against which a claimed
// total is checked.
type Shown struct {
	Rows int  // records
	More bool // there is a next page
	Last int  // the greatest number that the pager links to; 0 where there is none
}

// sureTotal is the rank of counts that stand beside the range of the rows shown.
const sureTotal = 9

// allows reports whether a page that holds s can belong to an answer of n
// records: not fewer than it shows, more where a page follows, and not far
// fewer than its pages hold.
func (s Shown) allows(n, rank int) bool {
	switch {
	case n == 0:
		return s.Rows == 0
	case n < s.Rows:
		return false
	case rank >= sureTotal:
		return true
	case s.More && n == s.Rows:
		return false // it counts the rows
	}
	return s.Last < 2 || 2*n > (s.Last-2)*s.Rows
}

// FindTotal reads the number of matches that the page claims, and believes it
// only if what the page shows allows it. What stands in recs, the records as far as they
// are beyond doubt, counts something else.
func FindTotal(v *view.Page, recs []view.Span, s Shown, sizes map[string]bool) Total {
	rows := s.Rows
	inRecords := func(at int32) bool { return rows > 0 && view.Hold(recs, at) }
	found := Total{N: -1}
	for _, line := range numberedLines(v) {
		t := totalOf(line.counts, s)
		if inRecords(line.At) {
			// The head of the list may have been taken for a part of its first record.
			if t.Rank < sureTotal || line.rows != rows {
				continue
			}
			t.Rank -= 3
		}
		if m := line.head; m != nil && t.N < 0 && !countsTime(m[3]) && heads(v, line.At) && !CountsPages.MatchString(strings.TrimLeft(line.Lower, "0123456789.,' ")) {
			if n, ok := ParseCount(m[1]); ok && s.allows(n, WeakTotal+1) && !inRecords(line.At) {
				t = Total{N: n, Capped: m[2] != "", Text: line.Text, Rank: WeakTotal + 1}
			}
		}
		if t.N < 0 || t.N > 0 && sizes[t.ID()] {
			continue // a nonsense word has the same count: it is the size of the collection
		}
		if t.Rank > found.Rank {
			t.at = line.At
			found = t
		}
	}
	return found
}

// ID identifies a count with its wording, for Known.Counts.
func (t Total) ID() string { return fmt.Sprintf("%016x %d", wording.LineHash(t.Text, nil), t.N) }

// heads reports whether node i stands in a heading.
func heads(v *view.Page, i int32) bool {
	for range 3 {
		if i = v.Nodes[i].Parent; i < 0 {
			return false
		}
		switch v.Nodes[i].Tag {
		case "h1", "h2", "h3", "h4", "caption":
			return true
		}
	}
	return false
}

// Line is a line of text as a reader sees it.
type Line struct {
	Text  string
	Lower string // text in lower case
	Zone  view.Zone
	At    int32
}

// Bounds of the search for counts and phrases. Longer lines are contents;
// what a page says about its answer stands near its beginning or its end.
const (
	MaxLine    = 300
	maxLines   = 400 // at either end
	lineBuffer = 4 * maxLines
)

// pageLines are the lines of a page, nil until they were asked for.
type pageLines struct {
	all      []Line
	numbered []numberedLine
}

// LinesOf returns the distinct lines of the page's text, as a reader sees it,
// that want accepts: the first and the last of them.
func LinesOf(v *view.Page, want func(Line) bool) []Line {
	said := view.Kept[pageLines](v)
	if said.all == nil {
		said.all = allLines(v)
	}
	var out []Line
	seen := map[string]bool{}
	for _, l := range said.all {
		if !want(l) || seen[l.Text] {
			continue
		}
		seen[l.Text] = true
		out = append(out, l)
		if len(out) == lineBuffer { // keep both ends, make room
			out = append(out[:maxLines], out[lineBuffer-maxLines:]...)
		}
	}
	if len(out) > 2*maxLines {
		out = append(out[:maxLines], out[len(out)-maxLines:]...)
	}
	return out
}

// numberedLine is a line with a digit, and what it may say about the answer.
type numberedLine struct {
	Line
	counts []Total
	rows   int      // see rowsOf
	head   []string // what headCount finds in it
}

// numberedLines returns the lines with a digit, of any script.
func numberedLines(v *view.Page) []numberedLine {
	said := view.Kept[pageLines](v)
	if said.numbered == nil {
		said.numbered = []numberedLine{}
		for _, l := range LinesOf(v, IsNumbered) {
			r := findRange(l.Lower)
			said.numbered = append(said.numbered, numberedLine{Line: l, counts: readCounts(l.Text, l.Lower, r), rows: rowsOf(l.Lower, r), head: headCount.FindStringSubmatch(l.Lower)})
		}
	}
	return said.numbered
}

// allLines returns the lines of the page's text, as a reader sees it.
func allLines(v *view.Page) []Line {
	out := []Line{}
	var b strings.Builder
	var cur Line
	flush := func() {
		if b.Len() > 0 && b.Len() <= MaxLine {
			cur.Text = strings.TrimSpace(wording.Collapse(b.String()))
			cur.Lower = strings.ToLower(cur.Text)
			out = append(out, cur)
		}
		b.Reset()
	}
	for i := range v.Nodes {
		n := &v.Nodes[i]
		if n.Tag != "#text" {
			continue
		}
		if n.Brk {
			flush()
		}
		if b.Len() == 0 {
			cur = Line{Zone: n.Zone | v.Nodes[max(0, n.Parent)].Zone, At: int32(i)}
		}
		if b.Len() <= MaxLine {
			b.WriteString(n.Text())
		}
	}
	flush()
	return out
}

// IsNumbered reports whether a line has a digit, of any script.
func IsNumbered(l Line) bool { return strings.ContainsFunc(l.Text, unicode.IsDigit) }

// ReadTotal reads a count out of a line.
func ReadTotal(said string) Total {
	text := strings.ToLower(said)
	return totalOf(readCounts(said, text, findRange(text)), Shown{})
}

// totalOf returns what is said most surely of what a page that shows s may say.
func totalOf(counts []Total, s Shown) Total {
	best := Total{N: -1}
	for _, c := range counts {
		if s.allows(c.N, c.Rank) && c.Rank > best.Rank && (c.of == 0 || c.of == s.Rows && s.More) {
			best = c
		}
	}
	return best
}

// readCounts reads the numbers in a line that may be the total; text is the line
// in lower case, where findRange found m. To look for them is costly, so that it
// is done once for each line of a page.
func readCounts(said, text string, m []int) []Total {
	var out []Total
	take := func(rank int, digits string, capped bool) {
		if n, ok := ParseCount(digits); ok && n <= 1e10 {
			out = append(out, Total{N: n, Capped: capped, Text: said, Rank: rank})
		}
	}
	if m != nil {
		lo, ok1 := ParseCount(text[m[2]:m[3]])
		hi, ok2 := ParseCount(text[m[4]:m[5]])
		all, ok := ParseCount(text[m[6]:m[7]])
		// Behind the last page it is 51-50 of 50.
		if ok1 && ok2 && ok && lo <= hi+1 && all >= hi && hi-lo < maxRows {
			take(sureTotal+1, text[m[6]:m[7]], m[8] >= 0 || moreThan.MatchString(text[:m[6]]))
		}
	}
	if m := shownOf.FindStringSubmatchIndex(text); m != nil {
		if rows, ok := ParseCount(text[m[2]:m[3]]); ok && rows > 0 {
			n := len(out)
			if take(sureTotal, text[m[4]:m[5]], m[6] >= 0); len(out) > n {
				out[n].of = rows
			}
		}
	}
	if m := OfAll.FindStringSubmatchIndex(text); m != nil {
		take(sureTotal, text[m[2]:m[3]], false)
	}
	if m := CountThing.FindStringSubmatchIndex(text); m != nil {
		rank := 6
		if len(text) > 120 || Whole.MatchString(text) {
			rank = WeakTotal
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := FoundCount.FindStringSubmatchIndex(text); m != nil && !CountsPages.MatchString(text[m[3]:]) {
		rank := 5
		if len(text) > 120 {
			rank = WeakTotal - 1
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := FoundThings.FindStringSubmatchIndex(text); m != nil && len(text) <= 120 && !Whole.MatchString(text) {
		take(5, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	return out
}

// ParseCount reads a whole number with separators of thousands, or the words for them.
func ParseCount(s string) (int, bool) {
	n, thousands, all := 0, 0, 0 // of what is read, of what has its thousands, and what has its ten thousands
	digits := 0
	for _, r := range s {
		switch {
		case r == '千' || r == '천':
			n, thousands = 0, n*1000
			continue
		case r == '万' || r == '萬' || r == '만':
			n, thousands, all = 0, 0, all+(thousands+n)*1e4
			continue
		case r == '億' || r == '亿' || r == '억':
			n, thousands, all = 0, 0, all+(thousands+n)*1e8
			continue
		case r >= '0' && r <= '9':
			n = n*10 + int(r-'0')
		case r > utf8.RuneSelf && wording.IsDigit(r):
			n = n*10 + wording.Digit(r)
		default:
			continue
		}
		if digits++; digits > 12 {
			return 0, false
		}
	}
	return all + thousands + n, digits > 0
}
