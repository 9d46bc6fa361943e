package text

import (
	"crypto/sha256"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/querygen"
)

// Digest is a 128-bit hash: of a record's key, or of a set of records. At 10^9
// records the chance of any collision is below 10^-20.
type Digest [16]byte

func DigestOf(s string) Digest {
	sum := sha256.Sum256([]byte(s))
	return Digest(sum[:16])
}

// wordState says whether a word can still be asked.
type wordState uint8

const (
	Unasked wordState = iota
	Asked
	Dead // the site does not search for it as we read it: refused, or nothing though records hold it
)

// way is a set of two bits: how a record was reached.
type way uint8

const (
	ByListing way = 1 << iota // by the form as served
	ByOthers                  // by another question
)

// Collection is the records held and the words in them. Records and words are
// numbered in the order of their first sight.
type Collection struct {
	Split   Splitter
	Numbers map[Digest]uint32
	Caught  []uint8  // by record: how many questions returned it, at most 255
	Times   [256]int // by value of caught: how many records
	Ways    []way    // by record
	ByWay   [4]int   // by value of ways: how many records

	Words    []string
	ids      Index
	State    []wordState
	Postings [][]uint32 // by word: the records that hold it, ascending; its length is the document frequency
	Texts    []uint32   // the different words of records, those of one in a row; of a record that was widened, all once more
	spans    []stretch  // by record: its words in texts
	said     []uint64   // by record: a hash of the latest text of its rows
	Frame    furniture  // of rows
	Widened  int        // how often a record was found to hold more words than it had shown
}

// stretch is a part of collection.texts.
type stretch struct{ from, end uint32 }

func NewCollection() Collection {
	return Collection{Split: NewSplitter(), Numbers: map[Digest]uint32{}}
}

func (c *Collection) Held() int { return len(c.Caught) }

// Has reports whether a record with this key was seen.
func (c *Collection) Has(key string) bool {
	_, ok := c.Numbers[DigestOf(key)]
	return ok
}

// Terms calls yield for every word of a row's text that is one of its record, in order,
// repetitions included.
func (c *Collection) Terms(text string, yield func(string)) { c.Split.Each(withoutDates(text), yield) }

// See returns the number of a row's record, and whether it is new. The words of
// its text are the record's; widen adds those of further rows.
func (c *Collection) See(r querygen.Row) (record uint32, fresh bool) {
	d := DigestOf(r.Key)
	if n, ok := c.Numbers[d]; ok {
		return n, false
	}
	record = uint32(len(c.Caught))
	c.Numbers[d] = record
	c.Caught, c.Ways = append(c.Caught, 0), append(c.Ways, 0)
	c.Times[0]++
	c.ByWay[0]++
	from := uint32(len(c.Texts))
	var row []uint32
	c.Terms(r.Text, func(w string) {
		id := c.Intern(w)
		if c.Frame.rows < furnitureRows {
			row = append(row, id)
		}
		if p := c.Postings[id]; len(p) == 0 || p[len(p)-1] != record {
			c.Postings[id] = append(p, record)
			c.Texts = append(c.Texts, id)
		}
	})
	c.Frame.add(c, row)
	c.spans = append(c.spans, stretch{from, uint32(len(c.Texts))})
	c.said = append(c.said, HashOf(r.Text))
	return record, true
}

// widestText is the number of different words from which on a record gets no
// more: rows that say something else each time tell nothing about their record.
const widestText = 400

// Widen adds to a record held the words of another row of it, and the words
// that it is known to hold. Where rows show snippets, each is cut for the words
// that were asked.
func (c *Collection) Widen(record uint32, text string, words []uint32) {
	var more []uint32
	add := func(id uint32) {
		if list := c.Postings[id]; len(list) > 0 && list[len(list)-1] == record || len(c.WordsOf(record))+len(more) >= widestText {
			return
		}
		if i, found := slices.BinarySearch(c.Postings[id], record); !found {
			c.Postings[id] = slices.Insert(c.Postings[id], i, record)
			more = append(more, id)
		}
	}
	if h := HashOf(text); text != "" && h != c.said[record] {
		c.said[record] = h
		c.Terms(text, func(w string) { add(c.Intern(w)) })
	}
	for _, w := range words {
		add(w)
	}
	if len(more) == 0 {
		return
	}
	c.Widened++
	from := uint32(len(c.Texts))
	c.Texts = append(append(c.Texts, c.WordsOf(record)...), more...)
	c.spans[record] = stretch{from, uint32(len(c.Texts))}
}

