package querygen

import (
	"fmt"
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
		m := zipfModel(t, 1500, ModelOptions{Operators: tt.operators, Totals: tt.totals, TopK: 50})
		p := mustPlan(t, Options{Form: m.Form(), Seeds: []string{"the0"}})
		m.Run(p, 80, func() bool { return false })
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
		text := c.write(want, mark)
		got, ok := c.parse(text)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(compound{})); diff != "" || !ok {
			t.Errorf("%q: %s", text, diff)
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
