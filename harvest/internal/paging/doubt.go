package paging

import (
	"fmt"

	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Misplaced is the reason of an answer that is not the page asked for.
const Misplaced querygen.Reason = "misplaced"

// ProofRows is the number of rows that are not by accident, or because the order
// has moved on meanwhile, all those of other pages.
const ProofRows = 3

// Peek returns the rows of a page that is only compared with another one. A stop means
// that nothing may be sent any more.
type Peek func(page.Request) ([]querygen.Row, *ledger.Stop, error)

// Straight returns the request for the page after one that was asked for by its
// number, which the pager leads to. Where it leads elsewhere, that page is the last
// one, with a pager that is not understood, or not the one asked for: then the
// error says so. A pager that leads further on only is not followed.
func (p *Paging) Straight(a ledger.Answer, next page.Request) (page.Request, error) {
	o := a.Outcome
	if !p.Jumped(o.Query, o.Page) || p.site.Source(o.Query, a.Request) != nil {
		return next, nil
	}
	if n := p.kinds[p.kind(o.Query)]; n != nil {
		number, ok := n.Number(next.URL)
		switch {
		case ok && number == o.Page+1:
			return next, nil
		case ok && number > o.Page+1:
			return p.ByNumber(o.Query, o.Page+1)
		}
	}
	return page.Request{}, fmt.Errorf("the pager of page %d leads on to %s", o.Page, next.URL)
}

// Misplace holds the page that came for a number, from the address final, against what
// is known of the others. It returns what makes it another page than the one asked for,
// as a note for people; "" where nothing does.
func (p *Paging) Misplace(a ledger.Answer, final page.URL, peek Peek) (note string, stop *ledger.Stop) {
	o := a.Outcome
	w := p.walks[o.Query.Key()]
	says := ""
	switch {
	case p.sentOn(a, final):
		says = "it sends on to " + final.String()
	case w != nil && len(o.Rows) >= ProofRows && w.repeats(o.Rows):
		says = "the records are those of other pages"
	case !o.More && !p.honest:
		says, stop = p.verifyLast(a, w != nil && w.has(1), peek)
	}
	if says == "" || stop != nil {
		return "", stop
	}
	return "the site does not show pages by their number: " + says, nil
}

// sentOn reports whether the site sent on to another page of the answer.
func (p *Paging) sentOn(a ledger.Answer, final page.URL) bool {
	if final.IsZero() || numbering.SamePlace(final, a.Request.URL) || p.site.Source(a.Outcome.Query, a.Request) != nil {
		return false
	}
	n := p.kinds[p.kind(a.Outcome.Query)]
	if n == nil {
		return true
	}
	number, ok := n.Number(final)
	return !ok || number != a.Outcome.Page
}

// verifyLast holds what came for a number and leads nowhere against the first
// page, which sites show that keep the question in a session, and against the
// page after it, where there must be nothing. It returns what speaks against its
// being the last page, "" where nothing does. What it finds out for a question
// that was not opened holds for all.
func (p *Paging) verifyLast(a ledger.Answer, opened bool, peek Peek) (says string, stop *ledger.Stop) {
	o := a.Outcome
	if !opened {
		first, err := p.opening(o.Query)
		if err != nil {
			return numbering.ErrUnknown.Error(), nil
		}
		rows, stop, err := peek(first)
		switch {
		case stop != nil || err != nil:
			return fmt.Sprint(err), stop
		case onlyOf(o.Rows, rows):
			return "the records are those of the first page", nil
		}
	}
	after, err := p.ByNumber(o.Query, o.Page+1)
	if err != nil {
		return err.Error(), nil
	}
	rows, stop, err := peek(after)
	switch {
	case stop != nil || err != nil:
		return fmt.Sprint(err), stop
	case len(rows) > 0:
		return fmt.Sprintf("there are records beyond its last page (%s)", after.URL), nil
	}
	p.honest = p.honest || !opened
	return "", nil
}
