package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

func TestQueryWords(t *testing.T) {
	form := boxForm(menuField("colour", forms.CategoryRole, "red"), forms.Field{Name: "n", Options: []forms.Option{{Value: "7"}}})
	q := querygen.Query{Bind: []page.Pair{pair("q", "old maps"), pair("colour", "red"), pair("n", "7"), pair("other", "x"), pair("q", "")}}
	if diff := cmp.Diff([]string{"old maps", "the red", "7", "x"}, q.Words(form)); diff != "" {
		t.Error(diff)
	}
	if got := (querygen.Query{}).Words(form); got != nil {
		t.Errorf("no pairs: %q", got)
	}
}
