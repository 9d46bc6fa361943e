package plan

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/model"
)

// lots are made-up records most of which lack something: one in twelve is
// reduced, one in four has a theme; the place goes without saying for none.
func lots(n int) []model.Record {
	r := rand.New(rand.NewPCG(4, 2))
	out := make([]model.Record, n)
	for i := range out {
		f := []page.Pair{pair("number", strconv.Itoa(100+3*i)), pair("place", fmt.Sprintf("Hall %c", 'A'+rune(r.IntN(18))))}
		if i%12 == 0 {
			f = append(f, pair("reduced", strconv.Itoa(100+2*i)))
		}
		if i%4 == 0 {
			f = append(f, pair("theme", fmt.Sprintf("Theme %c", 'A'+rune(r.IntN(9)))))
		}
		out[i] = model.Record{Key: fmt.Sprint("lot", i), Fields: f}
	}
	return out
}

// Records without a value for one control are found by another one, and a
// control that most have no value for does not lead the division astray.
func TestRecordsThatLackAValueAreFound(t *testing.T) {
	t.Parallel()
	const n, p = 3000, 20 // floor: 150
	for _, tt := range []struct {
		name       string
		attributes []string
		totals     string
		requests   int
	}{
		{"bounds", []string{"reduced", "number"}, "", 180},
		{"bounds in the other order", []string{"number", "reduced"}, "", 180},
		{"menus", []string{"theme", "place"}, "", 185},
		{"a menu and bounds", []string{"theme", "number"}, "", 185},
		{"bounds, no totals", []string{"reduced", "number"}, "hidden", 330},
		{"menus, no totals", []string{"theme", "place"}, "hidden", 330},
	} {
		m, err := model.New(lots(n), model.Options{Attributes: tt.attributes, Lists: true, TopK: 250, PageSize: p, Totals: tt.totals})
		if err != nil {
			t.Fatal(err)
		}
		plan := mustPlan(t, querygen.Options{Form: m.Form(), Seed: 1})
		curve, _ := m.Run(plan, 4*n/p, func() bool { return false })
		if got := curve.Reached(1, n); got < 0 || got > tt.requests {
			t.Errorf("%s: %d of %d after %d requests, want all by %d: %s", tt.name, plan.Held(), n, plan.Requests(), tt.requests, plan.Why())
		}
	}
}

// What no control divides further is read as far as the site shows it, though a
// menu that hardly any of it has a value for was tried before.
func TestPartsThatLackEveryValueAreRead(t *testing.T) {
	t.Parallel()
	records := lots(8000)
	for i := range records {
		if i%5 > 0 {
			records[i].Fields[1].Value = "Hall A"
		}
	}
	m, err := model.New(records, model.Options{Attributes: []string{"place", "theme"}, Lists: true, TopK: 250, PageSize: 20})
	if err != nil {
		t.Fatal(err)
	}
	plan := mustPlan(t, querygen.Options{Form: m.Form(), Seed: 1})
	m.Run(plan, 2000, func() bool { return false })
	// All in other halls or with a theme, and some of those that the hall shows.
	if want := 1600 + 1600 + 50; plan.Held() < want {
		t.Errorf("held %d, want %d: %s", plan.Held(), want, plan.Why())
	}
}
