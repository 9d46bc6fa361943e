package plan

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
)

func structuredForm(fields ...forms.Field) forms.Form {
	return forms.Form{ID: "f", Method: "GET", Purpose: forms.Search, Submit: true, Fields: fields}
}

func options(n int) []forms.Option {
	out := []forms.Option{{Label: "Any", Any: true}}
	for i := range n {
		out = append(out, forms.Option{Value: strconv.Itoa(i + 1), Label: fmt.Sprintf("Value %d", i+1)})
	}
	return out
}

func TestImpossibleQuestions(t *testing.T) {
	menu := forms.Field{Name: "m", Control: "select", Role: forms.CategoryRole, Options: options(3)}
	bound := func(name string, role forms.Role, control forms.Kind) forms.Field {
		return forms.Field{Name: name, Control: control, Role: role}
	}
	limited := func(f forms.Field, min, max string) forms.Field {
		f.Min, f.Max = min, max
		return f
	}
	listed := func(name string, role forms.Role) forms.Field {
		f := bound(name, role, "select")
		f.Options = []forms.Option{{Label: "Any", Any: true}, {Value: "10", Label: "10"}, {Value: "20", Label: "20"}, {Value: "50", Label: "50"}}
		return f
	}
	tests := []struct {
		name   string
		fields []forms.Field
		want   []page.Pair // bound by the first one
	}{
		{"menus only", []forms.Field{menu}, nil},
		{"numbers", []forms.Field{menu, bound("a", forms.RangeMin, "number"), bound("b", forms.RangeMax, "number")}, []page.Pair{{Name: "a", Value: "987654321"}, {Name: "b", Value: "987654321"}}},
		{"numbers within limits", []forms.Field{limited(bound("a", forms.RangeMin, "number"), "0", "100"), limited(bound("b", forms.RangeMax, "number"), "0", "100")},
			[]page.Pair{{Name: "a", Value: "100"}, {Name: "b", Value: "0"}}},
		{"lists", []forms.Field{listed("a", forms.RangeMin), listed("b", forms.RangeMax)}, []page.Pair{{Name: "a", Value: "50"}, {Name: "b", Value: "10"}}},
		{"dates", []forms.Field{bound("a", forms.RangeMin, "date"), bound("b", forms.RangeMax, "date")}, []page.Pair{{Name: "a", Value: "2100-12-31"}, {Name: "b", Value: "2100-12-31"}}},
		{"a lone upper bound", []forms.Field{menu, bound("b", forms.RangeMax, "number")}, []page.Pair{{Name: "b", Value: "-1"}}},
		{"a year", []forms.Field{{Name: "year", Label: "Year", Control: "text", Role: forms.Number}}, []page.Pair{{Name: "year", Value: "2999"}}},
		{"a column", []forms.Field{{Name: "town", Label: "Town", Control: "text", Role: forms.Place}}, []page.Pair{{Name: "town", Value: text.Nonsense(7, 0)}}},
	}
	for _, tt := range tests {
		p, err := New(querygen.Options{Form: structuredForm(tt.fields...), Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		var got []page.Pair
		if len(p.impossible) > 0 {
			got = p.impossible[0].Bind
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The impossible question comes before the first one that divides, not before the form as
// served; where it is not taken for what it is, another one follows, and none after that.
func TestImpossibleQuestionsAreAskedInTime(t *testing.T) {
	form := structuredForm(
		forms.Field{Name: "m", Control: "select", Role: forms.CategoryRole, Options: options(5)},
		forms.Field{Name: "a", Control: "number", Role: forms.RangeMin}, forms.Field{Name: "b", Control: "number", Role: forms.RangeMax},
		forms.Field{Name: "town", Label: "Town", Control: "text", Role: forms.Place})
	p, err := New(querygen.Options{Form: form})
	if err != nil {
		t.Fatal(err)
	}
	var kinds string
	for range 8 {
		ask, ok := p.Next()
		if !ok {
			break
		}
		o := querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Empty, Total: -1, Requests: 1}
		switch {
		case len(ask.Query.Bind) == 0:
			kinds += "served "
			o.Status, o.Total, o.More = querygen.Answered, 5000, false
			for i := range 20 {
				o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i), Text: fmt.Sprintf("row %d", i)})
			}
		case ask.Query.Nonsense && kinds == "served ":
			kinds += "first "
			o.Status = querygen.Refused
		case ask.Query.Nonsense:
			kinds += "other "
		default:
			kinds += "part "
		}
		p.Observe(o)
	}
	if want := "served first other part part part part part "; kinds != want {
		t.Errorf("asked %q, want %q", kinds, want)
	}
}

// Where the box must be filled, few questions that leave it empty show that, and words
// that match more than can be read are divided by the menus.
func TestMenusOfABoxThatMustBeFilled(t *testing.T) {
	form := structuredForm(
		forms.Field{Name: "q", Control: "search", Role: forms.QueryRole, Score: 1},
		forms.Field{Name: "m", Control: "select", Role: forms.CategoryRole, Options: options(10)},
		forms.Field{Name: "n", Control: "select", Role: forms.CategoryRole, Options: options(12)})
	const records, k = 300, 20
	p, err := New(querygen.Options{Form: form, Seeds: []string{"lamp"}})
	if err != nil {
		t.Fatal(err)
	}
	refused, crossed := 0, 0
	for range 300 {
		ask, ok := p.Next()
		if !ok {
			break
		}
		o := querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Refused, Total: -1, Requests: 1}
		bound := map[string]string{}
		for _, b := range ask.Query.Bind {
			bound[b.Name] = b.Value
		}
		switch {
		case bound["q"] == "":
			refused++
		case bound["q"] != "lamp":
			o.Status = querygen.Empty
		default:
			if bound["m"] != "" || bound["n"] != "" {
				crossed++
			}
			o.Status, o.Total = querygen.Answered, 0
			for i := range records {
				if m, n := strconv.Itoa(i%10+1), strconv.Itoa(i*7%12+1); (bound["m"] == "" || bound["m"] == m) && (bound["n"] == "" || bound["n"] == n) {
					if o.Total++; o.Total <= k {
						o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(i), Text: "lamp"})
					}
				}
			}
			if o.Total == 0 {
				o.Status = querygen.Empty
			}
		}
		p.Observe(o)
	}
	if refused > facts.WordlessTries+1 {
		t.Errorf("%d questions without a word were refused, %d tell", refused, facts.WordlessTries)
	}
	if crossed == 0 || p.Held() < records*2/3 {
		t.Errorf("%d questions bound a word and a menu, %d of %d records held", crossed, p.Held(), records)
	}
}

// Refusals before anything was sent end.
func TestUnsentQuestionsEnd(t *testing.T) {
	form := structuredForm(forms.Field{Name: "q", Control: "search", Role: forms.QueryRole, Score: 1})
	p, err := New(querygen.Options{Form: form, Seeds: make([]string, 0), Terms: nil, Strategy: "auto", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; n < 10_000; n++ {
		ask, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Refused, Total: -1})
	}
	if n > unsentInARow {
		t.Errorf("%d questions that cannot be sent were proposed", n)
	}
}
