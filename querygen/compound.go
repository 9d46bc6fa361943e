package querygen

import (
	"slices"
	"strings"
)

// compound is a text of several words for the query box: records must hold all
// of with, and none of without.
type compound struct {
	with    []uint32
	without []uint32
}

// length is the number of words in it.
func (c compound) length() int { return len(c.with) + len(c.without) }

// and returns c narrowed to the records that hold w too.
func (c compound) and(w uint32) compound {
	return compound{append(slices.Clone(c.with), w), c.without}
}

// except returns c narrowed to the records that do not hold w.
func (c compound) except(w uint32) compound {
	return compound{c.with, append(slices.Clone(c.without), w)}
}

// parse reads a text of the query box. It is not ok for a single word.
func (c *collection) parse(text string) (compound, bool) {
	terms := strings.Fields(text)
	if len(terms) < 2 {
		return compound{}, false
	}
	var out compound
	negated := false
	for _, term := range terms {
		if term == wordNot || term == loneNot {
			negated = true
			continue
		}
		bare, minus := strings.CutPrefix(term, signNot)
		c.split.each(bare, func(w string) {
			if id := c.intern(w); minus || negated {
				out.without = append(out.without, id)
			} else {
				out.with = append(out.with, id)
			}
		})
		negated = false
	}
	return out, len(out.with) > 0
}

// write returns the text that asks for x, exclusions written with mark.
func (c *collection) write(x compound, mark string) string {
	var b strings.Builder
	for i, w := range x.with {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.words[w])
	}
	for _, w := range x.without {
		b.WriteByte(' ')
		b.WriteString(mark)
		b.WriteString(c.words[w])
	}
	return b.String()
}

// fits reports whether the text in hand of a record agrees with x.
func (c *collection) fits(record uint32, x compound) bool {
	for _, w := range x.with {
		if !c.holds(record, w) {
			return false
		}
	}
	for _, w := range x.without {
		if c.holds(record, w) {
			return false
		}
	}
	return true
}

// fitting appends to list the records from number from on that fit x, ascending.
func (c *collection) fitting(list []uint32, x compound, from int) []uint32 {
	rarest := c.postings[x.with[0]]
	for _, w := range x.with[1:] {
		if p := c.postings[w]; len(p) < len(rarest) {
			rarest = p
		}
	}
	start, _ := slices.BinarySearch(rarest, uint32(from))
	for _, d := range rarest[start:] {
		if c.fits(d, x) {
			list = append(list, d)
		}
	}
	return list
}

// matching is the list of records in hand that fit a compound. It is extended
// when it is read, so that each record is looked at once.
type matching struct {
	list    []uint32
	upTo    int
	widened int // collection.widened then: where records hold more since, all are looked at again
}

func (m *matching) of(c *collection, x compound) []uint32 {
	if m.widened != c.widened {
		m.list, m.upTo, m.widened = m.list[:0], 0, c.widened
	}
	if m.upTo < c.held() {
		m.list, m.upTo = c.fitting(m.list, x, m.upTo), c.held()
	}
	return m.list
}
