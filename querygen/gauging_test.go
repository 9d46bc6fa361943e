package querygen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Where totals are hidden, the marked records tell how long answers are that were
// not read to their end; and a limit shows by what the longest answer lacks.
func TestGauged(t *testing.T) {
	m := zipfModel(t, 2000, ModelOptions{Totals: "hidden", TopK: 200, RankSeed: 4, InOrder: true})
	p, err := New(Options{Form: m.Form(), Seed: 4, Seeds: []string{m.StartWord(4)}})
	if err != nil {
		t.Fatal(err)
	}
	f := &p.facts
	at := -1
	var shown, expected, n float64
	for p.Held() < m.Len()*3/4 {
		a, ok := p.Next()
		if !ok || p.Requests() > 2000 {
			t.Fatalf("%d of %d records after %d requests", p.Held(), m.Len(), p.Requests())
		}
		p.Observe(m.Ask(a))
		if at < 0 && f.limit() > 0 {
			at = p.Requests()
		}
		q := f.byKey[a.Query.Key()]
		if a.Page > 1 || !f.gauging() || q.kind != keyword || f.matches(q) >= 0 {
			continue
		}
		found, _ := m.matches(a.Query)
		g, truth := f.gauge(q), float64(len(found))
		shown, expected, n = shown+g.shown, expected+g.marked*float64(len(q.rows))/truth, n+1
		if all, _ := f.gauged(q, truth, 1); math.Abs(all-truth) > 0.1*truth {
			t.Errorf("%.0f matches are known, %.0f supposed", truth, all)
		}
		if all, _ := f.gauged(q, f.inHand(q), math.Inf(1)); g.shown >= 6 && math.Abs(math.Log(all/truth)) > math.Log(3) {
			t.Errorf("%.0f of %.0f marked records are among %d rows of %.0f: %.0f matches are supposed", g.shown, g.marked, len(q.rows), truth, all)
		}
	}
	if f.limit() != 200 || f.ended[1] >= 3 && at > 100 {
		t.Errorf("a limit of %d is seen after %d requests", f.limit(), at)
	}
	if n < 10 || shown < 0.75*expected || shown > 1.33*expected {
		t.Errorf("%.0f first pages show %.0f marked records, where %.0f are expected", n, shown, expected)
	}
}

// A site that searches only a part of what it shows has no limit because its
// longest answer lacks records whose texts hold the word.
func TestWholesOfPartlySearched(t *testing.T) {
	for _, tt := range []struct {
		name    string
		lacking int // of ten records, those that hold a word but are not found by it
		limit   int
		cut     bool
	}{
		{"no limit", 0, 1000, false},
		{"a limit", 0, 60, true},
		{"partly searched", 5, 1000, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &facts{records: newCollection(), byKey: map[string]*question{}}
			rnd := rand.New(rand.NewPCG(1, 2))
			const records = 400
			texts := make([]string, records)
			for i := range texts {
				texts[i] = "often"
				for w := range 20 {
					if rnd.IntN(10) == 0 {
						texts[i] += fmt.Sprintf(" rare%d", w)
					}
				}
			}
			ask := func(word string) {
				q := &question{kind: keyword, status: Answered, total: -1, numbering: numbering{pages: 2}, full: true}
				for i, text := range texts {
					if len(q.rows) == tt.limit || rnd.IntN(10) < tt.lacking || !containsWord(text, word) {
						continue
					}
					id, _ := f.records.see(Row{Key: fmt.Sprint(i), Text: text})
					q.addRow(id)
				}
				q.word = f.records.intern(word)
				f.asked = append(f.asked, q)
				f.reach = max(f.reach, len(q.rows))
				f.wholes.observe(f, q)
			}
			ask("often")
			for w := range 20 {
				ask(fmt.Sprintf("rare%d", w))
			}
			if f.wholes.cut != tt.cut {
				t.Errorf("cut is %v: %v", f.wholes.cut, f.wholes.claims)
			}
		})
	}
}

func containsWord(line, word string) bool {
	found := false
	split := newSplitter()
	split.each(line, func(w string) { found = found || w == word })
	return found
}

// New records are expected where they came before.
func TestDepths(t *testing.T) {
	var d depths
	if got := d.above(0.3); math.Abs(got-0.3) > 1e-9 {
		t.Errorf("before the first page %g of the new records are above 0.3", got)
	}
	for range 100 {
		d.add(0.01, 10, 0)
		d.add(0.2, 10, 2)
		d.add(0.9, 10, 8)
	}
	if got := d.above(1); math.Abs(got-1) > 1e-9 {
		t.Errorf("%g of them are above the end", got)
	}
	if top, half := d.above(1./64), d.above(0.5); top > 0.005 || half > 0.4 || half < 0.1 {
		t.Errorf("%g above 1/64, %g above 1/2", top, half)
	}
}

func TestGaugedScale(t *testing.T) {
	for _, scale := range []float64{0.2, 1, 3, 10} {
		var g gaugedScale
		for range 300 {
			const rows, held, predicted, marked = 10, 40, 20, 30
			g.add(rows, rows*marked/(held+scale*predicted), marked, held, predicted)
		}
		if got := g.value(); math.Abs(math.Log(got/scale)) > 0.15 {
			t.Errorf("%g for a scale of %g", got, scale)
		}
	}
	if got := new(gaugedScale).value(); math.Abs(got-1) > 1e-9 {
		t.Errorf("%g before the first answer", got)
	}
}
