package plan

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// What is guessed of a rest whose parts could not exclude all they should gives way
// to what the whole answer lacks beside them.
func TestRestsAreCountedByWhatIsMissing(t *testing.T) {
	f := held(t, "cod red", "cod red eel", "cod", "cod ray", "cod blue", "ray")
	word := func(w string) uint32 { return f.Records.Intern(w) }
	answered := func(total int, x text.Compound) *facts.Question {
		q := f.Question(f.Compound(x, "-", "weighted"))
		q.Status, q.Total, q.More = querygen.Answered, total, true
		return q
	}
	whole := answered(100, text.Compound{With: []uint32{word("cod")}})                               // 5 in hand
	part := answered(40, text.Compound{With: []uint32{word("cod"), word("red")}})                    // 2 in hand
	other := answered(30, text.Compound{With: []uint32{word("cod"), word("blue")}})                  // 1 in hand
	rest := text.Compound{With: []uint32{word("cod")}, Without: []uint32{word("red"), word("blue")}} // 2 in hand
	s := keyword.NewCells(f)
	for _, c := range []struct {
		name            string
		cut             facts.Cut
		unseen, matches float64
	}{
		{"exact parts", facts.Cut{Of: whole}.Without(part, false).Without(other, false), 10 - 2, 10},
		{"one that left out exclusions", facts.Cut{Of: whole}.Without(part, true).Without(other, false), 95 - 38 - 29, 28 + 2},
		{"no part", facts.Cut{Of: whole, Loose: true}, 95, 97},
		{"parts lack more than the whole", facts.Cut{Of: part}.Without(whole, true), 0, 2},
	} {
		x := &keyword.Cell{Words: rest, Total: 10, Cut: c.cut}
		if got := s.Unseen(x); got != c.unseen {
			t.Errorf("%s: %g of the rest are not in hand, want %g", c.name, got, c.unseen)
		}
		if got := s.Matches(x); got != c.matches {
			t.Errorf("%s: the rest has %g matches, want %g", c.name, got, c.matches)
		}
	}
}