// Knows reports whether a row's text tells nothing that is not known of its record.
func (c *Collection) Knows(r querygen.Row) bool {
	record, held := c.Numbers[DigestOf(r.Key)]
	if !held {
		return false
	}
	if c.said[record] == HashOf(r.Text) || len(c.WordsOf(record)) >= widestText {
		return true
	}
	known := true
	c.Terms(r.Text, func(w string) {
		id, ok := c.ID(w)
		known = known && ok && c.Holds(record, id)
	})
	return known
}

func HashOf(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return h.Sum64()
}

// Catch notes that one more question returned a record.
func (c *Collection) Catch(record uint32, by way) {
	if n := c.Caught[record]; n < 255 {
		c.Times[n]--
		c.Times[n+1]++
		c.Caught[record]++
	}
	c.ByWay[c.Ways[record]]--
	c.Ways[record] |= by
	c.ByWay[c.Ways[record]]++
}

// ID returns the number of a word, and whether it has one.
func (c *Collection) ID(w string) (uint32, bool) { return c.ids.Number(c.Words, w) }

// Intern returns the number of a word, a new one where it has none.
func (c *Collection) Intern(w string) uint32 {
	id, ok := c.ID(w)
	if !ok {
		id = uint32(len(c.Words))
		c.Words = c.ids.Add(c.Words, strings.Clone(w)) // not to hold the whole text
		c.State = append(c.State, Unasked)
		c.Postings = append(c.Postings, nil)
	}
	return id
}

// WordsOf returns the different words of a record.
func (c *Collection) WordsOf(record uint32) []uint32 {
	at := c.spans[record]
	return c.Texts[at.from:at.end]
}

// Df returns how many of the records held contain a word.
func (c *Collection) Df(word uint32) int { return len(c.Postings[word]) }

// Holds reports whether the text in hand of a record contains a word.
func (c *Collection) Holds(record, word uint32) bool {
	_, found := slices.BinarySearch(c.Postings[word], record)
	return found
}

// Share returns the part of the records held that contain a word.
func (c *Collection) Share(word uint32) float64 {
	if c.Held() == 0 {
		return 0
	}
	return float64(c.Df(word)) / float64(c.Held())
}

// Labels reports whether a word seems to belong to the frame of a row ("Size: 2
// KB"), not to its record: nearly all rows have it. Sites rarely search for such.
func (c *Collection) Labels(word uint32) bool {
	const rows, share = 20, 0.9
	return c.Held() >= rows && c.Share(word) > share
}

// Grown returns the words whose frequency grew since the texts ended at
// *since, once each and in order of first sight, and moves *since to their end now.
// It also returns other words of the records that were widened since.
func (c *Collection) Grown(since *int) []uint32 {
	out := slices.Clone(c.Texts[*since:])
	*since = len(c.Texts)
	slices.Sort(out)
	return slices.Compact(out)
}

// CommonStart returns the letter that begins a word of most records.
func (c *Collection) CommonStart() string {
	with := map[rune]map[uint32]bool{}
	best, most := "", 0
	for w, list := range c.Postings {
		first, _ := utf8.DecodeRuneInString(c.Words[w])
		if !unicode.IsLetter(first) || IsEast(first) {
			continue
		}
		if with[first] == nil {
			with[first] = map[uint32]bool{}
		}
		for _, r := range list {
			with[first][r] = true
		}
		if n := len(with[first]); n > most {
			best, most = string(first), n
		}
	}
	return best
}
