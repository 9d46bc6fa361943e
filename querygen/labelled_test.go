package querygen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

func TestSimilarLabels(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"Author", "author", true}, {"Author's name", "authors", true}, {"authorName", "Author", true}, {"txtAuthor", "author", true},
		{"Year of publication", "publication year", true}, {"Colour", "color", true}, {"Title", "Author", false},
		{"Publisher", "Publication year", false}, {"", "author", false}, {"Search", "author", false},
	} {
		if got := similarity(tt.a, tt.b) >= sameLabel; got != tt.same {
			t.Errorf("%q and %q: %.2f, same %t, want %t", tt.a, tt.b, similarity(tt.a, tt.b), got, tt.same)
		}
	}
}

func TestLearnMergesAsHiWEDoes(t *testing.T) {
	row := func(label string, values ...TrustedValue) LabelledValues {
		return LabelledValues{Label: label, Values: values}
	}
	start := func() []LabelledValues {
		return []LabelledValues{row("Make", TrustedValue{"Ford", 1}, TrustedValue{"Opel", 0.8}, TrustedValue{"Fiat", 0.6})}
	}
	for _, tt := range []struct {
		name, label string
		values      []string
		want        []LabelledValues
	}{
		{"a label that matches: new values inherit the trust of those known", "make", []string{"ford", "Opel", "Saab"},
			[]LabelledValues{row("Make", TrustedValue{"Ford", 1}, TrustedValue{"Opel", 0.9}, TrustedValue{"Fiat", 0.6}, TrustedValue{"Saab", 0.9})}},
		{"another label over known values", "Brand", []string{"Ford", "Opel", "Saab"},
			[]LabelledValues{row("Make", TrustedValue{"Ford", 1}, TrustedValue{"Opel", 0.8}, TrustedValue{"Fiat", 0.6}, TrustedValue{"Saab", 0.6})}},
		{"no label and unknown values", "", []string{"red"}, start()},
		{"a new label", "Colour", []string{"red"}, append(start(), row("Colour", TrustedValue{"red", 0.9}))},
	} {
		got := Learn(start(), tt.label, tt.values)
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestBoundariesOfNumbers(t *testing.T) {
	got := between(map[int]bool{1: false, 10: false, 20: true, 23: true, 25: false, 1000: false})
	want := []string{"11", "12", "13", "14", "15", "16", "17", "18", "19", "21", "22", "24"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A box is filled by descending trust: with what the user knows, then with
// what the records have under its name.
func TestBoxesGetWhatTheirLabelAsksFor(t *testing.T) {
	form := boxForm(forms.Field{Name: "author", Label: "Author", Control: "text", Role: forms.OtherRole, Score: 1})
	form.Fields[0].Name, form.Fields[0].Label = "q", "Words"
	p := mustPlan(t, Options{Form: form, Strategy: "lvs", Known: []LabelledValues{
		{Label: "Authors", Values: []TrustedValue{{"Roe", 0.5}, {"Poe", 1}, {"Unlikely", 0.1}}},
		{Label: "Colour", Values: []TrustedValue{{"red", 1}}},
	}})
	authors := map[string][]Row{
		"Poe": {{Key: "1", Text: "one", Fields: []page.Pair{{Name: "author", Value: "Poe"}}}, {Key: "2", Text: "two", Fields: []page.Pair{{Name: "author", Value: "Doe"}}}},
		"Doe": {{Key: "3", Text: "three", Fields: []page.Pair{{Name: "author", Value: "Doe"}, {Name: "price", Value: "7"}}}},
		"Roe": {{Key: "4", Text: "four"}},
	}
	var got []string
	var ledger []Outcome
	for {
		a, ok := p.Next()
		if !ok {
			break
		}
		o := Outcome{Query: a.Query, Page: a.Page, Status: Empty, Total: -1, Requests: 1}
		if b := a.Query.Bind; len(b) == 1 && b[0].Name == "author" {
			got = append(got, b[0].Value)
			if o.Rows = authors[b[0].Value]; o.Rows != nil {
				o.Status = Answered
			}
		}
		ledger = append(ledger, o)
		p.Observe(o)
	}
	if diff := cmp.Diff([]string{"Poe", "Doe", "Roe"}, got); diff != "" {
		t.Error(diff)
	}
	again := mustPlan(t, Options{Form: form, Strategy: "lvs", Known: []LabelledValues{{Label: "Authors", Values: []TrustedValue{{"Roe", 0.5}, {"Poe", 1}}}}})
	for i, o := range ledger {
		if a, ok := again.Next(); !ok || a.Query.Key() != o.Query.Key() {
			t.Errorf("step %d: asks %v, want %v", i, a.Query.Bind, o.Query.Bind)
		}
		again.Observe(o)
	}
}
