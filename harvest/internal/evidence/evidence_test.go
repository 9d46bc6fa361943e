package evidence

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/internal/manner"
	"github.com/hadal-crawler/hadal/querygen"
)

// A site whose texts are garbled for good is taken at its word though other odd pages have
// turned out better; where garbled ones have, too, it needs more.
func TestGarbledPagesAreBelieved(t *testing.T) {
	for name, c := range map[string]struct {
		recovered manner.Kind
		times     int
	}{"none recovered": {"", timesForeign}, "others recovered": {manner.Misfit, timesForeign}, "garbled ones recovered": {manner.Garbled, timesDoubted}} {
		e := New()
		ask := func(word string) PageOf {
			return Of(querygen.Outcome{Query: querygen.Query{Strategy: word}, Page: 1})
		}
		good := func() { e.goods++ }
		if c.recovered != "" {
			o := querygen.Outcome{Query: querygen.Query{Strategy: "first"}, Page: 1}
			e.Believes(c.recovered, Of(o), extract.Outline{Lines: []uint64{1}}, nil)
			good()
			e.Settle(o)
		}
		times := 0
		for believed := false; !believed && times < 10; times++ {
			good()
			believed = e.Believes(manner.Garbled, ask("second"), extract.Outline{Lines: []uint64{2, 3}}, nil)
		}
		if times < c.times || c.recovered != manner.Garbled && times > c.times {
			t.Errorf("%s: believed after %d times, want %d", name, times, c.times)
		}
	}
}
