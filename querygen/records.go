package querygen

import (
	"crypto/sha256"
	"hash/fnv"
	"io"
	"slices"
	"strings"
)

// digest is a 128-bit hash: of a record's key, or of a set of records. At 10^9
// records the chance of any collision is below 10^-20.
type digest [16]byte

func digestOf(s string) digest {
	sum := sha256.Sum256([]byte(s))
	return digest(sum[:16])
}

// wordState says whether a word can still be asked.
type wordState uint8

const (
	unasked wordState = iota
	asked
	dead // the site does not search for it as we read it: refused, or nothing though records hold it
)

// way is a set of two bits: how a record was reached.
type way uint8

const (
	byListing way = 1 << iota // by the form as served
	byOthers                  // by another question
)

// collection is the records held and the words in them. Records and words are
// numbered in the order of their first sight.
type collection struct {
	split   splitter
	numbers map[digest]uint32
	caught  []uint8  // by record: how many questions returned it, at most 255
	times   [256]int // by value of caught: how many records
	ways    []way    // by record
	byWay   [4]int   // by value of ways: how many records

	ids      map[string]uint32
	words    []string
	state    []wordState
	postings [][]uint32 // by word: the records that hold it, ascending; its length is the document frequency
	texts    []uint32   // the different words of records, those of one in a row; of a record that was widened, all once more
	spans    []stretch  // by record: its words in texts
	said     []uint64   // by record: a hash of the latest text of its rows
	frame    furniture  // of rows
	widened  int        // how often a record was found to hold more words than it had shown
}

// stretch is a part of collection.texts.
type stretch struct{ from, end uint32 }

func newCollection() collection {
	return collection{split: newSplitter(), numbers: map[digest]uint32{}, ids: map[string]uint32{}}
}

func (c *collection) held() int { return len(c.caught) }

// has reports whether a record with this key was seen.
func (c *collection) has(key string) bool {
	_, ok := c.numbers[digestOf(key)]
	return ok
}

// see returns the number of a row's record, and whether it is new. The words of
// its text are the record's; widen adds those of further rows.
func (c *collection) see(r Row) (record uint32, fresh bool) {
	d := digestOf(r.Key)
	if n, ok := c.numbers[d]; ok {
		return n, false
	}
	record = uint32(len(c.caught))
	c.numbers[d] = record
	c.caught, c.ways = append(c.caught, 0), append(c.ways, 0)
	c.times[0]++
	c.byWay[0]++
	from := uint32(len(c.texts))
	var row []uint32
	c.split.each(r.Text, func(w string) {
		id := c.intern(w)
		if c.frame.rows < furnitureRows {
			row = append(row, id)
		}
		if p := c.postings[id]; len(p) == 0 || p[len(p)-1] != record {
			c.postings[id] = append(p, record)
			c.texts = append(c.texts, id)
		}
	})
	c.frame.add(c, row)
	c.spans = append(c.spans, stretch{from, uint32(len(c.texts))})
	c.said = append(c.said, hashOf(r.Text))
	return record, true
}

// widestText is the number of different words from which on a record gets no
// more: rows that say something else each time tell nothing about their record.
const widestText = 400

// widen adds to a record held the words of another row of it, and the words
// that it is known to hold. Where rows show snippets, each is cut for the words
// that were asked.
func (c *collection) widen(record uint32, text string, words []uint32) {
	var more []uint32
	add := func(id uint32) {
		if list := c.postings[id]; len(list) > 0 && list[len(list)-1] == record || len(c.wordsOf(record))+len(more) >= widestText {
			return
		}
		if i, found := slices.BinarySearch(c.postings[id], record); !found {
			c.postings[id] = slices.Insert(c.postings[id], i, record)
			more = append(more, id)
		}
	}
	if h := hashOf(text); text != "" && h != c.said[record] {
		c.said[record] = h
		c.split.each(text, func(w string) { add(c.intern(w)) })
	}
	for _, w := range words {
		add(w)
	}
	if len(more) == 0 {
		return
	}
	c.widened++
	from := uint32(len(c.texts))
	c.texts = append(append(c.texts, c.wordsOf(record)...), more...)
	c.spans[record] = stretch{from, uint32(len(c.texts))}
}

// knows reports whether a row's text tells nothing that is not known of its record.
func (c *collection) knows(r Row) bool {
	record, held := c.numbers[digestOf(r.Key)]
	if !held {
		return false
	}
	if c.said[record] == hashOf(r.Text) || len(c.wordsOf(record)) >= widestText {
		return true
	}
	known := true
	c.split.each(r.Text, func(w string) {
		id, ok := c.ids[w]
		known = known && ok && c.holds(record, id)
	})
	return known
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

// catch notes that one more question returned a record.
func (c *collection) catch(record uint32, by way) {
	if n := c.caught[record]; n < 255 {
		c.times[n]--
		c.times[n+1]++
		c.caught[record]++
	}
	c.byWay[c.ways[record]]--
	c.ways[record] |= by
	c.byWay[c.ways[record]]++
}

// intern returns the number of a word.
func (c *collection) intern(w string) uint32 {
	id, ok := c.ids[w]
	if !ok {
		id = uint32(len(c.words))
		w = strings.Clone(w) // not to hold the whole text
		c.ids[w] = id
		c.words = append(c.words, w)
		c.state = append(c.state, unasked)
		c.postings = append(c.postings, nil)
	}
	return id
}

// wordsOf returns the different words of a record.
func (c *collection) wordsOf(record uint32) []uint32 {
	at := c.spans[record]
	return c.texts[at.from:at.end]
}

// df returns how many of the records held contain a word.
func (c *collection) df(word uint32) int { return len(c.postings[word]) }

// holds reports whether the text in hand of a record contains a word.
func (c *collection) holds(record, word uint32) bool {
	_, found := slices.BinarySearch(c.postings[word], record)
	return found
}

// share returns the part of the records held that contain a word.
func (c *collection) share(word uint32) float64 {
	if c.held() == 0 {
		return 0
	}
	return float64(c.df(word)) / float64(c.held())
}

// labels reports whether a word seems to belong to the frame of a row ("Size: 2
// KB"), not to its record: nearly all rows have it. Sites rarely search for such.
func (c *collection) labels(word uint32) bool {
	const rows, share = 20, 0.9
	return c.held() >= rows && c.share(word) > share
}

// grown returns the words whose frequency grew since the texts ended at
// *since, once each and in order of first sight, and moves *since to their end now.
// It also returns other words of the records that were widened since.
func (c *collection) grown(since *int) []uint32 {
	out := slices.Clone(c.texts[*since:])
	*since = len(c.texts)
	slices.Sort(out)
	return slices.Compact(out)
}
