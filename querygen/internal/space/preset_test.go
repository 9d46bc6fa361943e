package space

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// Where a script sends a form, a date is asked from or up to with the other bound far away.
func TestScriptsAreGivenBothDates(t *testing.T) {
	for _, c := range []struct{ action, max, want string }{
		{"", "", "[{after 2001-02-03} {before 2100-12-31}]"},
		{"", "2023-12-31", "[{after 2001-02-03} {before 2023-12-31}]"},
		{"https://a.example/", "", "[{after 2001-02-03}]"},
	} {
		form := forms.Form{Index: -1, Fields: []forms.Field{
			{Name: "after", Control: "date", Role: forms.RangeMin, Pair: "before"},
			{Name: "before", Control: "date", Role: forms.RangeMax, Pair: "after", Max: c.max},
		}}
		if c.action != "" {
			form.Index, form.Action = 0, page.MustParseURL(c.action)
		}
		si := NewSearchInterface(form, nil)
		if got := fmt.Sprint(si.Bind(page.Pair{Name: "after", Value: "2001-02-03"})); got != c.want {
			t.Errorf("%q, %q: bound %s, want %s", c.action, c.max, got, c.want)
		}
	}
}

// A slider has ends wherever nobody moves them: left alone, an end is not open.
func TestPresetBoundsAreNotOpen(t *testing.T) {
	for _, c := range []struct {
		low, top string
		preset   bool
		want     string
	}{
		{"1800", "1810", true, "[{from 1850} {to 1990}] [{from 1700} {to 1850}]"},
		{"1700", "1990", false, "[{from 1850}] [{to 1850}]"},
		{"", "", false, "[{from 1850}] [{to 1850}]"},
	} {
		form := forms.Form{Action: page.MustParseURL("https://a.example/"), Fields: []forms.Field{
			{Name: "from", Control: "range", Role: forms.RangeMin, Pair: "to", Min: "1700", Max: "1990", Value: c.low},
			{Name: "to", Control: "range", Role: forms.RangeMax, Pair: "from", Min: "1700", Max: "1990", Value: c.top},
		}}
		si := NewSearchInterface(form, nil)
		if si.Between() != c.preset || si.Restricted() != c.preset {
			t.Errorf("%q to %q: between %v, restricted %v", c.low, c.top, si.Between(), si.Restricted())
		}
		got := fmt.Sprint(si.Bind(page.Pair{Name: "from", Value: "1850"}), si.Bind(page.Pair{Name: "to", Value: "1850"}))
		if got != c.want {
			t.Errorf("%q to %q: bound %s, want %s", c.low, c.top, got, c.want)
		}
	}
}

// A menu that the page gives no name is no part of a request; where a script reads the form, it is.
func TestMenusWithoutANameAreNotSent(t *testing.T) {
	for index, want := range map[int]int{0: 1, -1: 2} {
		form := forms.Form{Index: index, Fields: []forms.Field{
			{Name: "kind", Control: "select", Role: forms.CategoryRole, Options: []forms.Option{{Value: "map"}, {Value: "poem"}}},
			{Name: "given", Control: "select", Role: forms.CategoryRole, Unnamed: true, Options: []forms.Option{{Value: "old"}, {Value: "new"}}},
		}}
		if si := NewSearchInterface(form, nil); len(si.Menus) != want {
			t.Errorf("form %d has %d menus, want %d", index, len(si.Menus), want)
		}
	}
}

// Where all of several options are selected nothing is left out.
func TestAllOfSeveralIsNoChoice(t *testing.T) {
	for _, c := range []struct {
		selected []bool
		want     bool
	}{{[]bool{true, true, true}, false}, {[]bool{true, false, true}, true}, {[]bool{false, false}, false}} {
		f := forms.Field{Name: "kind", Control: "checkbox", Role: forms.CategoryRole, Multiple: true}
		for i, on := range c.selected {
			f.Options = append(f.Options, forms.Option{Value: fmt.Sprint(i), Selected: on})
		}
		if si := NewSearchInterface(forms.Form{Fields: []forms.Field{f}}, nil); si.Restricted() != c.want {
			t.Errorf("%v: restricted is %v", c.selected, si.Restricted())
		}
	}
}
