package plan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// harvestUntil harvests until done says so of the planner, and returns how much is held of
// what asking on brings.
func harvestUntil(t *testing.T, m *model.Model, seed uint64, done func(*Planner) bool) (p *Planner, share float64) {
	t.Helper()
	p, ok := harvestFor(t, m, 0, seed, done)
	if !ok && p.Why() == "" {
		t.Fatalf("seed %d: not done after %d requests", seed, p.Requests())
	}
	return p, float64(p.Held()) / float64(m.Reachable())
}

// Where words were read to their end and nearly nothing is new, what is counted ends a
// harvest before the yield does, with all but a few records. It draws no words at random for it.
func TestEnoughIsCounted(t *testing.T) {
	t.Parallel()
	counted, saved, runs := 0, 0, 0
	for _, o := range []model.Options{{}, {TopK: 100}, {Totals: "hidden"}} {
		for seed := range uint64(3) {
			o.Box, o.RankSeed = true, seed
			m, err := model.New(zipfRecords(600, seed+1), o)
			if err != nil {
				t.Fatal(err)
			}
			bounds := Bounds{Share: 0.98, MinYield: 0.01, Patience: 150}
			p, share := harvestUntil(t, m, seed, func(p *Planner) bool { return p.Done(bounds) != "" })
			if share < 0.98 {
				t.Errorf("%+v, seed %d: %.3f are held: %s", o, seed, share, p.Done(bounds))
			}
			if strings.Contains(p.Done(bounds), "counted") {
				counted++
			}
			all, _ := harvestUntil(t, m, seed, func(p *Planner) bool { return p.Done(Bounds{Share: 1, MinYield: 0.01, Patience: 150}) != "" })
			saved += all.Requests() - p.Requests()
			runs++
		}
	}
	if 2*counted < runs || saved <= 0 {
		t.Errorf("%d of %d harvests ended by what is counted, which saved %d requests", counted, runs, saved)
	}
}

// Words that all records have, of which an answer shows the top only, hold up no end and move
// no estimate.
func TestCutAnswersHoldUpNoEnd(t *testing.T) {
	records := zipfRecords(700, 5)
	for i := range records {
		records[i].Fields[0].Value += " catalogue"
	}
	m, err := model.New(records, model.Options{Box: true, TopK: 100})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"catalogue"}, Lang: "en"})
	for p.Done(Bounds{Share: 0.98}) == "" {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(m.Ask(a))
	}
	if e, _ := p.missed.Estimate(false); p.Held() < 686 || e.Size < 697 || e.Size > 703 {
		t.Errorf("%d of 700 are held after %d requests, of %.0f: %s", p.Held(), p.Requests(), e.Size, e.Method)
	}
}

// What is held may be a corner, of which all is held: words that lead elsewhere are asked
// before anything is enough.
func TestACornerIsNotEnough(t *testing.T) {
	var records []model.Record
	for i := range 400 {
		half := []string{"red", "blue"}[i%2]
		text := fmt.Sprintf("%s %sish %ss%d %st%d %su%d", half, half, half, i%7, half, i%11, half, i%13)
		if i%2 == 1 {
			text += " the of and to in for a is on" // which no red one has
		}
		records = append(records, model.Record{Key: fmt.Sprint(i), Fields: []page.Pair{pair("text", text)}})
	}
	m, err := model.New(records, model.Options{Box: true, Totals: "hidden"})
	if err != nil {
		t.Fatal(err)
	}
	p := mustPlan(t, querygen.Options{Form: m.Form(), Seeds: []string{"red"}, Lang: "en"})
	for p.Done(Bounds{Share: 0.98, MinYield: 0.01, Patience: 150}) == "" && p.Requests() < 400 {
		a, ok := p.Next()
		if !ok {
			break
		}
		p.Observe(m.Ask(a))
	}
	if p.Held() < 390 {
		t.Errorf("%d of 400 records are held after %d requests: %s", p.Held(), p.Requests(), p.Done(Bounds{Share: 0.98}))
	}
}

// A total of the site that is not reached is never enough, and neither is anything for whoever
// wants all records.
func TestTotalsAreAskedFor(t *testing.T) {
	m := zipfModel(t, 600, model.Options{Box: true, Lists: true, TopK: 400})
	p, _ := harvestFor(t, m, 0, 1, func(p *Planner) bool { return p.Held() >= 595 && p.Held() < 600 && p.missed.Dry() })
	if why := p.Done(Bounds{Share: 0.98, Patience: 1 << 20}); p.Held() < 600 && strings.Contains(why, "counted") {
		t.Errorf("%d of 600 that the site shows are held, and it ends: %s", p.Held(), why)
	}
	if why := p.missed.Enough(1); why != "" {
		t.Errorf("all are wanted, and it ends: %s", why)
	}
}
