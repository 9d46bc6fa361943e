package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
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
		{"ignored", false, false, 60},
		{"changes the total", true, true, 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := model.New(offers(500), model.Options{Attributes: []string{"kind", "price"}, Lists: true, PageSize: 10})
			if err != nil {
				t.Fatal(err)
			}
			large, _ := model.New(offers(500), model.Options{Attributes: []string{"kind", "price"}, Lists: true, PageSize: 100})
			form := m.Form()
			form.Fields = append(form.Fields, forms.Field{Name: "rows", Control: "select", Role: forms.PageSize, Options: []forms.Option{
				{Value: "10", Label: "10", Selected: true}, {Value: "100", Label: "100"}}})
			p := mustPlan(t, querygen.Options{Form: form, Strategy: "drilldown"})
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

// A control that takes any number of rows is given the largest that the site
// accepts, whatever the site does with more than that.
func TestLargestAcceptedPageSizeIsFound(t *testing.T) {
	const n, served, most = 3000, 20, 250
	for _, tt := range []struct {
		name    string
		control forms.Field
		beyond  string // what the site does beyond most
		rows    int    // a page then
		value   string // bound in the end
	}{
		{"clamped", forms.Field{Control: "text", Value: "20"}, "clamp", 250, "1000"},
		{"hidden", forms.Field{Control: "hidden", Value: "20"}, "clamp", 250, "1000"},
		{"back to the default", forms.Field{Control: "number", Value: "20"}, "default", 100, "100"},
		{"refused", forms.Field{Control: "text", Value: "20"}, "refuse", 100, "100"},
		{"fails", forms.Field{Control: "text", Value: "20"}, "fail", 100, "100"},
		{"cut off, with its pager", forms.Field{Control: "text", Value: "20"}, "cut", 100, "100"},
		{"max", forms.Field{Control: "number", Value: "20", Max: "60"}, "refuse", 60, "60"},
		{"read-only", forms.Field{Control: "text", Value: "20", ReadOnly: true}, "clamp", 20, ""},
		{"ignored", forms.Field{Control: "hidden", Value: "20"}, "ignore", 20, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.control.Name, tt.control.Role = "rows", forms.PageSize
			p := mustPlan(t, querygen.Options{Form: boxForm(tt.control)})
			bound := ""
			for range 2 * n / served {
				a, ok := p.Next()
				if !ok {
					break
				}
				o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Answered, Total: n, Requests: 1}
				asked, size, end := served, served, n
				word := false
				before := bound
				bound = ""
				for _, b := range a.Query.Bind {
					switch b.Name {
					case "rows":
						bound = b.Value
						fmt.Sscan(b.Value, &asked)
					case "q":
						word = b.Value != ""
					}
				}
				if word {
					p.Observe(querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1})
					continue
				}
				switch size = asked; {
				case tt.beyond == "ignore":
					size = served
				case asked <= most:
				case tt.beyond == "clamp":
					size = most
				case tt.beyond == "default":
					size = served
				case tt.beyond == "refuse":
					o.Status, o.Total, size = querygen.Refused, -1, 0
				case tt.beyond == "fail":
					o.Status, o.Total, size, bound = querygen.Failed, -1, 0, before
				case tt.beyond == "cut":
					size, end = 400, 400
				}
				for i := (a.Page - 1) * size; i < min(a.Page*size, end); i++ {
					o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint("r", i), Text: fmt.Sprint("record ", i)})
				}
				o.More = size > 0 && a.Page*size < end
				p.Observe(o)
			}
			if p.Held() != n || bound != tt.value || p.Requests() > n/tt.rows+20 {
				t.Errorf("held %d of %d with %d requests, %q rows in the end", p.Held(), n, p.Requests(), bound)
			}
			c := p.Capabilities().Get(querygen.CanPageSize)
			if tt.value == "" && c.Verdict == querygen.Yes || tt.value != "" && c.Value != fmt.Sprint(tt.rows) {
				t.Errorf("%+v", c)
			}
		})
	}
}
