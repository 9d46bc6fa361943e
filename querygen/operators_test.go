package querygen

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hadal-crawler/hadal/page"
)

// zipfModel is a box over made-up texts.
func zipfModel(t *testing.T, n int, o ModelOptions) *Model {
	t.Helper()
	var records []ModelRecord
	for i, d := range zipfDocuments(n, 4) {
		records = append(records, ModelRecord{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", d.text)}})
	}
	o.Box = true
	m, err := NewModel(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOperatorsAreLearned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		operators, totals string
		and, or, not      Verdict
	}{
		{"none", "shown", No, Unknown, No},
		{"and", "shown", Yes, No, No},
		{"or", "shown", No, Yes, Unknown},
		{"not", "shown", Yes, No, Yes},
		{"and", "hidden", Yes, No, No},
		{"or", "hidden", No, Yes, Unknown},
		{"not", "hidden", Yes, No, Yes},
	} {
		m := zipfModel(t, 1000, ModelOptions{Operators: tt.operators, Totals: tt.totals, TopK: 50})
		p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"the0"}})
		m.Run(p, 250, func() bool { return false })
		o := p.facts.operators
		if o.and != tt.and || o.or != tt.or || o.not != tt.not {
			t.Errorf("%s, totals %s: and %q, or %q, not %q, want %q, %q, %q (%q)", tt.operators, tt.totals, o.and, o.or, o.not, tt.and, tt.or, tt.not, o.proof)
		}
		if c := p.Capabilities().Get(CanNot); c.Verdict != tt.not || tt.not == Yes && c.Value != "-word" {
			t.Errorf("%s: reported as %+v", tt.operators, c)
		}
	}
}

func TestUsersSettleOperators(t *testing.T) {
	m := zipfModel(t, 300, ModelOptions{Operators: "and"})
	p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"the0"}, Capabilities: Capabilities{{Name: CanAnd, Verdict: No}}})
	for range 60 {
		a, _ := p.Next()
		p.Observe(m.Ask(a))
	}
	for _, q := range p.facts.asked {
		if q.kind == several {
			t.Errorf("asked for several words: %v", q.query)
		}
	}
}

