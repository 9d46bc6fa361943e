package plan

import (
	"fmt"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// manyTexts returns n texts of three of the common words each, or of none.
func manyTexts(n int, common bool) []string {
	var out []string
	for i := range n {
		text := fmt.Sprintf("cod own%d", i)
		if common {
			text += fmt.Sprintf(" red%d blue%d green%d", i%2, i%3, i%5)
		}
		out = append(out, text)
	}
	return out
}

// An answer can be divided where a few words cut all of it, not where most
// records hold nothing that others do.
func TestAnswersThatCanBeDivided(t *testing.T) {
	for _, c := range []struct {
		name   string
		common bool
		limit  int // 0 for none
		broad  bool
	}{
		{"no limit", false, 0, false},
		{"every record holds common words", true, 100, false},
		{"no record does", false, 100, true},
		{"no record does, and all can be read", false, 5000, false},
	} {
		f := held(t, manyTexts(300, c.common)...)
		f.Told = c.limit
		e := keyword.NewExclusions(f, &keyword.Weights{})
		e.Survey()
		if got := e.TooBroad(f.Records.Intern("cod"), 2000); got != c.broad {
			t.Errorf("%s: an answer of 2000 matches is too broad: %t, want %t", c.name, got, c.broad)
		}
	}
}

// When a limit shows, words fall that were claimed before it did, and those
// claimed after them with them.
func TestClaimsFallWhenALimitShows(t *testing.T) {
	f := held(t, manyTexts(300, false)...)
	e := keyword.NewExclusions(f, &keyword.Weights{})
	word := func(w string) uint32 { return f.Records.Intern(w) }
	e.Claim(word("own1"), 1)
	e.Claim(word("cod"), 2000)
	e.Claim(word("own2"), 1)
	e.Judge()
	if !e.Has(word("cod")) {
		t.Fatal("a word falls though no limit is known")
	}
	f.Told = 100
	e.Judge()
	if e.Has(word("cod")) || !e.Broad[word("cod")] {
		t.Error("a word with more matches than can be divided is still claimed")
	}
	if e.Has(word("own2")) || e.Broad[word("own2")] {
		t.Error("a word claimed after one that falls must be free to be claimed again")
	}
	if !e.Has(word("own1")) {
		t.Error("a word claimed before falls, too")
	}
	f.Told = 5000
	e.Judge()
	if e.Broad[word("cod")] {
		t.Error("a word is too broad under a limit that does not cut it")
	}
}

// Without a limit an answer is read to its end, however long, and not divided.
func TestLongAnswersAreReadWhole(t *testing.T) {
	var records []model.Record
	for i, text := range manyTexts(600, true) {
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{{Name: "text", Value: text}}})
	}
	m, err := model.New(records, model.Options{Box: true, Operators: "not"})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"own7"}})
	m.Run(p, 0, func() bool { return false })
	if p.Held() != m.Len() {
		t.Fatalf("%d of %d records held", p.Held(), m.Len())
	}
	q := p.facts.Word(p.facts.Records.Intern("cod"))
	if q == nil || len(q.Rows) < 500 {
		t.Error("the answer that holds everything was not read")
	}
	if most := m.Floor() * 5 / 4; p.Requests() > most {
		t.Errorf("%d requests, want at most %d", p.Requests(), most)
	}
}
