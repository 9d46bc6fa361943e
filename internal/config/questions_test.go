package config

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/internal/questions"
)

// asked is a site's entry with a plan of questions in flow style, on line 5.
func asked(plan string) string {
	return "sites:\n  - name: a\n    start: https://a.example/\n    questions:\n      " + strings.ReplaceAll(plan, "\n", "\n      ") + "\n"
}

// Each faulty plan gives one message, at its place, that says what to write.
func TestFaultyPlans(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"makes.csv": "id;make\n1;Audi\n2;BMW\n", "words.txt": "opera\n\nvalley\n", "empty.txt": "\n\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	control := func(rest string) string { return "controls: [{control: Make, " + rest + "}]" }
	for _, c := range []struct{ plan, want string }{
		{"controlls: []", `f.yaml:5:7: unknown setting "controlls" (did you mean controls?)`},
		{"controls: {control: Make}", "f.yaml:5:17: controls wants a list, one `- {control: ..., only: ...}` a line"},
		{"controls: [{only: [Audi]}]", "f.yaml:5:18: an item of controls does not say which control it is about: write control: NAME-OR-LABEL"},
		{"controls: [{control: Make}]", `f.yaml:5:18: nothing is said of "Make": write only, except, range, always or leave: true`},
		{"controls: [{control: Make, onyl: [Audi]}]", `f.yaml:5:34: unknown setting "onyl" (did you mean only?)`},
		{control("only: [Audi]") + "\nextra: 1", `f.yaml:6:7: unknown setting "extra"`},
		{control("only: [Audi], leave: true"), `leave: true has "Make" never bound, and the rest of its item no effect: take out one of them`},
		{control("leave: yes please"), "leave wants true or false, not"},
		{control("always: en, only: [de]"), `always has "Make" bound to one value: take out the rest of its item, or write only`},
		{control("always: {from: books.author}"), `always wants a value of "Make" that stands here: write always: VALUE`},
		{control("only: [Audi], except: [BMW]"), `only says all values of "Make": take out except, or only`},
		{control("range: {from: 1}, only: [Audi]"), `range says all values of "Make": take out only and except, or range`},
		{control("except: [BMW], in-order: true"), `in-order is about the values of only, and "Make" has none`},
		{control("always: en, stop-after-empty: 3"), `stop-after-empty counts the values of "Make", and it has none here`},
		{control("only: [Audi], stop-after-empty: -1"), "stop-after-empty must be a number above 0, not -1"},
		{control("only: [Audi, '']"), "an empty value asks for nothing: write a value, or take it out"},
		{control("only: [Audi, Audi]"), `f.yaml:5:47: "Audi" stands there twice`},
		{control("only: {file: none.txt}"), "f.yaml:5:47: there is no file none.txt"},
		{control("only: {file: empty.txt}"), "f.yaml:5:47: empty.txt has no values"},
		{control("only: {file: makes.csv, column: maek}"), `f.yaml:5:66: column "maek" is not in makes.csv (did you mean make?); it has id, make`},
		{control("only: {column: make}"), "f.yaml:5:49: column is of a CSV file: write file beside it"},
		{control("only: {from: books}"), `f.yaml:5:47: from must be SITE.COLUMN, such as books.author, not "books"`},
		{control("range: {from: cheap}"), `f.yaml:5:48: from must be a number such as 5000, not "cheap"`},
		{control("range: {from: 9, to: 3}"), "from (9) is beyond to (3): nothing lies between them"},
		{control("range: {from: 0, step: 10}"), "a range with step needs from and to"},
		{control("range: {from: 0, to: 9, step: -1}"), `step must be a number above 0, or days such as 7 days, 1 month, 1 year, not "-1"`},
		{control("range: {from: 0, to: 9000000, step: 1}"), "would make more than 100000 questions"},
		{control("range: {from: 2020-01-01, to: 2020-12-31, step: 7}"), "step is of days here: write 7 days, months or years"},
		{control("range: {from: 2020-01-01, to: 2020-12-31, step: 1 mnoth}"), `step knows days, weeks, months and years, not "mnoth" (did you mean month?)`},
		{control("range: {from: 2020-01-01, to: 2020-12-31, step: 1.5 months}"), "step must be a whole number of months"},
		{control("range: {from: 2020-13-01, to: 2021-01-01}"), `from must be a day such as 2020-01-31, 2020-01 or 2020, not "2020-13-01"`},
		{"controls:\n- {control: Make, only: [a]}\n- {control: make, leave: true}", `f.yaml:7:19: "make" is said something of twice: write all of it into one item`},
		{control("only: [a]") + "\ncombine: [Make, Make]", `combine has "Make" twice`},
		{control("only: [a]") + "\ncombine: [Maek]", `f.yaml:6:17: combine has "Maek", of which controls says nothing (did you mean Make?)`},
		{control("leave: true") + "\ncombine: [Make]", `combine has "Make", which has no values here: write only, except or range`},
		{control("only: [a]") + "\ndepth: -2", "f.yaml:6:14: depth must be a number above 0, not -2"},
		{control("only: [a]") + "\ndepth: 3", "depth is 3, and 1 have values: more cannot be bound"},
		{"depth: 1", "depth counts the controls that a question binds, and none has values"},
		{control("only: [a]") + "\nsplit: allways", `f.yaml:6:14: split must be where-cut or always, not "allways" (did you mean always?)`},
		{"split: always", "split says how controls are combined, and none has values"},
		{"words: {nothing-else: true}", "nothing-else without words would ask no word: write list or file"},
		{"words: {list: [a], nothing-ells: true}", `unknown setting "nothing-ells" (did you mean nothing-else?)`},
		{"words: {file: none.txt}", "there is no file none.txt"},
		{"pages: -1", "f.yaml:5:14: pages must be a number above 0, not -1"},
		{"pages: two", "f.yaml:5:14: pages wants a whole number, not \"two\""},
		{"stop-after-empty: -3", "stop-after-empty must be a number above 0, not -3"},
		{"pages: 1\n\tdepth: 1", "f.yaml:6:"}, // a tab
		{"{}", "f.yaml:4:5: questions says nothing: write a value, or take it out"},
		{"# controls: []", "f.yaml:4:5: questions says nothing: write a value, or take it out"},
		{"controls: []", "controls: [] says nothing: write a value, or take it out"},
		{control("only: [a]") + "\nwords: {}", "f.yaml:6:7: words says nothing"},
		{control("only: [a]") + "\nthen: {}", "f.yaml:6:7: then says nothing"},
		{control("only: [a]") + "\nthen: {controls: []}", "f.yaml:6:24: controls: [] says nothing"},
	} {
		_, err := load("f.yaml", []byte(asked(c.plan)), nil)
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s: error %v, want an *Error", c.plan, err)
		case len(e.Problems) != 1 || !strings.Contains(err.Error(), c.want) || !strings.Contains(e.Problems[0].Picture, "^"):
			t.Errorf("%s: got\n%v\nwant %s", c.plan, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"questions: {}\n":                                 `f.yaml:1:1: "questions" is for one site: write it into an entry of sites`,
		"plans: [{name: cars}]\n":                         `f.yaml:1:9: the plan says nothing`,
		"plans: [{name: cars, questions: {pages: -1}}]\n": "f.yaml:1:41: pages must be a number above 0",
		"plans: [{name: a b, questions: {pages: 1}}]\n":   "f.yaml:1:16: plans: name must be a name without spaces",
		"plans: [{name: cars, questions: {pages: 1}}]\nsites: [{name: a, start: 'https://a.example', plan: car}]\n":                                    `f.yaml:2:53: there is no plan "car" (did you mean cars?)`,
		"plans: [{name: cars, questions: {pages: 1}}]\nsites: [{name: a, start: 'https://a.example', plan: cars, questions: {pages: 2}}]\n":            "f.yaml:2:53: plan and questions exclude each other",
		"sites: [{name: a, start: 'https://a.example', roles: [{name: make, value: other}], questions: {controls: [{control: Make, only: [x]}]}}]\n":   `f.yaml:1:55: roles: "make" is nothing to search by (other) and never bound, but questions has only of it: take out one of them`,
		"sites: [{name: a, start: 'https://a.example', roles: [{name: make, value: other}], questions: {controls: [{control: Make, always: [x]}]}}]\n": `questions has always of it`,
		"sites: [{name: a, start: 'https://a.example', strategy: drilldown, questions: {controls: [{control: m, only: [x]}]}}]\n":                      "f.yaml:1:57: strategy drilldown and a plan of questions exclude each other",
	} {
		if _, err := load("f.yaml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "^") {
			t.Errorf("%s: got\n%v\nwant %s", text, err, want)
		}
	}
}

// What is written in several ways is read alike, and several sites may have one plan.
func TestPlansAreRead(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"makes.csv": "\ufeffid;make\n1;Audi\n2;BMW\n3;Audi\n", "words.txt": "# of music\nopera\n\n  #none\nvalley\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := load("f.yaml", []byte(`
plans:
  - name: cars
    questions:
      controls:
        - {control: Make, only: {file: makes.csv, column: Make}, in-order: true}
        - {control: Price, range: {from: 0, to: 50000, step: 5000}}
        - {control: Since, range: {from: 2020-01, to: 2020, step: 1 month}}
        - {control: Language, always: en}
      words: {list: [aria], file: words.txt, nothing-else: true}
sites:
  - {name: a, start: 'https://a.example/', plan: cars}
  - {name: b, start: 'https://b.example/', plan: cars}
  - {name: c, start: 'https://c.example/', questions: {words: [x, y], pages: 2}}
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := s.ForSite("a").Questions
	if p == nil || p != s.ForSite("b").Questions || s.SiteSettings.Questions != nil {
		t.Fatalf("sites a and b have the plans %p and %p", p, s.ForSite("b").Questions)
	}
	if got := strings.Join(p.Controls[0].Only.List, " "); got != "Audi BMW" || !p.Controls[0].InOrder {
		t.Errorf("makes are %q", got)
	}
	if p.Controls[1].Range != (questions.Range{From: "0", To: "50000", Step: "5000"}) || p.Controls[3].Always.List[0] != "en" {
		t.Errorf("controls are %+v", p.Controls)
	}
	if got := strings.Join(p.Words.List, " "); got != "aria opera valley" || !p.Words.NothingElse {
		t.Errorf("words are %q", got)
	}
	if c := s.ForSite("c").Questions; strings.Join(c.Words.List, " ") != "x y" || c.Pages != 2 {
		t.Errorf("site c is asked %+v", c)
	}
}

// What has no effect beside what stands elsewhere in the file is told, and refused nowhere.
func TestWhatHasNoEffect(t *testing.T) {
	for text, want := range map[string]string{
		"strategy: drilldown\nseed-words: [a]\n": "f.yaml:2:13: seed-words has no effect: strategy drilldown begins with none",

		"columns: [price]\ndetails: never\n":                                                 "f.yaml:1:10: columns has no effect: details: never has no page",
		"plans: [{name: cars, questions: {pages: 1}}]\n":                                     `f.yaml:1:16: plan "cars" has no effect: no site names it; write plan: cars into an entry of sites`,
		"sites: [{name: a, start: 'https://a.example', details: never, columns: [price]}]\n": "f.yaml:1:72: columns has no effect",
		"terms: [a]\n": "",
	} {
		s, err := load("f.yaml", []byte(text), nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		switch {
		case want == "" && len(s.Idle) > 0:
			t.Errorf("%s: it says %v", text, s.Idle)
		case want != "" && (len(s.Idle) != 1 || !strings.HasPrefix(s.Idle[0].String(), want) || !strings.Contains(s.Idle[0].Picture, "^")):
			t.Errorf("%s: it says %v, want %s", text, s.Idle, want)
		}
	}
}

// What old files say is asked as the plan says it, and they are told what to write.
func TestOlderSettingsAreThePlan(t *testing.T) {
	for text, want := range map[string]struct {
		plan questions.Plan
		told []string
	}{
		"sites:\n  - name: a\n    start: https://a.example/\n    fixed:\n      - {name: Lang, value: en}\n      - {name: kind, value: x}\n      - {name: kind, value: y}\n": {
			questions.Plan{Controls: []questions.Control{{Control: "Lang", Always: questions.Values{List: []string{"en"}}, Setting: "fixed"}, {Control: "kind", Always: questions.Values{List: []string{"x", "y"}}, Setting: "fixed"}}},
			[]string{"f.yaml:5:7: fixed is an older way to say it: write questions: {controls: [{control: NAME, always: VALUE}]} into the entry"}},
		"sites:\n  - name: a\n    start: https://a.example/\n    strategy: terms\n    terms: [x, y]\n": {
			questions.Plan{Words: questions.Words{Values: questions.Values{List: []string{"x", "y"}}, NothingElse: true}}, []string{"f.yaml:5:12: terms is an older way"}},
		"sites:\n  - name: a\n    start: https://a.example/\n    strategy: focused\n    terms: [x]\n": {
			questions.Plan{Words: questions.Words{Values: questions.Values{List: []string{"x"}}}}, []string{"f.yaml:5:12: terms is an older way"}},
		"fixed: [{name: lang, value: en}]\nsites:\n  - {name: a, start: 'https://a.example/', questions: {controls: [{control: Lang, always: fr}], pages: 2}}\n": {
			questions.Plan{Pages: 2, Controls: []questions.Control{{Control: "Lang", Always: questions.Values{List: []string{"fr"}}}}}, []string{"f.yaml:1:8: fixed is an older way"}},
	} {
		s, err := load("f.yaml", []byte(text), nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(&want.plan, s.ForSite("a").Asked()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", text, diff)
		}
		if len(s.Older) != len(want.told) {
			t.Errorf("%s: it says %v", text, s.Older)
			continue
		}
		for i, told := range want.told {
			if p := s.Older[i]; !strings.HasPrefix(p.String(), told) || !strings.Contains(p.Picture, "^") {
				t.Errorf("%s: it says %v, want %s", text, p, told)
			}
		}
	}
}
