package extract

import (
	"fmt"
	"strings"
	"testing"
)

// A row that a label says to be advertisement is told from the others, in any language; not
// where all rows have the label, or a column says one thing or another.
func TestRowsThatAreAdvertisement(t *testing.T) {
	row := func(i int, class, label string) string {
		return fmt.Sprintf("<li class='%s'>%s <a href='/item/%d'>thing number %d</a> <span class=cat>A%d</span>", class, label, i, i, i%3)
	}
	label := func(word string) string { return "<small>" + word + "</small>" }
	for name, c := range map[string]struct {
		advert func(i int) string // of row i
		want   int
	}{
		"english": {func(i int) string { return map[bool]string{true: label("Sponsored")}[i == 3] }, 9},
		"german":  {func(i int) string { return map[bool]string{true: label("Anzeige")}[i == 0 || i == 9] }, 8},
		"french":  {func(i int) string { return map[bool]string{true: label("Sponsorisé")}[i == 3] }, 9},
		"russian": {func(i int) string { return map[bool]string{true: label("Реклама")}[i == 5] }, 9},
		"chinese": {func(i int) string { return map[bool]string{true: label("广告")}[i == 5] }, 9},
		"all":     {func(int) string { return label("Anzeige") }, 10},
		"most":    {func(i int) string { return map[bool]string{true: label("Anzeige")}[i < 6] }, 10},
		"column":  {func(i int) string { return label(map[bool]string{true: "Anzeige", false: "Gesuch"}[i < 4]) }, 10},
		"text":    {func(i int) string { return map[bool]string{true: label("sponsored by a bank")}[i == 3] }, 10},
	} {
		var b strings.Builder
		for i := range 10 {
			class := "hit"
			if a := c.advert(i); a != "" && c.want < 10 {
				class = "hit promo"
			}
			b.WriteString(row(i, class, c.advert(i)))
		}
		r := Read(parse(t, "http://shop.example/search?q=thing", wrap("<ul class=results>"+b.String()+"</ul>")), Options{Query: []string{"thing"}})
		got := 0
		for _, rec := range r.Records {
			if !rec.Advert {
				got++
			}
		}
		if len(r.Records) != 10 || got != c.want {
			t.Errorf("%s: %d of %d records are no advertisement, want %d: %v", name, got, len(r.Records), c.want, r.Reasons)
		}
	}
}
