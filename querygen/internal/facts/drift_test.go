package facts

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

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
