package storage_test

import (
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
	rows, err := db.Labelled(t.Context(), "papers")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		for _, v := range r.Values {
			got = append(got, r.Label+": "+v.Value)
		}
	}
	if diff := cmp.Diff([]string{"author: books Roe"}, got); diff != "" {
		t.Error(diff)
	}
}
