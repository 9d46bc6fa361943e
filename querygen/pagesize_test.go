package querygen

import (
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// The largest page size is bound once it was seen to show more of the same.
func TestPageSizeIsUsedWhereItOnlyPresents(t *testing.T) {
	for _, tt := range []struct {
		name     string
		obeys    bool
		narrows  bool // the control changes what is found
		requests int
	}{
		{"obeyed", true, false, 10},
		{"ignored", false, false, 55},
		{"changes the total", true, true, 55},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := NewModel(offers(500), ModelOptions{Attributes: []string{"kind", "price"}, Lists: true, PageSize: 10})
			if err != nil {
				t.Fatal(err)
			}
			large, _ := NewModel(offers(500), ModelOptions{Attributes: []string{"kind", "price"}, Lists: true, PageSize: 100})
			form := m.Form()
			form.Fields = append(form.Fields, forms.Field{Name: "rows", Control: "select", Role: forms.PageSize, Options: []forms.Option{
				{Value: "10", Label: "10", Selected: true}, {Value: "100", Label: "100"}}})
			p := mustPlan(t, Options{Form: form, Strategy: "drilldown"})
			for range 200 {
				a, ok := p.Next()
				if !ok {
					break
				}
				asked, site := a, m
				asked.Query.Bind = nil
				for _, b := range a.Query.Bind {
					if b != (page.Pair{Name: "rows", Value: "100"}) {
						asked.Query.Bind = append(asked.Query.Bind, b)
					} else if tt.obeys {
						site = large
					}
				}
				o := site.Ask(asked)
				o.Query = a.Query
				if tt.narrows && site == large {
					o.Total--
				}
				p.Observe(o)
			}
			if p.Held() != 500 || p.Requests() > tt.requests {
				t.Errorf("held %d of 500 after %d requests, want at most %d: %s", p.Held(), p.Requests(), tt.requests, p.Why())
			}
		})
	}
}
