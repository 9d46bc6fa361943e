package plan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// shelves are made-up records with one field for each number of values, of which the first
// ones are the most frequent.
func shelves(n int, seed uint64, values ...int) []model.Record {
	r := rand.New(rand.NewPCG(seed, 31))
	out := make([]model.Record, n)
	for i := range out {
		out[i] = model.Record{Key: fmt.Sprint("s", i), Fields: []page.Pair{pair("ref", fmt.Sprint(9000+i))}}
		for j, v := range values {
			out[i].Fields = append(out[i].Fields, pair([]string{"kind", "town", "state"}[j], fmt.Sprintf("%c%d", 'K'+rune(j), min(r.IntN(v), r.IntN(v)))))
		}
	}
	return out
}

// harvestMenus asks all that there is to ask.
func harvestMenus(t *testing.T, records []model.Record, o model.Options, seed uint64) (*Planner, *model.Model) {
	t.Helper()
	m, err := model.New(records, o)
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: seed})
	for range 3000 {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(m.Ask(a))
	}
	return p, m
}

// What cuts its answers, on one page or on several, with totals or without, is divided
// until nothing divides it, and is not said to be whole before it is.
func TestCutPartsAreNoProof(t *testing.T) {
	t.Parallel()
	for i := range 3 * 2 * 2 * 2 * 3 {
		k, totals, pages, lists, menus := []int{10, 25, 50}[i%3], []string{"hidden", "shown"}[i/3%2], 1+4*(i/6%2), i/12%2 == 0, 1+i/24%3
		for seed := range uint64(6) {
			records := shelves(10*k+int(seed)*k/3+10, seed, 8, 14, 5)
			p, m := harvestMenus(t, records, model.Options{Attributes: []string{"kind", "town", "state"}[:menus], TopK: k, PageSize: k / pages, Totals: totals, Lists: lists, RankSeed: seed}, seed)
			e := p.Estimate()
			if p.Held() < m.Reachable() || e.Known() && e.High < float64(len(records)) {
				t.Errorf("cut at %d, totals %s, %d pages, lists %t, %d menus, seed %d: held %d of %d of %d, estimated at most %.0f (%s): %s",
					k, totals, pages, lists, menus, seed, p.Held(), m.Reachable(), len(records), e.High, e.Method, p.Why())
			}
		}
	}
}

// Parts that have the same length by chance are proven to be whole for a few requests.
func TestPartsAlikeByChanceAreProven(t *testing.T) {
	t.Parallel()
	for i := range 3 * 2 * 3 {
		length, totals, alike := []int{10, 25, 40}[i%3], []string{"hidden", "shown"}[i/3%2], 2+i/6
		var records []model.Record
		r := rand.New(rand.NewPCG(uint64(i), 7))
		for kind := range 24 {
			n := length
			if kind >= alike {
				n = 1 + r.IntN(length-1)
			}
			for range n {
				records = append(records, model.Record{Key: fmt.Sprint("s", len(records)), Fields: []page.Pair{pair("ref", fmt.Sprint(9000+len(records))),
					pair("kind", fmt.Sprint("K", kind)), pair("town", fmt.Sprint("L", min(r.IntN(6), r.IntN(6))))}})
			}
		}
		p, _ := harvestMenus(t, records, model.Options{Attributes: []string{"kind", "town"}, PageSize: len(records), Totals: totals}, 1)
		if e := p.Estimate(); p.Held() < len(records) || e.High != float64(len(records)) || p.Requests() > 45 {
			t.Errorf("%d alike of length %d, totals %s: held %d of %d after %d requests, estimated %.0f to %.0f: %s", alike, length, totals, p.Held(), len(records), p.Requests(), e.Low, e.High, p.Why())
		}
	}
}

// Parts of which as many ended at each length as at the greatest one are not told to be cut, though
// nothing divides them; those that heap up there are.
func TestPartsThatHeapUpAtALength(t *testing.T) {
	t.Parallel()
	for cut, k := range map[bool]int{false: 0, true: 9} {
		var records []model.Record
		for kind := range 27 {
			for range 4 + kind%9 {
				records = append(records, model.Record{Key: fmt.Sprint("s", len(records)), Fields: []page.Pair{pair("kind", fmt.Sprint("K", kind))}})
			}
		}
		p, _ := harvestMenus(t, records, model.Options{Attributes: []string{"kind"}, PageSize: len(records), TopK: k, Totals: "hidden"}, 1)
		if e := p.Estimate(); e.Cut > 0 != cut || !cut && p.Held() < len(records) {
			t.Errorf("cut at %d: %d of %d held, of them %d from answers that are cut: %s", k, p.Held(), len(records), e.Cut, p.Why())
		}
	}
}

// What failed at first is held against the others like what did not, and where the form as
// served fails for good its parts are asked all the same.
func TestFailuresAreNoProof(t *testing.T) {
	t.Parallel()
	for i := range 2 * 3 * 8 {
		always, k, seed := i%2 == 0, []int{10, 20, 50}[i/2%3], uint64(i/6)
		records := shelves(8*k, seed, 8, 14)
		m, err := model.New(records, model.Options{Attributes: []string{"kind", "town"}, TopK: k, PageSize: k, Totals: "hidden", Lists: true, RankSeed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Seed: seed})
		tried := map[string]bool{}
		for range 3000 {
			a, ok := p.Next()
			if !ok {
				break
			}
			key := a.Query.Key()
			if fails := !tried[key] || always && len(a.Query.Bind) == 0; fails {
				tried[key] = true
				p.Observe(querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Failed, Total: -1, Requests: 1})
				continue
			}
			p.Observe(m.Ask(a))
		}
		if p.Held() < m.Reachable() {
			t.Errorf("cut at %d, seed %d, the form as served always fails %t: held %d of %d: %s", k, seed, always, p.Held(), m.Reachable(), p.Why())
		}
	}
}
