package facts

import (
	"slices"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

// Resize returns a question asked already with the largest pages, when it is
// worth a try: one whose first page leads to a second, or is cut off.
func (f *Listings) Resize() (querygen.Query, bool) {
	s := &f.Space.Size
	if s.On || len(s.Largest) == 0 || f.Fixed.Get(querygen.CanPageSize).Verdict == querygen.No {
		return querygen.Query{}, false
	}
	q := f.Listing
	if !f.goesOn(q) && len(f.Asked) > 0 {
		q = f.Asked[len(f.Asked)-1]
	}
	if !f.goesOn(q) || q.Kind == Garbage {
		return querygen.Query{}, false
	}
	larger := f.Probe("the same with the most rows a page", append(slices.Clone(q.Pairs), s.Largest[0])...)
	have := f.ByKey[larger.Key()]
	if have != nil && have.Stuck {
		s.Largest = s.Largest[1:] // too much for the site
		return f.Resize()
	}
	return larger, have == nil
}

// goesOn reports whether the first page of an answer, nil or not, is all that was read
// of it, and there is more: words may end alike where a list of everything is longer.
func (f *Listings) goesOn(q *Question) bool {
	if q == nil || q.Pages != 1 {
		return false
	}
	alike := q.Kind == Keyword && q.Total < 0 && len(q.Rows) == f.onePage.rows && f.onePage.endAlike()
	return q.Open() || f.Curtailed(q) || q.Status == querygen.Answered && alike
}

// resized returns the question that q repeats with larger pages, nil where it is no such question.
func (f *Listings) resized(q *Question) *Question {
	s := &f.Space.Size
	if s.On || len(s.Largest) == 0 || q.Kind == Garbage || !slices.Contains(q.Query.Bind, s.Largest[0]) {
		return nil
	}
	return f.ByKey[f.Probe("", q.Pairs...).Key()]
}

// recheckSize sees whether a page of q is as large as it was asked to be.
func (f *Listings) recheckSize(q *Question, rows int) {
	s := &f.Space.Size
	switch {
	case !s.On || !q.More || !slices.Contains(q.Query.Bind, s.Largest[0]):
		return
	case rows > s.Shown[0]:
		s.Denied = 0
		return
	}
	if s.Denied++; s.Denied >= space.DeniedTooOften {
		s.On, s.Largest = false, nil
	}
}

// judgeSize learns from the first answer of q, which repeats before with larger
// pages, whether these show more rows of the same total.
func (f *Listings) judgeSize(before, q *Question) {
	s := &f.Space.Size
	lost := len(s.Largest) > 1 && s.Any && !q.More && q.Total > len(q.Rows) // perhaps cut off, and its pager with it
	if len(q.Rows) <= len(before.Rows) || q.Total != before.Total || q.Capped != before.Capped || lost {
		s.Largest = s.Largest[1:]
		if n := len(s.Largest); n > 1 && q.Status == querygen.Answered && len(q.Rows) == len(before.Rows) {
			s.Largest = s.Largest[n-1:] // it is ignored, or was too much: a last try
		}
		if lost {
			q.By, f.lost = before, q // what it shows says nothing of how much can be reached
		}
		return
	}
	s.On, s.Shown = true, [2]int{len(before.Rows), len(q.Rows)}
	before.By, before.More, q.Repeats = q, false, before
	if before == f.Listing {
		f.Listing = q
	}
}
