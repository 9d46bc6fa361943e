package storage_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage"
)

// explained is a file with two harvests of a site: red is asked in both.
func explained(t *testing.T) *storage.DB {
	t.Helper()
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	cod, eel := extract.Record{Key: "1", Title: "A cod", Text: "A red cod"}, extract.Record{Key: "2", Title: "An eel", Text: "A red eel"}
	h := mustBegin(t, db, "fish.example", false).Harvest
	form := forms.Form{ID: "f", Fields: []forms.Field{{Name: "q", Options: []forms.Option{{Value: "red", Label: "Reddish"}}}}}
	first := answer(h, 1, noon, "red", cod)
	first.Profile = &harvest.Profile{Form: &form}
	o := &first.Step.Answer.Outcome
	o.Query.Expected, o.Query.Why, o.Query.Strategy, o.Total, o.More = 2, "a word", "weighted", 2, true
	mustCommit(t, db, first)
	second := answer(h, 2, noon.Add(time.Minute), "red", eel)
	o2 := &second.Step.Answer.Outcome
	o2.Query, o2.Page, o2.Total = o.Query, 2, 2
	mustCommit(t, db, second)
	open := answer(h, 3, noon.Add(2*time.Minute), "eel", eel)
	open.Step.Answer.Outcome.More, open.Step.Answer.Outcome.Query.Expected = true, 9
	mustCommit(t, db, open)

	h = mustBegin(t, db, "fish.example", true).Harvest
	cod.Title = "The cod"
	again := answer(h, 1, noon.Add(time.Hour), "red", cod)
	again.Profile = first.Profile
	again.Step.Answer.Outcome.Query.Expected = 4
	mustCommit(t, db, again)
	return db
}

func TestQuestions(t *testing.T) {
	db, ctx := explained(t), context.Background()
	all, err := db.Questions(ctx, "fish.example")
	if err != nil {
		t.Fatal(err)
	}
	red := storage.Question{ID: 1, Site: "fish.example", Words: "Reddish", Form: "f", Bind: []page.Pair{{Name: "q", Value: "red"}}}
	eel := storage.Question{ID: 2, Site: "fish.example", Words: "eel", Form: "f", Bind: []page.Pair{{Name: "q", Value: "eel"}}}
	if d := cmp.Diff([]storage.Question{red, eel}, all); d != "" {
		t.Fatal(d)
	}
	if q, ok, err := db.QuestionAt(ctx, "fish.example", 1); err != nil || !ok || cmp.Diff(red, q) != "" {
		t.Errorf("step 1 is %+v, %v, %v", q, ok, err)
	}
	if _, ok, err := db.QuestionAt(ctx, "fish.example", 2); err != nil || ok {
		t.Errorf("the latest harvest has a step 2: %v, %v", ok, err)
	}
	lines, err := db.Answers(ctx, red)
	if err != nil {
		t.Fatal(err)
	}
	url := "https://books.example/?q=red"
	want := []storage.AnswerLine{
		{Harvest: 1, Step: 1, At: noon, Page: 1, Status: "answered", Rows: 1, New: 1, Total: new(2), More: true, Requests: 1, URL: url, Strategy: "weighted", Why: "a word", Expected: new(2.0)},
		{Harvest: 1, Step: 2, At: noon.Add(time.Minute), Page: 2, Status: "answered", Rows: 1, New: 1, Total: new(2), Requests: 1, URL: url, Strategy: "weighted", Why: "a word", Expected: new(2.0)},
		{Harvest: 2, Step: 1, At: noon.Add(time.Hour), Page: 1, Status: "answered", Rows: 1, New: 1, Requests: 1, URL: url, Strategy: "frequency", Expected: new(4.0)},
	}
	if d := cmp.Diff(want, lines); d != "" {
		t.Error(d)
	}
	expected, err := db.Expectations(ctx, "fish.example")
	if d := cmp.Diff([]plan.Expectation{{Strategy: "frequency", Expected: 4, Actual: 1}}, expected); d != "" || err != nil {
		t.Error(d, err)
	}
}

// What was not read to its end has not brought yet what it can.
func TestExpectationsAreOfWhatWasReadToItsEnd(t *testing.T) {
	db := mustOpen(t, filepath.Join(t.TempDir(), "hadal.db"))
	h := mustBegin(t, db, "fish.example", false).Harvest
	for i, c := range []struct {
		word     string
		page     int
		more     bool
		expected float64
	}{{"whole", 1, true, 3}, {"open", 1, true, 5}, {"unknown", 1, false, -1}, {"whole", 2, false, 3}} {
		a := answer(h, int64(i+1), noon, c.word, extract.Record{Key: c.word + string(rune('0'+c.page))})
		o := &a.Step.Answer.Outcome
		o.Page, o.More, o.Query.Expected = c.page, c.more, c.expected
		mustCommit(t, db, a)
	}
	expected, err := db.Expectations(context.Background(), "fish.example")
	if d := cmp.Diff([]plan.Expectation{{Strategy: "frequency", Expected: 3, Actual: 2}}, expected); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestHistory(t *testing.T) {
	db, ctx := explained(t), context.Background()
	for text, want := range map[string][]string{"1": {"1"}, "the COD": {"1"}, "cod": {"1"}, "e": {"1", "2"}, "pike": nil} {
		names, err := db.FindRecords(ctx, "fish.example", text)
		var keys []string
		for _, n := range names {
			keys = append(keys, n.Key)
		}
		if d := cmp.Diff(want, keys); d != "" || err != nil {
			t.Errorf("%q: %s %v", text, d, err)
		}
	}
	names, err := db.FindRecords(ctx, "fish.example", "1")
	if err != nil {
		t.Fatal(err)
	}
	h, err := db.History(ctx, names[0])
	if err != nil {
		t.Fatal(err)
	}
	red := storage.Question{ID: 1, Site: "fish.example", Words: "Reddish", Form: "f", Bind: []page.Pair{{Name: "q", Value: "red"}}}
	want := storage.History{
		FirstSeen: noon, LastSeen: noon.Add(time.Hour),
		Versions: []storage.Version{
			{Harvest: 1, Step: 1, At: noon, Title: "A cod", Text: "A red cod"},
			{Harvest: 2, Step: 1, At: noon.Add(time.Hour), Title: "The cod", Text: "A red cod", Current: true},
		},
		Sightings: []storage.Sighting{
			{Harvest: 1, Step: 1, At: noon, Question: red, Strategy: "weighted", Page: 1, Place: 1, First: true},
			{Harvest: 2, Step: 1, At: noon.Add(time.Hour), Question: red, Strategy: "frequency", Page: 1, Place: 1, First: true},
		},
	}
	if d := cmp.Diff(want, h); d != "" {
		t.Error(d)
	}
	if _, err := db.History(ctx, storage.RecordName{ID: 99, Site: "fish.example", Key: "99"}); err == nil {
		t.Error("a record that is not there has a history")
	}
}
