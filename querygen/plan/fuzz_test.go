package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/internal/facts"
)

// FuzzObserve gives planners outcomes that no sane site gives, some of them to
// questions that were never asked.
func FuzzObserve(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(seed), []byte{1, 2, 3, 40, 250, 0, 0, 7, 9, 9, 9})
	}
	f.Fuzz(func(t *testing.T, seed uint64, which uint8, bytes []byte) {
		if len(bytes) > 400 {
			return
		}
		form := fullForm()
		if which&64 != 0 {
			form = boxForm()
		}
		p, err := New(querygen.Options{Form: form, Strategy: Strategies()[int(which&31)%len(Strategies())], Seed: seed, Terms: []string{"w1", "", "w2"}})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 0))
		type done struct {
			key  string
			page int
		}
		finished := map[done]bool{}
		failures := map[string]int{} // in a row, by key
		for _, b := range bytes {
			a, ok := p.Next()
			if !ok {
				if p.Why() == "" {
					t.Fatal("nothing left, and no reason")
				}
				if b < 200 {
					break
				}
				a = querygen.Ask{Query: p.facts.Space.Word(fmt.Sprint("w", b), "foreign"), Page: 1}
			} else if d := (done{a.Query.Key(), a.Page}); finished[d] || failures[d.key] >= facts.Stubborn || a.Page < 1 {
				t.Fatalf("asks page %d of %v again", a.Page, a.Query)
			}
			o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: []querygen.Status{querygen.Answered, querygen.Answered, querygen.Empty, querygen.Refused, querygen.Failed, "?"}[int(b)%6],
				Total: int(b)*3 - 100, Capped: b&8 != 0, More: b&3 != 0, Requests: int(b) - 3}
			if b > 250 {
				o.Total, o.Requests = math.MaxInt, math.MaxInt
			}
			if b%50 == 49 {
				o.Page = []int{-1, 0, 3, math.MaxInt}[r.IntN(4)]
			}
			for range r.IntN(12) {
				n := r.IntN(60)
				o.Rows = append(o.Rows, querygen.Row{Key: fmt.Sprint(n), Text: fmt.Sprintf("w%d w%d \xff 東%d京", n, n%7, n)})
			}
			if d := (done{a.Query.Key(), o.Page}); o.Status == querygen.Failed {
				failures[d.key]++
			} else {
				failures[d.key] = 0
				finished[d] = true
				finished[done{d.key, a.Page}] = finished[done{d.key, a.Page}] || o.Page >= a.Page
			}
			p.Observe(o)
			if e := p.Estimate(); math.IsNaN(e.Size) || e.Size < 0 || e.Known() && e.Low > e.High || e.Known() && e.Low < float64(e.Held) || e.Held != p.Held() || e.Coverage < 0 || e.Coverage > 1 {
				t.Fatalf("estimate %+v", e)
			}
			if y, n := p.Yield(10); y < 0 || n < 0 || math.IsNaN(y) {
				t.Fatalf("yield %v over %d", y, n)
			}
		}
	})
}
