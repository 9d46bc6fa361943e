package paging

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// answerPage is a page of an answer that ends with page last; of three rows, but
// for the last, which has two. Beyond it there is nothing.
func answerPage(number, last int) ledger.Answer {
	at := func(n int) page.Request {
		return page.Get(page.MustParseURL(fmt.Sprintf("http://a.test/s?page=%d", n)))
	}
	a := ledger.Answer{Request: at(number), Outcome: querygen.Outcome{Page: number, Status: querygen.Answered}}
	for i := range 3 {
		a.Outcome.Rows = append(a.Outcome.Rows, querygen.Row{Key: fmt.Sprintf("%d-%d", number, i)})
	}
	switch {
	case number < last:
		a.Outcome.More, a.Next = true, at(number+1)
	case number == last:
		a.Outcome.Rows = a.Outcome.Rows[:2]
	default:
		a.Outcome.Status, a.Outcome.Rows = querygen.Empty, nil
	}
	return a
}

// An answer is read whole when each page up to its last was, in any order; what
// stands before a page is known as far as it was read.
func TestWalk(t *testing.T) {
	for _, c := range []struct {
		pages  []int // of four
		whole  bool
		next   []int // pages that others lead to
		before int   // rows before page 4, pages having three
	}{
		{[]int{1}, false, []int{2}, 9},
		{[]int{1, 2, 3, 4}, true, nil, 9},
		{[]int{4, 1, 3, 2}, true, nil, 9},
		{[]int{3}, false, []int{4}, 9},
		{[]int{3, 2, 1}, false, []int{4}, 9},
		{[]int{4}, false, nil, 9},
		{[]int{9}, false, nil, 9},
		{[]int{9, 1, 3}, false, []int{2, 4}, 9},
		{[]int{1, 5, 2}, false, []int{3}, 9},
		{[]int{2, 3, 4, 5, 1}, true, nil, 9},
	} {
		w := newWalk()
		for _, n := range c.pages {
			w.add(answerPage(n, 4))
		}
		if w.whole() != c.whole {
			t.Errorf("after %v: whole is %v", c.pages, w.whole())
		}
		if len(w.next) != len(c.next) {
			t.Errorf("after %v: leads to %v, want %v", c.pages, w.next, c.next)
		}
		for _, n := range c.next {
			if _, ok := w.next[n]; !ok || !w.leads(n-1) {
				t.Errorf("after %v: page %d is not led to", c.pages, n)
			}
		}
		if got := w.before(4, 3); got != c.before {
			t.Errorf("after %v: %d rows before page 4, want %d", c.pages, got, c.before)
		}
	}
	w := newWalk()
	w.add(answerPage(3, 4))
	if w.add(answerPage(4, 4)); w.before(6, 10) != 20+5+10 {
		t.Errorf("%d rows before page 6", w.before(6, 10))
	}
	to := answerPage(3, 4).Request
	if w.returns(2, to) || !w.returns(4, to) {
		t.Error("page 2 may lead to page 3, which was read, and page 4 may not")
	}
	if w.add(answerPage(4, 5)); w.last != 0 || !w.leads(4) {
		t.Error("an answer that has grown leads on")
	}
}
