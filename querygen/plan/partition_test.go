package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// kinds are texts that have a column beside them which divides them by eight, and one
// that names each.
func kinds(n int) []model.Record {
	var records []model.Record
	for i, d := range zipfDocuments(n, 3) {
		kind := []string{"poetry", "novel", "novel", "novel", "travel guide", "cookery", "essay", "field guide", "novel", "drama"}[i%10]
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{
			pair("name", fmt.Sprintf("title%d by%d", i, i/2)), pair("kind", kind), pair("text", d.text)}})
	}
	return records
}

// asksBy harvests until the share of the records is held, and returns the requests as a
// multiple of the floor and the words that were asked by a strategy.
func asksBy(t *testing.T, strategy string, records []model.Record, o model.Options, share float64, change func(*querygen.Outcome)) (multiple float64, words []string) {
	t.Helper()
	o.Box, o.RankSeed = true, 1
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"the3"}})
	for float64(p.Held()) < share*float64(len(records)) && p.Requests() < 5*m.Floor() {
		a, ok := p.Next()
		if !ok {
			break
		}
		if a.Query.Strategy == strategy && a.Page == 1 {
			words = append(words, bound(a))
		}
		out := m.Ask(a)
		if change != nil {
			change(&out)
		}
		p.Observe(out)
	}
	return float64(p.Requests()) / float64(m.Floor()), words
}

// TestPartition: the words of a column that divides the records bring nearly all of them
// for little more than the floor, whatever the site hides.
func TestPartition(t *testing.T) {
	t.Parallel()
	unnamed := func(o *querygen.Outcome) {
		for i := range o.Rows {
			o.Rows[i].Fields = nil
		}
	}
	for _, c := range []struct {
		name string
		n    int
		o    model.Options
		most float64
	}{
		{"clean", 2000, model.Options{}, 1.1},
		{"hidden totals", 2000, model.Options{Totals: "hidden"}, 1.1},
		{"in order, hidden totals", 2000, model.Options{Totals: "hidden", InOrder: true}, 1.1},
		{"snippets", 2000, model.Options{Snippet: 40}, 1.2},
		{"any of the words", 2000, model.Options{Operators: "or"}, 1.1},
		{"a limit that all kinds but one fit in", 4000, model.Options{TopK: 1000}, 1.7},
	} {
		records := kinds(c.n)
		got, words := asksBy(t, keyword.PartitionStrategy, records, c.o, 0.95, nil)
		without, none := asksBy(t, keyword.PartitionStrategy, records, c.o, 0.95, unnamed)
		t.Logf("%s: 95 %% after %.2f times the floor (%s), without columns %.2f", c.name, got, strings.Join(words, " "), without)
		if got > c.most || len(none) > 0 {
			t.Errorf("%s: 95 %% cost %.2f times the floor, want %.2f; without columns %.2f (%v)", c.name, got, c.most, without, none)
		}
		for _, w := range words {
			if strings.HasPrefix(w, "title") || strings.HasPrefix(w, "by") || strings.HasPrefix(w, "the") {
				t.Errorf("%s: asked %q, which does not say what kind a record is of", c.name, w)
			}
		}
	}
}

// TestPartitionIsGivenUp: where the site does not search for what a column says, two
// answers tell.
func TestPartitionIsGivenUp(t *testing.T) {
	t.Parallel()
	records := kinds(2000)
	plain, _ := asksBy(t, keyword.PartitionStrategy, records, model.Options{}, 0.8, func(o *querygen.Outcome) {
		for i := range o.Rows {
			o.Rows[i].Fields = nil
		}
	})
	said := map[string]string{}
	for i := range records {
		said[records[i].Key] = records[i].Fields[1].Value
		records[i].Fields[1].Value = "" // not in the index
	}
	got, words := asksBy(t, keyword.PartitionStrategy, records, model.Options{}, 0.8, func(o *querygen.Outcome) {
		for i, r := range o.Rows {
			o.Rows[i].Text += "\n" + said[r.Key]
			o.Rows[i].Fields = append([]page.Pair{pair("kind", said[r.Key])}, r.Fields[2])
		}
	})
	t.Logf("80 %% after %.2f times the floor, %.2f without the column; asked %v", got, plain, words)
	if len(words) == 0 || len(words) > keyword.PartitionFails || got > plain+0.1 {
		t.Errorf("asked %v in vain: 80 %% cost %.2f times the floor, %.2f without the column", words, got, plain)
	}
}

// TestDisjoint: of words that stand together one is enough.
func TestDisjoint(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: site(t, nil, model.Options{}).Form()})
	s := p.strategy.Strategy.(*auto).words.partition
	var rows []querygen.Row
	for i := range 40 {
		value := []string{"Science/Tech", "Autonomous region", "Region", "Sports"}[i%4]
		rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: value, Fields: []page.Pair{pair("kind", value)}})
	}
	p.Observe(querygen.Outcome{Query: p.facts.Space.Word("anything", "frequency"), Page: 1, Status: querygen.Answered, Rows: rows, Total: 40, Requests: 1})
	v := p.facts.Named.ByName["kind"]
	words, covered := s.Disjoint(v, 1)
	var got []string
	for _, w := range words {
		got = append(got, p.facts.Records.Words[w])
	}
	if want := "region science sports"; strings.Join(got, " ") != want {
		t.Errorf("chose %v, want %s", got, want)
	}
	for r, yes := range covered {
		if !yes {
			t.Errorf("record %d has none of %v", r, got)
		}
	}
}

// TestVocabularyIsBounded: a column that names records is dropped once it has many values.
func TestVocabularyIsBounded(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: site(t, nil, model.Options{}).Form()})
	var rows []querygen.Row
	for i := range facts.ValuesRead + 10 {
		name, letter := fmt.Sprintf("name%d", i), fmt.Sprintf("letter%d %d", i%30, 100+i)
		rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: name + " " + letter, Fields: []page.Pair{pair("name", name), pair("letter", letter)}})
	}
	p.Observe(querygen.Outcome{Query: p.facts.Space.Word("anything", "frequency"), Page: 1, Status: querygen.Answered, Rows: rows, Total: -1, Requests: 1})
	for _, v := range p.facts.Named.All {
		if !v.Closed || len(v.Words) > 0 || v.Records != facts.ValuesRead {
			t.Errorf("%s: closed %t, %d words of %d records are kept", v.Column, v.Closed, len(v.Words), v.Records)
		}
	}
}

func TestFieldsOfSnippets(t *testing.T) {
	m := site(t, texts("one two three four five six seven eight"), model.Options{Snippet: 3})
	m.Records[0].Fields = []page.Pair{pair("a", "one two three"), pair("b", ""), pair("c", "four"), pair("d", "five six seven eight")}
	for word, want := range map[string]string{
		"one":   "one two three: [{a one two three}]",
		"four":  "three four five: [{a three} {c four} {d five}]",
		"eight": "six seven eight: [{d six seven eight}]",
	} {
		text, fields := m.Shown(0, []string{word})
		if got := fmt.Sprintf("%s: %v", text, fields); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
