package querygen

import (
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

// columns are the values of the named fields of the records held. The zero
// value keeps nothing until it is wanted.
type columns struct {
	wanted bool
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
			x = &column{name: f.Name, at: map[string]uint32{}}
			c.byName[f.Name] = x
			c.all = append(c.all, x)
		}
		i, ok := x.at[f.Value]
		if !ok {
			if len(x.values) >= valuesKept {
				continue
			}
			i = uint32(len(x.values))
			x.at[f.Value] = i
			x.values, x.counts = append(x.values, f.Value), append(x.counts, 0)
		}
		x.counts[i]++
		x.grown = append(x.grown, i)
	}
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
