package paging

import (
	"slices"

	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// walk is what is known of an answer of several pages that was not read whole.
// Its pages may come in any order.
type walk struct {
	next  map[int]*page.Request // pages to come that pages before them lead to, by number
	seen  map[string]int        // numbers of its pages by Request.Key
	size  map[int]int           // rows of its pages by number
	rows  map[string]bool       // keys of their records
	last  int                   // number of the last page; 0 while that is not known
	total int                   // rows that the answer claims; 0 where it claims none
	parts []page.Request        // of an answer in sections: that lead to all of a section each

	further page.URL // of one of its pages from the second on, which the pager led to
	at      int      // its number
}

func newWalk() *walk {
	return &walk{next: map[int]*page.Request{}, seen: map[string]int{}, size: map[int]int{}, rows: map[string]bool{}}
}

// add notes a page of the answer.
func (w *walk) add(a ledger.Answer) {
	o := a.Outcome
	delete(w.next, o.Page)
	w.seen[a.Request.Key()] = o.Page
	w.size[o.Page] = len(o.Rows)
	if o.Total > 0 && !o.Capped {
		w.total = o.Total
	}
	if o.Page == 1 {
		w.parts = a.Whole
	}
	for _, row := range o.Rows {
		w.rows[row.Key] = true
	}
	if o.More {
		if !w.has(o.Page + 1) {
			next := a.Next
			w.next[o.Page+1] = &next
		}
		if w.at == 0 {
			w.further, w.at = a.Next.URL, o.Page+1
		}
		if o.Page >= w.last {
			w.last = 0
		}
		return
	}
	last := o.Page
	if o.Status == querygen.Empty {
		last-- // what was asked for by its number may be beyond the end
	}
	if w.last == 0 || last < w.last {
		w.last = max(last, 1)
	}
}

// has reports whether a page was read.
func (w *walk) has(page int) bool {
	_, read := w.size[page]
	return read
}

// whole reports whether all pages were read.
func (w *walk) whole() bool {
	for n := 1; n <= w.last; n++ {
		if !w.has(n) {
			return false
		}
	}
	return w.last > 0
}

// spent reports whether the pages before one brought just what the answer claims, on no more
// pages than that takes: then nothing of it is left. A row in fifty may be missing, or come twice.
func (w *walk) spent(page int) bool {
	if w.total <= 0 || w.size[1] == 0 || page <= w.pages() || len(w.parts) > 0 {
		return false
	}
	for n := 1; n < page; n++ {
		if !w.has(n) {
			return false
		}
	}
	off := w.before(w.pages()+1, 0) - w.total
	return max(off, -off) <= max(1, w.total/50)
}

// pages returns how many pages the answer has by what it claims.
func (w *walk) pages() int { return (w.total + w.size[1] - 1) / max(w.size[1], 1) }

// leads reports whether there is a page after that with a number.
func (w *walk) leads(page int) bool {
	_, to := w.next[page+1]
	return to || w.size[page+1] > 0
}

// before returns how many rows stand before a page, where a page that was not
// read has so many.
func (w *walk) before(page, full int) (rows int) {
	for n := 1; n < page; n++ {
		if size, read := w.size[n]; read {
			rows += size
		} else {
			rows += full
		}
	}
	return rows
}

// repeats reports whether the walk's pages had all of rows already. Sites that
// show their last page, or any page, whatever is asked for never end else.
func (w *walk) repeats(rows []querygen.Row) bool {
	return !slices.ContainsFunc(rows, func(row querygen.Row) bool { return !w.rows[row.Key] })
}

// section returns the request for the first of the sections that were not gone to, beside that
// of a page; false where there is none.
func (w *walk) section(at page.Request) (page.Request, bool) {
	i := slices.IndexFunc(w.parts, func(s page.Request) bool {
		_, seen := w.seen[s.Key()]
		return !seen && s.Key() != at.Key()
	})
	if i < 0 {
		return page.Request{}, false
	}
	return w.parts[i], true
}

// begins reports whether a page is the first one of a section, whose first rows were shown before.
func (w *walk) begins(at page.Request) bool {
	return slices.ContainsFunc(w.parts, func(s page.Request) bool { return s.Key() == at.Key() })
}

// returns reports whether what a page is said to lead to was read as another
// page than the one after it.
func (w *walk) returns(from int, next page.Request) bool {
	number, seen := w.seen[next.Key()]
	return seen && number != from+1
}
