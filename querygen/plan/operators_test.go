package plan

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
	"github.com/hadal-crawler/hadal/querygen/internal/keyword"
	"github.com/hadal-crawler/hadal/querygen/internal/text"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// zipfModel is a box over made-up texts.
func zipfModel(t *testing.T, n int, o model.Options) *model.Model {
	t.Helper()
	var records []model.Record
	for i, d := range zipfDocuments(n, 4) {
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", d.text)}})
	}
	o.Box = true
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOperatorsAreLearned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		operators, totals string
		and, or, not      querygen.Verdict
	}{
		{"none", "shown", querygen.No, querygen.Unknown, querygen.No},
		{"and", "shown", querygen.Yes, querygen.No, querygen.No},
		{"or", "shown", querygen.No, querygen.Yes, querygen.Unknown},
		{"not", "shown", querygen.Yes, querygen.No, querygen.Yes},
		{"and", "hidden", querygen.Yes, querygen.No, querygen.No},
		{"or", "hidden", querygen.No, querygen.Yes, querygen.Unknown},
		{"not", "hidden", querygen.Yes, querygen.No, querygen.Yes},
	} {
		m := zipfModel(t, 1000, model.Options{Operators: tt.operators, Totals: tt.totals, TopK: 50})
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"the0"}})
		m.Run(p, 120, func() bool { return false })
		o := p.facts.Operators
		if o.And != tt.and || o.Or != tt.or || o.Not != tt.not {
			t.Errorf("%s, totals %s: and %q, or %q, not %q, want %q, %q, %q (%q)", tt.operators, tt.totals, o.And, o.Or, o.Not, tt.and, tt.or, tt.not, o.Proof)
		}
		if c := p.Capabilities().Get(querygen.CanNot); c.Verdict != tt.not || tt.not == querygen.Yes && c.Value != "-word" {
			t.Errorf("%s: reported as %+v", tt.operators, c)
		}
	}
}

func TestUsersSettleOperators(t *testing.T) {
	m := zipfModel(t, 300, model.Options{Operators: "and"})
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"the0"}, Capabilities: querygen.Capabilities{{Name: querygen.CanAnd, Verdict: querygen.No}}})
	for range 60 {
		a, _ := p.Next()
		p.Observe(m.Ask(a))
	}
	for _, q := range p.facts.Asked {
		if q.Kind == facts.Several {
			t.Errorf("asked for several words: %v", q.Query)
		}
	}
}

// TestExclusionsPartition: where words can be excluded, nine tenths of the
// records cost hardly more than their pages, and a replay asks the same.
func TestExclusionsPartition(t *testing.T) {
	t.Parallel()
	m := zipfModel(t, 3000, model.Options{Operators: "not", TopK: 80})
	o := querygen.Options{Form: m.Form(), Seeds: []string{"w7"}}
	p, replay := mustPlan(t, o), mustPlan(t, o)
	for p.Held() < 2700 && p.Requests() < 900 {
		a, ok := p.Next()
		if !ok {
			t.Fatal(p.Why())
		}
		out := m.Ask(a)
		p.Observe(out)
		replay.Observe(out)
	}
	if p.Requests() > 270*15/10 {
		t.Errorf("%d requests for %d records, want at most 1.5 times the floor", p.Requests(), p.Held())
	}
	a, _ := p.Next()
	if b, _ := replay.Next(); !cmp.Equal(a, b) {
		t.Errorf("a replay asks %v, not %v", b, a)
	}
}

// held returns facts that hold these texts.
func held(t *testing.T, texts ...string) *facts.Facts {
	t.Helper()
	p := mustPlan(t, querygen.Options{Form: boxForm()})
	for i, text := range texts {
		p.facts.Records.See(querygen.Row{Key: fmt.Sprint(i), Text: text})
	}
	return p.facts
}

