package facts

import (
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
)

// An answer that was being read is read on once what was found elsewhere brings nothing more.
func TestWalkerResumes(t *testing.T) {
	long := &Question{Status: querygen.Answered, More: true, Numbering: Numbering{Pages: 5}, LastFresh: 1, Query: querygen.Query{Strategy: "frequency"}}
	away := &Question{Status: querygen.Answered, More: true, Numbering: Numbering{Pages: 1}, LastFresh: 8, Query: querygen.Query{Strategy: ElsewhereStrategy}}
	w := Walker{}
	w.Observe(long)
	w.Observe(away)
	if w.Worthwhile() != away {
		t.Error("what was found elsewhere brings more, and is not read")
	}
	away.More = false
	w.Observe(away)
	if w.Worthwhile() != long {
		t.Error("the answer read before is not gone on with")
	}
	w.Observe(long)
	if long.More = false; w.Worthwhile() != nil {
		t.Error("an answer that ended is read on")
	}
}
