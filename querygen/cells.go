package querygen

import (
	"container/heap"
	"fmt"
	"math"
	"slices"
)

// cells divide the records among questions that share none, where the site
// narrows by words and excludes words. The cell of a word is its records but
// those of the words before it; a cell with more matches than the site shows is
// cut in two by a further word, "q x" and "q -x", again and again until the
// parts fit. Only "q x" is asked: the total of the rest follows by subtraction.
// So the rows of different cells never repeat each other, and what is spent
// above the floor are the first pages of cells that had to be cut, and last
// pages that are not full.
type cells struct {
	f       *facts
	waiting cellHeap
	pending map[string]cutting // by key of the question proposed
	whole   []*question        // of cells that cannot be cut
	made    int
	sized   ratio // matches of parts for each predicted
	counter wordCounter
}

// cell is a set of records that one question asks for.
type cell struct {
	words  compound
	total  float64   // matches, as far as known when it was made
	rows   []uint32  // records of it in hand, as far as questions for it and for what it was cut from brought them
	held   matching  // records in hand that fit words
	q      *question // that asked for it, nil where none did
	uncut  []uint32  // words that do not cut it
	number int       // in the order of their making
	rate   float64   // new records for the next request
	next   *part     // to cut off next, nil until it was chosen
	done   bool      // asked or cut
	cut
}

// part is what a word cuts off a cell.
type part struct {
	by    uint32
	words compound // to ask for: where they are too many, without the exclusions that matter least
	size  float64  // matches expected that belong to the cell
	again float64  // records in hand that come again, since exclusions were left out
}

// cutting is what a question is proposed for.
type cutting struct {
	cell *cell
	part *part // nil where it asks for all of cell
}

// Constants of cutting.
const (
	cellFill     = 0.8  // of the limit that a part is meant to have: predictions err
	cellRoom     = 0.25 // of the words that are left to a cell; more parts are halved first
	cellSample   = 300  // records that words are counted in
	cellScan     = 3000 // records that are looked through for those
	partsTried   = 50   // of a cell, before it is left: others were asked like them
	cellOverhead = 0.8  // of a page that asking for a part is worth
	wordPrior    = 10   // records that the share of a word in a wider set counts for
)

// readable returns how many matches of a question can be read: where no limit is
// known, all. Nothing is cheaper than the pages of a single answer. Should a limit
// show after all, what was read comes again with the answer's parts, once.
func (f *facts) readable() float64 {
	if k := f.limit(); k > 0 {
		return float64(k)
	}
	return math.Inf(1)
}

// tooLong reports whether an answer with so many matches must be cut.
func (f *facts) tooLong(matches float64) bool { return matches > f.readable() }

// fits returns how many matches a part of a cell may have: a refused answer
// shows that there is a bound before anything shows which.
func (s *cells) fits() float64 {
	if k := s.f.limit(); k > 0 {
		return float64(k)
	}
	return float64(max(s.f.reach, s.f.rowsAPage()))
}

func newCells(f *facts) cells { return cells{f: f, pending: map[string]cutting{}} }

// unseen returns how many records of c are not in hand. Questions for other
// words bring some, too; they count where rows show all the words of a record.
func (s *cells) unseen(c *cell) float64 {
	if c.recounts(s.f) {
		return c.recount(s.f)
	}
	inHand := len(c.rows)
	if s.f.seeing.share() >= wholeShown {
		inHand = max(inHand, len(c.held.of(&s.f.records, c.words)))
	}
	return max(c.total-float64(inHand), 0)
}

// matches returns how many matches c has.
func (s *cells) matches(c *cell) float64 {
	if !c.recounts(s.f) {
		return c.total
	}
	return float64(len(c.held.of(&s.f.records, c.words))) + s.unseen(c)
}

// add makes a cell wait to be asked or cut.
func (s *cells) add(c *cell) {
	if s.unseen(c) < 1 {
		return
	}
	c.rate = s.rate(c)
	s.made++
	c.number = s.made
	heap.Push(&s.waiting, c)
}

// rate returns the new records for a page of all of c.
func (s *cells) rate(c *cell) float64 {
	rate := s.unseen(c) / max(math.Ceil(s.matches(c)/float64(s.f.rowsAPage())-0.2), 1)
	if s.f.tooLong(s.matches(c)) {
		rate *= cellOverhead
	}
	return rate
}

