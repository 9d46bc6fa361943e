package facts

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTurn(t *testing.T) {
	type page struct {
		at, rows int
		more     bool
	}
	for _, tt := range []struct {
		name     string
		pages    []page
		want     Numbering
		more     bool
		next     int
		nextSaid bool // next is what is asked for
	}{
		{"in order", []page{{1, 10, true}, {2, 10, true}}, Numbering{Pages: 2}, true, 3, true},
		{"in order to the end", []page{{1, 10, true}, {2, 3, false}}, Numbering{Pages: 2, Last: 2, Counted: 13}, false, 0, false},
		{"one page", []page{{1, 3, false}}, Numbering{Pages: 1, Last: 1, Counted: 3}, false, 0, false},
		{"nothing", []page{{1, 0, false}}, Numbering{Pages: 1, Beyond: 1}, false, 0, false},
		{"an empty page after a full one", []page{{1, 10, true}, {2, 0, true}}, Numbering{Pages: 1, Last: 1, Counted: 10, Beyond: 2}, false, 0, false},
		{"opened at its end", []page{{7, 4, false}}, Numbering{Apart: []int{7}, Last: 7, Counted: 64}, true, 1, true},
		{"opened in front of its end", []page{{7, 10, true}}, Numbering{Apart: []int{7}}, true, 8, true},
		{"opened behind its end", []page{{7, 0, false}}, Numbering{Beyond: 7}, true, 1, true},
		{"its end between two pages", []page{{3, 10, true}, {9, 0, false}, {4, 0, false}}, Numbering{Apart: []int{3}, Last: 3, Counted: 30, Beyond: 4}, true, 1, true},
		{"the gap is closed", []page{{3, 5, false}, {1, 10, true}, {2, 10, true}}, Numbering{Pages: 3, Apart: []int{}, Last: 3, Counted: 25}, false, 0, false},
		{"a page twice", []page{{2, 10, true}, {2, 0, false}}, Numbering{Apart: []int{2}}, true, 3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q := &Question{}
			for _, p := range tt.pages {
				q.turn(p.at, p.rows, p.more, 10)
			}
			if diff := cmp.Diff(tt.want, q.Numbering, cmp.AllowUnexported(Numbering{})); diff != "" || q.More != tt.more {
				t.Errorf("more is %v, want %v\n%s", q.More, tt.more, diff)
			}
			if at := q.NextPage().Page; tt.nextSaid && at != tt.next {
				t.Errorf("next is page %d, want %d", at, tt.next)
			}
		})
	}
}
