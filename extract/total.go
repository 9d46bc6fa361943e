package extract

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// total is the number of matches that a page claims.
type total struct {
	n      int // -1 where there is none
	capped bool
	text   string // where it was read
	rank   int    // how sure the wording is
	at     int32  // the node where it was read
}

// weakTotal is the rank of a count that may be about something else.
const weakTotal = 3

// shown is what the page itself holds of its answer, against which a claimed
// total is checked.
type shown struct {
	rows int  // records
	more bool // there is a next page
	last int  // the greatest number that the pager links to; 0 where there is none
}

// sureTotal is the rank of counts that stand beside the range of the rows shown.
const sureTotal = 9

// allows reports whether a page that holds s can belong to an answer of n
// records: not fewer than it shows, more where a page follows, and not far
// fewer than its pages hold.
func (s shown) allows(n, rank int) bool {
	switch {
	case n == 0:
		return s.rows == 0
	case n < s.rows:
		return false
	case rank >= sureTotal:
		return true
	case s.more && n == s.rows:
		return false // it counts the rows
	}
	return s.last < 2 || 2*n > (s.last-2)*s.rows
}

// findTotal reads the number of matches that the page claims, and believes it
// only if what the page shows allows it.
func findTotal(v *Page, best region, s shown, sizes map[string]bool) total {
	rows := s.rows
	inRecords := func(at int32) bool { return rows > 0 && best.score >= doubtfulScore && best.holds(at) }
	found := total{n: -1}
	for _, line := range numberedLines(v) {
		t := totalOf(line.counts, s)
		if inRecords(line.at) {
			// The head of the list may have been taken for a part of its first record.
			if t.rank < sureTotal || line.rows != rows {
				continue
			}
			t.rank -= 3
		}
		if m := line.head; m != nil && t.n < 0 && !timeWords[m[3]] && heads(v, line.at) && !countsPages.MatchString(strings.TrimLeft(line.lower, "0123456789.,' ")) {
			if n, ok := parseCount(m[1]); ok && s.allows(n, weakTotal+1) && !inRecords(line.at) {
				t = total{n: n, capped: m[2] != "", text: line.text, rank: weakTotal + 1}
			}
		}
		if t.n < 0 || t.n > 0 && sizes[t.id()] {
			continue // a nonsense word has the same count: it is the size of the collection
		}
		if line.zone&zoneNav != 0 {
			t.rank -= 3
		}
		if t.rank > found.rank {
			t.at = line.at
			found = t
		}
	}
	return found
}

// id identifies a count with its wording, for Known.Counts.
func (t total) id() string { return fmt.Sprintf("%016x %d", lineHash(t.text, nil), t.n) }

// heads reports whether node i stands in a heading.
func heads(v *Page, i int32) bool {
	for range 3 {
		if i = v.nodes[i].parent; i < 0 {
			return false
		}
		switch v.nodes[i].tag {
		case "h1", "h2", "h3", "h4", "caption":
			return true
		}
	}
	return false
}

type line struct {
	text  string
	lower string // text in lower case
	zone  zone
	at    int32
}

// Bounds of the search for counts and phrases. Longer lines are contents;
// what a page says about its answer stands near its beginning or its end.
const (
	maxLine    = 300
	maxLines   = 400 // at either end
	lineBuffer = 4 * maxLines
)

// pageLines are the lines of a page, nil until they were asked for.
type pageLines struct {
	all      []line
	numbered []numberedLine
}

