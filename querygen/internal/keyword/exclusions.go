package keyword

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// exclusions choose which words to leave out of the answer to another. A word
// is claimed once its matches are in hand or will come by its own cell: what
// holds it need not come again. (That some ten to thirty words left out make
// even the most frequent word useful again was found by experiment.)
type exclusions struct {
	f       *facts.Facts
	weights *Weights
	claimed []uint32
	at      []int32            // by word: 1 + its index in claimed, 0 where it is not claimed; the latest words are missing
	matches map[uint32]float64 // of words claimed, and of those that are too broad for it
	Broad   map[uint32]bool    // words that are not worth claiming
	limit   int                // of results, that broad was judged by
	common  map[uint32]bool    // the words that most records in hand hold, as many as can cut one answer
	plain   float64            // share of the records in hand that hold none of them
	blocked []bool             // by record: it holds a claimed word whose cell is not read yet; the latest records are missing
	Lone    []float64          // by record: its weight as far as it depends on how few claimed words it holds
	chosen  map[uint32]exclusion
}

func NewExclusions(f *facts.Facts, w *Weights) exclusions {
	return exclusions{f: f, weights: w, matches: map[uint32]float64{}, Broad: map[uint32]bool{}}
}

// exclusion is what is left out of the answer to a word.
type exclusion struct {
	without []uint32
	shown   float64 // records in hand that hold the word and none of without
}

// Constants of exclusions.
const (
	exclusionSample = 2000 // records of a word that are looked at
	lonePrior       = 20   // records that what the claimed words suggest counts for
	claimedOdds     = 0.3  // of a record to be like one not in hand, for each claimed word that it holds
	stillUnread     = 0.05 // of the matches of a cell that must be unseen for it to block
)

// Claim notes that the matches of w, so many of them, are in hand or will come.
// Words with more than can be divided well are of better use for cutting the
// answers to others.
func (e *exclusions) Claim(w uint32, matches float64) {
	if e.Has(w) {
		return
	}
	e.matches[w] = matches
	if e.TooBroad(w, matches) {
		e.Broad[w] = true
		return
	}
	for int(w) >= len(e.at) {
		e.at = append(e.at, 0)
	}
	e.claimed = append(e.claimed, w)
	e.at[w] = int32(len(e.claimed))
	if len(e.claimed) <= 2*facts.MostWords {
		e.chosen = nil // the first ones matter to all that follow
	}
}

func (e *exclusions) Has(w uint32) bool {
	return int(w) < len(e.at) && e.at[w] > 0
}

// Block marks the records that hold a claimed word of which much is unseen:
// what is like them will come by that word's cell.
func (e *exclusions) Block() {
	e.blocked = make([]bool, len(e.weights.Of))
	e.chosen = nil
	for i := range e.weights.known {
		m := &e.weights.known[i]
		w := m.q.Words.With[0]
		if !e.Has(w) {
			continue
		}
		if unseen, ok := m.unseen(e.f); ok && unseen > stillUnread*e.f.Supposed(m.q) {
			for _, d := range e.f.Records.Postings[w] {
				if int(d) < len(e.blocked) {
					e.blocked[d] = true
				}
			}
		}
	}
	e.single()
}

// single shares the weight of the records that are not blocked among them anew:
// the fewer claimed words a record holds, the nearer was it to being missed, and
// the more like those that still are (as in I. J. Good, The population frequencies of
// species, Biometrika 40, 1953: what was met once tells about what never was).
func (e *exclusions) single() {
	e.Lone = make([]float64, len(e.blocked))
	sum, all := 0.0, 0.0
	for d, blocked := range e.blocked {
		if blocked {
			continue
		}
		sum += e.weights.Of[d]
		e.Lone[d] = 1
		for _, w := range e.f.Records.WordsOf(uint32(d)) {
			if e.Has(w) {
				e.Lone[d] *= claimedOdds
			}
		}
		all += e.Lone[d]
	}
	for d := range e.Lone {
		e.Lone[d] *= sum / max(all, 1e-9)
	}
}

// Unseen returns how many records that are like those listed are not in hand,
// as the weights have it, drawn to what the claimed words in them suggest. The
// records stand for all, of which they are a part.
func (e *exclusions) Unseen(list []uint32, part float64) float64 {
	n, sum, lone := 0.0, 0.0, 0.0
	for _, d := range list {
		if int(d) >= len(e.blocked) {
			break
		}
		if !e.blocked[d] {
			n, sum, lone = n+1, sum+e.weights.Of[d], lone+e.Lone[d]
		}
	}
	n, sum, lone = n/part, sum/part, lone/part
	return (n*sum + lonePrior*lone) / (n + lonePrior)
}

// of returns what to leave out of the answer to w, of which unseen records are
// expected: greedily the words that most of the records hold that are in hand, or are to come otherwise.
func (e *exclusions) of(w uint32, unseen float64) exclusion {
	if x, ok := e.chosen[w]; ok {
		return x
	}
	most := e.f.Operators.Limit() - 1
	x := e.cover(w, most)
	if e.f.TooLong(x.shown+unseen) && len(x.without) > most/2 {
		x = e.cover(w, most/2) // leave room to cut it
	}
	if e.chosen == nil {
		e.chosen = map[uint32]exclusion{}
	}
	e.chosen[w] = x
	return x
}

func (e *exclusions) cover(w uint32, most int) exclusion {
	c := &e.f.Records
	docs := facts.Spread(c.Postings[w], exclusionSample)
	share := float64(len(c.Postings[w])) / float64(max(len(docs), 1))
	worth := make([]float64, len(docs))
	holders := map[int][]int{} // by index in claimed: indexes in docs
	gain := make([]float64, len(e.claimed))
	claims := func(d uint32, yield func(i int)) {
		for _, x := range c.WordsOf(d) {
			if x != w && e.Has(x) && !e.f.Operators.Ignored[x] {
				yield(int(e.at[x]) - 1)
			}
		}
	}
	for j, d := range docs {
		worth[j] = 1
		if int(d) < len(e.weights.Of) {
			worth[j] += e.weights.Of[d]
		}
		claims(d, func(i int) {
			holders[i] = append(holders[i], j)
			gain[i] += worth[j]
		})
	}
	out := exclusion{shown: float64(len(docs))}
	text := text.Compound{With: []uint32{w}}
	for len(out.without) < most {
		best := -1
		for i := range gain {
			if len(holders[i]) > 0 && gain[i] > 1e-9 && (best < 0 || gain[i] > gain[best]) {
				best = i
			}
		}
		if best < 0 || gain[best] < 0.5 {
			break
		}
		next := text.Except(e.claimed[best])
		if !e.f.Space.Accepts(c.Write(next, e.f.Operators.Mark)) {
			break
		}
		text = next
		out.without = next.Without
		for _, j := range holders[best] {
			if worth[j] == 0 {
				continue
			}
			out.shown--
			claims(docs[j], func(i int) { gain[i] -= worth[j] })
			worth[j] = 0
		}
		holders[best] = nil
	}
	out.shown = math.Round(out.shown * share)
	return out
}
