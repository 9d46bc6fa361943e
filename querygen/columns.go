package querygen

import (
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

// columns are the values of the named fields of the records held. The zero
// value keeps nothing until it is wanted.
type columns struct {
	wanted bool
	codes  *column   // numbers of so many digits in any field; nil while nobody wants them
	digits int       // of them
	all    []*column // in the order of their first sight
	byName map[string]*column
}

// column is one named field.
type column struct {
	name   string
	values []string // distinct ones in the order of their first sight
	counts []int    // by value: records
	at     map[string]uint32
	grown  []uint32 // values whose count grew since they were looked at
}

const (
	longestValue = 80     // runes of a value that is kept
	valuesKept   = 200000 // of one column
)

// add keeps the fields of a new record.
func (c *columns) add(fields []page.Pair) {
	if !c.wanted {
		return
	}
	if c.byName == nil {
		c.byName = map[string]*column{}
	}
	for _, f := range fields {
		if f.Value == "" || utf8.RuneCountInString(f.Value) > longestValue {
			continue
		}
		x := c.byName[f.Name]
		if x == nil {
			x = newColumn(f.Name)
			c.byName[f.Name] = x
			c.all = append(c.all, x)
		}
		x.add(f.Value)
		if c.codes != nil {
			for w := range strings.FieldsFuncSeq(f.Value, func(r rune) bool { return r == ' ' || r == ',' || r == '\u00a0' }) {
				if len(w) == c.digits && strings.Trim(w, "0123456789") == "" {
					c.codes.add(w)
				}
			}
		}
	}
}

// want has numbers of so many digits kept, wherever they stand.
func (c *columns) want(digits int) { c.codes, c.digits = newColumn("codes"), digits }

func newColumn(name string) *column { return &column{name: name, at: map[string]uint32{}} }

// add counts a value.
func (c *column) add(value string) {
	i, ok := c.at[value]
	if !ok {
		if len(c.values) >= valuesKept {
			return
		}
		i = uint32(len(c.values))
		c.at[value] = i
		c.values, c.counts = append(c.values, value), append(c.counts, 0)
	}
	c.counts[i]++
	c.grown = append(c.grown, i)
}

// Of the first values of a column by which its type is judged.
const (
	judgedValues = 40
	fewestValues = 4
	typeShare    = 0.8 // that must be of the type
	knownShare   = 0.1 // that must be known values of a type that has many more
)

// ofType returns the column whose values are of a type, as their looks or
// frequent values of the type tell; nil where none or several are.
func (c *columns) ofType(w *written) *column {
	var found *column
	known := map[string]bool{}
	if all := closedTypes[w.kind]; strings.Contains(all, ",") {
		for v := range strings.SplitSeq(all, ",") {
			known[foldText(v)] = true
		}
	}
	for _, x := range c.all {
		values := x.values[:min(len(x.values), judgedValues)]
		fit := 0
		for _, v := range values {
			words := strings.Fields(tokens(v))
			switch {
			case w.kind == dateType && len(words) > 0:
				if d, ok := dateAt(words, 0); ok && d.words == len(words) {
					fit++
				}
			case w.kind == zipType:
				if _, ok := w.number(v); ok {
					fit++
				}
			case known[foldText(v)]:
				fit++
			}
		}
		share := typeShare
		if len(known) > 0 {
			share = knownShare
		}
		if fit < fewestValues || float64(fit) < share*float64(len(values)) {
			continue
		}
		if found != nil {
			return nil
		}
		found = x
	}
	return found
}

// like returns the column whose name is most like one of labels, nil where none is.
func (c *columns) like(labels ...string) *column {
	var best *column
	most := 0.0
	for _, x := range c.all {
		for _, l := range labels {
			if s := similarity(x.name, l); s >= sameLabel && s > most {
				best, most = x, s
			}
		}
	}
	return best
}
