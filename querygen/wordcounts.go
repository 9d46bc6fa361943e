package querygen

// wordCounter counts words in two sets of records.
type wordCounter struct{ own, wide wordCounts }

// wordCounts is how many of some records hold each word.
type wordCounts struct {
	records int
	words   []uint32 // counted, in the order of their first sight
	by      []uint16 // by word
}

func (n *wordCounts) count(c *collection, records []uint32) {
	for _, w := range n.words {
		n.by[w] = 0
	}
	n.words, n.records = n.words[:0], len(records)
	if grown := len(c.words) - len(n.by); grown > 0 {
		n.by = append(n.by, make([]uint16, grown)...)
	}
	for _, d := range records {
		for _, w := range c.wordsOf(d) {
			if n.by[w] == 0 {
				n.words = append(n.words, w)
			}
			n.by[w]++
		}
	}
}
