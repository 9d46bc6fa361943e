package space

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page"
)

// A word goes with the operator by which its box finds parts of values; what lists everything
// leaves it alone, and it is no part of what is asked.
func TestWordsGoWithWhatFindsParts(t *testing.T) {
	form := forms.Form{ID: "f", Fields: []control.Field{
		{Name: "op", Control: "select", Role: control.Operator, Options: []control.Option{{Value: "=", Label: "="}, {Value: "like", Label: "LIKE %...%"}}},
		{Name: "v", Control: "text", Role: forms.QueryRole, Score: 0.7},
	}}
	si := NewSearchInterface(form, nil)
	q := si.Word("lamp", "auto")
	if len(q.Bind) != 2 || q.Bind[0] != (page.Pair{Name: "op", Value: "like"}) {
		t.Errorf("bound %v", q.Bind)
	}
	if free := si.Free(q); len(free) != 1 || free[0].Name != "v" {
		t.Errorf("free %v", free)
	}
	if bind := si.Bind(); len(bind) > 0 {
		t.Errorf("everything is asked for by %v", bind)
	}
	si = NewSearchInterface(form, forms.Values{"op": {"="}})
	if bind := si.Word("lamp", "auto").Bind; len(bind) != 2 || bind[0].Value != "=" {
		t.Errorf("what is fixed does not stay: %v", bind)
	}
}
