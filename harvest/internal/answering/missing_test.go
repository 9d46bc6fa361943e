package answering

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest/ledger"
)

// What a person wrote and no record has is told once, after 20 rows.
func TestColumnsThatNoRecordHasAreTold(t *testing.T) {
	p := ledger.Profile{Wrapper: extract.Wrapper{Columns: []extract.Column{{Name: "seen", Select: "b"}, {Name: "isbn", Select: ".cover"}, {Name: "learned", Select: "i", Rows: 3}, {Name: "gone", Drop: true}}}}
	page := func(n int) (res extract.Result) {
		for range n {
			res.Records = append(res.Records, extract.Record{Fields: []extract.Field{{Name: "seen", Value: "x"}}})
		}
		return res
	}
	var m missing
	if notes := m.see(p, page(19), "http://x.example/"); notes != nil {
		t.Errorf("of 19 records: %q", notes)
	}
	notes := m.see(p, page(5), "http://x.example/?q=1")
	if len(notes) != 1 || !strings.Contains(notes[0], "column isbn (.cover) is in none of 24 records: `hadal records 'http://x.example/?q=1'") {
		t.Errorf("of 24 records: %q", notes)
	}
	if notes := m.see(p, page(30), "http://x.example/"); notes != nil {
		t.Errorf("told again: %q", notes)
	}
	m = missing{}
	if notes := m.see(p, extract.Result{Without: map[string]int{"isbn": 25}}, "http://x.example/"); len(notes) != 1 || !strings.Contains(notes[0], "none of 25 rows is a record: 25 lack the column isbn") {
		t.Errorf("where all are left out: %q", notes)
	}
}

// Where no row of several answers has what a person requires, none is asked for on.
func TestWhatIsRequiredOfAllAndInNoneEndsAHarvest(t *testing.T) {
	lacking, some := extract.Result{Without: map[string]int{"price": 5}}, extract.Result{Records: make([]extract.Record, 1), Without: map[string]int{"price": 4}}
	var m missing
	for i := range mostVain {
		for range 3 { // the same page again is no other
			m.miss(lacking, fmt.Sprint("http://x.example/?p=", i))
		}
		m.miss(extract.Result{Misfit: "another list", Without: lacking.Without}, fmt.Sprint("http://x.example/?q=", i))
		m.see(ledger.Profile{}, lacking, "http://x.example/")
		if why := m.Unkept(); (why != "") != (i == mostVain-1) || why != "" && !strings.Contains(why, "no record has the column price, which the profile requires: none of 4 answers") {
			t.Errorf("after %d answers: %q", i+1, why)
		}
	}
	m.see(ledger.Profile{}, some, "http://x.example/")
	if why := m.Unkept(); why != "" {
		t.Errorf("with a record: %q", why)
	}
}
