package text

import "hash/fnv"

// furniture are the words that sites put into every row ("755 bytes, 99 words, read on"):
// nearly all rows have them, between the same neighbours. Other words that most rows have,
// "the" among them, stand between different ones. They are no words of the records, and
// not asked. The zero value knows nothing.
type furniture struct {
	rows   int
	places map[uint32]wordPlace
}

// wordPlace is where a word stands in rows.
type wordPlace struct {
	rows  int
	last  int    // of them
	among uint64 // the neighbours that it has mostly
	votes int    // rows with these, less those with others
}

// Of furniture.
const (
	furnitureFrom  = 20  // rows, from which on they tell,
	furnitureRows  = 200 // and that are looked at
	furnitureShare = 0.9 // of them must have the word, and of these the same neighbours
)

// add takes in the words of a new row, in order.
func (f *furniture) add(c *Collection, words []uint32) {
	if f.rows >= furnitureRows {
		return
	}
	if f.rows++; f.places == nil {
		f.places = map[uint32]wordPlace{}
	}
	neighbour := func(i int) string {
		if i < 0 || i >= len(words) || classOf(c.Words[words[i]]) != "" {
			return "#" // a number of one digit is no word, and may stand at the end
		}
		return c.Words[words[i]]
	}
	for i, w := range words {
		p := f.places[w]
		if p.last == f.rows || p.rows < int(furnitureShare*float64(f.rows-1))-1 {
			continue // another one of the row, or too few have it already
		}
		p.last = f.rows
		h := fnv.New64a()
		h.Write([]byte(neighbour(i-1) + "\n" + neighbour(i+1)))
		switch among := h.Sum64(); {
		case p.among == among:
			p.votes++
		case p.votes == 0:
			p.among, p.votes = among, 1
		default:
			p.votes--
		}
		p.rows++
		f.places[w] = p
	}
}

// Has reports whether a word is of the rows and not of the records.
func (f *furniture) Has(word uint32) bool {
	p := f.places[word]
	rows := float64(f.rows)
	return f.rows >= furnitureFrom && float64(p.rows) >= furnitureShare*rows && float64(p.votes) >= (2*furnitureShare-1)*float64(p.rows)
}
