package text

import (
	"slices"
	"strings"
)

// Compound is a text of several words for the query box: records must hold all
// of with, and none of without.
type Compound struct {
	With    []uint32
	Without []uint32
}

// Length is the number of words in it.
func (c Compound) Length() int { return len(c.With) + len(c.Without) }

// And returns c narrowed to the records that hold w too.
func (c Compound) And(w uint32) Compound {
	return Compound{append(slices.Clone(c.With), w), c.Without}
}

// Except returns c narrowed to the records that do not hold w.
func (c Compound) Except(w uint32) Compound {
	return Compound{c.With, append(slices.Clone(c.Without), w)}
}

// Parse reads a text of the query box. It is not ok for a single word.
func (c *Collection) Parse(text string) (Compound, bool) {
	terms := strings.Fields(text)
	if len(terms) < 2 {
		return Compound{}, false
	}
	var out Compound
	negated := false
	for _, term := range terms {
		if term == WordNot || term == LoneNot {
			negated = true
			continue
		}
		bare, minus := strings.CutPrefix(term, SignNot)
		c.Split.Each(bare, func(w string) {
			if id := c.Intern(w); minus || negated {
				out.Without = append(out.Without, id)
			} else {
				out.With = append(out.With, id)
			}
		})
		negated = false
	}
	return out, len(out.With) > 0
}

// Write returns the text that asks for x, exclusions written with mark.
func (c *Collection) Write(x Compound, mark string) string {
	var b strings.Builder
	for i, w := range x.With {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.Words[w])
	}
	for _, w := range x.Without {
		b.WriteByte(' ')
		b.WriteString(mark)
		b.WriteString(c.Words[w])
	}
	return b.String()
}

// Fits reports whether the text in hand of a record agrees with x.
func (c *Collection) Fits(record uint32, x Compound) bool {
	for _, w := range x.With {
		if !c.Holds(record, w) {
			return false
		}
	}
	for _, w := range x.Without {
		if c.Holds(record, w) {
			return false
		}
	}
	return true
}

// Fitting appends to list the records from number from on that fit x, ascending.
func (c *Collection) Fitting(list []uint32, x Compound, from int) []uint32 {
	rarest := c.Postings[x.With[0]]
	for _, w := range x.With[1:] {
		if p := c.Postings[w]; len(p) < len(rarest) {
			rarest = p
		}
	}
	start, _ := slices.BinarySearch(rarest, uint32(from))
	for _, d := range rarest[start:] {
		if c.Fits(d, x) {
			list = append(list, d)
		}
	}
	return list
}

// Matching is the list of records in hand that fit a compound. It is extended
// when it is read, so that each record is looked at once.
type Matching struct {
	list    []uint32
	upTo    int
	widened int // collection.widened then: where records hold more since, all are looked at again
}

func (m *Matching) Of(c *Collection, x Compound) []uint32 {
	if m.widened != c.Widened {
		m.list, m.upTo, m.widened = m.list[:0], 0, c.Widened
	}
	if m.upTo < c.Held() {
		m.list, m.upTo = c.Fitting(m.list, x, m.upTo), c.Held()
	}
	return m.list
}

// How exclusions are written: before the word, or as a word of their own.
const (
	SignNot = "-"
	WordNot = "NOT"
	LoneNot = "!"
)
