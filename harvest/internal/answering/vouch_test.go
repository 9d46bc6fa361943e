package answering

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Questions that are forbidden each time, while others are answered in between, are refused
// alone; not where one of them is answered after all, nor where nothing else is answered.
func TestForbiddenQuestionsAreRefusedAlone(t *testing.T) {
	for _, tt := range []struct {
		asked  string // small letters are forbidden, capital ones answered
		choosy bool
	}{
		{"ab X ab", false},
		{"ab X ab Y ab", true},
		{"a X a Y a X a Z a", true},
		{"ab X ab ab", false}, // as all others were just before
		{"abcde abcde abcde", false},
		{"abc X ab C ab X ab", false}, // c was answered
		{"abcd X efgh Y ijkl", false},
	} {
		var r refuses
		for _, c := range strings.ReplaceAll(tt.asked, " ", "") {
			key := strings.ToLower(string(c))
			o := querygen.Outcome{Query: querygen.Query{Bind: []page.Pair{{Name: "q", Value: key}}}, Page: 1, Status: querygen.Failed, Reason: forbids}
			if key != string(c) {
				o.Status, o.Reason = querygen.Answered, ""
			}
			r.see(o)
		}
		if r.choosy() != tt.choosy {
			t.Errorf("%s: %v", tt.asked, r.choosy())
		}
	}
}
