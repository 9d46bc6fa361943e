package keyword

import (
	"math"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

func TestFitCaughtPrefersWhatWasMetOnce(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	for _, catches := range []int{1, 2, 1} {
		r, _ := f.Records.See(querygen.Row{Key: strconv.Itoa(f.Records.Held())})
		for range catches {
			f.Records.Catch(r, text.ByOthers)
		}
	}
	w := Weights{Of: []float64{5, 5, 5}}
	w.fitCaught(f, 24)
	// 1, 0.4 and 1 of 2.4
	for d, want := range []float64{10, 4, 10} {
		if math.Abs(w.Of[d]-want) > 1e-9 {
			t.Errorf("record %d weighs %g, want %g", d, w.Of[d], want)
		}
	}
	if w.total != 24 || w.mean != 8 {
		t.Errorf("total %g, mean %g; want 24 and 8", w.total, w.mean)
	}
	w.fitCaught(f, -3)
	if w.total != 1 {
		t.Errorf("where all seems held the weights add up to %g, want 1", w.total)
	}
}
