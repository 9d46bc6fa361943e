package behind

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
)

// The size of a request's pages is what the form's own list of sizes stands at, if that is what
// was sent: the list is then asked without the page. Another list says nothing of it.
func TestTheFormsOwnPageSizeIsTheRequests(t *testing.T) {
	sizes := func(name string, role forms.Role, selected string) forms.Field {
		c := forms.Field{Name: name, Control: "select", Role: role}
		for _, v := range []string{"10", "25", "100"} {
			c.Options = append(c.Options, forms.Option{Value: v, Label: v, Selected: v == selected})
		}
		return c
	}
	size := endpoint.Part{At: "form length", Is: endpoint.PartSize, Control: "endpoint length", Value: "10"}
	for _, c := range []struct {
		field forms.Field
		takes bool
	}{
		{sizes("rows", forms.PageSize, "10"), true}, {sizes("rows", forms.PageSize, "25"), false}, {sizes("miles", forms.CategoryRole, "10"), false},
	} {
		e := endpoint.Endpoint{Parts: sizedBy(forms.Form{Fields: []forms.Field{c.field}}, []endpoint.Part{size})}
		if got := e.Takes(forms.Values{c.field.Name: {"100"}}); got != c.takes {
			t.Errorf("%s at %v: taken %v, want %v", c.field.Name, c.field.Options, got, c.takes)
		}
	}
	if size.Control != "endpoint length" {
		t.Error("what was learned before is changed")
	}
}
