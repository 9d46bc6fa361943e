package forms_test

import (
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func TestOverrule(t *testing.T) {
	doc, err := page.ParseDocument([]byte(`<form action=/find role=search><input name=a type=search><select name=b><option>x<option>y</select></form>`),
		"text/html; charset=utf-8", page.MustParseURL("http://site.example/"))
	if err != nil {
		t.Fatal(err)
	}
	f := forms.Parse(doc)[0]
	g, err := f.Overrule(map[string]forms.Role{"b": forms.Sort})
	if err != nil || g.Fields[1].Role != forms.Sort || g.Fields[1].Score != 1 {
		t.Errorf("overruled to %+v, %v", g.Fields, err)
	}
	if f.Fields[1].Role == forms.Sort {
		t.Error("the form itself was changed")
	}
	if _, err := f.Overrule(map[string]forms.Role{"zz": forms.Sort}); err == nil || !strings.Contains(err.Error(), `"zz"`) || !strings.Contains(err.Error(), "a, b") {
		t.Errorf("an unknown control: %v", err)
	}
}
