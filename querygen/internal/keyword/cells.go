package keyword

import (
	"fmt"
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/internal/heap"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
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
	f       *facts.Facts
	waiting heap.Heap[*Cell]
	pending map[string]cutting // by key of the question proposed
	whole   []*facts.Question  // of cells that cannot be cut
	made    int
	sized   facts.Ratio // matches of parts for each predicted
	counter text.WordCounter
}

// Cell is a set of records that one question asks for.
type Cell struct {
	Words  text.Compound
	Total  float64         // matches, as far as known when it was made
	Rows   []uint32        // records of it in hand, as far as questions for it and for what it was cut from brought them
	held   text.Matching   // records in hand that fit words
	q      *facts.Question // that asked for it, nil where none did
	uncut  []uint32        // words that do not cut it
	number int             // in the order of their making
	rate   float64         // new records for the next request
	next   *part           // to cut off next, nil until it was chosen
	done   bool            // asked or cut
}

// part is what a word cuts off a cell.
type part struct {
	by    uint32
	words text.Compound // to ask for: where they are too many, without the exclusions that matter least
	size  float64       // matches expected that belong to the cell
	again float64       // records in hand that come again, since exclusions were left out
}

// cutting is what a question is proposed for.
type cutting struct {
	cell *Cell
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

// fits returns how many matches a part of a cell may have: a refused answer
// shows that there is a bound before anything shows which.
func (s *cells) fits() float64 {
	if k := s.f.Regime().Limit; k > 0 {
		return float64(k)
	}
	return float64(max(s.f.Reach, s.f.RowsAPage()))
}

func NewCells(f *facts.Facts) cells {
	return cells{f: f, pending: map[string]cutting{}, waiting: heap.Heap[*Cell]{Before: (*Cell).before}}
}

// Unseen returns how many records of c are not in hand. Questions for other
// words bring some, too; they count where rows show all the words of a record.
func (s *cells) Unseen(c *Cell) float64 {
	inHand := len(c.Rows)
	if s.f.Seeing.Share() >= facts.WholeShown {
		inHand = max(inHand, len(c.held.Of(&s.f.Records, c.Words)))
	}
	return max(c.Total-float64(inHand), 0)
}

// add makes a cell wait to be asked or cut.
func (s *cells) add(c *Cell) {
	if s.Unseen(c) < 1 {
		return
	}
	c.rate = s.rate(c)
	s.made++
	c.number = s.made
	s.waiting.Push(c)
}

// rate returns the new records for a page of all of c.
func (s *cells) rate(c *Cell) float64 {
	rate := s.Unseen(c) / max(math.Ceil(c.Total/float64(s.f.RowsAPage())-0.2), 1)
	if s.f.TooLong(c.Total) {
		rate *= cellOverhead
	}
	return rate
}

// propose returns the question that brings the best part of a word that is still
// claimed, and its worth.
func (s *cells) propose(claimed func(uint32) bool) (querygen.Query, float64, bool) {
	for ; len(s.waiting.Items) > 0; s.waiting.Remove(0) {
		c := s.waiting.Items[0]
		switch {
		case c.done || !claimed(c.Words.With[0]) || s.Unseen(c) < 1:
			continue
		case c.next == nil && s.rate(c) < 0.999*c.rate:
			c.rate = s.rate(c)
			s.waiting.Fix(0)
			return s.propose(claimed)
		case c.q == nil && !s.f.TooLong(c.Total) && c.Words.Length() <= s.f.Operators.Limit():
			q := s.f.Compound(c.Words, s.f.Operators.Mark, weightedName)
			if s.f.ByKey[q.Key()] != nil || !s.f.Space.Accepts(s.f.Records.Write(c.Words, s.f.Operators.Mark)) {
				continue
			}
			q.Expected = math.Round(s.Unseen(c))
			q.Why = fmt.Sprintf("the rest of an answer that was cut, beside its parts: about %.0f matches, which no other question brings", c.Total)
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
			s.waiting.Fix(0)
			return s.propose(claimed)
		}
		q := s.f.Compound(p.words, s.f.Operators.Mark, weightedName)
		q.Expected = math.Round(min(p.size, s.fits()) * s.Unseen(c) / c.Total)
		q.Why = fmt.Sprintf("a part of an answer with %.0f matches, more than can be read: %.0f are expected in it", c.Total, p.size)
		s.pending[q.Key()] = cutting{c, p}
		return q, c.rate, true
	}
	return querygen.Query{}, 0, false
}

// observe takes note of the first answer to a question. It reports whether its
// further pages should not be read, since its cell is cut.
func (s *cells) observe(q *facts.Question) (cut bool) {
	p, ok := s.pending[q.Query.Key()]
	if !ok || p.cell.done || q.Stuck {
		return false
	}
	delete(s.pending, q.Query.Key())
	c := p.cell
	if p.part == nil {
		c.done = true
		return s.overflow(q, s.size(q, c.Total), c.Rows)
	}
	c.next = nil
	m := s.size(q, p.part.size+p.part.again)
	own := m // of the cell
	rows := s.having(c.Rows, p.part.by, true)
	if len(q.Words.Without) < len(c.Words.Without) {
		rows = s.f.InHandList(q)
		own = s.Owned(q, m, c.Words.And(p.part.by))
	}
	if q.Status != querygen.Refused {
		s.sized.Add(own, p.part.size)
	}
	if s.f.Matches(q) >= 0 && own >= 0.98*c.Total && p.part.size < 0.8*c.Total {
		c.uncut = append(c.uncut, p.part.by) // the site ignores the word among others, or all have it
		return true
	}
	c.done = true
	s.add(&Cell{Words: c.Words.Except(p.part.by), Total: max(c.Total-own, 0), Rows: s.having(c.Rows, p.part.by, false)})
	return s.overflow(q, m, rows)
}

// Owned returns how many of the matches of q, so many of which were not excluded
// for want of room, belong to a part: those in hand that do, and of the others
// the share that its first rows show.
func (s *cells) Owned(q *facts.Question, matches float64, part text.Compound) float64 {
	r := &s.f.Records
	list := s.f.InHandList(q)
	before := r.Held() - q.Fresh
	held, fresh, own := 0, 0, 0
	for _, d := range list {
		fits := r.Fits(d, part)
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
func (s *cells) overflow(q *facts.Question, matches float64, rows []uint32) bool {
	if !s.f.TooLong(matches) && q.Status != querygen.Refused {
		return false
	}
	rows = append(slices.Clone(rows), q.Rows...)
	slices.Sort(rows)
	s.add(&Cell{Words: q.Words, Total: matches, Rows: slices.Compact(rows), q: q})
	return true
}

// size returns the matches of q, from what was predicted where the site does not tell.
func (s *cells) size(q *facts.Question, predicted float64) float64 {
	switch m := s.f.Matches(q); {
	case m >= 0:
		return float64(m)
	case q.Status == querygen.Refused || q.Capped:
		return max(predicted, 1.25*s.fits())
	case q.More:
		return max(predicted, float64(len(q.Rows)+1))
	}
	return float64(len(q.Rows))
}

// having returns the records that hold a word, or those that do not.
func (s *cells) having(rows []uint32, word uint32, holds bool) []uint32 {
	var out []uint32
	for _, d := range rows {
		if s.f.Records.Holds(d, word) == holds {
			out = append(out, d)
		}
	}
	return out
}

// worth returns the new records that the next part of c brings for a request.
func (s *cells) worth(c *Cell) float64 {
	size := min(c.next.size, s.fits())
	pages := max(math.Ceil((size+c.next.again)/float64(s.f.RowsAPage())-0.2), 1)
	return cellOverhead * size * s.Unseen(c) / c.Total / pages
}

// before gives the cells of the greatest rate first.
func (c *Cell) before(d *Cell) bool {
	if c.rate != d.rate {
		return c.rate > d.rate
	}
	return c.number < d.number
}
