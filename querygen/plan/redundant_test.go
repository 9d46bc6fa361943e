package plan

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// Relations between a column and another one that says the same, or a part of it.
const (
	twin   = "twin"   // each value of either goes with one of the other
	nested = "nested" // the other names the group of the value
	within = "within" // the other names a part of the value
	noisy  = "noisy"  // a twin that one record in fifty does not keep to
)

// related are records with a column and one that is related to it.
func related(relation string, n int, seed uint64) []model.Record {
	r := rand.New(rand.NewPCG(seed, 17))
	const groups, parts = 12, 5
	var out []model.Record
	for i := range n {
		// Some groups have many records, most have few.
		g := int(float64(groups) * r.Float64() * r.Float64())
		k := int(float64(parts) * r.Float64())
		kind, other := fmt.Sprintf("kind%d", g), fmt.Sprintf("other%d", g)
		switch relation {
		case nested:
			kind = fmt.Sprintf("kind%dx%d", g, k)
		case within:
			other = fmt.Sprintf("other%dx%d", g, k)
		case noisy:
			if r.IntN(50) == 0 {
				other = fmt.Sprintf("other%d", r.IntN(groups))
			}
		}
		f := []page.Pair{pair("name", fmt.Sprintf("n%d", i)), pair("kind", kind), pair("shade", fmt.Sprintf("shade%d", r.IntN(9)))}
		f = append(f, pair("other", other))
		out = append(out, model.Record{Key: fmt.Sprint(i), Fields: f})
	}
	return out
}

// soon asks a site with a column of records, or without it, and returns how many requests it
// took until a share of them was held, or until the planner was done, over five seeds.
func soon(t *testing.T, relation, strategy string, share float64, o model.Options, controls ...string) (requests int) {
	t.Helper()
	for seed := range uint64(5) {
		o.RankSeed = seed
		o.Attributes = controls
		m, err := model.New(related(relation, 800, seed), o)
		if err != nil {
			t.Fatal(err)
		}
		shades := querygen.LabelledValues{Label: "shade", Values: []querygen.TrustedValue{{Value: "shade1", Trust: 0.9}}}
		p := mustPlan(t, querygen.Options{Form: m.Form(), Strategy: strategy, Seed: seed, Seeds: []string{"shade1"}, Known: []querygen.LabelledValues{shades}})
		for share == 1 || float64(p.Held()) < share*800 {
			a, ok := p.Next()
			if !ok {
				break
			}
			p.Observe(m.Ask(a))
		}
		if float64(p.Held()) < share*800 {
			t.Errorf("%s: held %d after %d requests: %s", relation, p.Held(), p.Requests(), p.Why())
		}
		requests += p.Requests()
	}
	return requests
}

// A control that says what another one says costs hardly more than none, and no record
// (make eval-implied measures it where totals are hidden and answers cut, too).
func TestImpliedValuesAreNotAsked(t *testing.T) {
	measure := func(o model.Options, share float64, relation string) (with, without int) {
		with = soon(t, relation, "auto", share, o, "kind:box", "shade:box", "other:box")
		without = soon(t, relation, "auto", share, o, "kind:box", "shade:box")
		t.Logf("%s, totals %s, limit %d, %.0f %%: %d requests of five sites with the other control, %d without", relation, cmp.Or(o.Totals, "shown"), o.TopK, 100*share, with, without)
		return with, without
	}
	for _, relation := range []string{twin, nested, within, noisy} {
		if with, without := measure(model.Options{}, 1, relation); float64(with) > 1.15*float64(without) {
			t.Errorf("%s: %d requests with the other control, %d without", relation, with, without)
		}
		if os.Getenv("HADAL_IMPLIED") == "" {
			continue
		}
		measure(model.Options{}, 0.95, relation)
		for _, o := range []model.Options{{Totals: "hidden"}, {TopK: 100}} {
			measure(o, 0.95, relation)
			measure(o, 0.99, relation)
		}
	}
}

// The values of a graph that depend on those asked are passed over from the start.
func TestCorrelatedPassesOverWhatIsImplied(t *testing.T) {
	for _, relation := range []string{twin, nested, within, noisy} {
		correlated := soon(t, relation, "correlated", 0.95, model.Options{Box: true})
		frequency := soon(t, relation, "frequency", 0.95, model.Options{Box: true})
		if 1.05*float64(correlated) > float64(frequency) {
			t.Errorf("%s: %d requests, by frequent words %d", relation, correlated, frequency)
		}
	}
}

// What goes with a value by chance, or because nothing else was asked, is not implied by it: where
// a control names its records, as an author does, all of its values are asked.
func TestChanceImpliesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var records []model.Record
	for i := range 600 {
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{
			pair("field", fmt.Sprint("field", r.IntN(8))), pair("author", fmt.Sprint("author", int(150*r.Float64()*r.Float64())))}})
		if r.IntN(3) == 0 { // is in no field
			records[i].Fields = records[i].Fields[1:]
		}
	}
	m, err := model.New(records, model.Options{Attributes: []string{"field:box", "author:box"}})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Known: []querygen.LabelledValues{{Label: "field", Values: []querygen.TrustedValue{{Value: "field1", Trust: 0.9}}}}})
	drain(t, m, p, 3000)
	reachable := 0
	seen := map[string]bool{}
	for _, x := range records {
		if len(x.Fields) == 2 {
			seen[x.Fields[1].Value] = true
		}
	}
	for _, x := range records {
		if len(x.Fields) == 2 || seen[x.Fields[0].Value] {
			reachable++
		}
	}
	if p.Held() < reachable {
		t.Errorf("held %d of %d after %d requests: %s", p.Held(), reachable, p.Requests(), p.Why())
	}
}
