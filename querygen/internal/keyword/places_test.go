package keyword

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Of an answer of 60 matches, those on its fourth page are the only ones that are not in hand:
// by where the others stood in other answers it is the page to read. While that is not known,
// no page promises more than others.
func TestPlacesTellThePage(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	f.PageSize, f.Numbered, f.Totals, f.Told = 10, true, true, 100
	s := NewWeighted(f, querygen.Options{})
	word := f.Records.Intern("word")
	var of []place
	for i := range 60 {
		if i/10 != 3 {
			f.Records.See(querygen.Row{Key: fmt.Sprint(i), Text: "word"})
			of = append(of, place{(float64(i) + 0.5) / 60, 5000})
		}
	}
	best := func() (int, float64) {
		return s.answers.reading.bestOf(f.Records.Postings[word], &facts.Question{}, 60, 10)
	}
	if at, fresh := best(); fresh > 2 {
		t.Errorf("page %d promises %.1f of 10 new records, though nothing tells where records stand", at, fresh)
	}
	s.Outlook.places.of = of
	if at, fresh := best(); at != 4 || fresh < 3 {
		t.Errorf("page %d promises most, %.1f new records, want page 4", at, fresh)
	}
}

// Answers have one order where records stand at the same depth in all of them.
func TestPlacesAgree(t *testing.T) {
	for _, same := range []bool{true, false} {
		var p places
		r := rand.New(rand.NewPCG(1, 2))
		for range 10 {
			for at := range 5 {
				q := &facts.Question{LastAt: at + 1}
				for i := range uint32(10) {
					record := uint32(at)*10 + i
					if !same {
						record = r.Uint32N(50)
					}
					q.Latest = append(q.Latest, record)
				}
				p.observe(q, 50, 10)
			}
		}
		if p.known() != same {
			t.Errorf("same order: %v, told: %v (%.2f)", same, p.known(), p.agree.value())
		}
	}
}