// linesOf returns the distinct lines of the page's text, as a reader sees it,
// that want accepts: the first and the last of them.
func linesOf(v *Page, want func(line) bool) []line {
	said := Kept[pageLines](v)
	if said.all == nil {
		said.all = allLines(v)
	}
	var out []line
	seen := map[string]bool{}
	for _, l := range said.all {
		if !want(l) || seen[l.text] {
			continue
		}
		seen[l.text] = true
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
	line
	counts []counted
	rows   int      // see rowsOf
	head   []string // what headCount finds in it
}

// numberedLines returns the lines with a digit, of any script.
func numberedLines(v *Page) []numberedLine {
	said := Kept[pageLines](v)
	if said.numbered == nil {
		said.numbered = []numberedLine{}
		for _, l := range linesOf(v, isNumbered) {
			r := findRange(l.lower)
			said.numbered = append(said.numbered, numberedLine{line: l, counts: readCounts(l.text, l.lower, r), rows: rowsOf(l.lower, r), head: headCount.FindStringSubmatch(l.lower)})
		}
	}
	return said.numbered
}

// allLines returns the lines of the page's text, as a reader sees it.
func allLines(v *Page) []line {
	out := []line{}
	var b strings.Builder
	var cur line
	flush := func() {
		if b.Len() > 0 && b.Len() <= maxLine {
			cur.text = strings.TrimSpace(collapse(b.String()))
			cur.lower = strings.ToLower(cur.text)
			out = append(out, cur)
		}
		b.Reset()
	}
	for i := range v.nodes {
		n := &v.nodes[i]
		if n.tag != "#text" {
			continue
		}
		if n.brk {
			flush()
		}
		if b.Len() == 0 {
			cur = line{zone: n.zone | v.nodes[max(0, n.parent)].zone, at: int32(i)}
		}
		if b.Len() <= maxLine {
			b.WriteString(n.text())
		}
	}
	flush()
	return out
}

// isNumbered reports whether a line has a digit, of any script.
func isNumbered(l line) bool { return strings.ContainsFunc(l.text, unicode.IsDigit) }

// counted is a number in a line that may be the total, with what must hold of the
// page's rows for it to be one.
type counted struct {
	total
	rows   int  // of a number beside a range: the rows that it names; else 0
	years  bool // that range may be one of years
	beside int  // of a number beside that of the rows shown: these; else 0
}

// readTotal reads a count out of a line, for a page that shows s.
func readTotal(said string, s shown) total {
	text := strings.ToLower(said)
	return totalOf(readCounts(said, text, findRange(text)), s)
}

// totalOf returns what is said most surely of what a page that shows s may say.
func totalOf(counts []counted, s shown) total {
	best := total{n: -1}
	for _, c := range counts {
		if c.rows > 0 {
			if s.rows > 0 && c.rows > s.rows*3+2 {
				c.rank = weakTotal + 1 // the records were read wrong, or these are years
			}
			if c.rank < sureTotal && c.years {
				continue
			}
		}
		if c.beside > 0 && (s.rows < 2 || c.beside != s.rows) {
			continue
		}
		if s.allows(c.n, c.rank) && c.rank > best.rank {
			best = c.total
		}
	}
	return best
}

// readCounts reads the numbers in a line that may be the total; text is the line
// in lower case, where findRange found m. To look for them is costly, so that it
// is done once for each line of a page.
func readCounts(said, text string, m []int) []counted {
	var out []counted
	take := func(rank int, digits string, capped bool) *counted {
		n, ok := parseCount(digits)
		if !ok || n > 1e10 {
			return &counted{}
		}
		out = append(out, counted{total: total{n: n, capped: capped, text: said, rank: rank}})
		return &out[len(out)-1]
	}
	if m != nil {
		lo, ok1 := parseCount(text[m[2]:m[3]])
		hi, ok2 := parseCount(text[m[4]:m[5]])
		all, ok := parseCount(text[m[6]:m[7]])
		// Behind the last page it is 51-50 of 50.
		if ok1 && ok2 && ok && lo <= hi+1 && all >= hi && hi-lo < maxRows {
			c := take(sureTotal+1, text[m[6]:m[7]], m[8] >= 0 || moreThan.MatchString(text[:m[6]]))
			c.rows, c.years = hi-lo+1, lo >= 1900 && hi <= 2100
		}
	}
	find := func(p pattern, may bool) []int {
		if !may {
			return nil
		}
		return p.FindStringSubmatchIndex(text)
	}
	if m := find(shownOf, strings.Contains(text, "of") && numbersIn(text, 2) == 2); m != nil {
		if n, ok := parseCount(text[m[2]:m[3]]); ok && n > 1 {
			take(sureTotal, text[m[4]:m[5]], m[6] >= 0).beside = n
		}
	}
	if m := ofAll.FindStringSubmatchIndex(text); m != nil {
		take(sureTotal, text[m[2]:m[3]], false)
	}
	if m := find(countThing, countThingWords.behindNumber(text)); m != nil {
		rank := 6
		if len(text) > 120 || whole.MatchString(text) {
			rank = weakTotal
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := find(foundCount, foundCount.may(text[:max(0, strings.LastIndexFunc(text, isDigit))])); m != nil && !countsPages.MatchString(text[m[3]:]) {
		rank := 5
		if len(text) > 120 {
			rank = weakTotal - 1
		}
		take(rank, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	if m := find(foundThings, len(text) <= 120); m != nil && !whole.MatchString(text) {
		take(5, text[m[2]:m[3]], m[4] >= 0 || moreThan.MatchString(text[:m[2]]))
	}
	return out
}

// parseCount reads a whole number with separators of thousands.
func parseCount(s string) (int, bool) {
	n := 0
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			n = n*10 + int(r-'0')
		case r > utf8.RuneSelf && isDigit(r):
			n = n*10 + digit(r)
		default:
			continue
		}
		if digits++; digits > 12 {
			return 0, false
		}
	}
	return n, digits > 0
}
