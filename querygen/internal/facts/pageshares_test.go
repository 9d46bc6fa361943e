package facts

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/space"
)

func TestUnstableOrderIsNoLimit(t *testing.T) {
	f := New(space.SearchInterface{}, 0, nil)
	f.Reach, f.Cut = 73, 0
	q := &Question{Status: querygen.Answered, Total: 100, Shown: 100, Numbering: Numbering{Pages: 10}, Rows: make([]uint32, 73)}
	if q.Short() {
		t.Error("an answer that showed as many rows as it has matches, some twice, is taken for a cut one")
	}
	q.Shown = 80
	if !q.Short() || f.limit() != 0 {
		t.Error("an answer that showed 80 of 100 matches is not taken for a cut one")
	}
}
