package paging

import (
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Some sites list no more than a few pages under an answer, and show the pages
// after them to whoever asks: the pager ends there, not the answer.

// Past leads on from the last page that the pager leads to, where the answer
// claims more records than were shown until there and the site has shown once that
// there are such pages. It returns the zero request where it does not; found says that
// this is the first such page.
func (p *Paging) Past(a ledger.Answer, peek Peek) (next page.Request, found bool, stop *ledger.Stop) {
	o := a.Outcome
	w := p.walks[o.Query.Key()]
	if w == nil || o.Status != querygen.Answered || o.More || o.Page < 2 || p.ends || p.Jumped(o.Query, o.Page) || !addressed(a.Request) {
		return page.Request{}, false, nil
	}
	if len(o.Rows) < w.size[o.Page-1] || o.Total <= w.before(o.Page, len(o.Rows))+len(o.Rows) || p.wall > 0 && o.Page+1 >= p.wall {
		return page.Request{}, false, nil
	}
	next, err := p.ByNumber(o.Query, o.Page+1)
	if err != nil {
		return page.Request{}, false, nil
	}
	if !p.past {
		rows, stop, err := peek(next)
		if stop != nil {
			return page.Request{}, false, stop
		}
		if err != nil || len(rows) == 0 || w.repeats(rows) || onlyOf(rows, o.Rows) {
			p.ends = true
			return page.Request{}, false, nil
		}
		p.past, found = true, true
	}
	return next, found, nil
}

// onlyOf reports whether a page shows nothing but the records of another one.
func onlyOf(rows, other []querygen.Row) bool {
	w := newWalk()
	w.add(ledger.Answer{Outcome: querygen.Outcome{Rows: other}})
	return w.repeats(rows)
}

// wallAt notes the page of an answer past its pager that has no records of its own:
// there the answers end after all.
func (p *Paging) wallAt(o querygen.Outcome) {
	w := p.walks[o.Query.Key()]
	if p.past && o.Page > 1 && (len(o.Rows) == 0 || w != nil && w.repeats(o.Rows)) && (p.wall == 0 || o.Page < p.wall) {
		p.wall = o.Page
	}
}
