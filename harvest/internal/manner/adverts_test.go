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

// Of rows without a label those that lead to another site than the page's are left out where
// they alone lack what was asked, and all of them once they nearly always did; they stay where
// rows that lead elsewhere mostly have it.
func TestRowsThatLeadElsewhere(t *testing.T) {
	form := &forms.Form{Fields: []forms.Field{{Name: "q", Role: forms.QueryRole}}}
	at := page.MustParseURL("http://127.0.0.1:80/find?q=eel")
	row := func(u, title string) extract.Record { return extract.Record{URL: page.MustParseURL(u), Title: title} }
	read := func(m ledger.Manner, records ...extract.Record) (int, ledger.Manner) {
		s := Sight{Page: &page.Page{Final: at}, Asked: []page.Pair{{Name: "q", Value: "eel"}}, Profile: ledger.Profile{Form: form, Manner: m}, Res: extract.Result{Records: records}}
		s, _ = s.WithoutAdverts()
		return len(s.Res.Records), s.Profile.Manner
	}
	a, b := row("http://127.0.0.1:80/1", "blue eel"), row("http://127.0.0.1:80/2", "old eel")
	advert, listed := row("http://127.0.0.1:81/9", "a car"), row("http://127.0.0.1:81/8", "fried eel")
	strays, pays := ledger.Manner{Strays: 18}, ledger.Manner{Paid: 8, Strays: 8}
	for name, c := range map[string]struct {
		m       ledger.Manner
		records []extract.Record
		want    int
	}{
		"lacks what was asked":             {ledger.Manner{}, []extract.Record{a, advert, b}, 2},
		"has it":                           {ledger.Manner{}, []extract.Record{a, listed, b}, 3},
		"has it by chance":                 {strays, []extract.Record{a, listed, b}, 2},
		"beside one, known":                {strays, []extract.Record{advert, a}, 1},
		"beside one, unknown":              {ledger.Manner{}, []extract.Record{advert, a}, 2},
		"others lack it, too":              {ledger.Manner{}, []extract.Record{a, advert, row("http://127.0.0.1:80/3", "pike")}, 3},
		"such rows often have it":          {pays, []extract.Record{a, advert, b}, 3},
		"all lead elsewhere":               {strays, []extract.Record{advert, listed}, 2},
		"the greater part leads elsewhere": {ledger.Manner{}, []extract.Record{advert, advert, a}, 3},
		"no page of its own":               {strays, []extract.Record{a, {Title: "an eel"}, b}, 3},
	} {
		n, m := read(c.m, c.records...)
		if n != c.want {
			t.Errorf("%s: %d records, want %d, %+v", name, n, c.want, m)
		}
	}
	chosen := Sight{Page: &page.Page{Final: at}, Words: []string{"eel"}, Profile: ledger.Profile{Form: form}, Res: extract.Result{Records: []extract.Record{a, advert, b}}}
	if chosen, _ = chosen.WithoutAdverts(); len(chosen.Res.Records) != 2 {
		t.Error("a row that lacks what was chosen is taken for a record")
	}
}
