package plan_test

import (
	"fmt"
	"strings"
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

// Answers that were cut before anything told so are divided once the limit is known, whatever
// their pages; so are those that are as long as any, where no total tells.
func TestAnswersReadBeforeTheLimitIsKnownAreDivided(t *testing.T) {
	makes := []string{"a", "b", "c", "d", "e"}
	fuels := []string{"x", "y", "z"}
	option := func(values []string) (out []forms.Option) {
		out = []forms.Option{{Value: "", Any: true}}
		for _, v := range values {
			out = append(out, forms.Option{Value: v, Label: v})
		}
		return out
	}
	form := forms.Form{ID: "f", Fields: []forms.Field{
		{Name: "make", Label: "Make", Control: "select", Role: forms.CategoryRole, Options: option(makes)},
		{Name: "fuel", Label: "Fuel", Control: "select", Role: forms.CategoryRole, Options: option(fuels)},
	}}
	for _, c := range []struct {
		says        string
		size, limit int // rows a page, and of an answer
		records     int // of each make; of the last one few
		plan        string
		want        float64 // of the estimate, where all is held
		held        int
	}{
		{"five pages an answer", 10, 50, 90, "Make Fuel", 364, 364},
		{"one page an answer", 50, 50, 90, "Make Fuel", 364, 364},
		{"nothing that divides is in the plan", 50, 50, 90, "Make", 0, 364},
		{"nothing divides further", 20, 20, 90, "Make Fuel", 0, 244},
		{"none is cut", 20, 1000, 47, "Make Fuel", 192, 192},
		{"none is cut, and they are alike", 50, 1000, 50, "Make Fuel", 204, 204},
	} {
		t.Run(c.says, func(t *testing.T) {
			p := &questions.Plan{}
			for _, name := range strings.Fields(c.plan) {
				values := map[string][]string{"Make": makes, "Fuel": fuels}[name]
				p.Controls = append(p.Controls, questions.Control{Control: name, Only: questions.Values{List: values}})
			}
			if len(p.Controls) > 1 {
				p.Split = "where-cut"
			}
			if c.limit == 20 {
				p.Combine = strings.Fields(c.plan)
			}
			planner, err := plan.New(querygen.Options{Form: form, Questions: p})
			if err != nil {
				t.Fatal(err)
			}
			for range 300 {
				ask, ok := planner.Next()
				if !ok {
					break
				}
				bound := map[string]string{}
				for _, b := range ask.Query.Bind {
					bound[b.Name] = b.Value
				}
				var rows []querygen.Row
				for m, name := range makes {
					n := c.records
					if m == len(makes)-1 {
						n = 4
					}
					for i := range n {
						if (bound["make"] == "" || bound["make"] == name) && (bound["fuel"] == "" || bound["fuel"] == fuels[i%3]) {
							rows = append(rows, querygen.Row{Key: fmt.Sprint(name, i)})
						}
					}
				}
				total := -1
				if c.limit == 20 {
					total = len(rows)
				}
				rows = rows[:min(len(rows), c.limit)]
				from, to := min((ask.Page-1)*c.size, len(rows)), min(ask.Page*c.size, len(rows))
				o := querygen.Outcome{Query: ask.Query, Page: ask.Page, Status: querygen.Answered, Rows: rows[from:to], Total: total, More: to < len(rows), Requests: 1}
				if len(rows) == 0 {
					o.Status = querygen.Empty
				}
				planner.Observe(o)
			}
			e := planner.Estimate()
			if c.limit == 20 && e.Cut < 200 {
				t.Errorf("%d records of cut answers are told: %+v", e.Cut, e)
			}
			if planner.Held() != c.held || c.want > 0 != (e.Exact && e.Size == c.want) {
				t.Errorf("%d records are held, the estimate is %+v; want %d and %v; %s", planner.Held(), e, c.held, c.want, planner.Why())
			}
		})
	}
}

// A menu that depends on another one is asked by the labels that pages give its options beside
// each value of that, whatever is sent for them, and what is not offered there is not asked.
func TestDependentMenusAreAskedByLabel(t *testing.T) {
	models := map[string][]forms.Option{"1": {{Value: "11", Label: "Other"}, {Value: "12", Label: "Quattro"}}, "2": {{Value: "21", Label: "Other"}, {Value: "22", Label: "Isetta"}}}
	form := func(known bool) forms.Form {
		f := forms.Form{ID: "f", Fields: []forms.Field{priced().Fields[0], {Name: "model", Label: "Model", Control: "select", Role: forms.CategoryRole, DependsOn: "make"}}}
		for _, of := range []string{"1", "2"} {
			for _, o := range models[of] {
				if o.Of = []string{of}; known {
					f.Fields[1].Options = append(f.Fields[1].Options, o)
				}
			}
		}
		return f
	}
	for known, want := range map[bool]string{
		true:  "[make=1 model=11 make=1 model=12 make=2 model=21]",
		false: "[make=1 model=Other make=1 model=11 make=1 model=12 make=2 model=Other make=2 model=21]",
	} {
		p, err := plan.New(querygen.Options{Form: form(known), Questions: &questions.Plan{Controls: []questions.Control{
			{Control: "Make", Only: questions.Values{List: []string{"Audi", "BMW"}}}, {Control: "Model", InOrder: true, Only: questions.Values{List: []string{"Other", "Quattro", "Trabant"}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for range 50 {
			ask, ok := p.Next()
			if !ok {
				break
			}
			said, make := "", ""
			for _, b := range ask.Query.Bind {
				if said += " " + b.Name + "=" + b.Value; b.Name == "make" {
					make = b.Value
				}
			}
			o := querygen.Outcome{Query: ask.Query, Page: 1, Status: querygen.Answered, Rows: []querygen.Row{{Key: said}}, Total: 1, Requests: 1, Offers: []querygen.Offer{{Name: "model", Options: models[make]}}}
			if ask.Query.Nonsense {
				o.Status, o.Rows, o.Total, o.Offers = querygen.Empty, nil, 0, nil
			} else {
				got = append(got, strings.TrimSpace(said))
			}
			p.Observe(o)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("known %v: asked %v, want %v", known, got, want)
		}
		if u := p.Unused(true); len(u) != 1 || !strings.Contains(u[0].Message, "Model = Trabant: no page offers it") {
			t.Errorf("known %v: unused %+v", known, u)
		}
	}
}

// Options that only pages of answers show are asked by label: one that is said twice, in other
// letters or once as it is sent, is told when the form is held against the plan.
func TestSameValueOfADependentMenuIsTold(t *testing.T) {
	for _, options := range [][]forms.Option{nil, {{Value: "11", Label: "Quattro", Of: []string{"1"}}}} {
		f := forms.Form{ID: "f", Fields: []forms.Field{priced().Fields[0], {Name: "model", Label: "Model", Control: "select", Role: forms.CategoryRole, DependsOn: "make", Options: options}}}
		twice := []string{"Quattro", "quattro"}
		if options != nil {
			twice[1] = "11"
		}
		_, err := plan.New(querygen.Options{Form: f, Questions: &questions.Plan{Controls: []questions.Control{{Control: "Model", Only: questions.Values{List: twice}}}}})
		if err == nil || !strings.Contains(err.Error(), "are the same value") {
			t.Errorf("%q: %v", twice, err)
		}
	}
}

// What a plan leaves out of a menu that a script fills, and a range of it, is asked once it is
// known what the menu offers beside what is chosen before, and not before that is chosen.
func TestWhatIsLeftOutOfAMenuThatAScriptFills(t *testing.T) {
	year := forms.Field{Name: "year", Label: "Year", Control: "select", Role: forms.CategoryRole, DependsOn: "make"}
	looked := year
	looked.Filled = []string{"1"}
	looked.Options = []forms.Option{{Value: "a", Label: "2019", Of: []string{"1"}}, {Value: "b", Label: "2020", Of: []string{"1"}}, {Value: "c", Label: "2021", Of: []string{"1"}}}
	served := looked
	served.Filled = nil
	makes := questions.Control{Control: "Make", Only: questions.Values{List: []string{"Audi", "BMW"}}}
	but := questions.Control{Control: "Year", Except: questions.Values{List: []string{"2020"}}}
	within := questions.Control{Control: "Year", Range: questions.Range{From: "2020", To: "2030"}}
	for _, c := range []struct {
		says     string
		year     forms.Field
		controls []questions.Control
		asked    string
		wants    string
		told     string
	}{
		{"nothing is known", year, []questions.Control{makes, but}, "[]", "[{year [{make 1}]} {year [{make 2}]}]", "beside make = Audi, make = BMW nothing was asked"},
		{"what is left out of one", looked, []questions.Control{but, makes}, "[make=1 year=a  make=1 year=c ]", "[{year [{make 2}]}]", "beside make = BMW nothing was asked"},
		{"a range of one", looked, []questions.Control{makes, within}, "[make=1 year=b  make=1 year=c ]", "[{year [{make 2}]}]", "beside make = BMW nothing was asked"},
		{"a range without any", looked, []questions.Control{makes, {Control: "Year", Range: questions.Range{From: "1990", To: "1999"}}}, "[]", "[{year [{make 2}]}]", "Year from 1990 to 1999: no page offers it"},
		{"what the form tells", served, []questions.Control{makes, but}, "[make=1 year=a  make=1 year=c ]", "[]", ""},
		{"what the form tells, and lacks", served, []questions.Control{makes, {Control: "Year", Except: questions.Values{List: []string{"2025"}}}}, "", "", `"2025" is not an option`},
		{"nothing that it depends on", year, []questions.Control{but}, "", "", `the options of "Year" are shown once "Make" is chosen: say which of "make" are asked, too`},
		{"bound beside it", looked, []questions.Control{makes, {Control: "Year", Always: questions.Values{List: []string{"2020"}}}}, "[make=1 year=b  make=2 year=2020 ]", "[{year [{make 2}]}]", ""},
	} {
		form := forms.Form{ID: "f", Fields: []forms.Field{priced().Fields[0], c.year}}
		fixed := forms.Values{}
		for _, control := range c.controls {
			if len(control.Always.List) > 0 {
				fixed["year"] = control.Always.List
			}
		}
		o := querygen.Options{Form: form, Fixed: fixed, Questions: &questions.Plan{Split: "always", Controls: c.controls}}
		p, err := plan.New(o)
		if err != nil {
			if c.asked != "" || !strings.Contains(err.Error(), c.told) {
				t.Errorf("%s: %v, want %q", c.says, err, c.told)
			}
			continue
		}
		rehearsed := p.Rehearse().Questions
		var got []string
		for range 20 {
			ask, ok := p.Next()
			if !ok {
				break
			}
			said := ""
			for _, b := range ask.Query.Bind {
				said += b.Name + "=" + b.Value + " "
			}
			out := querygen.Outcome{Query: ask.Query, Page: 1, Status: querygen.Answered, Rows: []querygen.Row{{Key: said}}, Total: 1, Requests: 1}
			if ask.Query.Nonsense {
				out.Status, out.Rows, out.Total = querygen.Empty, nil, 0
			} else {
				got = append(got, said)
			}
			p.Observe(out)
		}
		wants, told := fmt.Sprint(p.Wants(false)), fmt.Sprint(p.Unused(false))
		if fmt.Sprint(got) != c.asked || wants != c.wants || rehearsed != len(got) || !strings.Contains(told, c.told) || c.told == "" && told != "[]" {
			t.Errorf("%s: asked %q, want %s (%d were told before); wants %s, want %s; told %s, want %q", c.says, got, c.asked, rehearsed, wants, c.wants, told, c.told)
		}
	}
}
