package harvest

import (
	"context"

	"github.com/hadal-crawler/hadal/querygen"
)

// Some sites list no more than a few pages under an answer, and show the pages
// after them to whoever asks: the pager ends there, not the answer.

// pastPager leads on from the last page that the pager leads to, where the answer
// claims more records than were shown until there and the site has shown once that
// there are such pages.
func (r *run) pastPager(ctx context.Context, a *Answer) *Stop {
	o := &a.Outcome
	w := r.walks[o.Query.Key()]
	if w == nil || o.Status != querygen.Answered || o.More || o.Page < 2 || r.jumps.ends || r.jumped(o.Query, o.Page) || !addressed(a.Request) {
		return nil
	}
	if len(o.Rows) < w.size[o.Page-1] || o.Total <= w.before(o.Page, len(o.Rows))+len(o.Rows) || r.jumps.wall > 0 && o.Page+1 >= r.jumps.wall {
		return nil
	}
	next, err := r.byNumber(o.Query, o.Page+1)
	if err != nil {
		return nil
	}
	if !r.jumps.past {
		rows, stop, err := r.peek(ctx, a, next)
		if stop != nil {
			return stop
		}
		if err != nil || len(rows) == 0 || w.repeats(rows) || sameRows(rows, o.Rows) {
			r.jumps.ends = true
			return nil
		}
		r.jumps.past = true
		r.tell("note", "the pager ends before the answers do: there are records on "+next.URL.String())
	}
	a.Next, o.More = next, true
	return nil
}

// sameRows reports whether a page shows nothing but the records of another one.
func sameRows(rows, other []querygen.Row) bool {
	w := newWalk()
	w.add(Answer{Outcome: querygen.Outcome{Rows: other}})
	return w.repeats(rows)
}

// wallAt notes the page of an answer past its pager that has no records of its own:
// there the answers end after all.
func (j *jumps) wallAt(o querygen.Outcome, w *walk) {
	if j.past && o.Page > 1 && (len(o.Rows) == 0 || w != nil && w.repeats(o.Rows)) && (j.wall == 0 || o.Page < j.wall) {
		j.wall = o.Page
	}
}
