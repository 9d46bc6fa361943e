package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/roles"
)

func TestLabelWords(t *testing.T) {
	for label, want := range map[string][]string{
		"Departure Date: (mm/dd/yyyy)":       {"depart", "date"},
		"Departing":                          {"depart"},
		"Pick-up city":                       {"pickup", "city"},
		"pickup Cities":                      {"pickup", "city"},
		"Check In":                           {"checkin"},
		"SongTitle":                          {"song", "title"},
		"Author's name [surname only]":       {"author"},
		"How many?":                          {"how", "many"}, // better than nothing
		"Search in all departments":          {"department"},
		"Price (US$) between 100 and 500 km": {"price"},
		"":                                   nil,
	} {
		if diff := cmp.Diff(want, labelWords(label)); diff != "" {
			t.Errorf("%q: %s", label, diff)
		}
	}
}

func TestConcepts(t *testing.T) {
	list := func(label string, options ...string) meaning {
		f := []forms.Field{{Name: "a", Control: "select", Label: label, Options: choices(options)}}
		roles.Assign(f)
		return meaningOf("Boats", label, f)
	}
	box := func(label string) meaning {
		f := []forms.Field{{Name: "a", Control: "text", Label: label}}
		roles.Assign(f)
		return meaningOf("Boats", label, f)
	}
	ports := []string{"Any", "Oslo", "Bergen", "Kiel", "Turku"}
	for _, c := range []struct {
		name string
		ms   []meaning
		want []int
	}{
		{"forms of one word", []meaning{box("Builder"), box("Select builders:"), box("Boat builder")}, []int{0, 0, 0}},
		{"words that differ, though the options agree", []meaning{list("From", ports...), list("To", ports...)}, []int{0, 1}},
		{"one has a word more, and the options agree", []meaning{list("Home port", ports...), list("Port", ports...)}, []int{0, 0}},
		{"one has a word more", []meaning{box("Engine maker"), box("Engine")}, []int{0, 1}},
		{"no label, but the options of the other", []meaning{list("", ports...), list("Harbour", ports...)}, []int{0, 0}},
		{"yes and no say nothing", []meaning{list("", "Yes", "No"), list("Sails", "Yes", "No")}, []int{0, 1}},
		{"no chains", []meaning{box("Hull length overall"), box("Hull length overall deck"), box("Hull length deck keel")}, []int{0, 0, 1}},
	} {
		if diff := cmp.Diff(c.want, concepts(c.ms)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestPairs(t *testing.T) {
	got := pairs([]int{0, 0, 1, 1}, []string{"year", "year", "year", "port"})
	if want := (tally{hit: 1, false: 1, missed: 2}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSpelled(t *testing.T) {
	if a, b := spelled("Pick-up dates"), spelled("pick up date"); a != b {
		t.Errorf("%q, %q", a, b)
	}
}
