package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Of the matches of a question that could not exclude all it should, those
// belong to the cell's part that hold nothing which was to be excluded: of those
// in hand as many as do, of the unseen ones such a share as its first rows show.
func TestMatchesThatBelongToAPart(t *testing.T) {
	for _, c := range []struct {
		name    string
		held    []string // before the answer
		rows    []string // new ones, on its first page
		matches float64
		want    float64
	}{
		{"all in hand", []string{"cod red", "cod red", "cod red eel", "cod", "red"}, nil, 3, 2},
		{"nothing in hand", nil, []string{"cod red", "cod red ray"}, 9, 9},
		{"some rows are others'", []string{"cod red", "cod red eel"}, []string{"cod red", "cod red eel", "cod red eel"}, 10, 1 + 8*2./4},
		{"fewer matches than in hand", []string{"cod red", "cod red"}, nil, 1, 2},
	} {
		f := held(t, c.held...)
		for _, w := range []string{"cod", "red", "eel"} {
			f.Records.Intern(w)
		}
		word := func(w string) uint32 { return f.Records.Intern(w) }
		q := f.Question(f.Compound(text.Compound{With: []uint32{word("cod"), word("red")}}, "-", "weighted"))
		for i, text := range c.rows {
			d, _ := f.Records.See(querygen.Row{Key: fmt.Sprint("new", i), Text: text})
			q.AddRow(d)
			q.Fresh++
		}
		s := keyword.NewCells(f)
		part := text.Compound{With: []uint32{word("cod"), word("red")}, Without: []uint32{word("eel")}}
		if got := s.Owned(q, c.matches, part); got != c.want {
			t.Errorf("%s: %g matches belong to the part, want %g", c.name, got, c.want)
		}
	}
}

// The answers that show that exclusions work are the first cells of their word,
// and are read to their ends, not only as far as their second pages.
func TestProofsOfExclusionsAreReadOn(t *testing.T) {
	var records []model.Record
	for i := range 2000 {
		text := fmt.Sprintf("own%d red%d blue%d", i, i%7, i%11)
		if i%2 == 0 {
			text += " cod"
		}
		if i%3 == 0 {
			text += " eel"
		}
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}})
	}
	m, err := model.New(records, model.Options{Box: true, Operators: "not", TopK: 750})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"cod"}})
	m.Run(p, 0, func() bool { return false })
	if p.Held() < m.Len()*99/100 {
		t.Errorf("%d of %d records held", p.Held(), m.Len())
	}
	long := 0
	for _, q := range p.facts.Asked {
		if q.Query.Strategy == facts.ProbeStrategy && q.Kind == facts.Several && q.Pages > 1 {
			long++
			if q.More {
				t.Errorf("%s is left after %d pages with %d of %d matches", p.facts.Spoken(q), q.Pages, len(q.Rows), q.Total)
			}
		}
	}
	if long == 0 {
		t.Error("no answer that shows exclusions to work was read on")
	}
}