// A record that holds many of the claimed words tells less about what is not in
// hand than one that holds few; all of them together stand for as many.
func TestFewClaimedWordsTellMore(t *testing.T) {
	f := held(t, "cod red eel", "cod red", "cod", "ray")
	w := &keyword.Weights{Of: []float64{3, 3, 3, 3}}
	e := keyword.NewExclusions(f, w)
	for _, word := range []string{"red", "eel"} {
		e.Claim(f.Records.Intern(word), 1)
	}
	e.Block()
	sum := 0.0
	for d, x := range e.Lone {
		sum += x
		if d > 0 && d < 3 && x <= e.Lone[d-1] {
			t.Errorf("record %d counts %g, one with more claimed words %g", d, x, e.Lone[d-1])
		}
	}
	if math.Abs(sum-12) > 1e-9 || e.Lone[2] != e.Lone[3] {
		t.Errorf("the records count %v, want 12 in all and the last two alike", e.Lone)
	}
	if none, both := e.Unseen([]uint32{3}, 1), e.Unseen([]uint32{0}, 1); none <= both {
		t.Errorf("%g unseen are like a record without claimed words, %g like one with two", none, both)
	}
}

// What other questions brought of a cell is in hand, too.
func TestCellsKnowWhatOthersBrought(t *testing.T) {
	f := held(t, "cod red", "cod blue", "cod eel", "ray")
	cod, red := f.Records.Intern("cod"), f.Records.Intern("red")
	s := keyword.NewCells(f)
	c := &keyword.Cell{Words: text.Compound{With: []uint32{cod}, Without: []uint32{red}}, Total: 4, Rows: []uint32{1}}
	if got := s.Unseen(c); got != 2 {
		t.Errorf("%g records of a cell of four are unseen, want two: two are in hand, one by another question", got)
	}
	f.Seeing = facts.Visibility{Visible: 5, All: 20} // texts in hand cannot tell what belongs to it
	if got := s.Unseen(c); got != 3 {
		t.Errorf("%g unseen where rows show a part of their record, want three", got)
	}
}

// Pairs of which one word finds no more than both show nothing either way: that they
// were given up is no verdict. That records with both words are not found is one.
func TestPairsThatShowNothing(t *testing.T) {
	for _, tt := range []struct {
		name     string
		together int
		want     querygen.Verdict
	}{{"as many as the rarer", 3, querygen.Unknown}, {"none, though there are some", 0, querygen.No}} {
		p := mustPlan(t, querygen.Options{Form: boxForm()})
		ask := func(words string, total int, rows ...querygen.Row) {
			status := querygen.Answered
			if total == 0 {
				status = querygen.Empty
			}
			p.Observe(querygen.Outcome{Query: p.facts.Space.Word(words, "test"), Page: 1, Status: status, Total: total, Rows: rows, Requests: 1})
		}
		var rows []querygen.Row
		for i := range 6 {
			rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: "cod eel ray roach"})
		}
		ask("cod", 1000, rows...)
		for _, word := range []string{"eel", "ray", "roach"} {
			ask(word, 3, rows[:3]...)
			ask("cod "+word, tt.together, rows[:tt.together]...)
		}
		if o := p.facts.Operators; o.And != querygen.No || o.Tried != facts.PairsTried {
			t.Fatalf("%s: and %q after %d pairs", tt.name, o.And, o.Tried)
		}
		for _, can := range []string{querygen.CanAnd, querygen.CanNot} {
			if c := p.Capabilities().Get(can); c.Verdict != tt.want || (c.Evidence == "") != (tt.want == querygen.Unknown) {
				t.Errorf("%s: %+v, want %q", tt.name, c, tt.want)
			}
		}
	}
}

// TestExclusionsAreFoundBesideKinds: where words that divide the records are read, two
// words that records have together still show soon that words can be left out, however
// rare the one that the harvest starts from is.
func TestExclusionsAreFoundBesideKinds(t *testing.T) {
	t.Parallel()
	records := kinds(2000)
	for _, start := range []string{"t45w3", "t1w20", "w40"} {
		m, err := model.New(records, model.Options{Box: true, RankSeed: 1, Operators: "not"})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{start}})
		known := 0
		m.Run(p, 2*m.Floor(), func() bool {
			if known == 0 && p.facts.Operators.Not == querygen.Yes {
				known = p.Requests()
			}
			return p.Held() >= 1900
		})
		if known == 0 || known > 40 || float64(p.Requests()) > 1.02*float64(m.Floor()) {
			t.Errorf("from %q: exclusions were known after %d requests (0: never), 95 %% after %d, want 40 and %d", start, known, p.Requests(), m.Floor())
		}
	}
}

