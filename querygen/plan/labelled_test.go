package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A box is filled by descending trust: with what the user knows, then with
// what the records have under its name.
func TestBoxesGetWhatTheirLabelAsksFor(t *testing.T) {
	form := boxForm(forms.Field{Name: "author", Label: "Author", Control: "text", Role: forms.OtherRole, Score: 0.4})
	form.Fields[0].Name, form.Fields[0].Label = "q", "Words"
	p := mustPlan(t, querygen.Options{Form: form, Known: []querygen.LabelledValues{
		{Label: "Authors", Values: []querygen.TrustedValue{{Value: "Roe", Trust: 0.5}, {Value: "Poe", Trust: 1}, {Value: "Unlikely", Trust: 0.1}}},
		{Label: "Colour", Values: []querygen.TrustedValue{{Value: "red", Trust: 1}}},
	}})
	authors := map[string][]querygen.Row{
		"Poe": {{Key: "1", Text: "one", Fields: []page.Pair{{Name: "author", Value: "Poe"}}}, {Key: "2", Text: "two", Fields: []page.Pair{{Name: "author", Value: "Doe"}}}},
		"Doe": {{Key: "3", Text: "three", Fields: []page.Pair{{Name: "author", Value: "Doe"}, {Name: "price", Value: "7"}}}},
		"Roe": {{Key: "4", Text: "four"}},
	}
	var got []string
	var ledger []querygen.Outcome
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
		if b := a.Query.Bind; len(b) == 1 && b[0].Name == "author" {
			got = append(got, b[0].Value)
			if o.Rows = authors[b[0].Value]; o.Rows != nil {
				o.Status = querygen.Answered
			}
		}
		ledger = append(ledger, o)
		p.Observe(o)
	}
	if diff := cmp.Diff([]string{"Poe", "Doe", "Roe"}, got); diff != "" {
		t.Error(diff)
	}
	again := mustPlan(t, querygen.Options{Form: form, Known: []querygen.LabelledValues{{Label: "Authors", Values: []querygen.TrustedValue{{Value: "Roe", Trust: 0.5}, {Value: "Poe", Trust: 1}}}}})
	for i, o := range ledger {
		if a, ok := again.Next(); !ok || a.Query.Key() != o.Query.Key() {
			t.Errorf("step %d: asks %v, want %v", i, a.Query.Bind, o.Query.Bind)
		}
		again.Observe(o)
	}
}