func TestCompoundsAreReadAsWritten(t *testing.T) {
	c := newCollection()
	for _, mark := range marks {
		want := compound{with: []uint32{c.intern("red"), c.intern("cod")}, without: []uint32{c.intern("blue"), c.intern("eel")}}
		written := c.write(want, mark)
		got, ok := c.parse(written)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(compound{})); diff != "" || !ok {
			t.Errorf("%q: %s", written, diff)
		}
	}
	for _, text := range []string{"red", "", "-red", "-red -cod"} {
		if got, ok := c.parse(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestExclusionsPartition: where words can be excluded, nine tenths of the
// records cost hardly more than their pages, and a replay asks the same.
func TestExclusionsPartition(t *testing.T) {
	t.Parallel()
	m := zipfModel(t, 3000, ModelOptions{Operators: "not", TopK: 80})
	o := Options{Form: m.Form(), Seeds: []string{"w7"}}
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
func held(t *testing.T, texts ...string) *facts {
	t.Helper()
	p := mustPlan(t, Options{Form: boxForm()})
	for i, text := range texts {
		p.facts.records.see(Row{Key: fmt.Sprint(i), Text: text})
	}
	return &p.facts
}

// A record that holds many of the claimed words tells less about what is not in
// hand than one that holds few; all of them together stand for as many.
func TestFewClaimedWordsTellMore(t *testing.T) {
	f := held(t, "cod red eel", "cod red", "cod", "ray")
	w := &weights{of: []float64{3, 3, 3, 3}}
	e := newExclusions(f, w)
	for _, word := range []string{"red", "eel"} {
		e.claim(f.records.ids[word], 1)
	}
	e.block()
	sum := 0.0
	for d, x := range e.lone {
		sum += x
		if d > 0 && d < 3 && x <= e.lone[d-1] {
			t.Errorf("record %d counts %g, one with more claimed words %g", d, x, e.lone[d-1])
		}
	}
	if math.Abs(sum-12) > 1e-9 || e.lone[2] != e.lone[3] {
		t.Errorf("the records count %v, want 12 in all and the last two alike", e.lone)
	}
	if none, both := e.unseen([]uint32{3}, 1), e.unseen([]uint32{0}, 1); none <= both {
		t.Errorf("%g unseen are like a record without claimed words, %g like one with two", none, both)
	}
}

// What other questions brought of a cell is in hand, too.
func TestCellsKnowWhatOthersBrought(t *testing.T) {
	f := held(t, "cod red", "cod blue", "cod eel", "ray")
	cod, red := f.records.ids["cod"], f.records.ids["red"]
	s := newCells(f)
	c := &cell{words: compound{with: []uint32{cod}, without: []uint32{red}}, total: 4, rows: []uint32{1}}
	if got := s.unseen(c); got != 2 {
		t.Errorf("%g records of a cell of four are unseen, want two: two are in hand, one by another question", got)
	}
	f.seeing = visibility{visible: 5, all: 20} // texts in hand cannot tell what belongs to it
	if got := s.unseen(c); got != 3 {
		t.Errorf("%g unseen where rows show a part of their record, want three", got)
	}
}

// Pairs of which one word finds no more than both show nothing either way: that they
// were given up is no verdict. That records with both words are not found is one.
func TestPairsThatShowNothing(t *testing.T) {
	for _, tt := range []struct {
		name     string
		together int
		want     Verdict
	}{{"as many as the rarer", 3, Unknown}, {"none, though there are some", 0, No}} {
		p := mustPlan(t, Options{Form: boxForm()})
		ask := func(words string, total int, rows ...Row) {
			status := Answered
			if total == 0 {
				status = Empty
			}
			p.Observe(Outcome{Query: p.facts.si.word(words, "test"), Page: 1, Status: status, Total: total, Rows: rows, Requests: 1})
		}
		var rows []Row
		for i := range 6 {
			rows = append(rows, Row{Key: fmt.Sprint(i), Text: "cod eel ray roach"})
		}
		ask("cod", 1000, rows...)
		for _, word := range []string{"eel", "ray", "roach"} {
			ask(word, 3, rows[:3]...)
			ask("cod "+word, tt.together, rows[:tt.together]...)
		}
		if o := p.facts.operators; o.and != No || o.tried != pairsTried {
			t.Fatalf("%s: and %q after %d pairs", tt.name, o.and, o.tried)
		}
		for _, can := range []string{CanAnd, CanNot} {
			if c := p.Capabilities().Get(can); c.Verdict != tt.want || (c.Evidence == "") != (tt.want == Unknown) {
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
	records := kinds(4000)
	for _, start := range []string{"t45w3", "t1w20", "w40"} {
		m, err := NewModel(records, ModelOptions{Box: true, RankSeed: 1, Operators: "not"})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{start}})
		known := 0
		m.Run(p, 2*m.Floor(), func() bool {
			if known == 0 && p.facts.operators.not == Yes {
				known = p.Requests()
			}
			return p.Held() >= 3800
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
		want Verdict
	}{{"cod", Yes}, {"cod eel", Unknown}} {
		p := mustPlan(t, Options{Form: boxForm(), Capabilities: Capabilities{{Name: CanAnd, Verdict: Yes}}})
		ask := func(words string, total, from, to int, shown string) {
			var rows []Row
			for i := from; i < to; i++ {
				rows = append(rows, Row{Key: fmt.Sprint(i), Text: shown})
			}
			q := p.facts.si.word(words, "test")
			if words == "cod -eel" {
				q = p.facts.compound(compound{[]uint32{0}, []uint32{1}}, signNot, probeStrategy)
			}
			p.Observe(Outcome{Query: q, Page: 1, Status: Answered, Total: total, Rows: rows, Requests: 1})
		}
		ask("cod", 40, 0, 4, "cod eel")
		ask("eel", 1000, 4, 10, "eel")
		ask("cod eel", 20, 0, 4, "cod eel")
		ask("cod -eel", 20, 10, 20, tt.text)
		if got := p.facts.operators.not; got != tt.want {
			t.Errorf("rows of %q: not is %q, want %q (%q)", tt.text, got, tt.want, p.facts.operators.proof)
		}
	}
}

// Where records show a part of their text only, what stands in the rest of it empties
// exclusions that records held fit: they are given up after a few.
func TestExclusionsByHiddenWords(t *testing.T) {
	t.Parallel()
	p := mustPlan(t, Options{Form: boxForm(), Capabilities: Capabilities{{Name: CanNot, Verdict: Yes, Value: "-word"}}})
	var rows []Row
	for i := range 6 {
		rows = append(rows, Row{Key: fmt.Sprint("/", i), Text: fmt.Sprintf("alpha only%d", i)})
	}
	see := func(words string, status Status, rows []Row) Verdict {
		p.Observe(Outcome{Query: p.facts.si.word(words, "test"), Page: 1, Status: status, Rows: rows, Total: -1, Requests: 1})
		return p.facts.operators.not
	}
	see("alpha", Answered, rows)
	for i, w := range []string{"beta", "gamma", "delta", "epsilon"} {
		see(w, Answered, []Row{{Key: "/other" + w, Text: w}})
		got, want := see("alpha -"+w, Empty, nil), Yes
		if i >= 2 {
			want = No
		}
		if got != want {
			t.Errorf("after %d such exclusions: %q, want %q", i+1, got, want)
		}
	}
	// What nothing in hand fits may be empty.
	p = mustPlan(t, Options{Form: boxForm(), Capabilities: Capabilities{{Name: CanNot, Verdict: Yes, Value: "-word"}}})
	see("alpha", Answered, rows)
	for _, text := range []string{"alpha -alpha", "zeta -alpha", "eta -alpha", "theta -alpha"} {
		if got := see(text, Empty, nil); got != Yes {
			t.Errorf("after %s: %q", text, got)
		}
	}
}
