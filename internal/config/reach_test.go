package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func TestFaultyReachIsTold(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"include: /catalogue/**", "f.yaml:1:10: include wants a list"},
		{"include: ['catalogue/**']", `f.yaml:1:10: include has an item that is none: "catalogue/**" is no pattern of addresses: it begins with / or * or http`},
		{"exclude: ['*?']", `exclude has an item that is none: "*?" lacks a parameter behind its question mark: write ?* for any`},
		{"exclude: ['/a b']", `exclude has an item that is none: "/a b" is no pattern of addresses: write one such as /catalogue/** or *?lang=*`},
		{"details-links: ['']", "details-links: an empty value says nothing: take it out"},
		{siteWith("exclude: [/sea*]"), "f.yaml:4:14: exclude has /sea*, which leaves out where the site starts: https://a.example/search"},
		{"exclude: ['*?q']\nsites: [{name: a, start: 'https://a.example/?q'}]", "f.yaml:1:10: exclude has *?q, which leaves out where the site starts"},
		{siteWith("exclude: [/login/**]\nlogin: {page: /login/in, user: me, password: 'env:P'}"), "f.yaml:4:14: exclude has /login/**, which leaves out the page of the login"},
		{"pager: offset", "f.yaml:1:8: pager wants `key: value` lines, not \"offset\""},
		{"pager: {param: page}", `f.yaml:1:9: unknown setting "param"`},
		{"pager: {parameter: page, next: a.next}", "f.yaml:1:8: pager needs one of parameter, next and off"},
		{"pager: {parameter: page, off: true}", "pager needs one of parameter, next and off"},
		{"pager: {step: 20}", "pager needs one of parameter, next and off"},
		{"pager: {off: true, step: 20}", "pager has start or step, which go with parameter"},
		{"pager: {parameter: 'page=', step: 1}", `pager parameter must be a name such as page, not "page="`},
		{"pager: {parameter: page, step: -1}", "pager step must be at least 1, not -1"},
		{"pager: {parameter: page, start: -1}", "pager start must not be negative, not -1"},
		{"pager: {parameter: page, start: one}", "start wants a whole number, not \"one\""},
		{"pager: {next: 'a['}", `pager next must be a CSS selector, not "a["`},
	} {
		_, err := load("f.yaml", []byte(c.lines+"\n"), nil)
		var e *Error
		if !errors.As(err, &e) || len(e.Problems) != 1 || !strings.Contains(err.Error(), c.want) || !strings.Contains(e.Problems[0].Picture, "^") {
			t.Errorf("%s: got\n%v\nwant %s", c.lines, err, c.want)
		}
	}
}

func TestPagerIsMerged(t *testing.T) {
	const text = "pager: {next: a.on}\nsites:\n  - {name: a, start: 'http://a/'}\n  - {name: b, start: 'http://b/', pager: {parameter: offset, start: 0, step: 20}}\n"
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddFlags(flags, "pager")
	zero, three := 0, 3
	for _, c := range []struct {
		flag string
		a, b Pager
	}{
		{"", Pager{Next: "a.on"}, Pager{Parameter: "offset", Start: &zero, Step: 20}},
		{"--pager=parameter=from,start=3,step=5", Pager{Parameter: "from", Start: &three, Step: 5}, Pager{Parameter: "from", Start: &three, Step: 5}},
		{"--pager=next=a[rel=next], .more", Pager{Next: "a[rel=next], .more"}, Pager{Next: "a[rel=next], .more"}},
		{"--pager=off", Pager{Off: true}, Pager{Off: true}},
	} {
		if c.flag != "" {
			if err := flags.Parse([]string{c.flag}); err != nil {
				t.Fatal(err)
			}
		}
		s, err := load("f.yaml", []byte(text), flags)
		if err != nil {
			t.Errorf("%s: %v", c.flag, err)
			continue
		}
		if d := cmp.Diff([]Pager{c.a, c.b}, []Pager{s.ForSite("a").Pager, s.ForSite("b").Pager}); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.flag, d)
		}
	}
	if err := flags.Parse([]string{"--pager=every=3"}); err != nil {
		t.Fatal(err)
	}
	if _, err := load("f.yaml", nil, flags); err == nil || !strings.Contains(err.Error(), "flag --pager: pager wants parameter=NAME,start=N,step=N, next=SELECTOR or off, not \"every=3\"") {
		t.Errorf("a pager that is none: %v", err)
	}
}
