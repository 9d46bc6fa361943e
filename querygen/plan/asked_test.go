package plan_test

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
)

// priced is a form with a menu, a pair of boxes for numbers and one for days.
func priced() forms.Form {
	return forms.Form{ID: "f", Fields: []forms.Field{
		{Name: "make", Label: "Make", Control: "select", Role: forms.CategoryRole, Options: []forms.Option{{Value: "", Any: true}, {Value: "1", Label: "Audi"}, {Value: "2", Label: "BMW"}}},
		{Name: "low", Label: "Price from", Control: "number", Role: forms.RangeMin, Pair: "high"}, {Name: "high", Label: "Price to", Control: "number", Role: forms.RangeMax},
		{Name: "since", Label: "Sold from", Control: "date", Role: forms.RangeMin, Pair: "until"}, {Name: "until", Label: "Sold until", Control: "date", Role: forms.RangeMax},
	}}
}

// askedOf answers a planner's questions with one record each, and returns what they bind.
func askedOf(t *testing.T, o querygen.Options) (out []string) {
	t.Helper()
	p, err := plan.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		ask, ok := p.Next()
		if !ok {
			return out
		}
		said := ""
		for _, b := range ask.Query.Bind {
			said += b.Name + "=" + b.Value + " "
		}
		status := querygen.Answered
		rows := []querygen.Row{{Key: said}}
		if ask.Query.Nonsense {
			status, rows = querygen.Empty, nil
		} else {
			out = append(out, said)
		}
		p.Observe(querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: status, Rows: rows, Total: len(rows), Requests: 1})
	}
	t.Fatal("it does not end")
	return nil
}

// Steps of numbers share their bounds, those of days do not; months are as long as they are.
func TestStepsOfRanges(t *testing.T) {
	for _, c := range []struct {
		control string
		r       questions.Range
		want    []string
	}{
		{"Price", questions.Range{From: "0", To: "10000", Step: "5000"}, []string{"low=0 high=5000 ", "low=5000 high=10000 "}},
		{"Price", questions.Range{From: "€ 0", To: "€ 12000", Step: "5000 EUR"}, []string{"low=0 high=5000 ", "low=5000 high=10000 ", "low=10000 high=12000 "}},
		{"Price", questions.Range{From: "500"}, []string{"low=500 "}},
		{"Sold", questions.Range{From: "2020-01", To: "2020-03", Step: "1 month"}, []string{"since=2020-01-01 until=2020-01-31 ", "since=2020-02-01 until=2020-02-29 ", "since=2020-03-01 until=2020-03-31 "}},
		{"Sold", questions.Range{From: "2020", To: "2021", Step: "1 year"}, []string{"since=2020-01-01 until=2020-12-31 ", "since=2021-01-01 until=2021-12-31 "}},
		{"Sold", questions.Range{From: "2020-01-01", To: "2020-01-20", Step: "2 weeks"}, []string{"since=2020-01-01 until=2020-01-14 ", "since=2020-01-15 until=2020-01-20 "}},
	} {
		got := askedOf(t, querygen.Options{Form: priced(), Questions: &questions.Plan{Split: "always", Controls: []questions.Control{{Control: c.control, Range: c.r}}}})
		if len(got) > len(c.want) {
			got = got[len(got)-len(c.want):] // before them stands what nothing matches
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s %+v: asked %q, want %q", c.control, c.r, got, c.want)
		}
	}
}

// A command that chooses another strategy asks by that one, whatever plan the site has.
func TestPlansAreOfStrategyAuto(t *testing.T) {
	p, err := plan.New(querygen.Options{Form: priced(), Strategy: "probe", Questions: &questions.Plan{Controls: []questions.Control{{Control: "Make", Only: questions.Values{List: []string{"Audi"}}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if p.Rehearse() != nil {
		t.Error("strategy probe asks what the plan says")
	}
}