// TestExclusionsOfHalf: as many matches without a word as with it, and as many together
// as alone, show an exclusion only if no row has the word.
func TestExclusionsOfHalf(t *testing.T) {
	for _, tt := range []struct {
		text string
		want querygen.Verdict
	}{{"cod", querygen.Yes}, {"cod eel", querygen.Unknown}} {
		p := mustPlan(t, querygen.Options{Form: boxForm(), Capabilities: querygen.Capabilities{{Name: querygen.CanAnd, Verdict: querygen.Yes}}})
		ask := func(words string, total, from, to int, shown string) {
			var rows []querygen.Row
			for i := from; i < to; i++ {
				rows = append(rows, querygen.Row{Key: fmt.Sprint(i), Text: shown})
			}
			q := p.facts.Space.Word(words, "test")
			if words == "cod -eel" {
				q = p.facts.Compound(text.Compound{With: []uint32{0}, Without: []uint32{1}}, text.SignNot, facts.ProbeStrategy)
			}
			p.Observe(querygen.Outcome{Query: q, Page: 1, Status: querygen.Answered, Total: total, Rows: rows, Requests: 1})
		}
		ask("cod", 40, 0, 4, "cod eel")
		ask("eel", 1000, 4, 10, "eel")
		ask("cod eel", 20, 0, 4, "cod eel")
		ask("cod -eel", 20, 10, 20, tt.text)
		if got := p.facts.Operators.Not; got != tt.want {
			t.Errorf("rows of %q: not is %q, want %q (%q)", tt.text, got, tt.want, p.facts.Operators.Proof)
		}
	}
}

// Where records show a part of their text only, what stands in the rest of it empties
// exclusions that records held fit: they are given up after a few.
func TestExclusionsByHiddenWords(t *testing.T) {
	t.Parallel()
	p := mustPlan(t, querygen.Options{Form: boxForm(), Capabilities: querygen.Capabilities{{Name: querygen.CanNot, Verdict: querygen.Yes, Value: "-word"}}})
	var rows []querygen.Row
	for i := range 6 {
		rows = append(rows, querygen.Row{Key: fmt.Sprint("/", i), Text: fmt.Sprintf("alpha only%d", i)})
	}
	see := func(words string, status querygen.Status, rows []querygen.Row) querygen.Verdict {
		p.Observe(querygen.Outcome{Query: p.facts.Space.Word(words, "test"), Page: 1, Status: status, Rows: rows, Total: -1, Requests: 1})
		return p.facts.Operators.Not
	}
	see("alpha", querygen.Answered, rows)
	for i, w := range []string{"beta", "gamma", "delta", "epsilon"} {
		see(w, querygen.Answered, []querygen.Row{{Key: "/other" + w, Text: w}})
		got, want := see("alpha -"+w, querygen.Empty, nil), querygen.Yes
		if i >= 2 {
			want = querygen.No
		}
		if got != want {
			t.Errorf("after %d such exclusions: %q, want %q", i+1, got, want)
		}
	}
	// What nothing in hand fits may be empty.
	p = mustPlan(t, querygen.Options{Form: boxForm(), Capabilities: querygen.Capabilities{{Name: querygen.CanNot, Verdict: querygen.Yes, Value: "-word"}}})
	see("alpha", querygen.Answered, rows)
	for _, text := range []string{"alpha -alpha", "zeta -alpha", "eta -alpha", "theta -alpha"} {
		if got := see(text, querygen.Empty, nil); got != querygen.Yes {
			t.Errorf("after %s: %q", text, got)
		}
	}
}
