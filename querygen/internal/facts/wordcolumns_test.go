package facts

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
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
