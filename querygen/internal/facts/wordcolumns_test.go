package facts

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

// An answer that was supposed to go on as far as what is in hand tells, and does not, is not
// asked for the same page again, and the first one tells what there is.
func TestEmptyPageInFrontOfTheSupposedEnd(t *testing.T) {
	var q Question
	q.Status = querygen.Answered
	q.turn(8, 0, false, 10)
	q.Last, q.Counted, q.More = 7, 70, true // by what is in hand
	q.turn(7, 0, false, 10)
	if q.Last != 0 || q.Counted != 0 || !q.Misread || !q.More {
		t.Errorf("%+v, more %t", q.Numbering, q.More)
	}
	if at := q.NextPage().Page; at != 1 {
		t.Errorf("page %d is next", at)
	}
}

// Words of a column that page after page says it has nothing for, and none was found of, are not
// looked for, though no single such page is believed; those of other columns are.
func TestWordsOfAColumnThatIsDeniedSteadily(t *testing.T) {
	c := text.NewCollection()
	row := func(i int) querygen.Row {
		return querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprintf("made in %d of brass", 1900+i), Fields: []page.Pair{{Name: "year", Value: fmt.Sprint(1900 + i)}, {Name: "of", Value: "brass"}}}
	}
	var w WordColumns
	for i := range 3 {
		c.See(row(i))
		w.Add(&c, row(i).Fields)
	}
	year, _ := c.ID("1901")
	brass, _ := c.ID("brass")
	for i := range columnNone {
		if w.Doubtful(year) {
			t.Errorf("after %d pages", i)
		}
		w.Denied(year)
	}
	if other, _ := c.ID("1902"); !w.Doubtful(other) || w.Doubtful(brass) {
		t.Errorf("another year %t, a word of another column %t", w.Doubtful(other), w.Doubtful(brass))
	}
	w.Asked(year, true)
	if w.Doubtful(year) {
		t.Error("one was found")
	}
}
