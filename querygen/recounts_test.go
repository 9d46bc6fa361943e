package querygen

import "testing"

// What is guessed of a rest whose parts could not exclude all they should gives way
// to what the whole answer lacks beside them.
func TestRestsAreCountedByWhatIsMissing(t *testing.T) {
	f := held(t, "cod red", "cod red eel", "cod", "cod ray", "cod blue", "ray")
	word := func(w string) uint32 { return f.records.intern(w) }
	answered := func(total int, x compound) *question {
		q := f.question(f.compound(x, "-", "weighted"))
		q.status, q.total, q.more = Answered, total, true
		return q
	}
	whole := answered(100, compound{with: []uint32{word("cod")}})                // 5 in hand
	part := answered(40, compound{with: []uint32{word("cod"), word("red")}})     // 2 in hand
	other := answered(30, compound{with: []uint32{word("cod"), word("blue")}})   // 1 in hand
	rest := compound{[]uint32{word("cod")}, []uint32{word("red"), word("blue")}} // 2 in hand
	s := newCells(f)
	for _, c := range []struct {
		name            string
		cut             cut
		unseen, matches float64
	}{
		{"exact parts", cut{of: whole}.without(part, false).without(other, false), 10 - 2, 10},
		{"one that left out exclusions", cut{of: whole}.without(part, true).without(other, false), 95 - 38 - 29, 28 + 2},
		{"no part", cut{of: whole, loose: true}, 95, 97},
		{"parts lack more than the whole", cut{of: part}.without(whole, true), 0, 2},
	} {
		x := &cell{words: rest, total: 10, cut: c.cut}
		if got := s.unseen(x); got != c.unseen {
			t.Errorf("%s: %g of the rest are not in hand, want %g", c.name, got, c.unseen)
		}
		if got := s.matches(x); got != c.matches {
			t.Errorf("%s: the rest has %g matches, want %g", c.name, got, c.matches)
		}
	}
}
