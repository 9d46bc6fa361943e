package text

// WordCounter counts words in two sets of records.
type WordCounter struct{ Own, Wide wordCounts }

// wordCounts is how many of some records hold each word.
type wordCounts struct {
	Records int
	Words   []uint32 // counted, in the order of their first sight
	By      []uint16 // by word
}

func (n *wordCounts) Count(c *Collection, records []uint32) {
	for _, w := range n.Words {
		n.By[w] = 0
	}
	n.Words, n.Records = n.Words[:0], len(records)
	if grown := len(c.Words) - len(n.By); grown > 0 {
		n.By = append(n.By, make([]uint16, grown)...)
	}
	for _, d := range records {
		for _, w := range c.WordsOf(d) {
			if n.By[w] == 0 {
				n.Words = append(n.Words, w)
			}
			n.By[w]++
		}
	}
}
