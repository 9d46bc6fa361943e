package estimate

import (
	"math/rand/v2"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// stock is what words asked before tell of the records that are not held, beside
// what a draw tells: an answer that shows its total says how many of its matches are
// not held, though not which. So records are told of, too, whose words that may be
// drawn are none that others share, and all the more once the samples have used words up.
// In sampler's terms the words asked belong to the pool, only that they cost nothing.
// Words that were read to their end do not: no record that is not held has them.
//
// What those matches share with the records held is supposed. The rows of a word's answer
// that no other question returned are like them: chance let one page show these
// and not those. As far as there are few, all records held that show the word count, too.
type stock struct {
	s     *Sampler
	pool  pool
	words map[uint32]stockWord // that were asked
}

// stockWord is what the answer to a word tells.
type stockWord struct {
	Unseen float64 // matches that are not held; 0 where it does not tell, or was read to its end
	rows   []uint32
	Alone  float64 // of the rows: those that no other question returned
	shown  float64 // records held that show the word
}

func NewStock(s *Sampler, p pool) *stock { return &stock{s, p, map[uint32]stockWord{}} }

// Word returns what is known of a word that was asked.
func (k *stock) Word(word uint32) stockWord {
	w, known := k.words[word]
	if !known {
		w = k.s.unseenOf(word)
		k.words[word] = w
	}
	return w
}

// alikeFrom is how many matches a word has at least for each record held that shows
// it, where the site searches for it as we read it.
const alikeFrom = 0.9

// unseenOf returns what the answer to a word tells.
func (s *Sampler) unseenOf(word uint32) stockWord {
	c := &s.Facts.Records
	if s.readsOn() {
		return stockWord{}
	}
	q := s.Facts.ByKey[s.Facts.Space.Word(c.Words[word], "").Key()]
	if q == nil || q.Kind != facts.Keyword || q.Status != querygen.Answered {
		return stockWord{}
	}
	m, w := float64(s.Facts.Matches(q)), stockWord{rows: q.Rows, shown: float64(c.Df(word))}
	unseen := m - s.Facts.InHand(q)
	if unseen < 1 || w.shown == 0 || m < alikeFrom*w.shown {
		return stockWord{}
	}
	w.Unseen = unseen
	for _, r := range q.Rows {
		if c.Caught[r] == 1 {
			w.Alone++
		}
	}
	return w
}

// aloneRows is as how many rows that no other question returned all records held
// count that show the word.
const aloneRows = 20

// standing returns how many of the unseen matches of w a record held stands for that
// shows it: as one of its rows that no other question returned, and as one of all.
func (k *stock) standing(w stockWord, record uint32) (alone, among float64) {
	if k.s.Facts.Records.Caught[record] == 1 {
		if _, row := slices.BinarySearch(w.rows, record); row {
			alone = w.Unseen / (w.Alone + aloneRows)
		}
	}
	return alone, w.Unseen / w.shown * aloneRows / (w.Alone + aloneRows)
}

// share is pool.share of a word that df records held show, the words asked included.
func (k *stock) share(word uint32, df int) float64 {
	switch {
	case k.s.eligible(word):
		return k.pool.share(df)
	case k.s.Facts.Records.State[word] == text.Asked && k.Word(word).Unseen > 0:
		return k.pool.fading(df)
	}
	return 0
}

// without returns A of a record held as it would be if it were not held: words that it
// alone shows would not be known. One word counts as if others showed it as often.
func (k *stock) without(record, shared uint32) (sum float64) {
	c := &k.s.Facts.Records
	for _, w := range c.WordsOf(record) {
		df := k.pool.before(c.Postings[w])
		if w != shared {
			df--
		}
		sum += k.share(w, df)
	}
	return sum
}

// stockOf is how many records held tell what a stock amounts to.
const stockOf = 300

// told returns the number of records that are not held, for each that is, which the
// words asked stand for in the pool: by rows that no other question returned, and
// by all records held, if these share as much with others as those not held do.
func (k *stock) told(rnd *rand.Rand) (alone, among float64) {
	c := &k.s.Facts.Records
	n := min(k.pool.held, stockOf)
	for range n {
		r, all := uint32(rnd.IntN(k.pool.held)), -1.0
		for _, id := range c.WordsOf(r) {
			if c.State[id] != text.Asked {
				continue
			}
			w := k.Word(id)
			if w.Unseen == 0 {
				continue
			}
			if all < 0 {
				all = k.without(r, noWord)
			}
			df := k.pool.before(c.Postings[id])
			a := k.pool.fading(df)
			part := a / (all - k.pool.fading(df-1) + a) / float64(n)
			one, any := k.standing(w, r)
			alone, among = alone+part*one, among+part*any
		}
	}
	return alone, among
}
