package facts

import (
	"math"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// columnWords are the words of the named fields of the records held. The zero value
// keeps nothing until it is wanted.
type columnWords struct {
	Wanted bool
	All    []*Vocabulary // in the order of their first sight
	ByName map[string]*Vocabulary
	By     []uint32 // by record: the word that brought it, noWordBrought for none
}

// Vocabulary is the words of one column, and which records have them there.
type Vocabulary struct {
	Column   string
	Words    []uint32          // in the order of their first sight
	Postings [][]uint32        // by index in words: records, ascending
	index    map[uint32]uint32 // in words
	values   map[uint64]uint32 // by hash of a value: its number
	texts    []uint32          // the words of values, by index, those of one in a row
	ends     []uint32          // by number of a value: where its words end in texts
	Records  int               // that have a value
	Until    int               // records held when the latest was read
	Closed   bool              // no more values are read
}

const (
	noWordBrought = math.MaxUint32
	ValuesRead    = 2000 // different ones of a column; the records that have them stand for all
)

// add reads the fields of the latest record, whose words were interned and which q brought.
func (w *columnWords) add(c *text.Collection, q *Question, fields []page.Pair) {
	if !w.Wanted {
		return
	}
	if w.ByName == nil {
		w.ByName = map[string]*Vocabulary{}
	}
	by := uint32(noWordBrought)
	if q.Kind == Keyword {
		by = q.Word
	}
	w.By = append(w.By, by)
	for _, f := range fields {
		if f.Value == "" {
			continue
		}
		v := w.ByName[f.Name]
		if v == nil {
			v = &Vocabulary{Column: f.Name, index: map[uint32]uint32{}, values: map[uint64]uint32{}}
			w.ByName[f.Name] = v
			w.All = append(w.All, v)
		}
		if !v.Closed {
			v.add(c, f.Value)
		}
	}
}

func (v *Vocabulary) add(c *text.Collection, value string) {
	if v.Until < c.Held() {
		v.Until = c.Held()
		v.Records++
	}
	record := uint32(c.Held() - 1)
	for _, i := range v.read(c, value) {
		if p := v.Postings[i]; len(p) == 0 || p[len(p)-1] != record {
			v.Postings[i] = append(p, record)
		}
	}
	if len(v.values) < ValuesRead {
		return
	}
	if v.Closed = true; v.Unlike() {
		v.Words, v.Postings = nil, nil
	}
	v.index, v.values, v.texts, v.ends = nil, nil, nil, nil
}

// read returns the words of a value.
func (v *Vocabulary) read(c *text.Collection, value string) []uint32 {
	h := text.HashOf(value)
	if i, known := v.values[h]; known {
		return v.wordsOf(i)
	}
	c.Split.Each(value, func(word string) {
		id, ok := c.ID(word)
		if !ok {
			return // the row does not show it
		}
		i, ok := v.index[id]
		if !ok {
			i = uint32(len(v.Words))
			v.index[id] = i
			v.Words, v.Postings = append(v.Words, id), append(v.Postings, nil)
		}
		v.texts = append(v.texts, i)
	})
	i := uint32(len(v.ends))
	v.values[h] = i
	v.ends = append(v.ends, uint32(len(v.texts)))
	return v.wordsOf(i)
}

// wordsOf returns the words of a value by its number.
func (v *Vocabulary) wordsOf(i uint32) []uint32 {
	from := uint32(0)
	if i > 0 {
		from = v.ends[i-1]
	}
	return v.texts[from:v.ends[i]]
}

// Unlike reports whether the column has nearly as many words as records, like one of
// titles: it names its records, and does not say what kind they are of.
func (v *Vocabulary) Unlike() bool { return wordsAlike*len(v.Words) > v.Records }

// wordsAlike is how many records a column of kinds has for each of its words, at least.
const wordsAlike = 2
