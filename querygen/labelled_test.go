package querygen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
		if got := Similarity(tt.a, tt.b) >= SameLabel; got != tt.same {
			t.Errorf("%q and %q: %.2f, same %t, want %t", tt.a, tt.b, Similarity(tt.a, tt.b), got, tt.same)
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