// propose returns the question that brings the best part of a word that is still
// claimed, and its worth.
func (s *cells) propose(claimed func(uint32) bool) (Query, float64, bool) {
	for ; len(s.waiting) > 0; heap.Pop(&s.waiting) {
		c := s.waiting[0]
		switch {
		case c.done || !claimed(c.words.with[0]) || s.unseen(c) < 1:
			continue
		case c.next == nil && s.rate(c) < 0.999*c.rate:
			c.rate = s.rate(c)
			heap.Fix(&s.waiting, 0)
			return s.propose(claimed)
		case c.q == nil && !s.f.tooLong(s.matches(c)) && c.words.length() <= s.f.operators.limit():
			q := s.f.compound(c.words, s.f.operators.mark, "weighted")
			if s.f.byKey[q.Key()] != nil || !s.f.si.accepts(s.f.records.write(c.words, s.f.operators.mark)) {
				continue
			}
			q.Expected = math.Round(s.unseen(c))
			q.Why = fmt.Sprintf("the rest of an answer that was cut, beside its parts: about %.0f matches, which no other question brings", s.matches(c))
			s.pending[q.Key()] = cutting{c, nil}
			return q, c.rate, true
		}
		if c.next == nil && !s.cut(c) {
			if c.q != nil {
				s.whole = append(s.whole, c.q)
			}
			continue
		}
		p := c.next
		if worth := s.worth(c); worth < 0.999*c.rate {
			c.rate = worth
			heap.Fix(&s.waiting, 0)
			return s.propose(claimed)
		}
		q := s.f.compound(p.words, s.f.operators.mark, "weighted")
		q.Expected = math.Round(min(p.size, s.fits()) * s.unseen(c) / s.matches(c))
		q.Why = fmt.Sprintf("a part of an answer with %.0f matches, more than can be read: %.0f are expected in it", s.matches(c), p.size)
		s.pending[q.Key()] = cutting{c, p}
		return q, c.rate, true
	}
	return Query{}, 0, false
}

// observe takes note of the first answer to a question. It reports whether its
// further pages should not be read, since its cell is cut.
func (s *cells) observe(q *question) (cut bool) {
	p, ok := s.pending[q.query.Key()]
	if !ok || p.cell.done || q.stuck {
		return false
	}
	delete(s.pending, q.query.Key())
	c := p.cell
	if p.part == nil {
		c.done = true
		return s.overflow(q, s.size(q, s.matches(c)), c.rows)
	}
	c.next = nil
	m := s.size(q, p.part.size+p.part.again)
	own := m // of the cell
	rows := s.having(c.rows, p.part.by, true)
	if len(q.words.without) < len(c.words.without) {
		rows = s.f.inHandList(q)
		own = s.owned(q, m, c.words.and(p.part.by))
	}
	if q.status != Refused {
		s.sized.add(own, p.part.size)
	}
	if s.f.matches(q) >= 0 && own >= 0.98*s.matches(c) && p.part.size < 0.8*s.matches(c) {
		c.uncut = append(c.uncut, p.part.by) // the site ignores the word among others, or all have it
		return true
	}
	c.done = true
	s.add(&cell{words: c.words.except(p.part.by), total: max(s.matches(c)-own, 0), rows: s.having(c.rows, p.part.by, false), cut: c.without(q, len(q.words.without) < len(c.words.without))})
	return s.overflow(q, m, rows)
}

// owned returns how many of the matches of q, so many of which were not excluded
// for want of room, belong to a part: those in hand that do, and of the others
// the share that its first rows show.
func (s *cells) owned(q *question, matches float64, part compound) float64 {
	r := &s.f.records
	list := s.f.inHandList(q)
	before := r.held() - q.fresh
	held, fresh, own := 0, 0, 0
	for _, d := range list {
		fits := r.fits(d, part)
		switch {
		case int(d) < before:
			if fits {
				held++
			}
		default:
			fresh++
			if fits {
				own++
			}
		}
	}
	unseen := max(matches-float64(len(list)-fresh), 0)
	return float64(held) + unseen*float64(own+1)/float64(fresh+1)
}

// overflow makes a cell of a question that has more matches than the site
// shows. It reports whether it has.
func (s *cells) overflow(q *question, matches float64, rows []uint32) bool {
	if !s.f.tooLong(matches) && q.status != Refused {
		return false
	}
	rows = append(slices.Clone(rows), q.rows...)
	slices.Sort(rows)
	s.add(&cell{words: q.words, total: matches, rows: slices.Compact(rows), q: q, cut: cut{of: q}})
	return true
}

// size returns the matches of q, from what was predicted where the site does not tell.
func (s *cells) size(q *question, predicted float64) float64 {
	switch m := s.f.matches(q); {
	case m >= 0:
		return float64(m)
	case q.status == Refused || q.capped:
		return max(predicted, 1.25*s.fits())
	case q.more:
		return max(predicted, float64(len(q.rows)+1))
	}
	return float64(len(q.rows))
}

// having returns the records that hold a word, or those that do not.
func (s *cells) having(rows []uint32, word uint32, holds bool) []uint32 {
	var out []uint32
	for _, d := range rows {
		if s.f.records.holds(d, word) == holds {
			out = append(out, d)
		}
	}
	return out
}

// worth returns the new records that the next part of c brings for a request.
func (s *cells) worth(c *cell) float64 {
	size := min(c.next.size, s.fits())
	pages := max(math.Ceil((size+c.next.again)/float64(s.f.rowsAPage())-0.2), 1)
	return cellOverhead * size * s.unseen(c) / s.matches(c) / pages
}

// cellHeap is a heap of cells by rate.
type cellHeap []*cell

func (h cellHeap) Len() int { return len(h) }
func (h cellHeap) Less(i, j int) bool {
	if h[i].rate != h[j].rate {
		return h[i].rate > h[j].rate
	}
	return h[i].number < h[j].number
}
func (h cellHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *cellHeap) Push(x any)   { *h = append(*h, x.(*cell)) }

func (h *cellHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
