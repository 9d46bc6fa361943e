package paging

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// catalogue is a site with pages of three rows.
type catalogue struct{}

func (catalogue) Form() *forms.Form { return &forms.Form{} }
func (catalogue) First(querygen.Query) (page.Request, error) {
	return page.Request{}, numbering.ErrUnknown
}
func (catalogue) Behind(querygen.Query) *endpoint.Endpoint               { return nil }
func (catalogue) Source(querygen.Query, page.Request) *endpoint.Endpoint { return nil }

// shows returns a page of an answer, which shows a page of it and leads on.
func shows(word string, number, shown, rows, total int) ledger.Answer {
	at := func(n int) page.Request {
		return page.Get(page.MustParseURL(fmt.Sprintf("http://a.test/s?q=%s&page=%d", word, n)))
	}
	a := ledger.Answer{Request: at(number), Next: at(shown + 1), Outcome: querygen.Outcome{Page: number, Status: querygen.Answered, Total: total, More: true}}
	a.Outcome.Query.Bind = []page.Pair{{Name: "q", Value: word}}
	for i := range rows {
		a.Outcome.Rows = append(a.Outcome.Rows, querygen.Row{Key: fmt.Sprintf("%s%d-%d", word, shown, i)})
	}
	return a
}

// Where full pages lead on to what was shown before, their answers are cut there, to what they
// showed and not to what came twice; a total that is not reached stays. Where shorter ones lead on,
// too, the pager stands there whatever comes.
func TestPagesBeyondTheLastThatIsShown(t *testing.T) {
	for _, c := range []struct {
		shorter      bool // another answer ended with fewer rows, and led on
		shown, total int  // by page 3
		deaf, capped bool
		want         int // total
	}{
		{false, 1, -1, true, true, 6},
		{false, 2, -1, true, true, 6},
		{false, 1, 7, true, false, 7},
		{false, 1, 6, true, false, 6},
		{false, 3, -1, false, false, -1},
		{true, 2, -1, false, false, -1},
	} {
		p := New(catalogue{})
		if c.shorter {
			p.Observe(shows("other", 1, 1, 3, -1))
			p.Observe(shows("other", 2, 2, 2, -1))
			p.Observe(shows("other", 3, 2, 2, -1))
		}
		p.Observe(shows("lamp", 1, 1, 3, c.total))
		p.Observe(shows("lamp", 2, 2, 3, c.total))
		a := shows("lamp", 3, c.shown, 3, c.total)
		deaf := p.Deaf(a, page.URL{})
		if deaf {
			p.Cut(&a)
		}
		if o := a.Outcome; deaf != c.deaf || o.Total != c.want || o.Capped != c.capped || deaf && (o.More || len(o.Rows) > 0) {
			t.Errorf("%+v: deaf %t, total %d, capped %t, more %t, %d rows", c, deaf, o.Total, o.Capped, o.More, len(o.Rows))
		}
	}
}

// A page that was asked for by its number while those before it were not read, and leads on to a
// page that stands at the address of the first one, was sent back; one at another address of its
// own was not.
func TestAPageThatSendsBack(t *testing.T) {
	p := New(catalogue{})
	for n := 1; n <= 3; n++ {
		p.Observe(shows("other", n, n, 3, -1))
	}
	p.Observe(shows("lamp", 5, 5, 3, -1))
	first := page.MustParseURL("http://a.test/s?q=lamp")
	if a := shows("lamp", 6, 1, 3, -1); !p.SentBack(a, first, a.Next.URL) || !p.Deaf(a, first) {
		t.Error("page 6 stands at the address of page 1, and leads on to page 2")
	}
	if a := shows("lamp", 6, 6, 3, -1); p.SentBack(a, first, a.Next.URL) {
		t.Error("page 6 leads on to page 7")
	}
	if a := shows("lamp", 6, 1, 3, -1); p.SentBack(a, a.Request.URL, a.Next.URL) {
		t.Error("page 6 stands at its own address")
	}
}

// What comes after an answer that was read whole is beyond its end, not unknown; of one that has
// pages left it is not.
func TestBeyondAnAnswerThatWasRead(t *testing.T) {
	p := New(catalogue{})
	p.Observe(shows("lamp", 1, 1, 3, -1))
	q := shows("lamp", 2, 2, 3, -1).Outcome.Query
	if p.WasRead(q, 3) {
		t.Error("page 2 was not read")
	}
	last := shows("lamp", 2, 2, 3, -1)
	last.Outcome.More = false
	p.Observe(last)
	if !p.WasRead(q, 3) || p.WasRead(q, 1) {
		t.Error("page 2 was the last one")
	}
	p.Observe(ledger.Answer{Outcome: querygen.Outcome{Query: q, Page: 3, Status: querygen.Empty}})
	if !p.WasRead(q, 4) {
		t.Error("a page that was not asked for tells nothing")
	}
}
