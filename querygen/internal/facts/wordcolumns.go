package facts

import (
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// WordColumns learn in which columns of its records a site finds words: a box for authors
// finds none of titles. It tells what a word promises, and whether a page behind the end of
// a word's answer tells how long that is, or that there is none. The zero value knows nothing.
type WordColumns struct {
	bits   map[string]uint32 // by column
	of     []uint32          // by word: the columns it stands in, 0 where it was seen in none
	read   int               // records
	tried  [columnsTold + 1]text.Tries
	denied [columnsTold + 1]int // pages that denied a word, and were not believed
}

// Of wordColumns.
const (
	columnsTold = 31   // columns that are told apart
	columnsRead = 5000 // records whose columns are read; the words of others are told by these
	columnTries = 5    // words that were asked, before a column is known to be searched
	columnSure  = 0.9  // of them must have been found
	columnNone  = 8    // pages that denied a word of a column of which none was found, before the column is known not to be searched: by chance half of all pages did once in 256 times
)

// Add reads the columns of a new record.
func (w *WordColumns) Add(c *text.Collection, fields []page.Pair) {
	if len(fields) == 0 || w.read >= columnsRead {
		return
	}
	w.read++
	if w.bits == nil {
		w.bits = map[string]uint32{}
	}
	for _, f := range fields {
		bit, known := w.bits[f.Name]
		if !known {
			if len(w.bits) >= columnsTold {
				continue
			}
			bit = 1 << len(w.bits)
			w.bits[f.Name] = bit
		}
		c.Split.Each(f.Value, func(word string) {
			if id, shown := c.ID(word); shown {
				for int(id) >= len(w.of) {
					w.of = append(w.of, make([]uint32, len(w.of)+64)...)
				}
				w.of[id] |= bit
			}
		})
	}
}

// each calls yield for the columns of a word; for one of its own where it was seen in none.
func (w *WordColumns) each(word uint32, yield func(*text.Tries)) {
	w.eachAt(word, func(i int) { yield(&w.tried[i]) })
}

func (w *WordColumns) eachAt(word uint32, yield func(column int)) {
	bits := uint32(0)
	if int(word) < len(w.of) {
		bits = w.of[word]
	}
	if bits == 0 {
		yield(columnsTold)
		return
	}
	for i := range columnsTold {
		if bits>>i&1 == 1 {
			yield(i)
		}
	}
}

// Asked takes note of the first answer to a word that records held show. What was found
// was so by the column that is searched best: it says nothing of the others.
func (w *WordColumns) Asked(word uint32, found bool) {
	best := 0.0
	w.each(word, func(t *text.Tries) { best = max(best, t.Chance()) })
	w.each(word, func(t *text.Tries) {
		if found && t.Chance() < best {
			return
		}
		if t.Asked++; found {
			t.Found++
		}
	})
}

// Denied takes note of a page that has nothing for a word which records held show, and which was
// not believed: sites fail now and then.
func (w *WordColumns) Denied(word uint32) {
	w.eachAt(word, func(i int) { w.denied[i]++ })
}

// unsearched reports whether a word stands in columns alone of which no word was ever found, though
// they were asked for often.
func (w *WordColumns) unsearched(word uint32) bool {
	none := true
	w.eachAt(word, func(i int) { none = none && w.tried[i].Found == 0 && w.denied[i] >= columnNone })
	return none
}

// Found returns the chance that the site finds a word, for each of the column that it
// searches best: where it finds hardly any word of any column, columns do not tell why.
func (w *WordColumns) Found(word uint32) float64 {
	best, all := 0.0, 0.0
	w.each(word, func(t *text.Tries) { best = max(best, t.Chance()) })
	for _, t := range w.tried {
		if t.Asked > 0 {
			all = max(all, t.Chance())
		}
	}
	return min(best/max(all, best), 1)
}

// sure reports whether a word stands in a column whose words are found.
func (w *WordColumns) sure(word uint32) (sure bool) {
	w.each(word, func(t *text.Tries) {
		sure = sure || t.Asked >= columnTries && float64(t.Found) >= columnSure*float64(t.Asked)
	})
	return sure
}

// Doubtful reports whether words of none of a word's columns are known to be found, though
// those of others are: the box searches a part of the records' columns.
func (w *WordColumns) Doubtful(word uint32) bool {
	return !w.sure(word) && (w.Found(word) < columnSure || w.unsearched(word))
}
