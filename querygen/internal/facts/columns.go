package facts

import (
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/dates"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// columns are the values of the named fields of the records held. The zero
// value keeps nothing until it is wanted.
type columns struct {
	Wanted bool
	Codes  *column   // numbers of so many digits in any field; nil while nobody wants them
	digits int       // of them
	All    []*column // in the order of their first sight
	byName map[string]*column
}

// column is one named field.
type column struct {
	Name   string
	Values []string   // distinct ones in the order of their first sight
	With   [][]uint32 // by value: records, ascending
	at     text.Index
	Grown  []uint32 // values that more records have since they were looked at
}

const (
	longestValue = 80     // runes of a value that is kept
	valuesKept   = 200000 // of one column
)

// add keeps the fields of a new record.
func (c *columns) add(record uint32, fields []page.Pair) {
	if !c.Wanted {
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
			c.All = append(c.All, x)
		}
		x.add(f.Value, record)
		if c.Codes != nil {
			for w := range strings.FieldsFuncSeq(f.Value, func(r rune) bool { return r == ' ' || r == ',' || r == '\u00a0' }) {
				if len(w) == c.digits && strings.Trim(w, "0123456789") == "" {
					c.Codes.add(w, record)
				}
			}
		}
	}
}

// Want has numbers of so many digits kept, wherever they stand.
func (c *columns) Want(digits int) { c.Codes, c.digits = newColumn("codes"), digits }

func newColumn(name string) *column { return &column{Name: name} }

// add notes that a record has a value.
func (c *column) add(value string, record uint32) {
	i, ok := c.at.Number(c.Values, value)
	if !ok {
		if len(c.Values) >= valuesKept {
			return
		}
		i = uint32(len(c.Values))
		c.Values, c.With = c.at.Add(c.Values, value), append(c.With, nil)
	}
	c.With[i] = append(c.With[i], record)
	c.Grown = append(c.Grown, i)
}

// Of the first values of a column by which its type is judged.
const (
	judgedValues = 40
	fewestValues = 4
	typeShare    = 0.8 // that must be of the type
	knownShare   = 0.1 // that must be known values of a type that has many more
)

// OfType returns the column whose values are of a type, as their looks or
// frequent values of the type tell; nil where none or several are.
func (c *columns) OfType(w *space.Written) *column {
	var found *column
	known := map[string]bool{}
	if all := space.ClosedTypes[w.Kind]; strings.Contains(all, ",") {
		for v := range strings.SplitSeq(all, ",") {
			known[querygen.FoldText(v)] = true
		}
	}
	for _, x := range c.All {
		values := x.Values[:min(len(x.Values), judgedValues)]
		fit := 0
		for _, v := range values {
			words := strings.Fields(text.Tokens(v))
			switch {
			case w.Kind == space.DateType && len(words) > 0:
				if d, ok := dates.At(words, 0); ok && d.Words == len(words) {
					fit++
				}
			case w.Kind == space.ZipType:
				if _, ok := w.Number(v); ok {
					fit++
				}
			case known[querygen.FoldText(v)]:
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

// Like returns the column whose name is most like one of labels, nil where none is.
func (c *columns) Like(labels ...string) *column {
	var best *column
	most := 0.0
	for _, x := range c.All {
		for _, l := range labels {
			if s := querygen.Similarity(x.Name, l); s >= querygen.SameLabel && s > most {
				best, most = x, s
			}
		}
	}
	return best
}
