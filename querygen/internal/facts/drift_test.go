package facts

import (
	"fmt"
	"math"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

func TestDriftLearnsHowFarRowsMove(t *testing.T) {
	var d drift
	if d.share(1) != driftPrior || d.share(2) >= d.share(1) {
		t.Errorf("at first the next page shows %g again and the one after it %g", d.share(1), d.share(2))
	}
	// The next page shows a quarter again, the one after it a twentieth; it is learned
	// from pages between two that were read, and from pages after a gap.
	for range 400 {
		d.add([DriftKept]int{2, 0, 0, 0}, 20, 10)
		d.add([DriftKept]int{0, 1, 0, 1}, 20, 1)
	}
	if x := d.share(1); math.Abs(x-0.25) > 0.01 {
		t.Errorf("the next page shows %g again, want a quarter", x)
	}
	if x := d.share(2) + d.share(4); math.Abs(x-0.05) > 0.01 || d.share(2) < d.share(4) {
		t.Errorf("pages at distances two and four show %g and %g again, want a twentieth in all, most of it the nearer", d.share(2), d.share(4))
	}
}

func TestEveryOtherPageIsReadWhereRowsMove(t *testing.T) {
	f := New(space.SearchInterface{}, 0, nil)
	f.PageSize, f.Numbered = 10, true
	q := &Question{Status: querygen.Answered, Total: 65, Numbering: Numbering{Pages: 1}}
	var order []int
	for range 6 {
		at := f.NextPage(q).Page
		order = append(order, at)
		if f.Signs.Later += 10; at == 2 { // a sign that rows move
			f.Signs.Repeated = 5
		}
		q.turn(at, 10, at < 7, 10)
	}
	if got, want := fmt.Sprint(order), "[2 4 6 7 3 5]"; got != want {
		t.Errorf("pages are read in the order %s, want %s", got, want)
	}
	if at := f.Anew(q, 8); at > 0.75 {
		t.Errorf("%g of the page after the last one are taken to be anew", at)
	}
	onward := f.Ahead()
	f.Numbered = false
	if x := f.Ahead(); onward < 0.9 || x > 0.75 {
		t.Errorf("%g of further pages are taken to be anew where pages can be left out, %g where they cannot", onward, x)
	}
	f.Signs.Repeated = 0
	if x := f.Ahead(); x != 1 {
		t.Errorf("where rows keep their places %g of further pages are taken to be anew", x)
	}
	if at := f.Anew(q, 8); at != 1 {
		t.Errorf("where rows keep their places %g of a page are taken to be anew", at)
	}
}
