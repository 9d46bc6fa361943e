package plan

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Where rows show snippets, further rows of a record tell more of its words; its
// row for a word holds that word whether or not it shows it.
func TestSnippetsAddUp(t *testing.T) {
	p := mustPlan(t, querygen.Options{Form: boxForm(), Strategy: "frequency"})
	row := func(text string) querygen.Row { return querygen.Row{Key: "/1", Text: text} }
	word := func(w string) querygen.Query { return p.facts.Space.Word(w, "test") }
	for _, c := range []struct {
		ask, text string
		know      bool // beforehand, that text
		want      []string
	}{
		{"alpha", "alpha beta", false, []string{"alpha", "beta"}},
		{"beta", "alpha beta", true, []string{"alpha", "beta"}},
		{"gamma", "beta gamma", false, []string{"alpha", "beta", "gamma"}},
		{"gamma", "gamma alpha", true, []string{"alpha", "beta", "gamma"}},
		{"delta", "", true, []string{"alpha", "beta", "gamma", "delta"}},
	} {
		if got := p.Knows(row(c.text)); got != c.know {
			t.Errorf("before %q: %q known: %v", c.ask, c.text, got)
		}
		p.Observe(querygen.Outcome{Query: word(c.ask), Page: 1, Status: querygen.Answered, Rows: []querygen.Row{row(c.text), {Key: "/" + c.ask, Text: c.ask}}, Total: -1, Requests: 1})
		records := &p.facts.Records
		var got []string
		for _, w := range records.WordsOf(0) {
			got = append(got, records.Words[w])
			if list := records.Postings[w]; !slices.IsSorted(list) || !slices.Contains(list, 0) {
				t.Errorf("after %q: %q is in %v", c.ask, records.Words[w], list)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", c.ask, diff)
		}
	}
}

// A ledger without the texts that a planner knows replays to the same questions.
func TestReplayWithoutKnownTexts(t *testing.T) {
	for _, strategy := range []string{"auto", "correlated"} {
		m := site(t, zipfDocuments(300, 1), model.Options{Snippet: 6, TopK: 40, Operators: "and", RankSeed: 1})
		options := querygen.Options{Form: m.Form(), Strategy: strategy, Seed: 1, Seeds: []string{m.StartWord(1)}}
		first := mustPlan(t, options)
		var ledger []querygen.Outcome
		for range 150 {
			a, ok := first.Next()
			if !ok {
				break
			}
			o := m.Ask(a)
			for i, r := range o.Rows {
				if first.Knows(r) {
					o.Rows[i].Text = ""
				}
			}
			first.Observe(o)
			ledger = append(ledger, o)
		}
		again := mustPlan(t, options)
		for _, o := range ledger {
			again.Observe(o)
		}
		want, _ := first.Next()
		got, _ := again.Next()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-first +again):\n%s", strategy, diff)
		}
		if first.facts.Records.Widened == 0 {
			t.Errorf("%s: no record was found to hold more than it showed", strategy)
		}
	}
}
