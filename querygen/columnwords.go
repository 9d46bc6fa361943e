package querygen

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// columnWords are the words of the named fields of the records held. The zero value
// keeps nothing until it is wanted.
type columnWords struct {
	wanted bool
	all    []*vocabulary // in the order of their first sight
	byName map[string]*vocabulary
	by     []uint32 // by record: the word that brought it, noWordBrought for none
}

// vocabulary is the words of one column, and which records have them there.
type vocabulary struct {
	column   string
	words    []uint32            // in the order of their first sight
	postings [][]uint32          // by index in words: records, ascending
	index    map[uint32]uint32   // in words
	values   map[uint64][]uint32 // by hash of a value: its words, by index
	records  int                 // that have a value
	until    int                 // records held when the latest was read
	closed   bool                // no more values are read
}

const (
	noWordBrought = math.MaxUint32
	valuesRead    = 2000 // different ones of a column; the records that have them stand for all
)

// add reads the fields of the latest record, whose words were interned and which q brought.
func (w *columnWords) add(c *collection, q *question, fields []page.Pair) {
	if !w.wanted {
		return
	}
	if w.byName == nil {
		w.byName = map[string]*vocabulary{}
	}
	by := uint32(noWordBrought)
	if q.kind == keyword {
		by = q.word
	}
	w.by = append(w.by, by)
	for _, f := range fields {
		if f.Value == "" {
			continue
		}
		v := w.byName[f.Name]
		if v == nil {
			v = &vocabulary{column: f.Name, index: map[uint32]uint32{}, values: map[uint64][]uint32{}}
			w.byName[f.Name] = v
			w.all = append(w.all, v)
		}
		if !v.closed {
			v.add(c, f.Value)
		}
	}
}

func (v *vocabulary) add(c *collection, value string) {
	if v.until < c.held() {
		v.until = c.held()
		v.records++
	}
	record := uint32(c.held() - 1)
	for _, i := range v.read(c, value) {
		if p := v.postings[i]; len(p) == 0 || p[len(p)-1] != record {
			v.postings[i] = append(p, record)
		}
	}
	if len(v.values) < valuesRead {
		return
	}
	if v.closed = true; v.unlike() {
		v.words, v.postings = nil, nil
	}
	v.index, v.values = nil, nil
}

// read returns the words of a value.
func (v *vocabulary) read(c *collection, value string) []uint32 {
	h := hashOf(value)
	if words, known := v.values[h]; known {
		return words
	}
	var words []uint32
	c.split.each(value, func(word string) {
		id, ok := c.ids[word]
		if !ok {
			return // the row does not show it
		}
		i, ok := v.index[id]
		if !ok {
			i = uint32(len(v.words))
			v.index[id] = i
			v.words, v.postings = append(v.words, id), append(v.postings, nil)
		}
		words = append(words, i)
	})
	words = slices.Clip(words)
	v.values[h] = words
	return words
}

// unlike reports whether the column has nearly as many words as records, like one of
// titles: it names its records, and does not say what kind they are of.
func (v *vocabulary) unlike() bool { return wordsAlike*len(v.words) > v.records }

// wordsAlike is how many records a column of kinds has for each of its words, at least.
const wordsAlike = 2
