package querygen

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
)

// A list without options waits for the one that it depends on, and then has
// those that the answer's page offers.
func TestDependentListsAreFilledInOrder(t *testing.T) {
	models := map[string][]string{"Ford": {"Focus", "Kuga"}, "Opel": {"Astra", "Corsa"}}
	form := forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: []forms.Field{
		menuField("make", forms.CategoryRole, "Ford", "Opel"),
		{Name: "model", Control: "select", Label: "Model", Role: forms.CategoryRole, DependsOn: "make", Options: []forms.Option{{Label: "Any", Any: true}}},
	}}
	p := mustPlan(t, Options{Form: form})
	pairs := map[string]int{}
	for range 200 {
		a, ok := p.Next()
		if !ok {
			break
		}
		make, model := "", ""
		for _, b := range a.Query.Bind {
			if b.Name == "make" {
				make = b.Value
			} else {
				model = b.Value
			}
		}
		if model != "" {
			pairs[make+" "+model]++
		}
		o := Outcome{Query: a.Query, Page: a.Page, Status: Answered, Total: 0, Requests: 1}
		if make != "" {
			offer := Offer{Name: "model", Options: []forms.Option{{Label: "Any", Any: true}}}
			for _, m := range models[make] {
				offer.Options = append(offer.Options, forms.Option{Value: m, Label: m})
			}
			o.Offers = []Offer{offer}
		}
		var keys []string
		for _, mk := range []string{"Ford", "Opel"} {
			for _, m := range models[mk] {
				for i := range 30 {
					if (make == "" || make == mk) && (model == "" || model == m) {
						keys = append(keys, fmt.Sprint(mk, " ", m, " ", i))
					}
				}
			}
		}
		o.Total = len(keys)
		keys = keys[:min(len(keys), 30)] // the limit
		from := min((a.Page-1)*10, len(keys))
		for _, k := range keys[from:min(from+10, len(keys))] {
			o.Rows = append(o.Rows, Row{Key: k, Text: k})
		}
		o.More = from+10 < len(keys)
		p.Observe(o)
	}
	if p.Held() != 120 {
		t.Errorf("held %d of 120 after %d requests: %s", p.Held(), p.Requests(), p.Why())
	}
	for pair := range pairs {
		switch pair {
		case "Ford Focus", "Ford Kuga", "Opel Astra", "Opel Corsa":
		default:
			t.Errorf("asked for %q", pair)
		}
	}
}
