package divide

import (
	"math"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Some sites show nothing where a question matches too much. Such an answer
// cannot be told from one that matches nothing but by what narrower questions
// bring, so an empty part is divided on while it is likely enough to overflow.
// The doubt is that likelihood: 1 once a record was seen inside of an empty
// part, 0 where empty answers mean what they say.

const (
	doubtKept   = 0.85 // of it is left at each division that brings no record
	doubtLeast  = 0.15 // below which an empty answer is believed
	doubtFirst  = 0.5  // that a site hides, which brings records but was not seen to hide any
	vainAtFirst = 150  // empty answers in a row while no record is held, after which they are believed
	vainLater   = 60   // and with records, while none was seen inside of an empty part
	vainEver    = 300  // and where some were
	insideEmpty = 3    // records held inside of an empty part that prove it wrong: one may be misread
)

// silence is what empty answers are taken to mean.
type silence struct {
	f     *facts.Facts
	root  *Node
	reach *reach

	hiding    bool    // an empty answer was seen to hide records
	fruitless bool    // no question brought a record yet
	vain      int     // empty answers since the last one that was not
	refused   int     // answers
	empties   []*Node // whose answers were empty, and were doubted or may be
	revealed  []*Node // of them, those that are looked at otherwise since this was asked last
}

// mayHide reports whether empty answers may be overflowing ones.
func (s *silence) mayHide() bool {
	f := s.f
	switch {
	case s.hiding:
		return s.vain < vainEver
	case f.Cut > 0, f.Ended[1] >= 3, f.Signs.Capped > 0, s.refused > 0:
		return false // its limit shows otherwise
	case f.Listing != nil && f.Listing.Status == querygen.Answered:
		return false
	case f.Records.Held() == 0:
		return s.vain < vainAtFirst
	}
	return s.vain < vainLater
}

// doubts returns the doubt in n's empty answer.
func (s *silence) doubts(n *Node) float64 {
	if n.Question.Status != querygen.Empty || n.Parent == nil || !s.mayHide() {
		return 0
	}
	if s.holdsInside(n.Region) {
		s.reveal(n)
		return 1
	}
	doubt := doubtKept
	if n.Parent.Parent != nil {
		doubt *= n.Parent.certainty()
	}
	if !s.hiding && s.f.Records.Held() > 0 {
		doubt *= doubtFirst / doubtKept
	}
	if doubt < doubtLeast {
		return 0
	}
	return doubt
}

// holdsInside reports whether records held belong to a region.
func (s *silence) holdsInside(r space.Region) bool {
	n := 0
	for i := range s.f.Records.Held() {
		if s.f.Traits.Inside(uint32(i), r) {
			if n++; n >= insideEmpty {
				return true
			}
		}
	}
	return false
}

// unanswered returns how many parts may hide records behind an empty answer that
// was not divided: those of a site that hid some elsewhere.
func (s *silence) unanswered() int {
	root := s.root.Question
	if !s.hiding && !(root != nil && root.Status == querygen.Empty && s.f.Records.Held() > 0) {
		return 0
	}
	n := 0
	for _, e := range s.empties {
		if e.Question.Status == querygen.Empty && e.Split == nil {
			n++
		}
	}
	return n
}

// reveal takes note that n's empty answer hides records.
func (s *silence) reveal(n *Node) {
	k, _ := s.reach.rows()
	n.doubt, n.exact, n.Size = 1, false, math.Max(n.Size, overflowing*k)
	if s.hiding {
		return
	}
	s.hiding = true
	for _, other := range s.empties {
		if other.doubt == 0 {
			other.doubt = s.doubts(other)
			s.revealed = append(s.revealed, other)
		}
	}
}

// note takes in how n was answered first, and returns the empty parts of which it tells.
func (s *silence) note(n *Node) []*Node {
	s.revealed = nil
	switch n.Question.Status {
	case querygen.Refused:
		s.refused++
	case querygen.Empty:
		if s.vain++; !s.mayHide() {
			for _, other := range s.empties {
				if other.doubt < 1 {
					other.doubt = 0
				}
			}
		}
		if n.Parent != nil {
			n.doubt = s.doubts(n)
			s.empties = append(s.empties, n)
		}
	case querygen.Answered:
		s.vain = 0
		s.found(n)
	}
	return s.revealed
}

// found holds the records of c's answer against the empty ones.
func (s *silence) found(c *Node) {
	s.fruitless = false
	if !s.hiding && !s.mayHide() {
		return
	}
	for _, n := range s.empties {
		if n.doubt < 1 && n != c && c.Region.Within(n.Region) {
			s.reveal(n)
			s.revealed = append(s.revealed, n)
		}
	}
}

// conceals reports whether parts were refused, or shown as empty, for having too much:
// then something may be where no record shows it.
func (s *silence) conceals() bool { return s.hiding || s.refused > 0 }
