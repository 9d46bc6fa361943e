package keyword

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Where rows move, an answer with more matches unread than rows has a short last page
// that is as short as any.
func TestShortPagesBringLittle(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	f.PageSize, f.Numbered, f.Told = 10, true, 100
	f.Signs.Later, f.Signs.Repeated = 60, 30
	s := &NewWeighted(f, querygen.Options{}).answers
	s.outlook.Weights.total = 1100
	word := f.Records.Intern("word")
	f.Records.Postings[word] = make([]uint32, 27)
	q := &facts.Question{Kind: facts.Keyword, Word: word, Status: querygen.Answered, Total: 31, Claim: 31, More: true, Reads: 2, Shown: 20,
		Rows: make([]uint32, 18), Visible: 18, Numbering: facts.Numbering{Pages: 1, Apart: []int{3}, Last: 4, Counted: 31}}
	if at := s.reading.deepest(q); at != 2 {
		t.Errorf("page %d is read before the one with ten rows", at)
	}
	full := s.pageRate(q)
	q.Pages, q.Apart = 3, nil // the other one was read, and showed nothing
	q.Reads, q.Shown, q.Rows, q.Visible = 3, 22, make([]uint32, 20), 20
	if short := s.pageRate(q); short > full/4 {
		t.Errorf("a page of one row promises %.2f, one of ten %.2f", short, full)
	}
}

// A page that was empty is not asked for again where a total says that it has records:
// pages may be longer than the rows that are read of them.
func TestAnEmptyPageIsNotAskedForAgain(t *testing.T) {
	f := facts.New(space.SearchInterface{}, 0, nil)
	f.PageSize, f.Numbered, f.Told = 13, true, 100
	s := &NewWeighted(f, querygen.Options{}).answers
	s.outlook.Weights.total = 1100
	word := f.Records.Intern("word")
	f.Records.Postings[word] = make([]uint32, 13)
	q := &facts.Question{Kind: facts.Keyword, Word: word, Status: querygen.Answered, Total: 39, Claim: 39, More: true, Reads: 2, Shown: 13,
		Rows: make([]uint32, 13), Visible: 13, Numbering: facts.Numbering{Pages: 1, Beyond: 3}}
	if at := s.reading.deepest(q); at != 2 {
		t.Errorf("page %d is read next of an answer whose page 3 was empty", at)
	}
}
