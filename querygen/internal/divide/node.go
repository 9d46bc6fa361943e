package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Node is a part of the records and the question for it.
type Node struct {
	Region   space.Region
	Parent   *Node
	Question *facts.Question // nil until answered
	Size     float64         // records in it, known or supposed
	exact    bool            // size was shown, or follows from totals shown
	Split    *Division       // nil while undivided
	parts    []*Node         // of the divisions that ended
	used     []int           // dimensions of divisions that ended
	whole    bool            // the last of them divided all of it into parts
	spares   []*Node         // that had brought other parts already
	lack     float64         // records that the last of them did not bring
	doubt    float64         // how likely an empty answer hides records

	version   int // of its entry in the agenda
	ended     bool
	taught    bool // its first answer was learned from
	revisited int  // divisions that had ended when it was looked at for records that they lack
}

// certainty weighs what n promises: doubtful parts wait for those that are known
// to have records, since these may tell what is in them.
func (n *Node) certainty() float64 {
	if n.doubt > 0 {
		return n.doubt
	}
	return 1
}

// brings adds the records that n's answer showed.
func (n *Node) brings(found map[uint32]bool) {
	if n.Question != nil {
		for _, r := range n.Question.Rows {
			found[r] = true
		}
	}
}

// Division is a node divided along one dimension.
type Division struct {
	Dim      int
	Values   []int        // of the menu: not asked yet
	shares   []float64    // of n's records, by value of the menu
	Sample   []float64    // of n's quantities, ascending
	Rest     space.Bounds // of a pair of bounds: not asked yet, above what was
	ended    bool         // nothing of rest is left
	left     float64      // records that remain for values or rest
	exact    bool         // left follows from totals shown
	children []*Node
	waiting  *Node // child whose answer must come first
	refused  bool  // n's question was: what it has need not be near the records held

	missing        float64 // share of n's records expected to lack the value
	spared         float64 // records in parts that were known from other divisions
	tried          int     // parts along bounds that were answered,
	meant, brought float64 // the records that they were meant to have, and had
}

const (
	missingParts = 3   // parts in a row from which a division is judged while it goes on
	missingBelow = 0.3 // of what they promised: less, and records are missing
)

// promised is how many records the rest of a division along bounds is expected
// to bring: those left but for the ones that lack the quantity.
func (s *Division) promised() float64 {
	if math.IsInf(s.left, 1) || math.IsInf(s.meant, 1) {
		return s.left
	}
	left := s.left * (1 - s.missing)
	if s.disappoints() {
		left *= s.brought / s.meant
	}
	return left
}

// disappoints reports whether the parts along bounds had far less than they were meant to have.
func (s *Division) disappoints() bool {
	return s.tried >= missingParts && s.brought < missingBelow*s.meant
}

// passed reports whether probing has gone past what is there: the last part had nothing,
// and one before it had records. The rest is asked for whole then.
func (s *Division) passed() bool {
	n := len(s.children)
	if n < 2 || s.children[n-1].Question == nil || s.children[n-1].Question.Status != querygen.Empty || s.children[n-1].doubt > 0 {
		return false
	}
	return slices.ContainsFunc(s.children[:n-1], func(c *Node) bool { return c.Question != nil && c.Question.Status == querygen.Answered })
}

// likeliest returns the value that most of the records left are expected to have, as an
// index of values, and how many; guess is for those left of an unknown number.
func (s *Division) likeliest(guess float64) (int, float64) {
	best, sum := 0, 0.0
	for i, v := range s.Values {
		sum += s.shares[v]
		if s.shares[v] > s.shares[s.Values[best]] {
			best = i
		}
	}
	left := s.left
	if math.IsInf(left, 1) {
		left = guess
	}
	return best, left * s.shares[s.Values[best]] / math.Max(sum, 1e-9)
}

// density returns the records for each unit in the last part read, and how many records
// say so.
func (s *Division) density() (out [2]float64) {
	for _, c := range slices.Backward(s.children) {
		b := c.Region.On(s.Dim)
		if width := b.Top - b.Low; c.exact && width > 0 && !math.IsInf(width, 0) {
			return [2]float64{c.Size / width, c.Size}
		}
	}
	return out
}
