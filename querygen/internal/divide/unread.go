package divide

import (
	"math"
	"slices"

	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// unreadPart is a part of the records that was not read, or not to its end.
type unreadPart struct {
	Region space.Region
	Size   float64  // supposed, in no particular unit
	Shown  []uint32 // first rows of answers that were divided which lie in it
}

// fewShown is how many rows of an answer must lie in the parts of a division to
// tell how large these are.
const fewShown = 5

// Unread returns how many records the parts have that were read whole, and the
// parts that were not. Together they are all records once, as far as the
// controls divide them. How large the parts of a division are is supposed by the
// first rows of the answer that was divided, which what was read since does not bias.
func (t *tree) Unread() (known float64, open []unreadPart) {
	var visit func(n *Node, size float64, shown []uint32)
	visit = func(n *Node, size float64, shown []uint32) {
		s := n.Split
		if n.Parent == nil && t.f.Listing != nil {
			shown = t.f.Listing.Rows
		} else if n.Question != nil && len(n.Question.Rows) >= 2*fewShown {
			shown = n.Question.Rows
		}
		var nodes []*Node
		var regions []space.Region
		var supposed []float64
		add := func(n *Node, r space.Region, size float64) {
			if math.IsInf(size, 1) {
				size = t.reach.Guess()
			}
			nodes, regions, supposed = append(nodes, n), append(regions, r), append(supposed, max(size, 1))
		}
		switch {
		case n.Question != nil && !n.Question.Stuck && t.reach.whole(n):
			known += float64(len(n.Question.Rows))
			return
		case s != nil && len(n.used) == 0 && len(n.spares) == 0 && s.missing < missingPays && !t.controls.Dims[s.Dim].Useless && !t.controls.Dims[s.Dim].Further:
			for _, c := range s.children {
				add(c, c.Region, c.Size)
			}
			left, sum := s.left, 0.0
			if math.IsInf(left, 1) {
				left = t.reach.Guess()
			}
			for _, v := range s.Values {
				sum += s.shares[v]
			}
			for _, v := range s.Values {
				b := space.Bounds{Dim: s.Dim, Value: v, Low: math.Inf(-1), Top: math.Inf(1)}
				share := 1 / float64(len(s.Values)) // where nothing tells them apart
				if sum > 0 {
					share = s.shares[v] / sum
				}
				add(nil, n.Region.With(b), left*share)
			}
			if t.controls.Dims[s.Dim].Menu == nil && !s.ended {
				add(nil, n.Region.With(s.Rest), left)
			}
		case s == nil && len(n.used) == 1 && n.whole:
			for _, c := range n.parts {
				add(c, c.Region, c.Size)
			}
		default:
			open = append(open, unreadPart{n.Region, size, shown})
			return
		}
		sizes := t.parted(regions, shown)
		if sizes == nil {
			sizes = supposed
		}
		sum := 0.0
		for _, x := range sizes {
			sum += x
		}
		for i, c := range nodes {
			x := size * sizes[i] / sum
			if c == nil {
				open = append(open, unreadPart{regions[i], x, t.f.Traits.Within(slices.Values(shown), regions[i])})
			} else {
				visit(c, x, t.f.Traits.Within(slices.Values(shown), c.Region))
			}
		}
	}
	visit(t.root, 1, nil)
	return known, open
}

// parted supposes by some records how large regions are; nil where these tell too little.
func (t *tree) parted(regions []space.Region, records []uint32) []float64 {
	sizes, n := make([]float64, len(regions)), 0
	for i, r := range regions {
		inside := len(t.f.Traits.Within(slices.Values(records), r))
		sizes[i], n = float64(inside)+0.5, n+inside
	}
	if n < fewShown {
		return nil
	}
	return sizes
}

// cover is how many different records the parts have that were read whole, after so many
// answers.
type cover struct{ answers, records int }

// covered returns that.
func (t *tree) covered() int {
	if t.cover.answers != t.answers {
		seen, n := make([]bool, t.f.Records.Held()), 0
		for _, part := range t.ended {
			if !t.reach.whole(part) {
				continue
			}
			for _, r := range part.Question.Rows {
				if !seen[r] {
					seen[r] = true
					n++
				}
			}
		}
		t.cover = cover{t.answers, n}
	}
	return t.cover.records
}
