package keyword

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// Records that one question after the other returned stand for few that none did;
// records that were caught by a single one each stand for many.
func TestMissed(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	f.Totals, f.Numbered = true, true
	kind := func(name string, n int, caught func(i int) uint8) []uint32 {
		from := f.Records.Held()
		for i := range n {
			d, _ := f.Records.See(querygen.Row{Key: fmt.Sprint(name, i), Text: name})
			for range caught(i) {
				f.Records.Catch(d, text.ByOthers)
			}
		}
		var list []uint32
		for d := from; d < f.Records.Held(); d++ {
			list = append(list, uint32(d))
		}
		return list
	}
	usual := kind("usual", 2000, func(i int) uint8 { return uint8(1 + i%2) })
	shy := kind("shy", 200, func(i int) uint8 { return 1 + boolean(i%10 == 0) })
	known := kind("known", 200, func(i int) uint8 { return 2 - boolean(i%10 == 0) })
	s := &Weighted{f: f}
	if x := s.missed(shy); x != 1 {
		t.Errorf("%.2f before it is known that rows show all", x)
	}
	f.Seeing = facts.Visibility{Visible: facts.WholeFrom, All: facts.WholeFrom}
	if x := s.missed(usual); x < 0.8 || x > 1.1 {
		t.Errorf("%.2f times as many as usual are missed of the usual", x)
	}
	if x := s.missed(shy); x < 2 {
		t.Errorf("%.2f times as many as usual are missed of what is rarely caught", x)
	}
	if x := s.missed(known); x > 0.5 {
		t.Errorf("%.2f times as many as usual are missed of what is caught again and again", x)
	}
	if few := s.missed(shy[:5]); few > 1.3 {
		t.Errorf("five records tell that %.2f times as many are missed", few)
	}
	f.Numbered = false
	if x := s.missed(shy); x != 1 {
		t.Errorf("%.2f where answers are read from their tops", x)
	}
	f.Numbered, f.Told = true, 100
	if x := s.missed(shy); x != 1 {
		t.Errorf("%.2f where answers are cut", x)
	}
}

func boolean(yes bool) uint8 {
	if yes {
		return 1
	}
	return 0
}
