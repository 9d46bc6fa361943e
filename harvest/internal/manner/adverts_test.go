package manner

import (
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
)

// Rows with a label of advertisement are left out until they have shown, often enough, that
// they are what was asked for.
func TestWithoutAdverts(t *testing.T) {
	form := &forms.Form{Fields: []forms.Field{{Name: "q", Role: forms.QueryRole}}}
	read := func(m ledger.Manner, paid string) (int, ledger.Manner) {
		s := Sight{Asked: []page.Pair{{Name: "q", Value: "eel"}}, Profile: ledger.Profile{Form: form, Manner: m}, Res: extract.Result{Records: []extract.Record{
			{Title: "blue eel"}, {Title: paid, Advert: true}, {Title: "old eel"},
		}}}
		s, advertised := s.WithoutAdverts()
		if !advertised {
			t.Error("the row is not seen")
		}
		return len(s.Res.Records), s.Profile.Manner
	}
	var m ledger.Manner
	for i := range 8 {
		var n int
		if n, m = read(m, "fried eel"); n != map[bool]int{true: 3, false: 2}[i+1 >= habitPages] {
			t.Errorf("%d rows that fit: %d records", i+1, n)
		}
	}
	if n, _ := read(ledger.Manner{Paid: 8, Strays: 2}, "a car"); n != 2 {
		t.Error("rows that stray are taken for records")
	}
	if n, m := read(ledger.Manner{}, "a car"); n != 2 || m.Strays != 1 {
		t.Errorf("%d records, %+v", n, m)
	}
}
