package tally

import (
	"regexp"

	"github.com/hadal-crawler/hadal/extract/internal/view"
	"github.com/hadal-crawler/hadal/extract/internal/wording"
)

// Claim is what a page says about its own answer.
type Claim struct {
	Total int    // matches; -1 where it names none or what it counts is in doubt
	Rows  int    // records shown on this page; -1 where it does not say
	At    int32  // the node where it says so
	Past  string // where it counts on from behind the last record: "Results 51-50 of 50"
}

// Counts reports whether the page says that it shows n records, of which there are several.
func (c Claim) Counts(n int) bool { return n >= 2 && (c.Rows == n || c.Rows < 0 && c.Total == n) }

// One reports whether the page says that it shows a single record.
func (c Claim) One() bool { return c.Rows == 1 || c.Total == 1 && c.Rows < 0 }

// Most returns how many records the page can have by its own words; -1 where it says
// nothing, or less than the records that are there.
func (c Claim) Most(there int) int {
	n := c.Rows
	if n < 0 {
		n = c.Total
	}
	if n < there {
		return -1
	}
	return n
}

// ShownRange matches "Showing 31 to 40" and "Treffer 31-40", without a total.
var ShownRange = wording.Compile(`(?:` + shown + `|` + thing + `)\s*(?:from\s+|:\s*|#\s*)?` + num + `\s*` + to + `\s*` + num + `(?:[^\p{L}\p{Nd}]|\s|$)`)

// RangeShown matches "1 through 7 listed".
var RangeShown = wording.Compile(`(?:^|[^\p{L}\p{Nd}.,/-])` + num + `\s*` + to + `\s*` + num + `\s+(?:are\s+|were\s+)?` + shown)

// ClaimOf reads what the page says about its answer, whatever it shows; sizes are counts
// of the collection, see Known.Counts.
func ClaimOf(v *view.Page, sizes map[string]bool) Claim {
	c := Claim{Total: -1, Rows: -1}
	if t := FindTotal(v, nil, Shown{}, sizes); t.Rank > WeakTotal {
		c.Total, c.At = t.N, t.at
	}
	for _, l := range numberedLines(v) {
		if l.Zone&view.ZoneNav != 0 {
			continue
		}
		if l.rows == pastLast {
			c.Past = l.Text
		}
		if n := l.rows; n > 0 {
			if c.Rows > 0 && c.Rows != n {
				c.Rows = -1 // it says several things
				break
			}
			c.Rows, c.At = n, l.At
		}
	}
	return c
}

// behind finds how many there are of what a text is called: "Books (1,234)".
var behind = regexp.MustCompile(`\s*[(\[（]\s*(\d[\d.,'\s\x{a0}\x{202f}]*)[)\]）]\s*[:›»→]?\s*$`)

// Counted parts what a heading or a link is called from how many of that it counts, -1 where it
// does not.
func Counted(text string) (what string, n int) {
	if m := behind.FindStringSubmatchIndex(text); m != nil && m[0] > 0 {
		if n, ok := ParseCount(text[m[2]:m[3]]); ok {
			return text[:m[0]], n
		}
	}
	return text, -1
}

// maxRows bounds the rows that a range is believed to name: above it the
// numbers are years or prices. Sites that are asked for it show a thousand at once.
const maxRows = 2000

// pastLast stands for the rows of a page behind the last one, whose range is
// empty: "51-50 of 50".
const pastLast = -1

// rowsOf returns the number of records that a line like "31-40 of 1,234" says
// are shown, in which findRange found r; 0 where it says nothing.
func rowsOf(text string, r []int) int {
	var m []string
	if r != nil {
		m = []string{"", text[r[2]:r[3]], text[r[4]:r[5]], text[r[6]:r[7]]}
	} else if !HasRange(text) {
		return 0
	}
	if m == nil {
		m = ShownRange.FindStringSubmatch(text)
	}
	if m == nil {
		m = RangeShown.FindStringSubmatch(text)
	}
	if m == nil {
		return 0
	}
	lo, ok1 := ParseCount(m[1])
	hi, ok2 := ParseCount(m[2])
	if ok1 && ok2 && lo > 1 && hi == lo-1 && len(m) > 3 {
		return pastLast
	}
	if !ok1 || !ok2 || lo < 1 || hi < lo || hi-lo >= maxRows || lo >= 1900 && hi <= 2100 {
		return 0
	}
	if len(m) > 3 {
		if all, ok := ParseCount(m[3]); ok && all < hi {
			return 0
		}
	}
	return hi - lo + 1
}
