package querygen

import "testing"

// An answer that was being read is read on once what was found elsewhere brings nothing more.
func TestWalkerResumes(t *testing.T) {
	long := &question{status: Answered, more: true, numbering: numbering{pages: 5}, lastFresh: 1, query: Query{Strategy: "frequency"}}
	away := &question{status: Answered, more: true, numbering: numbering{pages: 1}, lastFresh: 8, query: Query{Strategy: elsewhereStrategy}}
	w := walker{}
	w.observe(long)
	w.observe(away)
	if w.worthwhile() != away {
		t.Error("what was found elsewhere brings more, and is not read")
	}
	away.more = false
	w.observe(away)
	if w.worthwhile() != long {
		t.Error("the answer read before is not gone on with")
	}
	w.observe(long)
	if long.more = false; w.worthwhile() != nil {
		t.Error("an answer that ended is read on")
	}
}
