package storage_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
)

// What the records of other sites have in a column goes with its name; the
// site itself does not teach itself.
func TestLabelledValuesOfOtherSites(t *testing.T) {
	db := mustOpen(t, t.TempDir()+"/h.db")
	for _, name := range []string{"books", "papers"} {
		st := mustBegin(t, db, name, false)
		text := func(name, value string) extract.Field { return extract.Field{Name: name, Value: value} }
		mustCommit(t, db, answer(st.Harvest, 1, noon, "a",
			extract.Record{Key: "1", Title: "One", Text: "One", Fields: []extract.Field{text("author", name+" Roe"), {Name: "price", Value: "7", Kind: "number", Number: 7}}},
			extract.Record{Key: "2", Title: "Two", Text: "Two", Fields: []extract.Field{text("author", name+" Roe")}}))
	}
	labels, err := db.Labels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for site, want := range map[string][]string{"papers": {"author: books Roe"}, "cars": {"author: books Roe", "author: papers Roe"}} {
		var got []string
		for _, r := range labels.Except(site) {
			for _, v := range r.Values {
				got = append(got, r.Label+": "+v.Value)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", site, diff)
		}
	}
}

// However many sites are held, what they teach is read of a few: it is wanted for each of them.
func TestLabelledValuesOfFewSites(t *testing.T) {
	db := mustOpen(t, t.TempDir()+"/h.db")
	for i := range 22 {
		name := fmt.Sprint("site", i)
		st := mustBegin(t, db, name, false)
		mustCommit(t, db, answer(st.Harvest, 1, noon, "a", extract.Record{Key: "1", Title: "One", Text: "One", Fields: []extract.Field{{Name: "author", Value: name}}}))
	}
	labels, err := db.Labels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for site, want := range map[string]int{"site21": 20, "site3": 19} {
		if rows := labels.Except(site); len(rows) != 1 || len(rows[0].Values) != want {
			t.Errorf("%s: %v, want %d values", site, rows, want)
		}
	}
}
