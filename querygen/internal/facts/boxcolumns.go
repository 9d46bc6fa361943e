package facts

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// boxColumns learn which columns of the records the query box searches, by where the
// records that words brought hold these; and how many records have none of them, by the
// records that menus, bounds and lists brought. A box for notes says nothing of what has
// no note. The zero value knows nothing.
type boxColumns struct {
	brought int                       // records that words brought and that hold the word in a column
	in      map[string]int            // of them, by column
	beside  int                       // records that other questions brought
	having  map[string]*columnsHaving // of them, by the columns that they have
}

// columnsHaving are records that have the same columns.
type columnsHaving struct {
	columns []string
	records int
}

// Of boxColumns.
const (
	boxTells  = 20   // records of either kind, before they tell
	boxEnough = 500  // of either kind that are looked at
	boxFinds  = 0.03 // of the records brought must hold their word in a column that is searched
	boxWhole  = 0.9  // of the others must have one of these, for what words tell to be of all
	boxKinds  = 64   // different sets of columns that are counted
)

// add takes in a new record that q brought.
func (b *boxColumns) add(c *text.Collection, q *Question, fields []page.Pair) {
	if len(fields) == 0 {
		return
	}
	if q.Kind != Keyword {
		if q.Kind == Several || q.Kind == Expression || b.beside >= boxEnough {
			return
		}
		b.beside++
		names := make([]string, 0, len(fields))
		for _, f := range fields {
			if f.Value != "" {
				names = append(names, f.Name)
			}
		}
		slices.Sort(names)
		key := strings.Join(names, "\x00")
		if b.having == nil {
			b.having = map[string]*columnsHaving{}
		}
		have := b.having[key]
		if have == nil {
			if len(b.having) >= boxKinds {
				b.beside--
				return
			}
			have = &columnsHaving{columns: slices.Clone(names)}
			b.having[key] = have
		}
		have.records++
		return
	}
	if b.brought >= boxEnough {
		return
	}
	word, found := c.Words[q.Word], false
	if b.in == nil {
		b.in = map[string]int{}
	}
	for _, f := range fields {
		holds := false
		c.Split.Each(f.Value, func(w string) { holds = holds || w == word })
		if holds {
			found = true
			b.in[f.Name]++
		}
	}
	if found {
		b.brought++
	}
}

// covers returns the share of the records that menus and lists brought which have a column
// that the box searches; it is not ok while too few tell.
func (b *boxColumns) covers() (share float64, ok bool) {
	if b.brought < boxTells || b.beside < boxTells {
		return 1, false
	}
	n := 0
	for _, have := range b.having {
		if slices.ContainsFunc(have.columns, func(name string) bool { return float64(b.in[name]) >= boxFinds*float64(b.brought) }) {
			n += have.records
		}
	}
	return float64(n) / float64(b.beside), true
}

// Partial reports whether the box searches a part of the records only.
func (b *boxColumns) Partial() bool {
	share, ok := b.covers()
	return ok && share < boxWhole
}
