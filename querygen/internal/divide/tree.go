package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// tree is the parts that were asked for, and which of them were read whole.
type tree struct {
	f        *facts.Facts
	controls *Controls
	root     *Node
	reach    *reach
	nodes    map[string]*Node   // by the key of their question, the latest that asks it,
	twins    map[string][]*Node // and those that did before, in divisions along other dimensions
	ended    []*Node            // whose answers were read to the end
	answers  int
	searched int // answers when lacking was asked last
	cover    cover
}

// asks notes that a question is asked for n.
func (t *tree) asks(key string, n *Node) {
	if old := t.nodes[key]; old != nil && old != n && !slices.Contains(t.twins[key], old) {
		t.twins[key] = append(t.twins[key], old)
	}
	t.nodes[key] = n
}

// finish keeps n where its answer has shown all of its region.
func (t *tree) finish(n *Node) {
	if !n.ended && t.reach.whole(n) {
		n.ended = true
		t.ended = append(t.ended, n)
	}
}

// held returns a node whose answer has shown all of a region already.
func (t *tree) held(r space.Region) *Node {
	for _, n := range t.ended {
		if t.controls.within(r, n.Region) && t.reach.whole(n) {
			return n
		}
	}
	return nil
}

// sparedIn counts the records of an answer that was read already which lie in a
// part of it, or may.
func (t *tree) sparedIn(have *Node, r space.Region) float64 {
	n := 0.0
	for _, record := range have.Question.Rows {
		if t.f.Traits.Maybe(record, r) {
			n++
		}
	}
	return n
}

const (
	missingRows   = 3    // rows of an answer that its parts did not bring
	missingInRows = 0.02 // and the share of them
)

// lacking looks at the divisions that ended, when nothing else is left: where rows of an
// answer came with none of its parts, others will not have either. It returns the parts
// that are to be divided once more.
func (t *tree) lacking() (again []*Node) {
	if t.searched == t.answers {
		return nil
	}
	t.searched = t.answers
	var visit func(n *Node) map[uint32]bool // to the records of n's parts
	visit = func(n *Node) map[uint32]bool {
		found := map[uint32]bool{}
		for _, c := range n.parts {
			c.brings(found)
			for r := range visit(c) {
				found[r] = true
			}
		}
		for _, c := range n.spares {
			c.brings(found)
		}
		q := n.Question
		if n.Parent == nil {
			q = t.f.Listing
		}
		if len(n.used) == 0 || n.Split != nil || n.lack > 0 || n.revisited == len(n.used) || q == nil || q.Status != querygen.Answered {
			return found
		}
		n.revisited = len(n.used)
		lost := 0.0
		for _, r := range q.Rows {
			if !found[r] {
				lost++
			}
		}
		if share := lost / float64(max(len(q.Rows), 1)); lost >= missingRows && share >= missingInRows && len(t.controls.Choices(n)) > 0 {
			n.lack, n.whole = math.Max(share*math.Min(n.Size, t.reach.Guess()), lost), false
			again = append(again, n)
		}
		return found
	}
	visit(t.root)
	return again
}
